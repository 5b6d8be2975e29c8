"""The functions that templates may call, each with what it takes and a line that says what it does."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple

import regex

from inquiro.onboarding.handlebars.javascript import (
    MISSING,
    found,
    holds,
    is_list,
    is_nothing,
    is_number,
    is_truthy,
    text_of,
)
from inquiro.onboarding.handlebars.json_text import as_json
from inquiro.onboarding.handlebars.limits import Meter

_NOT_IN_A_SLUG = regex.compile(r"[^\p{Alphabetic}\p{N}]")
MOST_INDENT = 10  # as JSON.stringify has it
Compute = Callable[[Sequence[Any], Meter], Any]


class Function(NamedTuple):
    """What a template may call."""

    name: str
    usage: str
    description: str
    fewest: int = 1
    most: int | None = 1  # None: any number
    options: tuple[str, ...] = ()
    opens: bool = False  # stands in {{#…}} only, and decides what its block prints
    tests: bool = False  # gives true or false, and may open a block as `if` does
    compute: Compute | None = None


def is_equal(one: Any, other: Any, meter: Meter, depth: int = 0) -> bool:
    """As JSON values: 1 is 1.0, "1" is not 1, true is not 1; what is missing is null."""
    meter.spend()
    if is_nothing(one) or is_nothing(other):
        return is_nothing(one) and is_nothing(other)
    if is_number(one) and is_number(other):
        return bool(one == other)
    if isinstance(one, dict) and isinstance(other, dict):
        deeper = meter.deeper(depth)
        return one.keys() == other.keys() and all(is_equal(one[key], other[key], meter, deeper) for key in one)
    if is_list(one) and is_list(other):
        deeper = meter.deeper(depth)
        return len(one) == len(other) and all(is_equal(a, b, meter, deeper) for a, b in zip(one, other, strict=True))
    if isinstance(one, str) and isinstance(other, str):
        return one == other
    return type(one) is type(other) and bool(one == other)


def _ordered(accept: Callable[[Any, Any], bool]) -> Compute:
    def compare(values: Sequence[Any], _meter: Meter) -> bool:
        one, other = values
        if isinstance(one, str) and isinstance(other, str):
            return accept(_units(one), _units(other))
        return is_number(one) and is_number(other) and accept(one, other)

    return compare


def _units(text: str) -> bytes:
    """JavaScript orders strings by their UTF-16 units."""
    return text.encode("utf-16-be", "surrogatepass")


def _length(values: Sequence[Any], _meter: Meter) -> int:
    return len(values[0]) if isinstance(values[0], str | list | tuple | dict) else 0


def _includes(values: Sequence[Any], meter: Meter) -> bool:
    whole, part = values
    if is_list(whole):
        return any(is_equal(member, part, meter) for member in whole)
    if isinstance(whole, str | dict):
        return isinstance(part, str) and part in whole
    return False


def _slug(values: Sequence[Any], meter: Meter) -> str:
    text = text_of(values[0], meter)
    meter.spend(len(text) // 64)
    return _NOT_IN_A_SLUG.sub("_", text.lower())


def _json(values: Sequence[Any], meter: Meter) -> Any:
    if values[0] is MISSING:
        return MISSING
    indent = values[1] if len(values) > 1 and is_number(values[1]) else 0
    return as_json(values[0], meter, indent=max(0, min(int(indent), MOST_INDENT)))


def _lookup(values: Sequence[Any], meter: Meter) -> Any:
    whole, name = values
    if not is_truthy(whole):
        return whole
    key = "undefined" if name is MISSING else "null" if name is None else text_of(name, meter)
    return found(whole, key)


def _test(name: str, usage: str, description: str, compute: Compute, **arity: int | None) -> Function:
    return Function(name, usage, description, tests=True, compute=compute, **{"fewest": 2, "most": 2, **arity})  # type: ignore[arg-type]


_FUNCTIONS = (
    Function("if", "{{#if x}} … {{else}} … {{/if}}", "the block when x is there and not empty; 0 counts with "
             "includeZero=true", options=("includeZero",), opens=True),
    Function("unless", "{{#unless x}} … {{/unless}}", "the block when x is missing or empty", options=("includeZero",),
             opens=True),
    Function("each", "{{#each x as |item key|}} … {{else}} … {{/each}}", "the block for every member of a list or an "
             "object, with @index, @key, @first and @last", opens=True),
    Function("with", "{{#with x as |y|}} … {{else}} … {{/with}}", "the block with x as its context", opens=True),
    Function("lookup", "{{lookup x name}}", "the member of x that another value names", 2, 2, compute=_lookup),
    Function("log", "{{log x}}", "prints nothing", 0, None, options=("level",), compute=lambda *_: MISSING),
    _test("eq", "(eq a b)", "whether two values are the same JSON", lambda values, meter: is_equal(values[0], values[1], meter)),
    _test("ne", "(ne a b)", "whether they are not", lambda values, meter: not is_equal(values[0], values[1], meter)),
    _test("gt", "(gt a b)", "whether a is greater; numbers with numbers, strings with strings",
          _ordered(lambda one, other: one > other)),
    _test("gte", "(gte a b)", "whether a is greater or equal", _ordered(lambda one, other: one >= other)),
    _test("lt", "(lt a b)", "whether a is less", _ordered(lambda one, other: one < other)),
    _test("lte", "(lte a b)", "whether a is less or equal", _ordered(lambda one, other: one <= other)),
    _test("and", "(and a b …)", "whether every value counts as true for if", lambda values, _: all(map(holds, values)),
          fewest=1, most=None),
    _test("or", "(or a b …)", "whether any value does", lambda values, _: any(map(holds, values)), fewest=1, most=None),
    _test("not", "(not a)", "whether a does not", lambda values, _: not holds(values[0]), fewest=1, most=1),
    _test("includes", "(includes a b)", "whether a list has the member b, a string the part b, an object the key b",
          _includes),
    Function("len", "(len a)", "characters of a string, members of a list or an object, else 0", compute=_length),
    Function("slugify", "(slugify a)", "lower case, every character that is no letter or digit as _", compute=_slug),
    Function("json", "(json a)", "a as compact JSON; (json a 2) indents", 1, 2, compute=_json),
)  # fmt: skip
HELPERS: Mapping[str, Function] = {function.name: function for function in _FUNCTIONS}
