"""How well a sentence speaks to a checklist item, from words alone."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

import regex

from inquiro.core.types import ChecklistItem
from inquiro.engine.answer_form import AnswerForm
from inquiro.engine.facets import Facet, cued, fits, says_unknown
from inquiro.engine.meaning import meaning
from inquiro.engine.question import facet_of
from inquiro.engine.statements import Stated
from inquiro.retrieval.context import BETWEEN

ENOUGH = 0.5  # below this a sentence says nothing on an item
STRONG = 0.7  # from here on it may answer it
HEADING_SHARE, TITLE_SHARE = 0.75, 0.6  # what a term counts that only a heading or the title above supplies,
BESIDE_SHARE, READ_SHARE = 0.4, 0.25  # only the sentence before or after, only something else in the document
ALIKE_SHARE = 0.8  # or only a word that is made from the same one
ABOUT_SHARE = 0.5  # a word of the subject counts this much,
FAINT_SHARE = 0.35  # one that says little this much,
NAMED_SHARE = 1.2  # and a name this much
OWN_SHARE = 0.2  # of the whole is what stands in the sentence itself
FEWEST_OWN = 0.2  # of what is asked must stand there, or nearly all of it above it
ONLY_ABOVE = 0.7
OPENS_WITH_IT = 0.05  # a sentence that begins with what is asked is about it
DEFINES = 0.15  # and so is one that explains it
OTHER_NAME = 0.6  # what is left of a sentence that is not about what the question names
NOT_COUNTED = 0.75  # and of a figure that counts something else
OTHER_SHAPE = 0.6  # and of one that has no date where one is asked for
HINTS = 2  # terms that earlier findings taught us
LEARNED_SHARE = 0.25  # are worth this much
LIKE = 5  # letters that words have in common which are made from the same one
LOWEST, SPREAD = 0.2, 0.75  # so much of what is asked, from none to all, lies between nothing and a full answer

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

    def _sum(self, terms: frozenset[str]) -> float:
        if terms not in self._sums:  # few sets, asked for with every sentence
            self._sums[terms] = sum(map(self, sorted(terms)))
        return self._sums[terms]


def need(item: ChecklistItem, language: str, learned: Iterable[str] = ()) -> Need:
    terms = meaning(" ".join(item.terms), language)
    about = meaning(" ".join(item.about), language) - terms
    led = meaning(" ".join(item.hints), language)
    return Need(item, terms, about, (frozenset(learned) | led) - terms - about, facet_of(item), language)


class Above(NamedTuple):
    """Terms that a statement may leave unsaid, because they stand above or around it."""

    title: frozenset[str] = frozenset()
    read: frozenset[str] = frozenset()  # anywhere in what was read of its document


def score(one: Stated, above: Above, wanted: Need, weights: Weights, form: AnswerForm) -> float:
    """0 to about 1.2: how much of what is wanted a statement says where it stands, and whether it has the asked-for shape."""
    sides = [wanted._replace(terms=wanted.terms - other) for other in form.sides if wanted.terms - other]
    value = max((_held(one, above, side, weights, form) for side in sides or [wanted]), default=0.0)
    if not value:
        return 0.0
    hints = len(wanted.learned & one.terms)
    value += LEARNED_SHARE * min(1.0, hints / HINTS)
    if wanted.terms & meaning(one.statement[:60], wanted.language):
        value += OPENS_WITH_IT
    term = one.path.rpartition(BETWEEN)[2] if one.kind == "definition" else ""
    if term and any(side & meaning(term) for side in form.sides or (wanted.terms,)) and one.statement.startswith(term):
        value += DEFINES
    if form.named & wanted.terms and not form.named & wanted.terms & _around(one, above):
        value *= OTHER_NAME
    if form.counted and not form.counted & _around(one, above):
        value *= NOT_COUNTED
    if wanted.facet:
        value += 0.05 if cued(wanted.facet, one.statement) else 0.0
        if not fits(wanted.facet.shape, one.statement) and not says_unknown(one.statement):
            value *= OTHER_SHAPE
    return (LOWEST + SPREAD * value) * readability(one.statement)


def _around(one: Stated, above: Above) -> frozenset[str]:
    return one.terms | one.beside | above.title | above.read | meaning(one.path)


def _held(one: Stated, above: Above, wanted: Need, weights: Weights, form: AnswerForm) -> float:
    """The share of what is asked that a statement holds, itself or by what stands above it; 0 where that is no answer."""
    path = meaning(one.path)
    total = own = held = 0.0
    for term in sorted(wanted.terms | wanted.about):
        weight = weights(term) * (ABOUT_SHARE if term in wanted.about else 1.0)
        weight *= FAINT_SHARE if term in form.faint else NAMED_SHARE if term in form.named else 1.0
        total += weight
        if term in one.terms or _alike(term, one.terms):
            share = 1.0 if term in one.terms else ALIKE_SHARE
            own += share * weight
        elif term in path or _alike(term, path):
            share = HEADING_SHARE
        elif term in above.title:
            share = TITLE_SHARE
        else:
            share = BESIDE_SHARE if term in one.beside else READ_SHARE if term in above.read else 0.0
        held += share * weight
    if not total or (own < FEWEST_OWN * total and held < ONLY_ABOVE * total):
        return 0.0
    return (held + OWN_SHARE * (own - held)) / total


def _alike(term: str, terms: frozenset[str]) -> bool:
    """`importance` and `important`: long words with one beginning."""
    if len(term) < LIKE:
        return False
    head = term[: max(LIKE, len(term) - 3)]
    return any(len(other) >= LIKE and other.startswith(head) for other in terms)


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
