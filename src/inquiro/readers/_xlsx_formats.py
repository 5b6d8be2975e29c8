"""Values of cells as a spreadsheet shows them: dates, shares, money and numbers by the format of their cell."""

from __future__ import annotations

import re
from datetime import datetime, timedelta
from math import isfinite

_BUILT_IN = {
    1: "0", 2: "0.00", 3: "#,##0", 4: "#,##0.00", 5: "#,##0", 6: "#,##0", 7: "#,##0.00", 8: "#,##0.00", 9: "0%",
    10: "0.00%", 14: "yyyy-mm-dd", 15: "yyyy-mm-dd", 16: "yyyy-mm-dd", 17: "yyyy-mm", 18: "hh:mm", 19: "hh:mm:ss",
    20: "hh:mm", 21: "hh:mm:ss", 22: "yyyy-mm-dd hh:mm", 37: "#,##0", 38: "#,##0", 39: "#,##0.00", 40: "#,##0.00",
    41: "#,##0", 42: "#,##0", 43: "#,##0.00", 44: "#,##0.00", 45: "hh:mm:ss", 46: "hh:mm:ss", 47: "hh:mm:ss",
}  # fmt: skip
_CURRENCY = re.compile(r"\[\$(?P<sign>[^\]-]*)(?:-[^\]]*)?\]")
_IN_BRACKETS = re.compile(r"\[[^\]]*\]")
_QUOTED = re.compile(r'"([^"]*)"')
_PADDING = re.compile(r"_.|\*.")
_DECIMALS = re.compile(r"\.(0+)")
_SIGNS = "$€£¥₹₽₩₺฿"
_MOST_DIGITS = 15
_FIRST_DAY = datetime(1899, 12, 30)  # noqa: DTZ001 - a calendar day has no zone
_FIRST_DAY_1904 = datetime(1904, 1, 1)  # noqa: DTZ001
_LAST_SERIAL = 2_958_465


def format_code(number: int, own: dict[int, str]) -> str:
    return own.get(number) or _BUILT_IN.get(number, "")


def shown(value: str, code: str, *, since_1904: bool = False) -> str:
    """A number as its cell shows it; anything else as it is."""
    try:
        number = float(value)
    except ValueError:
        return value
    if not isfinite(number):
        return value
    code = code.partition(";")[0]  # of numbers above zero; those below have a minus anyway
    bare = _QUOTED.sub("", _PADDING.sub("", _IN_BRACKETS.sub("", code))).lower()
    if re.search("[ymdhs]", bare) and "e+" not in bare and 0 <= number <= _LAST_SERIAL:
        return _moment(number, bare, since_1904)
    return _number(number, code, bare)


def _moment(serial: float, code: str, since_1904: bool) -> str:
    moment = (_FIRST_DAY_1904 if since_1904 else _FIRST_DAY) + timedelta(seconds=round(serial * 86_400))
    has_day, has_time = bool(re.search("[yd]", code)), bool(re.search("[hs]", code))
    if has_time and not has_day:
        return f"{moment:%H:%M:%S}" if "s" in code else f"{moment:%H:%M}"
    day = f"{moment:%Y-%m-%d}" if "d" in code else f"{moment:%Y-%m}" if "m" in code else f"{moment:%Y}"
    return f"{day} {moment:%H:%M}" if has_time else day


def _number(number: float, code: str, bare: str) -> str:
    if not any(digit in bare for digit in "0#?"):
        return _general(number)
    share = "%" in bare
    decimals = _DECIMALS.search(bare)
    digits = min(len(decimals[1]), _MOST_DIGITS) if decimals else 0
    text = f"{number * 100 if share else number:,.{digits}f}" if abs(number) < 1e15 else _general(number)
    if "," not in bare:
        text = text.replace(",", "")
    before, after = _signs(code)
    return f"{before}{text}{'%' if share else ''}{after}"


def _signs(code: str) -> tuple[str, str]:
    """The currency or unit that stands before or after the digits."""
    marked = _CURRENCY.sub(lambda found: f'"{found["sign"]}"', code)
    first = min((at for at in (marked.find("0"), marked.find("#")) if at >= 0), default=0)
    before = "".join(_QUOTED.findall(marked[:first])) + "".join(
        c for c in _QUOTED.sub("", marked[:first]) if c in _SIGNS
    )
    after = "".join(_QUOTED.findall(marked[first:])) + "".join(
        c for c in _QUOTED.sub("", marked[first:]) if c in _SIGNS
    )
    before = before.strip()
    gap = " " if before[-1:].isalpha() else ""
    after = after.strip()
    return before + gap, f" {after}" if after else ""


def _general(number: float) -> str:
    return str(int(number)) if number.is_integer() and abs(number) < 1e15 else f"{number:.15g}"
