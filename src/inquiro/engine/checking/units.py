"""Units in one spelling, with what they measure, so that 1.5 km and 1,500 m are the same length."""

from __future__ import annotations

from functools import cache
from typing import NamedTuple

import regex


class Unit(NamedTuple):
    measure: str  # two amounts compare only within one measure
    factor: float = 1.0


NONE = Unit("")
PERCENT = Unit("%")
_TABLE: dict[Unit, str] = {
    PERCENT: "%|％|percent|per cent|prozent|por ciento|pour cent|パーセント|pct",
    Unit("%", 0.1): "‰",
    Unit(
        "points"
    ): "percentage points|percentage point|prozentpunkte|prozentpunkten|puntos porcentuales|points de pourcentage",
    Unit("€"): "€|eur|euro|euros|ユーロ",
    Unit("$"): "$|us$|usd|dollar|dollars|dólares",
    Unit("£"): "£|gbp|pounds|pound",
    Unit("¥"): "¥|jpy|yen|円",
    Unit("CHF"): "chf|francs|franken",
    Unit("°C"): "°c|degrees celsius|grad celsius|grados celsius|degrés celsius",
    Unit("°F"): "°f|degrees fahrenheit",
    Unit("°"): "°|degrees|degree|grad|grados|degrés|度",
    Unit("dB"): "db|db(a)|decibels|decibel",
    Unit("J"): "j|joule|joules",
    Unit("J", 3.6e6): "kwh",
    Unit("J", 3.6e9): "mwh",
    Unit("J", 3.6e12): "gwh",
    Unit("J", 3.6e15): "twh",
    Unit("W"): "w|watt|watts",
    Unit("W", 1e3): "kw|kilowatt|kilowatts",
    Unit("W", 1e6): "mw|megawatt|megawatts",
    Unit("W", 1e9): "gw|gigawatt|gigawatts",
    Unit("m", 1e3): "km|kilometres|kilometre|kilometers|kilometer|kilómetros|kilomètres",
    Unit("m"): "m|metres|metre|meters|meter|metern|metros|mètres|メートル",
    Unit("m", 1e-2): "cm|centimetres|centimeters|zentimeter",
    Unit("m", 1e-3): "mm|millimetres|millimeters|millimeter",
    Unit("m", 1e-6): "µm|μm|micrometres|micrometers",
    Unit("m", 1e-9): "nm|nanometres|nanometers",
    Unit("mi"): "miles|mile",
    Unit("ft"): "feet|foot|ft",
    Unit("in"): "inches|inch",
    Unit("m²"): "m²|m2|square metres|square meters|quadratmeter|metros cuadrados|mètres carrés",
    Unit("m²", 1e4): "ha|hectares|hectare|hektar|hectáreas",
    Unit("m²", 1e6): "km²|km2|square kilometres|square kilometers|quadratkilometer",
    Unit("acre"): "acres|acre",
    Unit("m³"): "m³|m3|cubic metres|cubic meters|kubikmeter",
    Unit("m³", 1e-3): "l|litres|litre|liters|liter|litros",
    Unit("m³", 1e-6): "ml|millilitres|milliliters",
    Unit("g", 1e6): "t|tonnes|tonne|tonnen|toneladas",
    Unit("g", 1e3): "kg|kilograms|kilogram|kilogramm|kilos",
    Unit("g"): "g|grams|gram|gramm|gramos",
    Unit("g", 1e-3): "mg|milligrams",
    Unit("g", 1e-6): "µg|μg|mcg|micrograms",
    Unit("lb"): "lb|lbs",
    Unit("km/h"): "km/h|kph|kmh",
    Unit("mph"): "mph",
    Unit("month", 12): "years|year|jahre|jahren|jahr|años|año|ans|année|années|年",
    Unit("month"): "months|month|monate|monaten|monat|meses|mes|mois",
    Unit("s", 604800): "weeks|week|wochen|woche|semanas|semana|semaines|semaine",
    Unit("s", 86400): "days|day|tage|tagen|tag|días|día|jours|jour",
    Unit("s", 3600): "hours|hour|h|stunden|stunde|horas|hora|heures|heure",
    Unit("s", 60): "minutes|minute|min|minuten|minutos|minuto",
    Unit("s"): "seconds|second|s|sekunden|segundos|secondes",
    Unit("B", 1e3): "kb",
    Unit("B", 1e6): "mb|megabytes",
    Unit("B", 1e9): "gb|gigabytes",
    Unit("B", 1e12): "tb|terabytes",
    Unit("Hz"): "hz",
    Unit("Hz", 1e3): "khz",
    Unit("Hz", 1e6): "mhz",
    Unit("Hz", 1e9): "ghz",
    Unit("V"): "v|volts|volt",
    Unit("times"): "times|-fold|fold|×|mal|veces|fois",
}
_CASED = {"MW": Unit("W", 1e6), "mW": Unit("W", 1e-3), "Mb": Unit("bit", 1e6), "M": NONE}


@cache
def spellings() -> dict[str, Unit]:
    return {name: unit for unit, names in _TABLE.items() for name in names.split("|")}


@cache
def pattern() -> str:
    """A pattern for any unit, longest first."""
    return "|".join(regex.escape(name) for name in sorted(spellings(), key=len, reverse=True))


def unit_of(written: str | None) -> Unit:
    if not written:
        return NONE
    return _CASED.get(written) or spellings().get(written.lower(), NONE)
