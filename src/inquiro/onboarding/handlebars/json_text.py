"""Values as `JSON.stringify` writes them."""

from __future__ import annotations

import math
import re
from typing import Any

from inquiro.onboarding.handlebars.javascript import HALF, MISSING, is_list, is_nothing, keys_of, text_of
from inquiro.onboarding.handlebars.limits import Meter

_CONTROL = re.compile(r'[\x00-\x1f"\\]')
_SHORT = {'"': '\\"', "\\": "\\\\", "\n": "\\n", "\r": "\\r", "\t": "\\t", "\b": "\\b", "\f": "\\f"}


class JsonText(str):
    """JSON that still knows what it was written from, for outputs that write values in a notation of their own."""

    __slots__ = ("source",)
    source: Any


def as_json(value: Any, meter: Meter, indent: int = 0) -> JsonText:
    text = JsonText(json_text(value, meter, indent))
    text.source = value
    return text


def json_text(value: Any, meter: Meter, indent: int = 0, depth: int = 0) -> str:
    """As `JSON.stringify` writes it."""
    meter.spend()
    if isinstance(value, str):
        return quoted_json(value)
    if isinstance(value, float) and not math.isfinite(value):
        return "null"
    if isinstance(value, dict):
        deeper = meter.deeper(depth)
        colon = ": " if indent else ":"
        members = [
            quoted_json(key) + colon + json_text(value[key], meter, indent, deeper)
            for key in keys_of(value)
            if value[key] is not MISSING
        ]
        return _enclosed("{}", members, indent, depth, meter)
    if is_list(value):
        members = [json_text(member, meter, indent, meter.deeper(depth)) for member in value]
        return _enclosed("[]", members, indent, depth, meter)
    return "null" if is_nothing(value) else text_of(value, meter)


def _enclosed(brackets: str, members: list[str], indent: int, depth: int, meter: Meter) -> str:
    length = sum(map(len, members))
    meter.spend(length // 64)
    meter.fits(length)
    if not indent or not members:
        return brackets[0] + ",".join(members) + brackets[1]
    margin = "\n" + " " * indent * depth
    inner = margin + " " * indent
    return brackets[0] + inner + ("," + inner).join(members) + margin + brackets[1]


def quoted_json(text: str) -> str:
    escaped = _CONTROL.sub(lambda char: _SHORT.get(char[0]) or f"\\u{ord(char[0]):04x}", text)
    return '"' + HALF.sub(lambda half: f"\\u{ord(half[0]):04x}", escaped) + '"'
