from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from inquiro.api.page_forms import changed, edited, overrides
from inquiro.core.errors import BadEdit
from inquiro.onboarding.reviewing.form_fields import data_text, form_fields

DATA = {"a": {"name": "A", "share": 25, "listed": True, "note": None, "lines": "x\ny"}, "b": [1.5, "B"]}
SCALARS = st.none() | st.booleans() | st.integers(-(10**20), 10**20) | st.floats(allow_nan=False, allow_infinity=False)
VALUES = st.recursive(
    SCALARS | st.text(st.characters(exclude_categories=["Cs"])),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
    max_leaves=12,
)


def sent(data) -> dict[str, str]:
    """What a browser sends when nobody touched anything: lines end as in HTTP."""
    return {"data": data_text(data).replace("\n", "\r\n"), **{one.name: one.text for one in form_fields(data)}}


@given(VALUES)
def test_a_form_that_nobody_touched_changes_nothing(data):
    assert edited(data, sent(data)) is data
    assert changed(data, sent(data)) == {}
    assert json.loads(data_text(data)) == data


@pytest.mark.parametrize(
    ("name", "text", "value"),
    [
        ("at:/a/name", "Other", "Other"),
        ("at:/a/name", "", ""),
        ("at:/a/name", "7", "7"),
        ("at:/a/share", "30.5", 30.5),
        ("at:/a/share", "a lot", "a lot"),
        ("at:/a/share", "true", "true"),
        ("at:/a/share", "NaN", "NaN"),
        ("at:/a/listed", "false", False),
        ("at:/a/note", "new", "new"),
    ],
)
def test_a_single_field_keeps_its_type_where_it_can(name, text, value):
    result = edited(DATA, sent(DATA) | {name: text})
    assert result["a"] == {**DATA["a"], name.rpartition("/")[2]: value}
    assert type(result["a"][name.rpartition("/")[2]]) is type(value)
    assert DATA["a"]["name"] == "A"


def test_only_what_a_person_wrote_counts_as_changed():
    own = {"at:/a/name": "Other", "data": "{}"}
    assert changed(DATA, sent(DATA) | own | {"reason": "x", "at:/nowhere": "y"}) == own
    assert changed(DATA, {}) == {}


def test_a_member_of_a_list_is_changed_in_its_place():
    assert edited(DATA, sent(DATA) | {"at:/b/1": "C"})["b"] == [1.5, "C"]


def test_the_whole_data_is_taken_and_single_fields_stand_above_it():
    whole = json.dumps({**DATA, "c": 1})
    assert edited(DATA, sent(DATA) | {"data": whole}) == {**DATA, "c": 1}
    both = edited(DATA, sent(DATA) | {"data": whole, "at:/a/name": "Z"})
    assert (both["c"], both["a"]["name"]) == (1, "Z")
    with pytest.raises(BadEdit, match="taken out"):
        edited(DATA, sent(DATA) | {"data": "{}", "at:/a/name": "Z"})


@pytest.mark.parametrize("text", ["{oops", "", "[" * 100_000, '{"a": NaN}'])
def test_what_is_not_json_is_refused_with_a_reason(text):
    with pytest.raises(BadEdit):
        edited(DATA, sent(DATA) | {"data": text})


def test_overrides_are_those_with_a_reason():
    assert overrides({"override:X": " ", "override:Y": "seen", "reason": "z"}) == {"Y": "seen"}
