"""Amounts of a note's claim beside those of a sentence on the same subject, in whichever unit or words."""

from __future__ import annotations

from math import inf
from typing import NamedTuple

import regex

from inquiro.retrieval.words import content_tokens
from inquiro.text.dates import dates
from inquiro.text.figures import Figure, figures
from inquiro.text.identifiers import identifiers
from inquiro.text.units import NONE, PERCENT

LEEWAY = 0.1  # of an amount that is about so much
ROUNDED = 0.025  # of any amount: 42 km and 42.195 km
OF_SHARES = 0.75  # of a claim's terms, for two percentages to be of one thing
THING_WITHIN = 3  # words after a number, in which what is counted stands
_OVER, _UNDER = {"least", "above", "over"}, {"most", "below", "under", "nearly"}
_RANGE = regex.compile(r"\s*(?:to|bis|–|-|and|und|à|a|e|hasta|until)\s*", regex.IGNORECASE)
_HALF = regex.compile(r"\b(?P<whole>one|two|three|four|five|six|\d{1,2})\sand\sa\shalf\b", regex.IGNORECASE)
_WHOLE = {"one": 1, "two": 2, "three": 3, "four": 4, "five": 5, "six": 6}
_RATE = regex.compile(
    r"\s*(?:(?:of\s)?[\p{L}-]+\s){0,2}?(?:(?:a|an|per|each|every|pro|je|par|por)\s|/\s?)\p{L}+", regex.IGNORECASE
)
_LIMITS = regex.compile(
    r"\b(?:may|must|shall|at most|at least|allow(?:s|ed)|permit(?:s|ted)?|limit(?:s|ed)?|maximum|minimum|requires?|required|should|"
    r"recommend(?:s|ed)?|darf|dürfen|muss|müssen|erlaubt|zulässig\w*|grenzwerte?|höchstens|mindestens)\b",
    regex.IGNORECASE,
)
_USUAL = regex.compile(
    r"\b(?:average|on average|typical(?:ly)?|usual(?:ly)?|mean|median|actual(?:ly)?|durchschnittlich\w*)\b",
    regex.IGNORECASE,
)


class Amount(NamedTuple):
    """One value or a span of one kind, in the base unit of what it measures."""

    kind: frozenset[str]  # what is measured, or the words for what is counted
    low: float
    high: float
    text: str
    is_limit: bool
    is_rate: bool
    readings: tuple[float, ...] = ()  # `42.195` may be a number of thousands


class Compared(NamedTuple):
    agrees: bool
    mine: str
    theirs: str


def compared_amounts(claim: str, sentence: str, language: str, *, shared: float = 1.0) -> Compared | None:
    """The first amount of the claim that the sentence gives too, or gives otherwise; None where nothing can be compared.

    `shared`: how much of the claim the sentence speaks of; a share can be a share of anything.
    """
    mine, theirs = amounts_in(claim, language), amounts_in(sentence, language)
    differing: Compared | None = None
    for own in mine:
        same = [one for one in theirs if own.kind & one.kind and own.is_rate == one.is_rate]
        if not same or (shared < OF_SHARES and PERCENT.measure in own.kind):
            continue
        if fitting := next((one for one in same if _fit(own, one) or _read_alike(own, one)), None):
            return Compared(True, own.text, fitting.text)
        alone = len(same) == 1 and sum(1 for one in mine if one.kind & own.kind) == 1
        if alone and not _of_two_sorts(claim, sentence) and differing is None:
            differing = Compared(False, own.text, same[0].text)
    return differing


def _of_two_sorts(claim: str, sentence: str) -> bool:
    """What is allowed, and what is usual."""
    return any(_LIMITS.search(one) and _USUAL.search(other) for one, other in ((claim, sentence), (sentence, claim)))


def _fit(own: Amount, other: Amount) -> bool:
    if own.is_limit and other.is_limit:
        mine, theirs = (one.high if one.high < inf else one.low for one in (own, other))
        return abs(mine - theirs) <= ROUNDED * max(abs(mine), abs(theirs))
    slack = ROUNDED * max(abs(v) for v in (own.low, own.high, other.low, other.high) if abs(v) < inf)
    return own.low - slack <= other.high and other.low - slack <= own.high


def _read_alike(own: Amount, other: Amount) -> bool:
    """Whether one reading of either means about the same."""
    pairs = ((a, b) for a in own.readings for b in other.readings)
    return any(abs(a - b) <= ROUNDED * max(abs(a), abs(b)) for a, b in pairs)


def amounts_in(text: str, language: str) -> list[Amount]:
    plain = _HALF.sub(_halves, text)
    taken = [(one.start, one.end) for one in identifiers(plain)]
    taken += [(one.start, one.end) for one in dates(plain)]
    found = [
        one
        for one in figures(plain, language)
        if not one.ordinal and not any(start < one.end and one.start < end for start, end in taken)
    ]
    amounts: list[Amount] = []
    skipped = False
    for place, figure in enumerate(found):
        if skipped:
            skipped = False
            continue
        follows = found[place + 1] if place + 1 < len(found) else None
        between = plain[figure.end : follows.start] if follows else ""
        spans = follows is not None and _RANGE.fullmatch(between) and figure.unit in {follows.unit, NONE}
        adds = follows is not None and not between.strip() and figure.unit.measure == "s" == follows.unit.measure
        if spans or adds:
            skipped = True
        if amount := _amount(plain, figure, follows if spans else None, follows if adds else None):
            amounts.append(amount)
    return amounts


def _amount(text: str, figure: Figure, until: Figure | None, more: Figure | None) -> Amount | None:
    last = until or more or figure
    unit = last.unit
    kind = frozenset({unit.measure}) if unit != NONE else _things(text, last)
    if not kind or (unit == NONE and len(figure.text) == 4 and figure.text.isdecimal()):
        return None
    low, high = (_base(figure, unit), _base(last, unit)) if until else (_base(figure, figure.unit),) * 2
    if more:
        low = high = low + _base(more, more.unit)
    written = text[figure.start : last.end]
    limit = bool(_LIMITS.search(text))
    if figure.bound in _OVER:
        high = inf
    elif figure.bound in _UNDER or (limit and regex.match(r"[^.;]{0,30}\bat most\b", text[last.end :])):
        low = -inf
    elif figure.bound == "about":
        low, high = low - LEEWAY * abs(low), high + LEEWAY * abs(high)
    rate = _RATE.match(text, last.end) is not None
    alone = tuple(one * unit.factor for one in figure.readings) if last is figure and not figure.bound else ()
    return Amount(kind, low, high, written.strip(), limit and not until, rate, alone)


def _base(figure: Figure, unit: object) -> float:
    used = figure.unit if figure.unit != NONE or unit is NONE else unit
    offset = 0.0 if figure.change else used.offset  # type: ignore[attr-defined]
    return (figure.value + offset) * used.factor  # type: ignore[attr-defined, no-any-return]


def _things(text: str, figure: Figure) -> frozenset[str]:
    """`3,000 charging cycles` are cycles, and charging ones; a number after a name is a part of it."""
    if regex.search(
        r"\p{Lu}[\p{L}.-]*\s$|\b(?:no|nr|number|page|chapter|version|step|type|phase)\.?\s$", text[: figure.start]
    ):
        return frozenset()
    after = regex.split(r"[.,;:()]", text[figure.end : figure.end + 60])[0].split()[:THING_WITHIN]
    return frozenset(term for word in after for term in content_tokens(word) if not term[:1].isdigit())


def _halves(found: regex.Match[str]) -> str:
    whole = found["whole"].lower()
    return f"{_WHOLE[whole] if whole in _WHOLE else int(whole)}.5"
