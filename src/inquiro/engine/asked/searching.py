"""Queries as a model words them: plain words for everybody, PubMed's syntax only for PubMed."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Literal

import regex

from inquiro.core.types import Query
from inquiro.engine.harmless import as_words, unlinked
from inquiro.engine.search_scope import PUBMED, SearchScope
from inquiro.retrieval.words import content_tokens

Wanted = Literal["any", "web", "academic", "reference", "pubmed"]
LONGEST_QUERY = 160
LONGEST_SYNTAX = 300
MOST_WORDS = 18
MOST_FOR_PUBMED = 2
_TAG = regex.compile(r"\[[A-Za-z][A-Za-z /_-]*(?::[^\]\s]*)?\]")
_SYNTAX = regex.compile(r"[\"“”()\[\]{}<>|*~^]|\b(?:AND|OR|NOT)\b|\b(?:site|filetype|inurl|intitle|link|cache):\S*")


def addressed(
    wanted: Iterable[tuple[str, Wanted, tuple[str, ...]]], spare: Iterable[Query], *, fewest: int, scope: SearchScope
) -> list[Query]:
    """Each query to those who understand it; one that nobody here does is asked of everybody in plain words.

    `spare` ones follow where fewer than `fewest` are for everybody.
    """
    made: list[Query] = []
    for text, kind, items in wanted:
        if (query := _query(text, kind, items, scope)) is None:
            continue
        if not query.provider or sum(bool(one.provider) for one in made) < MOST_FOR_PUBMED:
            made.append(query)
    plain = [query for query in made if not query.provider]
    spares = list(spare)[:fewest] if len(plain) < fewest else []
    return [*plain[:fewest], *spares, *(query for query in made if query not in plain[:fewest])]


def _query(text: str, kind: Wanted, items: tuple[str, ...], scope: SearchScope) -> Query | None:
    syntax = unlinked(text[: 2 * LONGEST_SYNTAX])
    known: Wanted = kind if scope.understands(kind) else "any"
    if known == "pubmed" and _TAG.search(syntax) and len(syntax) <= LONGEST_SYNTAX:
        return Query(text=syntax, kind="academic", items=items, provider=PUBMED)
    words = as_words(_SYNTAX.sub(" ", _TAG.sub(" ", syntax)), LONGEST_QUERY).split()[:MOST_WORDS]
    plain = " ".join(words).rstrip("…")
    if not content_tokens(plain):
        return None
    return Query(text=plain, kind="academic" if known == "pubmed" else known, items=items)
