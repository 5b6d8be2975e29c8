"""The sentences of the pages that tell most about a query: what a page says, not what its code or menus say."""

from __future__ import annotations

import math
from bisect import bisect_right
from collections import Counter
from collections.abc import Iterator, Sequence
from typing import NamedTuple

import regex

from inquiro.core.types import Document, Pool
from inquiro.engine.coded import in_code
from inquiro.engine.meaning import meaning
from inquiro.engine.relevance import readability
from inquiro.engine.statements import one_line
from inquiro.retrieval.sentences import is_prose, sentences

CONTEXT = 0.4  # of a word that only the title or heading holds
KNOWN = 0.4  # more for what the run found to be a fact
EARLY = 0.15  # more for what opens a page: it says what the rest is about
LEAST = 0.12
SAME = 0.75  # of the words of the shorter one
_OF_THE_PAGE = regex.compile(
    r"\b(?:licen[cs]ed? (?:of|under)|copyright|all rights reserved|this (?:page|article|post|tutorial|guide|section)|cookies?|"
    r"newsletter|subscribe|diese Seite|esta página)\b",
    regex.IGNORECASE,
)
LONGEST = 420  # characters: longer ones are seldom one thought


class Told(NamedTuple):
    """One sentence, where it stands, and how much it tells."""

    text: str
    document: Document
    start: int
    end: int
    place: int  # among the sentences of its page
    value: float


def telling(pool: Pool) -> list[Told]:
    """Of every page, best first; a page that is about something else gives none."""
    wanted = meaning(pool.plan.refined_query, pool.plan.language)
    facts = _facts(pool)
    read = [(document, list(_prose(document))) for document in pool.documents if not document.retracted]
    weigh = _Weights(wanted, [terms for _, told in read for *_, terms in told])
    found = [
        one
        for document, told in read
        for one in _of_page(document, told, weigh, facts.get(document.id, []))
        if one.value >= LEAST
    ]
    return sorted(found, key=lambda one: (-one.value, one.document.id, one.start))


class Said:
    """What was told already: the same in nearly the same words is not told again."""

    def __init__(self) -> None:
        self._told: list[frozenset[str]] = []

    def add(self, text: str) -> None:
        self._told.append(meaning(text))

    def holds(self, text: str) -> bool:
        mine = meaning(text)
        return any(len(mine & other) > SAME * min(len(mine), len(other)) for other in self._told if other)


def _of_page(
    document: Document,
    told: Sequence[tuple[int, int, int, str, frozenset[str]]],
    weigh: _Weights,
    facts: Sequence[tuple[int, int, float]],
) -> Iterator[Told]:
    title = meaning(document.title)
    headings = [anchor.offset for anchor in document.headings]
    for place, start, end, text, terms in told:
        at = bisect_right(headings, start)
        context = title | (meaning(document.headings[at - 1].label) if at else frozenset())
        share = weigh(terms) + CONTEXT * weigh(context - terms)
        if not share:
            continue
        known = next((worth for first, last, worth in facts if first < end and start < last), 0.0)
        share += KNOWN * min(known, 1.0)
        share += EARLY if place < 3 else 0.0
        yield Told(text, document, start, end, place, share * readability(text))


def _prose(document: Document) -> Iterator[tuple[int, int, int, str, frozenset[str]]]:
    for place, (start, end) in enumerate(sentences(document.text)):
        text = one_line(document.text[start:end])
        if len(text) <= LONGEST and is_prose(text) and not _serves(text) and not in_code(document, start, end):
            yield place, start, end, text, meaning(text)


def _serves(text: str) -> bool:
    """What only leads to something else, or speaks of the page itself."""
    return text.endswith((":", "：")) or bool(_OF_THE_PAGE.search(text))


def _facts(pool: Pool) -> dict[str, list[tuple[int, int, float]]]:
    owners = {proof: fact for fact in pool.facts for proof in fact.evidence}
    found: dict[str, list[tuple[int, int, float]]] = {}
    for proof in pool.evidence:
        if fact := owners.get(proof.id):
            worth = max(fact.scores.values(), default=0.0)
            found.setdefault(proof.document_id, []).append((proof.start, proof.end, worth))
    return found


class _Weights:
    """How much of what is wanted some terms hold; a word of every other sentence says little."""

    def __init__(self, wanted: frozenset[str], texts: Sequence[frozenset[str]]) -> None:
        seen = Counter(term for terms in texts for term in terms & wanted)
        self._worth = {term: 0.3 + math.log1p(len(texts) / (seen[term] + 1.0)) for term in sorted(wanted)}
        self._all = sum(self._worth.values()) or 1.0

    def __call__(self, terms: frozenset[str]) -> float:
        return sum(worth for term, worth in self._worth.items() if term in terms) / self._all
