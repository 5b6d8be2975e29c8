"""How well a sentence speaks to a checklist item, from words alone."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

import regex

from inquiro.core.types import ChecklistItem
from inquiro.engine.facets import Facet, cued, fits, says_unknown
from inquiro.engine.question import facet_of
from inquiro.retrieval.words import content_tokens

ENOUGH = 0.5  # below this a sentence says nothing on an item
STRONG = 0.7  # from here on it may answer it
CONTEXT_SHARE = 0.4  # a term that only the title or heading supplies counts this much
LEARNED_SHARE = 0.3  # so does a term that earlier findings taught us

_LEANS_BACK = regex.compile(
    r"^(?:it|its|they|their|this|that|these|those|he|she|his|her|such|here|there|the (?:former|latter|same)|"
    r"both|as a result|therefore|thus|so|but|and|also|"
    r"er|sie|es|dies\w*|jene\w*|dabei|dadurch|daher|sein|ihre?|"
    r"est[eoa]s?|ell[oa]s?|él|ella|esto|eso|ainsi|cel[ai]|ils|elles)\b|^(?:それ|これ|その|この)",
    regex.IGNORECASE,
)


class Need(NamedTuple):
    """A checklist item made ready for scoring."""

    item: ChecklistItem
    terms: frozenset[str]
    learned: frozenset[str]
    facet: Facet | None


class Weights:
    """How telling each term is within what the run has read: common to every passage means little."""

    def __init__(self, texts: Iterable[Sequence[str]]) -> None:
        self._seen: Counter[str] = Counter()
        self._texts = 0
        for tokens in texts:
            self._texts += 1
            self._seen.update(set(tokens))

    def __call__(self, term: str) -> float:
        return 0.4 + math.log1p((self._texts + 1) / (self._seen[term] + 0.5))

    def share(self, found: Iterable[str], wanted: frozenset[str]) -> float:
        total = sum(map(self, wanted))
        return sum(self(term) for term in found) / total if total else 0.0


def need(item: ChecklistItem, language: str, learned: Iterable[str] = ()) -> Need:
    terms = frozenset(content_tokens(" ".join(item.terms), language))
    return Need(item, terms, frozenset(learned) - terms, facet_of(item))


def score(sentence: str, tokens: frozenset[str], context: frozenset[str], wanted: Need, weights: Weights) -> float:
    """0 to about 1.3: how much of what is wanted stands in the sentence, and whether it has the asked-for shape."""
    found = wanted.terms & tokens
    if not found and not wanted.learned & tokens:
        return 0.0
    value = weights.share(found, wanted.terms)
    value += CONTEXT_SHARE * weights.share((wanted.terms & context) - tokens, wanted.terms)
    if wanted.learned:
        value += LEARNED_SHARE * min(1.0, len(wanted.learned & tokens) / 3)
    if wanted.facet:
        value += 0.2 if cued(wanted.facet, sentence) else -0.15
        if not fits(wanted.facet.shape, sentence):
            value *= 0.6
    return value * _readability(sentence)


def answers(item: ChecklistItem, statement: str) -> bool:
    """Whether a statement has the shape that the item asks for."""
    facet = facet_of(item)
    return not says_unknown(statement) and (facet is None or fits(facet.shape, statement))


def learned_terms(statements: Sequence[str], language: str, weights: Weights, known: frozenset[str]) -> list[str]:
    """Terms that the findings on an item share and the question did not have, most telling first."""
    counts: Counter[str] = Counter()
    for statement in statements:
        counts.update(set(content_tokens(statement, language)))
    scored = {t: n * weights(t) for t, n in counts.items() if t not in known and len(t) > 2 and not t[0].isdigit()}
    return _best(scored, 6)


def _best(scored: Mapping[str, float], limit: int) -> list[str]:
    return [term for term, _ in sorted(scored.items(), key=lambda pair: (-pair[1], pair[0]))[:limit]]


def _readability(sentence: str) -> float:
    """A quote must stand on its own: leaning back on an earlier sentence, or asking, makes it worth less."""
    factor = 0.7 if _LEANS_BACK.match(sentence) else 1.0
    if sentence.rstrip().endswith(("?", "？")):
        factor *= 0.3
    if sentence.lstrip().startswith(("|", "-", "*", "•")) or len(sentence) < 20:
        factor *= 0.75
    return factor * (0.8 if len(sentence) > 350 else 1.0)
