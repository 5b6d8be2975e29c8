from __future__ import annotations

import math
from typing import Any

import pytest

from inquiro.onboarding.handlebars.javascript import (
    MISSING,
    found,
    holds,
    is_empty,
    is_same_context,
    is_truthy,
    keys_of,
    number_text,
    text_of,
)
from inquiro.onboarding.handlebars.limits import LIMITS, LimitReached, Limits, Meter, TemplateError


@pytest.mark.parametrize(
    ("number", "text"),
    [
        (1.0, "1"),
        (-0.0, "0"),
        (0.1, "0.1"),
        (123456.789, "123456.789"),
        (1e20, "100000000000000000000"),
        (1e21, "1e+21"),
        (1.5e21, "1.5e+21"),
        (1e-6, "0.000001"),
        (1.25e-7, "1.25e-7"),
        (5e-324, "5e-324"),
        (-12.0, "-12"),
        (math.nan, "NaN"),
        (-math.inf, "-Infinity"),
        (10**25, "10000000000000000000000000"),
    ],
)
def test_numbers_print_as_in_javascript(number: float, text: str) -> None:
    assert number_text(number) == text


def test_a_number_without_end_is_refused() -> None:
    with pytest.raises(LimitReached, match="too many digits"):
        number_text(1 << 20_000)


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (True, "true"),
        (None, ""),
        (MISSING, ""),
        ([1, [2, None], "x", False], "1,2,,x,false"),
        ({"a": 1}, "[object Object]"),
        ([{}], "[object Object]"),
        ("a\ud800b", "a\ufffdb"),
        (("a", "b"), "a,b"),
    ],
)
def test_values_print_as_in_javascript(value: Any, text: str) -> None:
    assert text_of(value, Meter(LIMITS)) == text


@pytest.mark.parametrize(
    ("value", "truthy", "empty", "taken"),
    [
        (0, False, False, False),
        (math.nan, False, True, False),
        ("", False, True, False),
        ([], True, True, False),
        ({}, True, False, True),
        (None, False, True, False),
        (MISSING, False, True, False),
        (False, False, True, False),
        ("0", True, False, True),
        ([0], True, False, True),
        (0.5, True, False, True),
    ],
)
def test_what_counts_as_true(value: Any, truthy: bool, empty: bool, taken: bool) -> None:
    assert (is_truthy(value), is_empty(value), holds(value)) == (truthy, empty, taken)


@pytest.mark.fault(37)
@pytest.mark.parametrize(
    "name",
    ["__class__", "__proto__", "constructor", "keys", "get", "append", "toString", "upper", "__len__", "0x0", "-1"],
)
@pytest.mark.parametrize("value", [{"a": 1}, [1, 2], "text", 7, True, None])
def test_nothing_but_own_data_is_found(value: Any, name: str) -> None:
    assert found(value, name) is MISSING


def test_own_keys_places_and_lengths_are_found() -> None:
    assert found({"__class__": 1}, "__class__") == 1
    assert found([5, 6], "1") == 6
    assert found([5, 6], "length") == 2
    assert found([5, 6], "2") is MISSING
    assert found([5, 6], "01") is MISSING
    assert found("a𝒳", "length") == 3
    assert found("a𝒳", "0") == "a"
    assert found("a𝒳", "1") == "\ufffd"
    assert found("a", "9999999999") is MISSING
    assert found({}, "length") is MISSING


def test_numbers_come_first_among_the_keys() -> None:
    assert keys_of({"b": 1, "10": 1, "a": 1, "2": 1, "01": 1}) == ["2", "10", "b", "a", "01"]


@pytest.mark.parametrize(
    ("one", "other", "same"),
    [
        (None, MISSING, True),
        (None, 0, False),
        (1, "1", True),
        (1, " 1 ", True),
        (0, "", True),
        (True, 1, True),
        (True, "1", True),
        ("a", "b", False),
        ([1], 1, True),
        ([1, 2], "1,2", True),
        ([1, 2], "1", False),
        ({}, "[object Object]", True),
        ([], [], False),
        (16, "0x10", True),
        (math.inf, "Infinity", True),
        ("x", 1, False),
        (math.nan, math.nan, False),
    ],
)
def test_contexts_are_compared_loosely(one: Any, other: Any, same: bool) -> None:
    assert is_same_context(one, other, Meter(LIMITS)) is same
    assert is_same_context(other, one, Meter(LIMITS)) is same


def test_an_object_is_the_same_context_as_itself() -> None:
    value: dict[str, Any] = {}
    assert is_same_context(value, value, Meter(LIMITS))


@pytest.mark.fault(37)
def test_values_that_grow_or_go_deep_without_end_are_refused(endless: tuple[Any, Any]) -> None:
    wide, deep = endless
    with pytest.raises(LimitReached):
        text_of(wide, Meter(LIMITS))
    with pytest.raises(LimitReached, match="nested deeper than 100 levels"):
        text_of(deep, Meter(LIMITS))
    with pytest.raises(LimitReached, match="longer than 50 characters"):
        text_of(["long"] * 100, Meter(Limits(output=50)))


def test_only_json_is_printed() -> None:
    with pytest.raises(TemplateError, match="keys of objects are strings"):
        keys_of({1: "a"})  # type: ignore[dict-item]
    with pytest.raises(TemplateError, match="plain JSON only"):
        text_of(object(), Meter(LIMITS))
