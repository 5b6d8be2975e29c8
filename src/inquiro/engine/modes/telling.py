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
from inquiro.engine.harmless import holds_address
from inquiro.engine.meaning import meaning
from inquiro.engine.relevance import ENOUGH, NEAREST, is_aim, is_method, readability
from inquiro.engine.statements import one_line
from inquiro.retrieval.sentences import is_prose, sentences

CONTEXT = 0.4  # of a word that only the title or heading holds
KNOWN = 0.4  # more for what the run found to be a fact
EARLY = 0.15  # more for what opens a page: it says what the rest is about
LEAST = 0.12
NEAR_BEST = 0.4  # of the best sentence's value: what is worth less only fills the page
ITSELF = 0.6  # what is left of a sentence that speaks of the text it stands in
SAME = 0.75  # of the words of the shorter one
MOST_TITLES = 3
NAMED, FEW = 0.5, 2  # of the words asked for
LONGEST = 420  # characters: longer ones are seldom one thought
_OF_THE_PAGE = regex.compile(
    r"\b(?:licen[cs]ed? (?:of|under)|copyright|all rights reserved|this (?:page|article|post|tutorial|guide|section)|cookies?|"
    r"newsletter|subscribe|diese Seite|esta página)\b",
    regex.IGNORECASE,
)
_OF_ITSELF = regex.compile(
    r"\b(?:this|diese[rs]?) (?:PEP|proposal|document|draft|RFC|specification|memo|Dokument|Entwurf)\b|\breaders?\b",
    regex.IGNORECASE,
)
_MARKER = regex.compile(r"(?:[-*+•‣▪◦·–—]|\(?\d{1,3}[.)])\s+")


class Told(NamedTuple):
    """One sentence, where it stands, and how much it tells."""

    text: str
    document: Document
    start: int
    end: int
    place: int  # among the sentences of its page
    value: float


def telling(pool: Pool) -> list[Told]:
    """Of every page that is about the query, best first."""
    wanted = meaning(pool.plan.refined_query, pool.plan.language)
    facts, pages = _facts(pool), about_it(pool)
    read = [(document, list(_prose(document))) for document in pages]
    weigh = _Weights(wanted, [terms for _, told in read for *_, terms in told])
    found = [one for document, told in read for one in _of_page(document, told, weigh, facts.get(document.id, []))]
    least = max([LEAST, *(NEAR_BEST * one.value for one in found)])
    kept = [one for one in found if one.value >= least]
    return sorted(kept, key=lambda one: (-one.value, one.document.id, one.start))


def about_it(pool: Pool) -> list[Document]:
    """The pages in which something was found that says something on the query.

    Less will do where the title names it; of a query of two words, where the finding does.
    """
    wanted = meaning(pool.plan.refined_query, pool.plan.language)
    found = _facts(pool)

    def speaks(one: Document, start: int, end: int, worth: float) -> bool:
        if worth >= ENOUGH:
            return True
        told = meaning(one.title) | (meaning(one.text[start:end]) if len(wanted) <= FEW else frozenset())
        return worth >= NEAREST and len(wanted & told) >= NAMED * len(wanted)

    pages = [one for one in pool.documents if not one.retracted]
    return [one for one in pages if any(speaks(one, *fact) for fact in found.get(one.id, ()))]


def best_found(pool: Pool) -> float:
    """How well the best of what was found speaks to the query."""
    return max((max(fact.scores.values(), default=0.0) for fact in pool.facts), default=0.0)


def nearest_titles(pool: Pool) -> tuple[str, ...]:
    """Of the pages that were read, those whose titles share most words with the query; none that shares none."""
    wanted = meaning(pool.plan.refined_query, pool.plan.language)
    shared = {one_line(one.title): len(wanted & meaning(one.title)) for one in pool.documents if not one.retracted}
    named = sorted((title for title, number in shared.items() if number), key=lambda title: (-shared[title], title))
    return tuple(named[:MOST_TITLES])


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
        itself = ITSELF if _OF_ITSELF.search(text) else 1.0
        yield Told(text, document, start, end, place, share * itself * readability(text))


def _prose(document: Document) -> Iterator[tuple[int, int, int, str, frozenset[str]]]:
    for place, (start, end) in enumerate(sentences(document.text)):
        text = unlisted(one_line(document.text[start:end]))
        if len(text) <= LONGEST and is_prose(text) and not _serves(text) and not in_code(document, start, end):
            yield place, start, end, text, meaning(text)


def _serves(text: str) -> bool:
    """What only leads to something else, asks, tells of an aim or a method, or speaks of the page itself."""
    leads = text.endswith((":", "：", "?", "？")) or holds_address(text) or text.count("“") != text.count("”")
    return leads or is_aim(text) or is_method(text) or bool(_OF_THE_PAGE.search(text))


def unlisted(text: str) -> str:
    """Without the mark of a list that it stands in."""
    return _MARKER.sub("", text, count=1) if _MARKER.match(text) else text


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
