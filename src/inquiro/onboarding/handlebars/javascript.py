"""JSON values as JavaScript prints, tests and compares them, which is what templates were written for."""

from __future__ import annotations

import math
import re
from collections.abc import Sequence
from typing import Any, Final

from inquiro.core.types import Problem
from inquiro.onboarding.handlebars.limits import LimitReached, Meter, TemplateError, TooLong

BLANK = "\t\n\v\f\r \u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000\ufeff"  # inside a character class
BLANKS: Final = (
    "\t\n\v\f\r \u00a0\u1680" + "".join(map(chr, range(0x2000, 0x200B))) + "\u2028\u2029\u202f\u205f\u3000\ufeff"
)
_NUMERAL = re.compile(r"[+-]?(?:[0-9]+\.?[0-9]*|\.[0-9]+)(?:[eE][+-]?[0-9]+)?")
_BASED = re.compile(r"0(?:[xX][0-9a-fA-F]+|[oO][0-7]+|[bB][01]+)")
_INDEX = re.compile(r"0|[1-9][0-9]{0,9}")
HALF = re.compile("[\ud800-\udfff]")
_MOST_BITS = 10_000


class Missing:
    """What a path finds where there is nothing; `null` is something."""

    def __bool__(self) -> bool:
        return False

    def __repr__(self) -> str:
        return "missing"


MISSING: Final = Missing()


def is_number(value: Any) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool)


def is_list(value: Any) -> bool:
    return isinstance(value, list | tuple)


def is_nothing(value: Any) -> bool:
    return value is None or value is MISSING


def is_truthy(value: Any) -> bool:
    """As JavaScript sees it: only nothing, false, 0, NaN and the empty string are false."""
    if is_number(value):
        return not (value == 0 or value != value)  # noqa: PLR0124
    return isinstance(value, dict | list | tuple) or bool(value)


def is_empty(value: Any) -> bool:
    """As Handlebars sees it: 0 is something, an empty list is nothing."""
    if is_number(value):
        return bool(value != value)  # noqa: PLR0124
    return not is_truthy(value) or (is_list(value) and not value)


def holds(value: Any) -> bool:
    """Whether `{{#if value}}` takes the first branch."""
    return is_truthy(value) and not is_empty(value)


def number_text(number: float) -> str:
    """Whole numbers stay exact however long they are; the rest is as JavaScript prints it."""
    if isinstance(number, int):
        if number.bit_length() > _MOST_BITS:
            raise LimitReached([Problem(message="a number has too many digits to be printed")])
        return str(number)
    if math.isnan(number):
        return "NaN"
    if math.isinf(number):
        return "Infinity" if number > 0 else "-Infinity"
    mantissa, _, exponent = repr(abs(number)).partition("e")
    whole, _, fraction = mantissa.partition(".")
    fraction = "" if fraction == "0" else fraction
    digits = (whole + fraction).lstrip("0")
    point = len(whole) + int(exponent or 0) - (len(whole + fraction) - len(digits))
    digits = digits.rstrip("0")
    return ("-" if number < 0 else "") + (_placed(digits, point) if digits else "0")


def _placed(digits: str, point: int) -> str:
    """The digits with their point, `point` places to the right of the first one's left edge."""
    if len(digits) <= point <= 21:
        return digits + "0" * (point - len(digits))
    if 0 < point <= 21:
        return f"{digits[:point]}.{digits[point:]}"
    if -6 < point <= 0:
        return "0." + "0" * -point + digits
    power = f"e{'+' if point > 0 else '-'}{abs(point - 1)}"
    return (f"{digits[0]}.{digits[1:]}" if len(digits) > 1 else digits) + power


def text_of(value: Any, meter: Meter, room: int | None = None, depth: int = 0) -> str:
    """What `{{value}}` prints; half characters, which no file can hold, become U+FFFD."""
    if isinstance(value, str):
        return HALF.sub("\ufffd", value)
    if is_nothing(value):
        return ""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, int | float):
        return number_text(value)
    if isinstance(value, dict):
        return "[object Object]"
    if is_list(value):
        return _joined(value, meter, room, meter.deeper(depth))
    raise not_json(value, meter)


def not_json(value: Any, meter: Meter) -> TemplateError:
    message = f"templates see plain JSON only, and this is a {type(value).__name__}"
    return TemplateError([meter.problem(message)])


def _joined(values: Sequence[Any], meter: Meter, room: int | None, depth: int) -> str:
    texts: list[str] = []
    length = -1
    for value in values:
        meter.spend()
        texts.append(text_of(value, meter, room, depth))
        length += len(texts[-1]) + 1
        meter.fits(length, room)
    return ",".join(texts)


def found(value: Any, name: str) -> Any:
    """`value.name`: own keys of objects, places and length of lists and strings, and never anything else."""
    if isinstance(value, dict):
        return value.get(name, MISSING)
    if is_list(value):
        if name == "length":
            return len(value)
        place = int(name) if _INDEX.fullmatch(name) else len(value)
        return value[place] if place < len(value) else MISSING
    if isinstance(value, str):
        return _of_string(value, name)
    return MISSING


def _of_string(text: str, name: str) -> Any:
    """JavaScript counts a character beyond U+FFFF as two."""
    if name != "length" and not _INDEX.fullmatch(name):
        return MISSING
    units = text.encode("utf-16-le", "surrogatepass")
    if name == "length":
        return len(units) // 2
    unit = units[2 * int(name) : 2 * int(name) + 2]
    return unit.decode("utf-16-le", "replace") if unit else MISSING


def keys_of(value: dict[str, Any]) -> list[str]:
    """In JavaScript's order: keys that are small whole numbers come first, by size."""
    if not all(isinstance(key, str) for key in value):
        raise TemplateError([Problem(message="templates see plain JSON only: keys of objects are strings")])
    numbers = {key for key in value if _INDEX.fullmatch(key) and int(key) < 2**32 - 1}
    return sorted(numbers, key=int) + [key for key in value if key not in numbers] if numbers else list(value)


def is_same_context(one: Any, other: Any, meter: Meter) -> bool:
    """JavaScript's `==`, by which Handlebars decides whether a block has opened another context."""
    if is_nothing(one) or is_nothing(other):
        return is_nothing(one) and is_nothing(other)
    if isinstance(one, dict | list | tuple):
        if isinstance(other, dict | list | tuple):
            return one is other
        return is_same_context(other, one, meter)
    if isinstance(other, dict | list | tuple):
        text = _short_text(other, one, meter)
        return text is not None and is_same_context(one, text, meter)
    if isinstance(one, str) and isinstance(other, str):
        return one == other
    return as_number(one) == as_number(other)


def _short_text(value: Any, beside: Any, meter: Meter) -> str | None:
    try:
        return text_of(value, meter, room=len(beside) if isinstance(beside, str) else 400)
    except TooLong:
        return None


def as_number(value: Any) -> float:
    """JavaScript's `Number(value)` of a primitive."""
    if not isinstance(value, str):
        return value if isinstance(value, float) else int(value)
    text = value.strip(BLANKS)
    if not text:
        return 0
    if _NUMERAL.fullmatch(text):
        return float(text)
    if _BASED.fullmatch(text):
        return int(text, 0)
    return {"Infinity": math.inf, "+Infinity": math.inf, "-Infinity": -math.inf}.get(text, math.nan)
