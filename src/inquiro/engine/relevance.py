"""How well a sentence speaks to a checklist item, from words alone."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

import regex

from inquiro.core.types import ChecklistItem
from inquiro.engine.facets import Facet, cued, fits, says_unknown
from inquiro.engine.meaning import meaning
from inquiro.engine.question import facet_of

ENOUGH = 0.5  # below this a sentence says nothing on an item
STRONG = 0.7  # from here on it may answer it
CONTEXT_SHARE = 0.4  # a term that only the title or heading supplies counts this much
ABOUT_SHARE = 0.5  # and so does a word of the subject
OPENS_WITH_IT = 0.1  # a sentence that begins with what is asked is about it
OWN_SHARE = 0.45  # so much of what is asked must stand in the sentence itself, its most telling word included,
REST_SHARE = 0.75  # or nearly all but that word, which is near, not an answer,
HINTS = 2  # or some of it, and this many terms that its neighbours taught us
LEARNED_SHARE = 0.3  # so does a term that earlier findings taught us

_LEANS_BACK = regex.compile(
    r"^(?:it|its|they|their|this|that|these|those|he|she|his|her|such|here|there|the (?:former|latter|same)|after that|"
    r"both|as a result|therefore|thus|so|but|and|also|"
    r"er|sie|es|dies\w*|jene\w*|dabei|dadurch|daher|sein|ihre?|"
    r"est[eoa]s?|ell[oa]s?|él|ella|esto|eso|ainsi|cel[ai]|ils|elles)\b|^(?:それ|これ|その|この)",
    regex.IGNORECASE,
)


_ASKS = regex.compile(
    r"\bwhether\b|\b(?:explained|examined|asked) (?:who|what|how|why)\b|\basked\b|\bfragte\b|\bob\b|\bpreguntó\b|\bsi (?:el|la|los|las)\b",
    regex.IGNORECASE,
)


class Need(NamedTuple):
    """A checklist item made ready for scoring."""

    item: ChecklistItem
    terms: frozenset[str]
    about: frozenset[str]
    learned: frozenset[str]
    facet: Facet | None
    language: str = "en"
    predicate: str | None = None  # `owns` in `who owns …`: what the sentence must say of anybody


class Weights:
    """How telling each term is within what the run has read: common to every passage means little."""

    def __init__(self, texts: Iterable[Iterable[str]]) -> None:
        self._seen: Counter[str] = Counter()
        self._texts = 0
        self._sums: dict[frozenset[str], float] = {}
        self._rarest: dict[frozenset[str], str | None] = {}
        for tokens in texts:
            self._texts += 1
            self._seen.update(set(tokens))

    def __call__(self, term: str) -> float:
        return 0.4 + math.log1p((self._texts + 1) / (self._seen[term] + 0.5))

    def share(self, found: frozenset[str], wanted: Need) -> float:
        """How much of what is wanted was found; the shared subject counts for less than what is asked about it."""
        total = self._sum(wanted.terms) + ABOUT_SHARE * self._sum(wanted.about)
        have = self._sum(wanted.terms & found) + ABOUT_SHARE * self._sum(wanted.about & found)
        return have / total if total else 0.0

    def rarest(self, terms: frozenset[str]) -> str | None:
        """The most telling of some terms: without it, a sentence is about something else."""
        if terms not in self._rarest:
            self._rarest[terms] = max(sorted(terms), key=self, default=None)
        return self._rarest[terms]

    def own_share(self, found: frozenset[str], wanted: Need) -> float:
        return self._sum(wanted.terms & found) / (self._sum(wanted.terms) or 1.0)

    def _sum(self, terms: frozenset[str]) -> float:
        if terms not in self._sums:  # few sets, asked for with every sentence
            self._sums[terms] = sum(map(self, sorted(terms)))
        return self._sums[terms]


def need(item: ChecklistItem, language: str, learned: Iterable[str] = ()) -> Need:
    terms = meaning(" ".join(item.terms), language)
    about = meaning(" ".join(item.about), language) - terms
    led = meaning(" ".join(item.hints), language)
    facet = facet_of(item)
    first = sorted(meaning(item.terms[0], language)) if facet and facet.id == "who" and item.terms else []
    return Need(
        item, terms, about, (frozenset(learned) | led) - terms - about, facet, language, first[0] if first else None
    )


def score(sentence: str, tokens: frozenset[str], context: frozenset[str], wanted: Need, weights: Weights) -> float:
    """0 to about 1.3: how much of what is wanted stands in the sentence, and whether it has the asked-for shape."""
    own, hints = weights.own_share(tokens, wanted), len(wanted.learned & tokens)
    central = wanted.predicate or weights.rarest(wanted.terms)
    present = central in tokens | context
    rest = weights.own_share(tokens, wanted._replace(terms=wanted.terms - {central}))
    if not own or (hints < HINTS and not (own >= OWN_SHARE if present else rest >= REST_SHARE)):
        return 0.0
    value = weights.share(tokens, wanted) + CONTEXT_SHARE * weights.share(context - tokens, wanted)
    if wanted.terms & meaning(sentence[:60], wanted.language):
        value += OPENS_WITH_IT
    if wanted.learned:
        value += LEARNED_SHARE * min(1.0, hints / HINTS)
    if wanted.facet:
        value += 0.2 if cued(wanted.facet, sentence) else -0.15
        if not fits(wanted.facet.shape, sentence) and not says_unknown(sentence):
            value *= 0.6
    value *= readability(sentence)
    direct = present and (own >= OWN_SHARE or hints >= HINTS)
    return value if direct else min(value * 0.8, STRONG - 0.05)


def answers(item: ChecklistItem, statement: str) -> bool:
    """Whether a statement has the shape that the item asks for."""
    facet = facet_of(item)
    return not says_unknown(statement) and (facet is None or fits(facet.shape, statement))


def learned_terms(statements: Sequence[str], language: str, weights: Weights, known: frozenset[str]) -> list[str]:
    """Terms that the findings on an item share and the question did not have, most telling first."""
    counts: Counter[str] = Counter()
    for statement in statements:
        counts.update(meaning(statement, language))
    scored = {t: n * weights(t) for t, n in counts.items() if t not in known and len(t) > 1 and not t[0].isdigit()}
    return _best(scored, 8)


def _best(scored: Mapping[str, float], limit: int) -> list[str]:
    return [term for term, _ in sorted(scored.items(), key=lambda pair: (-pair[1], pair[0]))[:limit]]


def leans_back(sentence: str) -> bool:
    """Whether it takes an earlier sentence to understand this one."""
    return _LEANS_BACK.match(sentence) is not None


def readability(sentence: str) -> float:
    """A quote must stand on its own: leaning back on an earlier sentence, or asking, makes it worth less."""
    factor = 0.7 if leans_back(sentence) else 1.0
    if sentence.rstrip().endswith(("?", "？")):
        factor *= 0.3
    if _ASKS.search(sentence):
        factor *= 0.7
    if sentence.lstrip().startswith(("|", "-", "*", "•")) or len(sentence) < 20:
        factor *= 0.75
    return factor * (0.8 if len(sentence) > 350 else 1.0)
