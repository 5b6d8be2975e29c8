"""One statement that is made and denied, or made with the opposite word."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import NamedTuple

import regex

from inquiro.core.types import Contradiction
from inquiro.engine.contradictions.alike import alike_pairs
from inquiro.engine.contradictions.main_clause import main_clause, settled
from inquiro.engine.contradictions.poles import Clause, pointed
from inquiro.engine.contradictions.reasons import Reason, period, replacement
from inquiro.engine.contradictions.said import Said, contradiction, hanging_together, in_words
from inquiro.engine.contradictions.subjects import comparable, same_names
from inquiro.retrieval.words import content_tokens
from inquiro.text.polarity import NO_LONGER, happened

FEWEST = 3  # terms of a clause that says something
SPECIFIC = 2  # of them that are no words of every study
LEAVES_OUT = 4  # terms of the shorter clause, where the longer one says more
MOST_LEFT_OUT = 0.6  # the share of the longer one that the shorter one must hold
LONGEST = 160  # characters of a side

_EVERYWHERE = frozenset(
    content_tokens(
        "significant significantly statistically difference differences between group groups two both study studies result results found "
        "observed patients patient association associated correlation effect effects outcome outcomes treatment control rate rates "
        "compared analysis data risk level levels time years year first also however film album song band series game team season player "
        "book novel company school city released born made used known named called part member members",
        "en",
    )
)


_LIMITS = regex.compile(  # what it holds for, and not elsewhere
    r"\b(?:at|in|on|during|under|for|with|without|when|where|only|after|before|among|except|by|within|near|above|below|beyond|over|"
    r"bei|im|am|nur|während|unter|nach|vor|en|durante|solo|con|sin|para|pendant|sous|pour|sans|avec|nightly|daily|annually)\b",
    regex.IGNORECASE,
)


class _Pointed(NamedTuple):
    said: Said
    clause: Clause


def denied_by_others(said: Sequence[Said]) -> list[Contradiction]:
    stated = [_Pointed(one, clause) for one in said if (clause := _pointed(one.fact.statement))]
    return [_explained(sides) for sides in hanging_together(stated, _clashes(stated))]


@lru_cache(maxsize=8_192)
def _pointed(statement: str) -> Clause | None:
    """The main clause, where it says something of its own."""
    clause = pointed(main_clause(happened(statement)))
    if clause is None or len(clause.terms) < FEWEST:
        return None
    telling = [t for t in clause.terms if t not in _EVERYWHERE and not t.startswith("±") and not t[:1].isdigit()]
    return clause if len(set(telling)) >= SPECIFIC else None


def _clashes(stated: Sequence[_Pointed]) -> Iterator[tuple[int, int]]:
    for one, other in alike_pairs([frozenset(each.clause.terms) for each in stated], MOST_LEFT_OUT):
        a, b = stated[one], stated[other]
        if a.said.document.id == b.said.document.id or a.clause.sign == b.clause.sign:
            continue
        if (
            comparable(a.said, b.said)
            and _same(a.clause, b.clause)
            and settled(a.said, b.said)
            and same_names(a.said, b.said, a.clause.text, b.clause.text)
        ):
            yield one, other


def _same(a: Clause, b: Clause) -> bool:
    """The same in the same order; the one may say more than the other, but not each something of its own."""
    shorter, longer = sorted((a.terms, b.terms), key=len)
    if len(shorter) == len(longer):
        return shorter == longer
    rest = iter(longer)
    within = all(term in rest for term in shorter)
    more = [term for term in longer if term not in shorter]
    return within and len(shorter) >= LEAVES_OUT and not any(term.startswith("±") for term in more)


def _explained(sides: Sequence[_Pointed]) -> Contradiction:
    older, newer = sides[0], sides[-1]
    kind, why = _reason(older, newer)
    shared = set(older.clause.terms) & set(newer.clause.terms)
    about = in_words(newer.clause.text, shared) or newer.clause.text
    told = [(one.said, one.clause.text[:LONGEST]) for one in sides]
    return contradiction(told, about=about, kind=kind, explanation=why)


def _reason(older: _Pointed, newer: _Pointed) -> Reason:
    if NO_LONGER.search(newer.clause.text):
        return "superseded", newer.said.proof.quote
    if found := period(older.said, newer.said) or replacement(newer.said):
        return found
    more = [_beyond(older, newer), _beyond(newer, older)]
    told = " / ".join(filter(None, more))
    limited = any(_LIMITS.search(one.clause.text) for one, words in ((older, more[0]), (newer, more[1])) if words)
    return ("scope", told) if limited else ("negation", "")


def _beyond(one: _Pointed, other: _Pointed) -> str:
    """What only this side says, in its words: that is what it may hold for."""
    return in_words(one.clause.text, set(one.clause.terms) - set(other.clause.terms))
