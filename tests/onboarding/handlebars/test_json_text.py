from __future__ import annotations

import math
from typing import Any

import pytest

from inquiro.onboarding.handlebars.json_text import as_json, json_text
from inquiro.onboarding.handlebars.limits import LIMITS, LimitReached, Limits, Meter


@pytest.mark.parametrize(
    ("value", "indent", "text"),
    [
        ({"b": [1.0, None, "é\n"], "a": {}}, 0, '{"b":[1,null,"é\\n"],"a":{}}'),
        ({"b": [1], "a": []}, 2, '{\n  "b": [\n    1\n  ],\n  "a": []\n}'),
        (math.nan, 0, "null"),
        ('\x01"\\\ud800', 0, '"\\u0001\\"\\\\\\ud800"'),
        (True, 0, "true"),
    ],
)
def test_json_is_written_as_javascript_does(value: Any, indent: int, text: str) -> None:
    assert json_text(value, Meter(LIMITS), indent) == text


def test_json_knows_what_it_was_written_from() -> None:
    value = {"a": [1]}
    text = as_json(value, Meter(LIMITS))
    assert text == '{"a":[1]}'
    assert text.source is value


@pytest.mark.fault(37)
def test_values_that_grow_or_go_deep_without_end_are_refused(endless: tuple[Any, Any]) -> None:
    wide, deep = endless
    with pytest.raises(LimitReached):
        json_text(wide, Meter(LIMITS))
    with pytest.raises(LimitReached, match="nested deeper than 100 levels"):
        json_text(deep, Meter(LIMITS))
    with pytest.raises(LimitReached, match="longer than 50 characters"):
        json_text(["long"] * 100, Meter(Limits(output=50)))
