from __future__ import annotations

import asyncio
from copy import deepcopy

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from inquiro.core.errors import BadEdit
from inquiro.core.types import Payload
from inquiro.onboarding.reviewing.editing import apply_edits, edited_data, merged

GOOD = "529900K9B0N5BT694847"


def edit(payload, rules, edits, *, merge=False):
    return asyncio.run(apply_edits(payload, edits, merge=merge, rules=rules))


def labels(payload):
    return {one.path: one.label for one in payload.fields}


@pytest.mark.parametrize(
    ("target", "patch", "result"),
    [  # the examples of RFC 7396, appendix A
        ({"a": "b"}, {"a": "c"}, {"a": "c"}),
        ({"a": "b"}, {"b": "c"}, {"a": "b", "b": "c"}),
        ({"a": "b"}, {"a": None}, {}),
        ({"a": "b", "b": "c"}, {"a": None}, {"b": "c"}),
        ({"a": ["b"]}, {"a": "c"}, {"a": "c"}),
        ({"a": "c"}, {"a": ["b"]}, {"a": ["b"]}),
        ({"a": {"b": "c"}}, {"a": {"b": "d", "c": None}}, {"a": {"b": "d"}}),
        ({"a": [{"b": "c"}]}, {"a": [1]}, {"a": [1]}),
        (["a", "b"], ["c", "d"], ["c", "d"]),
        ({"a": "b"}, ["c"], ["c"]),
        ({"a": "foo"}, None, None),
        ({"a": "foo"}, "bar", "bar"),
        ({"e": None}, {"a": 1}, {"e": None, "a": 1}),
        ([1, 2], {"a": "b", "c": None}, {"a": "b"}),
        ({}, {"a": {"bb": {"ccc": None}}}, {"a": {"bb": {}}}),
    ],
)
def test_merge_patches(target, patch, result):
    before = deepcopy(target)
    assert merged(target, patch) == result
    assert target == before


DATA = st.recursive(
    st.none() | st.integers() | st.text(max_size=3),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=2), inner, max_size=3),
)


@given(DATA, DATA)
def test_a_patch_that_is_applied_twice_changes_nothing_more(target, patch):
    once = merged(target, patch)
    assert merged(once, patch) == once


def test_a_replacement_drops_the_evidence_of_what_changed_and_of_nothing_else(payload, rules):
    data = deepcopy(payload.data)
    data["apex"]["name"] = "Aldra AG"
    after = edit(payload, rules, data)
    assert labels(after) == labels(payload) | {"apex.name": "edited"}
    by_path = {one.path: one for one in after.fields}
    assert by_path["apex.name"].evidence == ()
    assert by_path["apex.lei"] == next(one for one in payload.fields if one.path == "apex.lei")
    assert after.data == data


def test_evidence_follows_the_members_of_a_list(payload, rules):
    one, two = payload.data["funds"]
    after = edit(payload, rules, payload.data | {"funds": [{"name": "New", "share": 1}, two | {"share": 39.5}, one]})
    assert {path: label for path, label in labels(after).items() if path.startswith("funds")} == {
        "funds[0].name": "edited",
        "funds[0].share": "edited",
        "funds[1].name": "supported",
        "funds[1].share": "edited",
        "funds[2].name": "quoted",
        "funds[2].share": "supported",
    }
    quotes = {field.path: [piece.quote for piece in field.evidence] for field in after.fields}
    assert quotes["funds[2].share"] == ["sixty"]
    assert quotes["funds[1].name"] == ["fund two"]


def test_the_verbs_are_made_anew_from_the_edited_data(payload, rules):
    after = edit(payload, rules, {"funds": [{"name": "Only"}]}, merge=True)
    assert [one.verbs for one in after.groups] == [
        '(entity.ensure :entity-type "fund" :name "Aldra SE")\n(entity.ensure :entity-type "fund" :name "Only")'
    ]
    assert after.groups[0].key == payload.groups[0].key


@pytest.mark.fault(54)
def test_every_field_that_the_schema_refuses_is_named(payload, rules):
    with pytest.raises(BadEdit) as caught:
        edit(payload, rules, {"apex": {"name": ""}, "funds": [{"share": "x"}], "more": 1})
    assert [field for field, _ in caught.value.problems] == ["apex.name", "funds[0].name", "funds[0].share", "more"]


@pytest.mark.fault(57)
@pytest.mark.parametrize("verdict", ["malformed", "not_found"])
def test_an_lei_that_a_reviewer_mistyped_is_refused_at_its_field(payload, rules, register, verdict):
    register.verdicts = {"TYPED": verdict, GOOD: "malformed"}
    with pytest.raises(BadEdit) as caught:
        edit(payload, rules, {"funds": [{"name": "Aldra One", "lei": "TYPED"}]}, merge=True)
    assert [field for field, _ in caught.value.problems] == ["funds[0].lei"]


@pytest.mark.fault(57)
def test_what_stops_an_lei_that_nobody_touched_does_not_stop_another_edit(payload, rules, register):
    register.verdicts = {GOOD: "not_found"}
    after = edit(payload, rules, {"note": "seen"}, merge=True)
    assert [one.verdict for one in after.leis] == ["not_found"]
    assert labels(after)["note"] == "edited"


def test_what_the_register_said_once_stands_while_it_cannot_be_asked(payload, rules, register):
    register.verdicts = {GOOD: "unverified"}
    assert edit(payload, rules, {"note": "seen"}, merge=True).leis[0].verdict == "confirmed"
    renamed = edit(payload, rules, {"apex": {"name": "Other"}}, merge=True)
    assert renamed.leis[0].verdict == "unverified"


def test_an_edit_makes_an_invalid_result_valid(payload, rules):
    broken = msgspec.structs.replace(
        payload, data={"apex": {}}, schema_valid=False, validation_errors=("apex.name: is missing",), problems=("p",)
    )
    after = edit(broken, rules, {"apex": {"name": "Aldra SE"}}, merge=True)
    assert (after.schema_valid, after.validation_errors, after.problems) == (True, (), ())


def test_only_results_of_macros_are_edited(payload):
    with pytest.raises(BadEdit, match=r"change onboard\.dsl and start again"):
        edited_data(Payload(origin="onboard.dsl"), {}, merge=False)


def test_an_edit_without_end_is_refused(payload):
    deep = []
    for _ in range(5000):
        deep = [deep]
    with pytest.raises(BadEdit, match="levels deep"):
        edited_data(payload, deep, merge=True)
