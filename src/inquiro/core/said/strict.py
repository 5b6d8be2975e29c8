"""JSON to the letter, within bounds: the only rung that takes a model's word as it stands.

Where Python's own reader is lenient, this one is not: NaN and Infinity are refused, a repeated name is noticed, a
number that a float cannot hold is refused, and halves of surrogate pairs become U+FFFD, because no database and no
UTF-8 file could hold them; so does NUL, which PostgreSQL refuses.
"""

from __future__ import annotations

import json
import math
import re
from dataclasses import dataclass
from typing import Any

MAX_CHARACTERS = 1_000_000
MAX_DEPTH = 100
MAX_NODES = 100_000
MAX_DIGITS = 1_000  # of a whole number, which is kept exactly

UNSTORABLE = re.compile("[\x00\ud800-\udfff]")


class NotJson(Exception):
    """The text is not JSON to the letter; it may still be repaired."""


class Refused(Exception):
    """Beyond a bound, or a number JSON does not have: no repair may turn it into data."""


@dataclass(frozen=True)
class Parsed:
    value: Any
    end: int  # where the value stopped in the text
    contradictions: tuple[str, ...] = ()  # names given twice with different values; the last one counts


def parse(text: str) -> Parsed:
    """The one value that the whole text is."""
    found = parse_at(text, len(text) - len(text.lstrip(" \t\r\n\ufeff")))
    if text[found.end :].strip():
        raise NotJson(f"{_place(text, found.end)}: more text follows the value")
    return found


def parse_at(text: str, start: int) -> Parsed:
    """The value that begins exactly at `start`, whatever follows it."""
    contradictions: list[str] = []

    def gather(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
        gathered = dict(pairs)
        if len(gathered) < len(pairs):
            contradictions.extend(_contradicted(pairs, gathered))
        return gathered

    decoder = json.JSONDecoder(
        object_pairs_hook=gather, parse_constant=_no_constant, parse_int=whole_number, parse_float=decimal_number
    )
    try:
        value, end = decoder.raw_decode(text, start)
    except json.JSONDecodeError as error:
        raise NotJson(f"{_place(text, error.pos)}: {error.msg.lower()}") from None
    except RecursionError:
        raise Refused(f"nested more than {MAX_DEPTH} deep") from None
    return Parsed(settle(value), end, tuple(dict.fromkeys(contradictions)))


def settle(value: Any) -> Any:
    """The value within its bounds, every string fit to be stored."""
    left = MAX_NODES

    def visit(node: Any, depth: int) -> Any:
        nonlocal left
        left -= 1
        if left < 0:
            raise Refused(f"more than {MAX_NODES:,} values")
        if isinstance(node, str):
            return whole_characters(node)
        if isinstance(node, list | dict) and depth == MAX_DEPTH:
            raise Refused(f"nested more than {MAX_DEPTH} deep")
        if isinstance(node, list):
            return [visit(item, depth + 1) for item in node]
        if isinstance(node, dict):
            return {whole_characters(name): visit(item, depth + 1) for name, item in node.items()}
        if isinstance(node, float) and not math.isfinite(node):
            raise Refused("NaN and Infinity are not JSON")
        return node

    return visit(value, 0)


def whole_characters(text: str) -> str:
    if UNSTORABLE.search(text) is None:
        return text
    return text.replace("\0", "\ufffd").encode("utf-16-le", "surrogatepass").decode("utf-16-le", "replace")


def whole_number(digits: str) -> int:
    if len(digits) > MAX_DIGITS:
        raise Refused(f"a number of more than {MAX_DIGITS:,} digits")
    return int(digits)


def decimal_number(digits: str) -> float:
    number = float(digits)
    if math.isinf(number):
        raise Refused(f"the number {digits[:40]} is too large")
    return number


def _no_constant(name: str) -> Any:
    raise Refused(f"{name} is not JSON")


def _contradicted(pairs: list[tuple[str, Any]], gathered: dict[str, Any]) -> list[str]:
    return [f'"{name}" is given twice, with different values' for name, value in pairs if gathered[name] != value]


def _place(text: str, position: int) -> str:
    line = text.count("\n", 0, position) + 1
    return f"line {line}, column {position - text.rfind(chr(10), 0, position)}"
