"""A known thing made ready for the index: the words that it is found by, and what a model of meaning reads."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from datetime import datetime
from typing import NamedTuple

import msgspec

from inquiro.core.decoders import from_msgpack
from inquiro.core.knowledge_store import KnownThing
from inquiro.core.types import KnownFact, KnownItem, ReadText
from inquiro.index.documents import Entry, State, digest
from inquiro.retrieval import chunks
from inquiro.retrieval.words import content_tokens

VERSION = f"1 {chunks.VERSION}"  # part of what an index is built with
ASIDE = 0.5  # of a word in a title or a query
MOST_TEXT = 6_000  # characters of an item


class _Said(NamedTuple):
    """Passages of a thing; names count like its words, and what stands around it for less, each where it is no word."""

    passages: Sequence[str]
    names: Iterable[str] = ()
    aside: Iterable[str] = ()


def entry_of(thing: KnownThing, token: str) -> Entry:
    """`token` is that of the change that wrote it: as long as that is the same, so is the thing."""
    passages, names, aside = _said_of(thing)
    terms: list[Counter[str] | dict[str, float]] = [Counter(content_tokens(passage)) for passage in passages]
    terms[0] = _with_aside(terms[0], names, aside)
    state = State(sum(map(len, passages)), _nanoseconds(thing), token, "")
    return Entry(thing.id, state, msgspec.msgpack.encode(passages), terms, [digest(passage) for passage in passages])


def said(encoded: bytes, places: Sequence[int]) -> list[str]:
    """Passages of a stored thing as a model of meaning reads them."""
    passages = from_msgpack(encoded, list[str])
    return [passages[at] for at in places]


def _said_of(thing: KnownThing) -> _Said:
    if isinstance(thing, KnownFact):
        titles = {proof.title for proof in thing.proofs if thing.private or not proof.private}
        return _Said([_clean(thing.statement)], thing.entities, titles)
    if isinstance(thing, KnownItem):
        content = ReadText(text=_clean(thing.content[:MOST_TEXT]), media_type="text/plain")
        passages = [content.text[start:end] for start, end in chunks.chunk(content)]
        return _Said(passages or [""], (), {thing.title, thing.query})
    return _Said([_clean(" · ".join((thing.name, *thing.aliases)))])


def _with_aside(
    counts: Counter[str] | dict[str, float], names: Iterable[str], aside: Iterable[str]
) -> dict[str, float]:
    found: dict[str, float] = dict(counts)
    for texts, each in ((names, 1.0), (aside, ASIDE)):
        for text in texts:
            for term in content_tokens(text):
                found.setdefault(term, each)
    return found


def _nanoseconds(thing: KnownThing) -> int:
    added: datetime | None = None if not isinstance(thing, KnownFact | KnownItem) else thing.last_added
    return int(added.timestamp() * 1e9) if added else 0


def _clean(text: str) -> str:
    return text.encode("utf-8", "replace").decode()
