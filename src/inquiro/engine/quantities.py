"""Numbers as sources state them, with their units in one spelling."""

from __future__ import annotations

from functools import lru_cache

import regex

from inquiro.core.types import Quantity

_UNITS = {
    "€": "€", "eur": "€", "euro": "€", "euros": "€", "$": "$", "usd": "$", "dollar": "$", "dollars": "$",
    "£": "£", "gbp": "£", "pounds": "£", "¥": "¥", "円": "¥", "ユーロ": "€",
    "%": "%", "percent": "%", "per cent": "%", "prozent": "%", "por ciento": "%", "pour cent": "%", "パーセント": "%",
    "°c": "°C", "°": "°", "degrees": "°", "grad": "°", "grados": "°", "度": "°",
    "db(a)": "dB(A)", "db": "dB", "kwh": "kWh", "mwh": "MWh", "kw": "kW", "w": "W",
    "km": "km", "m": "m", "metres": "m", "meters": "m", "meter": "m", "cm": "cm", "mm": "mm", "m²": "m²", "m³": "m³",
    "kg": "kg", "g": "g", "mg": "mg", "t": "t", "l": "l", "litres": "l", "liters": "l", "liter": "l", "litros": "l",
    "years": "years", "year": "years", "jahre": "years", "jahren": "years", "años": "years", "年": "years",
    "months": "months", "weeks": "weeks", "days": "days", "hours": "h", "minutes": "min", "seconds": "s",
    "k€": "k€", "teur": "k€", "k$": "k$", "k£": "k£", "‰": "‰", "per mille": "‰", "promille": "‰",
    "°f": "°F", "degrees fahrenheit": "°F", "degrees celsius": "°C", "grad celsius": "°C", "grados celsius": "°C",
    "miles": "mi", "mile": "mi", "mi": "mi", "meilen": "mi", "millas": "mi", "feet": "ft", "ft": "ft", "inches": "in",
    "yards": "yd", "kilometres": "km", "kilometers": "km", "kilometer": "km", "kilómetros": "km",
    "lb": "lb", "lbs": "lb", "ounces": "oz", "oz": "oz", "kilograms": "kg", "kilogramm": "kg", "tonnes": "t", "tonnen": "t",
    "ml": "ml", "gallons": "gal", "ha": "ha", "hectares": "ha", "hektar": "ha", "acres": "acres", "km²": "km²",
    "mph": "mph", "km/h": "km/h", "m/s": "m/s", "gwh": "GWh", "twh": "TWh", "mw": "MW", "gw": "GW",
}  # fmt: skip
_SCALES = {"thousand": 1e3, "million": 1e6, "millionen": 1e6, "millones": 1e6, "billion": 1e9, "milliarden": 1e9}
_SCALES |= {"mio.": 1e6, "mio": 1e6, "mrd.": 1e9, "mrd": 1e9, "bn": 1e9, "tausend": 1e3, "mil millones": 1e9}
_NUMBER = r"(?<![[\p{L}--[\p{Han}\p{Hiragana}\p{Katakana}ー]]\p{N}.,])[-−]?\p{Nd}+(?:[.,'’\u00a0\u202f]\p{Nd}+)*"
_PATTERN = regex.compile(
    rf"(?P<money>[€$£¥])?\s?(?P<low>{_NUMBER})(?:\s?(?:-|–|to|bis|a|à|から|～|〜)\s?(?P<high>{_NUMBER}))?"
    rf"\s?(?P<scale>{'|'.join(sorted(map(regex.escape, _SCALES), key=len, reverse=True))})?"
    rf"\s?(?P<unit>{'|'.join(sorted(map(regex.escape, _UNITS), key=len, reverse=True))})?(?![[\p{{L}}\p{{Nd}}]--[一-龯ぁ-ヶ]])",
    regex.IGNORECASE | regex.VERSION1,
)
_THOUSANDS = regex.compile(r"^-?[1-9]\d{0,2}(?:[.,'’\u00a0\u202f]\d{3})+$")
_COUNT = regex.compile(  # 1,200 trees; not No. 5, not Boeing 747 jets, not a page or an age
    rf"(?<![-–/+:)]|\p{{Lu}}[\p{{L}}.]*\s)(?<!\b(?:no|nr|number|page|chapter|figure|table|aged?|day|week|phase|type|grade|version|step|age of)\.?\s)"
    rf"(?P<number>{_NUMBER})(?:\s(?P<scale>thousand|million|billion|Millionen|Milliarden|millones))?(?:\sof\sthe)?\s"
    rf"(?:(?:new|other|different|young|small|large|public|private|active|full-time|additional)\s)?(?P<thing>\p{{L}}{{4,}})",
    regex.VERSION1,
)
_NOT_COUNTED = frozenset(
    "million billion percent degrees times from that with when after before until against january february march april june july "
    "august september october november december januar februar april juni juli oktober dezember enero febrero marzo abril "
    "mayo junio julio agosto septiembre octubre noviembre diciembre other more were have which point points year grad "
    "century jahrhundert siglo".split()
)
_ERAS = ("令和", "平成", "昭和", "大正", "明治")  # 令和7年 is a year, not seven of them
_YEAR = regex.compile(r"(?<!\d)(?:1[89]|20)\d\d(?!\d)")


@lru_cache(maxsize=8_192)
def quantities(text: str) -> tuple[Quantity, ...]:
    """Every number in a text; a range gives both of its ends. Bare years are not quantities."""
    found: list[Quantity] = []
    for match in _PATTERN.finditer(text):
        unit = _UNITS.get((match["unit"] or match["money"] or "").lower(), "")
        if match["unit"] in {None, "年"} and not match["money"] and _YEAR.fullmatch(match["low"]):
            continue
        if match["unit"] == "年" and text[: match.start("low")].rstrip().endswith(_ERAS):
            continue
        scale = _SCALES.get((match["scale"] or "").lower(), 1.0)
        ends = [part for part in (match["low"], match["high"]) if part]
        found.extend(Quantity(value=value(part) * scale, unit=unit, text=match[0].strip()) for part in ends)
    return tuple(found)


def value(text: str) -> float:
    """`1,100` and `1.100` are eleven hundred; `2,5` and `2.5` are two and a half."""
    plain = text.replace("−", "-")
    if _THOUSANDS.match(plain):
        return float(regex.sub(r"[.,'’\u00a0\u202f]", "", plain))
    plain = regex.sub(r"['’\u00a0\u202f]", "", plain)
    if "," in plain and "." in plain:
        plain = (
            plain.replace(".", "").replace(",", ".") if plain.rfind(",") > plain.rfind(".") else plain.replace(",", "")
        )
    plain = plain.replace(",", ".")
    head, _, tail = plain.rpartition(".")
    return float(head.replace(".", "") + "." + tail) if head else float(plain)


def years(text: str) -> tuple[str, ...]:
    return tuple(dict.fromkeys(_YEAR.findall(text)))


@lru_cache(maxsize=8_192)
def counted(text: str) -> tuple[tuple[Quantity, str], ...]:
    """Numbers of things, each with the thing: 1,200 trees. What has a unit is measured, not counted."""
    measured = {q.text for q in quantities(text) if q.unit}
    found = []
    for match in _COUNT.finditer(text):
        number, thing = match["number"], match["thing"]
        amount = value(number) * _SCALES.get((match["scale"] or "").lower(), 1.0)
        named = thing.isupper() or thing.lower() in _NOT_COUNTED or _YEAR.fullmatch(number)
        if named or not amount.is_integer() or any(number in said for said in measured):
            continue  # 3.12 series: a version
        said = f"{number} {match['scale']}" if match["scale"] else number
        found.append((Quantity(value=amount, text=said), thing))
    return tuple(found)
