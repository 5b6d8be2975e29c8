"""Sentences made false, or told otherwise and still true, by rules that know nothing of how the checker reads."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from random import Random

_DIGITS = re.compile(r"\d")
_RUN = re.compile(r"\d+(?:[.,:/]\d+)*")
_YEAR = re.compile(r"(?<![\w.,-])(?:1[89]|20)\d\d(?![\w-]|[.,]\d)")
_MONTHS = "January February March April May June July August September October November December".split()
_MONTH = re.compile(rf"\b(?:{'|'.join(_MONTHS)})(?=\s+\d)|(?<=\d )\b(?:{'|'.join(_MONTHS)})\b")
_DAY = re.compile(rf"\b(?:{'|'.join(_MONTHS)})\s+(\d{{1,2}})\b(?!\d)|\b(\d{{1,2}})\s+(?:{'|'.join(_MONTHS)})\b")
_CODE = re.compile(r"\b(?=\w*[A-Z])[A-Za-z]+-?\d+[A-Za-z\d]*\b|\b10\.\d{4,9}/\S*\d")
_UNITS = (
    ("%", "‰"), ("per cent", "per thousand"), ("percent", "percentage points"), ("€", "$"), ("$", "€"), ("£", "€"), ("km", "m"),
    ("kilometres", "metres"), ("metres", "kilometres"), ("miles", "kilometres"), ("kg", "g"), ("tonnes", "kilograms"),
    ("°C", "°F"), ("degrees", "per cent"), ("hours", "days"), ("minutes", "hours"), ("days", "weeks"), ("weeks", "months"),
    ("months", "years"), ("years", "months"), ("million", "billion"), ("billion", "million"), ("thousand", "million"), ("m²", "km²"),
    ("litres", "millilitres"), ("kWh", "MWh"), ("kW", "MW"), ("dB(A)", "%"), ("feet", "metres"), ("m", "km"),
)  # fmt: skip
_VERB = re.compile(r"\b(?:is|are|was|were|has|have|had|can|could|will|would|should|must|did|does|do)\b")
_NOT = re.compile(r"\b(?:not|never)\s|n['’]t\b")
_NAME = re.compile(r"(?<=[a-z,;] )[A-Z][a-zäöüß]{2,}(?: [A-Z][a-zäöüß]{2,})*")
_LETTERS = str.maketrans("aceopxyABCEHKMOPTX", "асеорхуАВСЕНКМОРТХ")
_CUT = re.compile(r",\s|;\s|\s(?:but|if|unless|except|although|while|because|only|when|after|before|until)\s")
_THOUSANDS = re.compile(r"(?<![\d.,])(\d{1,3}),(\d{3})(?![\d.,])")
_LONG_DATE = re.compile(rf"\b({'|'.join(_MONTHS)}) (\d{{1,2}}), ((?:1[89]|20)\d\d)\b")
_DAY_FIRST = re.compile(rf"(?<!to )(?<!and )(?<![-–\d])\b(\d{{1,2}}) ({'|'.join(_MONTHS)}) ((?:1[89]|20)\d\d)\b")

Mutation = Callable[[str, Random, Sequence[str]], str]  # "" where the sentence offers nothing to change


def _put(text: str, match: re.Match[str], instead: str, group: int = 0) -> str:
    return text[: match.start(group)] + instead + text[match.end(group) :]


def _other_digits(run: str, random: Random) -> str:
    """The same run with one digit changed, and no zero put in front."""
    at = random.choice([match.start() for match in _DIGITS.finditer(run)])
    digits = [digit for digit in "0123456789" if digit != run[at] and not (digit == "0" and at == 0)]
    return run[:at] + random.choice(digits) + run[at + 1 :]


def number(text: str, random: Random, _names: Sequence[str]) -> str:
    """One digit of a number that is no year and belongs to no name."""
    years = {match.start() for match in _YEAR.finditer(text)}
    found = [
        match
        for match in _RUN.finditer(text)
        if match.start() not in years
        and not re.search(r"[\w.-]$", text[: match.start()])
        and not re.match(r"-?[A-Z]|\w", text[match.end() :])
    ]
    if not found:
        return ""
    chosen = random.choice(found)
    return _put(text, chosen, _other_digits(chosen[0], random))


def date(text: str, random: Random, _names: Sequence[str]) -> str:
    """Another year, month or day."""
    choices = [
        _put(text, match, str(int(match[0]) + random.choice([-10, -3, -1, 1, 2, 10]))) for match in _YEAR.finditer(text)
    ]
    choices += [
        _put(text, match, random.choice([month for month in _MONTHS if month != match[0]]))
        for match in _MONTH.finditer(text)
    ]
    for match in _DAY.finditer(text):
        group = 1 if match[1] else 2
        choices.append(_put(text, match, str(int(match[group]) % 28 + 1), group))
    return random.choice(choices) if choices else ""


def identifier(text: str, random: Random, _names: Sequence[str]) -> str:
    """One digit of a name or identifier that holds digits."""
    found = list(_CODE.finditer(text))
    if not found:
        return ""
    chosen = random.choice(found)
    at = random.choice([match.start() for match in _DIGITS.finditer(chosen[0])])
    digit = random.choice([digit for digit in "123456789" if digit != chosen[0][at]])
    return _put(text, chosen, chosen[0][:at] + digit + chosen[0][at + 1 :])


def unit(text: str, _random: Random, _names: Sequence[str]) -> str:
    """The number stays, and measures something else."""
    for old, new in _UNITS:
        after = (
            rf"(?<=\d)(\s?){re.escape(old)}(?!\w)"
            if old not in "€$£"
            else rf"(?<=\d)(\s){re.escape(old)}|{re.escape(old)}()(?=\d)"
        )
        if match := re.search(after, text):
            return _put(text, match, (match[1] or "") + new)
    return ""


def negation(text: str, random: Random, _names: Sequence[str]) -> str:
    if match := _NOT.search(text):
        return _put(text, match, "")
    found = list(_VERB.finditer(text))
    if not found:
        return ""
    chosen = random.choice(found)
    return _put(text, chosen, f"{chosen[0]} not")


def entity(text: str, random: Random, names: Sequence[str]) -> str:
    """Another name, of those that the same text holds."""
    found = list(_NAME.finditer(text))
    others = [name for name in names if found and name not in text and not any(part in text for part in name.split())]
    if not others:
        return ""
    return _put(text, random.choice(found), random.choice(others))


def letters(text: str, random: Random, _names: Sequence[str]) -> str:
    """Letters of one word that look the same in another alphabet."""
    found = [match for match in re.finditer(r"[A-Za-z]{4,}", text) if match[0].translate(_LETTERS) != match[0]]
    if not found:
        return ""
    chosen = random.choice(found)
    return _put(text, chosen, chosen[0].translate(_LETTERS))


def trimmed(text: str, _random: Random, _names: Sequence[str]) -> str:
    """The sentence without what follows its last clause: often still true, and often a condition is lost."""
    cuts = [match.start() for match in _CUT.finditer(text) if len(text[: match.start()].split()) >= 4]
    return text[: cuts[-1]] + "." if cuts else ""


def names_in(texts: Sequence[str]) -> list[str]:
    return sorted({match[0] for text in texts for match in _NAME.finditer(text)})


def retold(text: str) -> list[str]:
    """The same in other notations: what is false in none of these may not be called false."""
    spaced = _THOUSANDS.sub(lambda found: f"{found[1]}\u202f{found[2]}", text)
    joined = _THOUSANDS.sub(r"\1\2", text)
    day_first = _LONG_DATE.sub(r"\2 \1 \3", text)
    month_first = _DAY_FIRST.sub(r"\2 \1, \3", text)
    iso = _LONG_DATE.sub(lambda m: f"{m[3]}-{_MONTHS.index(m[1]) + 1:02}-{int(m[2]):02}", text)
    worded = text.replace(" %", "%") if " %" in text else text.replace("%", " percent")
    return [other for other in dict.fromkeys((spaced, joined, day_first, month_first, iso, worded)) if other != text]


MUTATIONS: dict[str, Mutation] = {
    "number": number,
    "date": date,
    "identifier": identifier,
    "unit": unit,
    "negation": negation,
    "entity": entity,
    "letters": letters,
    "trimmed": trimmed,
}
