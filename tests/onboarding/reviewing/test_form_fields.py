from __future__ import annotations

import json

import pytest

from inquiro.core.errors import BadEdit
from inquiro.onboarding.reviewing.form_fields import LONGEST, MOST_FIELDS, data_text, form_fields, pointer, with_value


def test_scalars_are_fields_and_containers_are_not():
    found = form_fields({"a": {"b": [1, {"c": None}]}, "d": True, "e": [], "f": {}})
    assert [(one.name, one.path, one.text) for one in found] == [
        ("at:/a/b/0", "a.b[0]", "1"),
        ("at:/a/b/1/c", "a.b[1].c", ""),
        ("at:/d", "d", "true"),
    ]
    assert form_fields("alone") == form_fields([]) == []


@pytest.mark.parametrize("value", ["a\nb", "a\rb", "a\u202eb", "a\u200bb", "x" * (LONGEST + 1)])
def test_what_a_line_of_input_would_alter_has_no_field(value):
    assert form_fields({"a": value, "b": "ok"}) == form_fields({"b": "ok"})


def test_a_large_result_has_no_single_fields():
    assert len(form_fields(list(range(MOST_FIELDS)))) == MOST_FIELDS
    assert form_fields(list(range(MOST_FIELDS + 1))) == []


def test_names_are_unambiguous():
    assert pointer(("a/b", "~", 0)) == "/a~1b/~0/0"
    names = [one.name for one in form_fields({"a": {"b": 1}, "a/b": 2, "a.b": 3})]
    assert len(set(names)) == 3


def test_the_text_hides_nothing():
    text = data_text({"a": "x\u202ey\u00a0z€ä"})
    assert "\\u202e" in text
    assert "€ä" in text
    assert json.loads(text) == {"a": "x\u202ey\u00a0z€ä"}


def test_a_value_is_put_in_its_place_and_the_rest_stays():
    data = {"a": [1, {"b": 2}]}
    assert with_value(data, ("a", 1, "b"), 3) == {"a": [1, {"b": 3}]}
    assert data == {"a": [1, {"b": 2}]}
    for steps in (("x",), ("a", 5), ("a", 0, "b"), ("a", "b")):
        with pytest.raises(BadEdit):
            with_value(data, steps, 0)
