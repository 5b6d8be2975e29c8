"""Numbers in text with unit, precision and bound, in digits or in words."""

from __future__ import annotations

from functools import cache
from typing import NamedTuple

import regex

from inquiro.text import units
from inquiro.text.fractions import Fraction, fractions
from inquiro.text.letter_case import folded
from inquiro.text.number_words import number_words
from inquiro.text.numerals import DIGITS, HAN_SUM, MARKS, MONEY_SCALES, han_sum, numeric, scale_of, scale_pattern
from inquiro.text.units import NONE, PERCENT, Unit

_BOUNDS = {
    "about": "about around roughly approximately approx\\.? circa ca\\.? c\\. some etwa rund ungefähr unos unas aproximadamente "
    "alrededor\\sde alrededor environ près\\sde an\\sestimated estimated\\sat estimated ~ ≈ 約 约 およそ 大约",
    "least": "at\\sleast no\\sless\\sthan no\\sfewer\\sthan minimum\\sof mindestens al\\smenos por\\slo\\smenos au\\smoins ≥ 少なくとも 至少",
    "above": "more\\sthan above exceed(?:s|ed|ing)? greater\\sthan upwards\\sof mehr\\sals más\\sde plus\\sde > 超过",
    "over": "over über ab",  # a gain over 500 mg is no bound, so the number itself is not shut out
    "nearly": "nearly almost close\\sto just\\sunder fast knapp casi presque ほぼ 近",
    "most": "up\\sto at\\smost no\\smore\\sthan maximum\\sof within höchstens bis\\szu maximal hasta como\\smáximo jusqu['’]à ≤ 最大 最多",
    "below": "less\\sthan below fewer\\sthan weniger\\sals menos\\sde moins\\sde < 不到",
    "under": "under unter",
}
_BEHIND = {  # `3.15 or later` is left alone: a version or a year is named, not measured
    "least": "or\\s(?:more|older|longer) and\\solder oder\\s(?:mehr|älter|länger) "
    "und\\s(?:älter|mehr) o\\smás y\\smás ou\\splus et\\splus",
    "most": "or\\s(?:less|fewer|younger|shorter) and\\syounger oder\\s(?:weniger|jünger|kürzer) "
    "und\\sjünger o\\smenos ou\\smoins et\\smoins",
}
_JOINED = regex.compile(r"\s?(?:-|–|—|to|bis|a|à|bzw\.|から|～|〜|至|到|/)\s?")
_AND = regex.compile(r"\s(?:and|und|y|et)\s")
_BETWEEN = regex.compile(r"\b(?:between|zwischen|entre)\s\Z", regex.IGNORECASE)
_WEIGHT = regex.compile(r"\bweigh|\bheav|\blbs?\b|\bkg\b|-pound|\bounces?\b", regex.IGNORECASE)
_RANGE = regex.compile(r"\s?(?:-|–|—|to|bis|a|à|から|～|〜|至|到)\s?")
HUNDRED = 100
_BEFORE = 32  # characters in which a bound stands
_OF_A_CHANGE = regex.compile(
    r"\b(?:by|um|de|difference|rise|rose|drop\w*|f[ae]ll|increas\w*|decreas\w*|warm(?:ed|ing)|cool(?:ed|ing)|anstieg|gestiegen|"
    r"aument\w+|hausse|baisse)\b|^\W*(?:cool|warm|cold|hott)er\b|^\W*(?:kühler|wärmer)\b",
    regex.IGNORECASE,
)


class Figure(NamedTuple):
    text: str
    start: int
    end: int
    readings: tuple[float, ...]  # `1.100` can be eleven hundred, or one and a tenth
    step: float  # what one more in the last written digit would add
    unit: Unit = NONE
    bound: str = ""  # "about", "least", "above", "over", "nearly", "most", "below", "under" or nothing
    ordinal: bool = False
    everyday: bool = False  # a share or a multiple in words: half, four in ten, doubled
    change: bool = False  # of a temperature: by how much it differs

    @property
    def value(self) -> float:
        return self.readings[0]


@cache
def _spoken(language: str) -> dict[str, int]:
    known = number_words("en") | number_words(language)
    return {folded(word): value for word, value in known.items()}


@cache
def _worded(language: str) -> regex.Pattern[str]:
    words = sorted(number_words("en") | number_words(language), key=len, reverse=True)
    return regex.compile(rf"(?<![\p{{L}}\p{{N}}-])(?:{'|'.join(map(regex.escape, words))})", regex.IGNORECASE)


def _listed(words: dict[str, int]) -> str:
    # A pattern that can never match stands for no words: hundreds of them make every step slow.
    return "|".join(regex.escape(word) for word in sorted(words, key=len, reverse=True)) or "(?!)"


@cache
def _pattern(language: str, in_words: bool) -> regex.Pattern[str]:
    worded = _listed(number_words("en") | number_words(language) if in_words else {})
    not_letter = r"(?![\p{L}--[\p{Han}\p{Hiragana}\p{Katakana}]])"
    spelled = r"|(?<![\p{L}\p{N}-])\p{L}" if in_words else ""
    return regex.compile(
        rf"""(?=[\p{{Nd}}$€£¥₹+−–-]|(?:US|A|C)\$|\b(?:EUR|USD|GBP|CHF|INR|Rs){spelled})(?P<number>
          (?:(?P<money>(?:US|A|C)?\$|[€£¥₹]|\b(?:EUR|USD|GBP|CHF|INR|Rs\.?)\s)\s?)?
          (?P<sign>(?<![\p{{L}}\p{{N}}\)])[-−+]|(?<![\p{{L}}\p{{N}}\)%°]\s?)–)?
          (?:(?P<han>{HAN_SUM.pattern})
          |(?<![\p{{L}}\p{{Nd}}]{MARKS}?)(?P<digits>{DIGITS})|(?<=\p{{Han}}|\p{{Hiragana}}|\p{{Katakana}})(?P<glued>{DIGITS})
          |(?<![\p{{L}}\p{{N}}-])(?P<worded>{worded}){not_letter})
          (?:(?P<nth>st|nd|rd|th){not_letter})?
          (?:[\s-]?(?P<scale>{scale_pattern()})(?!(?<=k)[€$£])(?:(?<=mio|mrd|tsd|mn|bn)\.)?{not_letter})?(?(money)(?:(?<=\p{{Nd}})(?P<money_scale>[mb]){not_letter})?)
          (?:[\s\u00a0\u202f-]?(?P<unit>{units.pattern()}){not_letter}(?!\p{{Nd}}))?
        )""",
        regex.VERBOSE | regex.IGNORECASE | regex.VERSION1,
    )


@cache
def _bounds() -> regex.Pattern[str]:
    """What stands before a number and loosens it. Looked for behind each number: before it, every letter is a try."""
    groups = "|".join(f"(?P<{name}>{'|'.join(forms.split())})" for name, forms in _BOUNDS.items())
    # A word begins a word; a sign may follow one: `age>55`.
    return regex.compile(
        rf"(?:(?<!\p{{L}})|(?=[><≥≤~≈]))(?:{groups})\s*(?:the\s|of\s|an?\s)?\Z", regex.IGNORECASE | regex.VERSION1
    )


@cache
def _bounds_behind() -> regex.Pattern[str]:
    """What stands after a number and its unit and loosens it: 55 years or older."""
    groups = "|".join(f"(?P<{name}>{'|'.join(forms.split())})" for name, forms in _BEHIND.items())
    return regex.compile(rf"\s(?:{groups})(?!\p{{L}})", regex.IGNORECASE | regex.VERSION1)


def bound_of(text: str, start: int, end: int) -> str:
    """How the words beside a number loosen it: before it, or else behind."""
    if before := bound_before(text, start):
        return before
    found = _bounds_behind().match(text, end)
    return found.lastgroup or "" if found else ""


def bound_before(text: str, at: int) -> str:
    """How the words right before a place loosen the number there; empty where they do not."""
    lead = text[max(0, at - _BEFORE) : at]
    found = _bounds().search(lead) if lead else None
    return found.lastgroup or "" if found else ""


def figures(text: str, language: str = "en", *, words: bool = True) -> list[Figure]:
    """Every number of a text in order, without `words` those in digits. In `8 to 12 °C` both ends have the last one's unit."""
    in_words = words and _worded(language).search(text) is not None
    shares = fractions(text, language) if words else []
    rest = text
    for share in shares:
        rest = rest[: share.start] + "\ue000" * (share.end - share.start) + rest[share.end :]
    found = [_read(match, language) for match in _pattern(language, in_words).finditer(rest)]
    plain = _compounds(text, _shared(text, found)) if in_words else _shared(text, found)
    if not shares:
        return plain
    return sorted([*plain, *(_share(one, text) for one in shares)], key=lambda one: one.start)


def _compounds(text: str, found: list[Figure]) -> list[Figure]:
    """`two hundred and sixty-eight` as one number, where each part is a word and smaller than what it is added to."""
    whole: list[Figure] = []
    for one in found:
        last = whole[-1] if whole else None
        between = text[last.end : one.start].strip(" -\n").lower() if last else "?"
        if last is None or last.unit != NONE or not _in_words(last) or not _in_words(one) or between not in {"", "and"}:
            whole.append(one)
        elif not between and one.value == HUNDRED and last.value < HUNDRED:
            whole[-1] = _joined_words(text, last, one, last.value * HUNDRED)
        elif last.value >= HUNDRED > one.value and last.value % HUNDRED == 0:
            whole[-1] = _joined_words(text, last, one, last.value + one.value)
        else:
            whole.append(one)
    return whole


def _in_words(one: Figure) -> bool:
    return not any(letter.isdigit() for letter in one.text) and not one.ordinal


def _joined_words(text: str, first: Figure, last: Figure, value: float) -> Figure:
    joined = text[first.start : last.end]
    return first._replace(text=joined, end=last.end, readings=(value,), step=1.0, unit=last.unit)


def _share(one: Fraction, text: str) -> Figure:
    unit = units.unit_of("times") if one.times else PERCENT
    step = 0.1 if one.times else 1.0
    return Figure(one.text, one.start, one.end, (one.value,), step, unit, bound_before(text, one.start), everyday=True)


class _Scaled(NamedTuple):
    figure: Figure
    scale: float


def _read(match: regex.Match[str], language: str) -> _Scaled:
    scale, unit = 1.0, NONE
    written = match["unit"]
    if match["scale"]:
        kelvin = match["scale"] == "K" and match.string[match.start("scale") - 1].isspace() and not match["money"]
        scale, unit = (1.0, units.unit_of("K")) if kelvin else (scale_of(match["scale"], language), unit)
    elif match["money"] and match["money_scale"]:
        scale = MONEY_SCALES[match["money_scale"].lower()]
    digits = match["digits"] or match["glued"]
    if match["han"]:
        total, step = han_sum(match["han"])
        values = [total]
    elif digits:
        values, step = numeric(digits, language)
    else:
        values, step = [float(_spoken(language)[folded(match["worded"])])], 1.0
    sign = -1 if match["sign"] in {"-", "−", "–"} else 1
    if match["money"]:  # `$5 m`: the sign says what it is
        unit = units.unit_of(match["money"].strip(" .").replace("US$", "$").replace("Rs", "₹"))
    elif written:
        pounds = written.lower() in {"pound", "pounds"} and _WEIGHT.search(match.string)
        unit = units.unit_of("lb" if pounds else written)
    start, end = match.span("number")
    return _Scaled(
        Figure(
            text=match["number"].strip(),
            start=start,
            end=end,
            readings=tuple(sign * value * scale for value in values),
            step=step * scale,
            unit=unit,
            bound=bound_of(match.string, start, end),
            ordinal=bool(match["nth"]),
            change=unit.measure == "°C" and _changes(match.string, start, end),
        ),
        scale,
    )


def _joined(text: str, start: int, between: str) -> bool:
    if _JOINED.fullmatch(between):
        return True
    return _AND.fullmatch(between) is not None and _BETWEEN.search(text[max(0, start - 10) : start]) is not None


def _changes(text: str, start: int, end: int) -> bool:
    return any(_OF_A_CHANGE.search(part) for part in (text[max(0, start - _BEFORE) : start], text[end : end + 10]))


def _shared(text: str, found: list[_Scaled]) -> list[Figure]:
    """Both ends of a range have the unit and the scale that stand after the second: `2 to 3 million €`."""
    plain = [one.figure for one in found]
    for at in range(len(plain) - 2, -1, -1):
        here, after = plain[at], plain[at + 1]
        between = text[here.end : after.start]
        if len(between) > 5:  # longer than any word that joins
            continue
        if here.unit == NONE and after.unit != NONE and _joined(text, here.start, between):
            here = here._replace(unit=after.unit)
        scale = found[at + 1].scale
        if scale > 1 == found[at].scale and here.value * scale <= after.value and _RANGE.fullmatch(between):
            here = here._replace(readings=tuple(value * scale for value in here.readings), step=here.step * scale)
        plain[at] = here
        if after.value < 0 and not between and not after.text.startswith("−"):  # `8-12`
            plain[at + 1] = after._replace(readings=tuple(-value for value in after.readings))
    return plain
