"""Two amounts for one thing: with units, or counted things."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import NamedTuple

import regex

from inquiro.core.types import Contradiction, Quantity
from inquiro.engine.contradictions.alike import alike_pairs, share
from inquiro.engine.contradictions.bounds import bounded, same_limit
from inquiro.engine.contradictions.reasons import Reason, definition_or_scope, period, replacement
from inquiro.engine.contradictions.said import Said, age, contradiction, hanging_together, in_words
from inquiro.engine.contradictions.subjects import (
    comparable,
    of_a_sample,
    of_one_thing,
    same_names,
    same_thing_meant,
    share_a_name,
)
from inquiro.engine.quantities import counted, quantities
from inquiro.retrieval.words import content_tokens
from inquiro.text.measures import Measure, agree, converted, measure, spread

SAME_SUBJECT = 0.75  # of the words before the number
SUBJECT_TERMS = 4  # fewer words before the number do not say what it is a number of
NAMED_TERMS = 3  # are enough where they are the same and a name is among them
SAME_SENTENCE = 0.6  # of all words but the numbers
SENTENCE_TERMS = 5
SAME_COUNT = 0.7  # of all words: what is counted may be counted in many places
TOPIC_TERMS = 3  # words that two statements on one topic share at least
SAME_TOPIC = 0.6  # of the words of the one that is held against others
KINDS_OF_UNIT = 2  # more of them in a sentence: which figure is meant cannot be told

_CHANGE = regex.compile(
    r"\bby\b|\bdifference\b|\b(?:cool|warm|cold|hott)er\b|\b(?:rise|rose|drop|fall|fell|increase|decrease)\w*\b|\bum\b|"
    r"\b(?:kühler|wärmer)\b",
    regex.IGNORECASE,
)


class _Figure(NamedTuple):
    number: Quantity
    dimension: str
    lead: str  # what stands before the number
    before: frozenset[str]
    words: frozenset[str]
    nameless: frozenset[str]  # the words without those of the unit: how it is called says nothing of the subject
    of_things: bool = False


class _Stated(NamedTuple):
    said: Said
    figure: _Figure

    @property
    def number(self) -> Quantity:
        return self.figure.number


def amounts_that_differ(said: Sequence[Said]) -> list[Contradiction]:
    kinds: defaultdict[str, list[_Stated]] = defaultdict(list)
    for one in said:
        for figure in _figures(one.fact.statement):
            kinds[figure.dimension].append(_Stated(one, figure))
    found = [sides for stated in kinds.values() for sides in hanging_together(stated, _clashes(stated))]
    return [_explained(sides) for sides in sorted(found, key=lambda sides: min(int(s.said.fact.id[1:]) for s in sides))]


def amounts_that_differ_from(own: Said, others: Sequence[Said]) -> list[Contradiction]:
    """What others state instead of an amount, where it is known already that they speak of the same topic."""
    found = []
    for mine in (_Stated(own, figure) for figure in _figures(own.fact.statement) if figure.number.unit):
        told = [_Stated(said, figure) for said in others for figure in _figures(said.fact.statement)]
        against = [one for one in told if _on_topic(mine, one) and not _overlap(mine, one)]
        if against:
            found.append(_explained(sorted([mine, *against], key=age)))
    return found


def _on_topic(mine: _Stated, other: _Stated) -> bool:
    """Most of what is said of my amount is said of the other, in its sentence or by the title above it."""
    a, b = mine.figure, other.figure
    if a.dimension != b.dimension or other.said.document.id == mine.said.document.id:
        return False
    if len({q.value for q in quantities(other.said.fact.statement) if q.unit == b.number.unit}) > 1:
        return False  # which of them is meant cannot be told
    around = b.nameless | frozenset(content_tokens(other.said.document.title))
    shared = a.nameless & around
    if len(shared) < TOPIC_TERMS or len(shared) < SAME_TOPIC * len(a.nameless):
        return False
    named = comparable(mine.said, other.said) and same_names(mine.said, other.said, a.lead, b.lead)
    return named and not of_a_sample(other.said.fact.statement)


@lru_cache(maxsize=8_192)  # every fact in every round
def _figures(statement: str) -> tuple[_Figure, ...]:
    """The amount that a statement is about, and the first number of things in it."""
    found: list[_Figure] = []
    numbers = [q for q in quantities(statement) if q.unit or _is_share(q)]
    if numbers and len({n.unit for n in numbers if n.unit}) <= KINDS_OF_UNIT:
        first = next((q for q in numbers if q.unit), numbers[0])
        known = measure(first.value, first.unit)
        found.append(_figure(statement, first, known.dimension if known else first.unit))
    for number, thing in counted(statement)[:1]:
        kind = next(iter(content_tokens(thing, "en")), thing)
        found.append(_figure(statement, number, f"number of {kind}", of_things=True))
    return tuple(found)


def _figure(statement: str, number: Quantity, dimension: str, *, of_things: bool = False) -> _Figure:
    lead, _, _ = statement.partition(number.text)
    plain = frozenset(t for t in content_tokens(statement) if not t[:1].isdigit())
    nameless = plain - frozenset(content_tokens(number.text))
    return _Figure(number, dimension, lead, frozenset(content_tokens(lead)), plain, nameless, of_things)


def _is_share(quantity: Quantity) -> bool:
    return not quantity.unit and 0 < quantity.value < 1


def _clashes(stated: Sequence[_Stated]) -> Iterator[tuple[int, int]]:
    """Places of statements on one subject whose amounts exclude each other."""
    figures = [one.figure for one in stated]
    near = {
        *alike_pairs([figure.before for figure in figures], SAME_SUBJECT),
        *alike_pairs([figure.words for figure in figures], SAME_SENTENCE),
    }
    if len({figure.number.unit for figure in figures}) > 1:
        near |= {*alike_pairs([figure.nameless for figure in figures], SAME_SENTENCE)}
    for one, other in near:
        a, b = stated[one], stated[other]
        if a.said.document.id != b.said.document.id and _same_subject(a, b) and not _overlap(a, b):
            yield one, other


def _same_subject(one: _Stated, other: _Stated) -> bool:
    a, b = one.figure, other.figure
    if not a.number.unit and not b.number.unit and not a.of_things:
        return False  # two fractions need not be of the same kind
    if not comparable(one.said, other.said):
        return False
    named = share_a_name(one.said, other.said)
    alike = _worded_alike(a, b) or (named and a.before == b.before and len(a.before) >= NAMED_TERMS)
    if not alike or not same_names(one.said, other.said, a.lead, b.lead):
        return False
    if a.of_things:
        return named or of_one_thing(one.said, other.said) or len(a.before & b.before) > SUBJECT_TERMS
    return same_thing_meant(one.said, other.said)


def _worded_alike(a: _Figure, b: _Figure) -> bool:
    if min(len(a.before), len(b.before)) >= SUBJECT_TERMS and share(a.before, b.before) >= SAME_SUBJECT:
        return True
    mine, theirs = (a.words, b.words) if a.number.unit == b.number.unit else (a.nameless, b.nameless)
    least = SAME_COUNT if a.of_things else SAME_SENTENCE
    return min(len(mine), len(theirs)) >= SENTENCE_TERMS and share(mine, theirs) >= least


def _overlap(a: _Stated, b: _Stated) -> bool:
    """Whether the values, or the ranges they stand in, have anything in common."""
    if a.figure.of_things:
        mine, theirs = (_range(one, [q for q, _ in counted(one.said.fact.statement)]) for one in (a, b))
        return mine[0] < theirs[1] and theirs[0] < mine[1]
    change = _of_a_change(a, b)
    units = {a.number.unit, b.number.unit}
    said = [quantities(one.said.fact.statement) for one in (a, b)]
    if any(_equal(q, other, change=change) for q in said[0] for other in said[1] if {q.unit, other.unit} == units):
        return True
    if same_limit((a.said.fact.statement, a.figure.lead), (b.said.fact.statement, b.figure.lead)):
        return False
    (low, high), (other_low, other_high) = (
        _range(one, stated, base=len(units) > 1, change=change) for one, stated in zip((a, b), said, strict=True)
    )
    return low <= other_high and other_low <= high


def _of_a_change(a: _Stated, b: _Stated) -> bool:
    return any(_CHANGE.search(one.said.fact.statement) for one in (a, b))


def _equal(q: Quantity, other: Quantity, *, change: bool) -> bool:
    """The same amount, or one is the other rounded."""
    if q.unit == other.unit:
        (low, high), (other_low, other_high) = spread(q.value), spread(other.value)
        return q.value == other.value or (low < other_high and other_low < high)
    here, there = _measured(q, change), _measured(other, change)
    return here is not None and there is not None and agree(here, there)


def _measured(quantity: Quantity, change: bool) -> Measure | None:
    return measure(quantity.value, quantity.unit, difference=change)


def _range(
    one: _Stated, stated: Sequence[Quantity], *, base: bool = False, change: bool = False
) -> tuple[float, float]:
    """In the unit as written; where the other side uses another one (`base`), in the base unit of both."""
    same = [q for q in stated if q.text == one.number.text]
    if base:
        values = [m.middle for q in same if (m := _measured(q, change))]
        return bounded(min(values), max(values), one.figure.lead)
    low, high = min(q.value for q in same), max(q.value for q in same)
    if one.figure.of_things and low == high:
        low, high = spread(one.number.value)
    return bounded(low, high, one.figure.lead)


def _explained(sides: Sequence[_Stated]) -> Contradiction:
    """The newest side words what it is about."""
    older, newer = sides[0], sides[-1]
    kind, why = _reason(older, newer)
    shared = older.figure.before & newer.figure.before or older.figure.words & newer.figure.words
    about = in_words(newer.said.fact.statement, shared) or newer.number.text
    told = [(one.said, one.number.text) for one in sides]
    return contradiction(told, about=about, kind=kind, explanation=why)


def _reason(older: _Stated, newer: _Stated) -> Reason:
    units_differ = older.number.unit != newer.number.unit
    return (
        period(older.said, newer.said)
        or (("unit", _conversion(older, newer)) if units_differ and older.number.value == newer.number.value else None)
        or replacement(newer.said)
        or definition_or_scope(older.said, newer.said)
        or (("unit", _conversion(older, newer)) if units_differ else ("disagreement", ""))
    )


def _conversion(older: _Stated, newer: _Stated) -> str:
    change = _of_a_change(older, newer)
    amount = converted(older.number.value, older.number.unit, newer.number.unit, difference=change)
    return "" if amount is None else f"{older.number.text} = {amount:.4g} {newer.number.unit}".rstrip()
