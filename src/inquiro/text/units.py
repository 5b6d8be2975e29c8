"""Units in every spelling, with what they measure, so that 10 km, 10,000 m and 6.2 miles are one length."""

from __future__ import annotations

from functools import cache
from typing import NamedTuple

import regex


class Unit(NamedTuple):
    measure: str  # two amounts compare only within one measure
    factor: float = 1.0
    symbol: str = ""  # how it is written in results
    offset: float = 0.0  # added before the factor: 32 °F is the freezing point


NONE = Unit("")
# A line each: symbol | measure | factor | offset | spellings, in lower case.
_TABLE = """
% | % | 1 | 0 | %, ％, percent, per cent, prozent, por ciento, pour cent, パーセント, pct
‰ | % | 0.1 | 0 | ‰, per mille, promille
points | points | 1 | 0 | percentage points, percentage point, prozentpunkte, prozentpunkten, puntos porcentuales, points de pourcentage, ポイント, 个百分点
€ | € | 1 | 0 | €, eur, euro, euros, ユーロ, 欧元
k€ | € | 1e3 | 0 | k€, teur
$ | $ | 1 | 0 | $, us$, usd, dollar, dollars, dólares, ドル, 美元
k$ | $ | 1e3 | 0 | k$
£ | £ | 1 | 0 | £, gbp, pounds, pound
k£ | £ | 1e3 | 0 | k£
¥ | ¥ | 1 | 0 | ¥, jpy, yen, 円
CN¥ | CN¥ | 1 | 0 | cny, rmb, yuan, 元
₹ | ₹ | 1 | 0 | ₹, inr, rupees, rupee
CHF | CHF | 1 | 0 | chf, francs, franken
°C | °C | 1 | 0 | °c, ℃, degrees celsius, degree celsius, grad celsius, grados celsius, degrés celsius
°F | °C | 5/9 | -32 | °f, ℉, degrees fahrenheit, degree fahrenheit, grad fahrenheit, grados fahrenheit
K | °C | 1 | -273.15 | kelvin
° | ° | 1 | 0 | °, degrees, degree, grad, grados, degrés, 度
dB | dB | 1 | 0 | db, decibels, decibel
dB(A) | dB | 1 | 0 | db(a)
J | J | 1 | 0 | j, joule, joules
Wh | J | 3.6e3 | 0 | wh, watt-hours
kWh | J | 3.6e6 | 0 | kwh, kilowatt-hours, kilowattstunden
MWh | J | 3.6e9 | 0 | mwh, megawatt-hours, megawattstunden
GWh | J | 3.6e12 | 0 | gwh, gigawatt-hours, gigawattstunden
TWh | J | 3.6e15 | 0 | twh, terawatt-hours, terawattstunden
W | W | 1 | 0 | w, watt, watts
mW | W | 1e-3 | 0 | milliwatt, milliwatts
kW | W | 1e3 | 0 | kw, kilowatt, kilowatts
MW | W | 1e6 | 0 | mw, megawatt, megawatts
GW | W | 1e9 | 0 | gw, gigawatt, gigawatts
km | m | 1e3 | 0 | km, kilometres, kilometre, kilometers, kilometer, kilómetros, kilomètres, キロメートル, 公里, 千米
m | m | 1 | 0 | m, metres, metre, meters, meter, metern, metros, mètres, メートル, 米
cm | m | 1e-2 | 0 | cm, centimetres, centimeters, zentimeter, centímetros, centimètres, センチ, 厘米
mm | m | 1e-3 | 0 | mm, millimetres, millimeters, millimeter, milímetros, millimètres
µm | m | 1e-6 | 0 | µm, μm, micrometres, micrometers
nm | m | 1e-9 | 0 | nm, nanometres, nanometers
mi | m | 1609.344 | 0 | miles, mile, mi, meilen, meile, millas, milles
yd | m | 0.9144 | 0 | yards, yard, yd
ft | m | 0.3048 | 0 | feet, foot, ft, fuß, pieds
in | m | 0.0254 | 0 | inches, inch
m² | m² | 1 | 0 | m², m2, square metres, square meters, quadratmeter, metros cuadrados, mètres carrés, 平方メートル, 平方米
ha | m² | 1e4 | 0 | ha, hectares, hectare, hektar, hectáreas, ヘクタール, 公顷
km² | m² | 1e6 | 0 | km², km2, square kilometres, square kilometers, quadratkilometer, kilómetros cuadrados, kilomètres carrés, 平方キロメートル, 平方公里
acres | m² | 4046.8564224 | 0 | acres, acre
ft² | m² | 0.09290304 | 0 | ft², ft2, sq ft, square feet
mi² | m² | 2589988.110336 | 0 | mi², sq mi, square miles
m³ | m³ | 1 | 0 | m³, m3, cubic metres, cubic meters, kubikmeter, metros cúbicos, mètres cubes, 立方メートル, 立方米
l | m³ | 1e-3 | 0 | l, litres, litre, liters, liter, litern, litros, リットル, 升
ml | m³ | 1e-6 | 0 | ml, millilitres, milliliters
gal | m³ | 3.785411784e-3 | 0 | gallons, gallon
t | g | 1e6 | 0 | t, tonnes, tonne, tonnen, toneladas, トン, 吨, 噸
kg | g | 1e3 | 0 | kg, kilograms, kilogram, kilogramm, kilogramos, kilos, キログラム, キロ, 公斤, 千克
g | g | 1 | 0 | g, grams, gram, gramm, gramos, grammes, グラム, 克
mg | g | 1e-3 | 0 | mg, milligrams, milligramm
µg | g | 1e-6 | 0 | µg, μg, mcg, micrograms
lb | g | 453.59237 | 0 | lb, lbs
oz | g | 28.349523125 | 0 | ounces, ounce, oz
km/h | m/s | 1/3.6 | 0 | km/h, kph, kmh, stundenkilometer
mph | m/s | 0.44704 | 0 | mph, miles per hour
m/s | m/s | 1 | 0 | m/s
kn | m/s | 0.514444444 | 0 | knots, kn
years | month | 12 | 0 | years, year, jahre, jahren, jahr, años, año, ans, année, années, 年, 年間
months | month | 1 | 0 | months, month, monate, monaten, monat, meses, mes, mois, か月, ヶ月, 个月
weeks | s | 604800 | 0 | weeks, week, wochen, woche, semanas, semana, semaines, semaine, 週間
days | s | 86400 | 0 | days, day, tage, tagen, tag, días, día, jours, jour, 日間
h | s | 3600 | 0 | hours, hour, h, stunden, stunde, horas, hora, heures, heure, 時間, 小时
min | s | 60 | 0 | minutes, minute, min, minuten, minutos, minuto, 分間, 分钟
s | s | 1 | 0 | seconds, second, s, sekunden, segundos, secondes, 秒
ms | s | 1e-3 | 0 | ms, milliseconds
kB | B | 1e3 | 0 | kb, kilobytes
MB | B | 1e6 | 0 | mb, megabytes, megabyte
GB | B | 1e9 | 0 | gb, gigabytes, gigabyte
TB | B | 1e12 | 0 | tb, terabytes, terabyte
kbit | bit | 1e3 | 0 | kbit, kilobits
Mbit | bit | 1e6 | 0 | mbit, megabits
Gbit | bit | 1e9 | 0 | gbit, gigabits
mHz | Hz | 1e-3 | 0 | millihertz
Hz | Hz | 1 | 0 | hz, hertz
kHz | Hz | 1e3 | 0 | khz
MHz | Hz | 1e6 | 0 | mhz
GHz | Hz | 1e9 | 0 | ghz
mV | V | 1e-3 | 0 | mv, millivolts
V | V | 1 | 0 | v, volts, volt
kV | V | 1e3 | 0 | kv, kilovolts
times | times | 1 | 0 | times, -fold, fold, ×, mal, -fach, fach, veces, fois, 倍
"""
# Where capitals are the whole difference; any other way to write the letters is in the table.
_CASED = {
    "mW": "mW",
    "mWh": "",
    "mHz": "mHz",
    "MV": "",
    "kb": "kB",
    "Kb": "kbit",
    "Mb": "Mbit",
    "Gb": "Gbit",
    **dict.fromkeys(("M", "Mg", "S", "H", "G", "T"), ""),  # of names and addresses: 320 S. Walnut St.
    "K": "K",
}


@cache
def _units() -> dict[str, tuple[Unit, tuple[str, ...]]]:
    found = {}
    for line in _TABLE.strip().splitlines():
        symbol, measure, factor, offset, names = (part.strip() for part in line.split("|"))
        over, _, under = factor.partition("/")
        unit = Unit(measure, float(over) / float(under or 1), symbol, float(offset))
        found[symbol] = (unit, tuple(name.strip() for name in names.split(",")))
    return found


@cache
def spellings() -> dict[str, Unit]:
    return {name: unit for unit, names in _units().values() for name in names}


@cache
def by_symbol(symbol: str) -> Unit | None:
    """The unit of a symbol as results write it."""
    found = _units().get(symbol)
    return found[0] if found else None


PERCENT = _units()["%"][0]


@cache
def pattern() -> str:
    """A pattern for any unit, longest first."""
    return "|".join(regex.escape(name) for name in sorted(spellings(), key=lambda name: (-len(name), name)))


def unit_of(written: str | None) -> Unit:
    if not written:
        return NONE
    if (symbol := _CASED.get(written)) is not None:
        return by_symbol(symbol) or NONE
    return spellings().get(written.lower(), NONE)
