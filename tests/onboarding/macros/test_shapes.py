from __future__ import annotations

import pytest

from inquiro.onboarding.macros.shapes import UNKNOWN, shape_of

TREE = {
    "type": "object",
    "properties": {"name": {"type": "string"}, "below": {"type": "array", "items": {"$ref": "#"}}},
}


def at(shape, path):
    for step in path.split():
        shape = shape.members() if step == "*" else shape.member(step)
    return shape


@pytest.mark.parametrize("path", ["name", "below * name", "below 0 below * below 17 name", "name length", "name 3"])
def test_a_schema_that_leads_back_to_itself_is_followed(path):
    assert at(shape_of(TREE), path).kinds <= {"string", "number"}


@pytest.mark.parametrize("path", ["nmae", "below name", "below * nmae", "name x", "below 01"])
def test_what_cannot_be_there(path):
    assert at(shape_of(TREE), path) is None


def test_several_schemas_are_any_of_them():
    shape = shape_of(TREE, {"properties": {"client": {"type": "integer"}}})
    assert shape.names == ["name", "below", "client"]
    assert shape.member("client").kinds == {"number"}
    assert shape.member("x") is None
    assert shape_of(TREE, {"type": "object"}).member("x") is UNKNOWN


def test_what_stands_under_other_names():
    shape = shape_of({"properties": {"a": {"type": "string"}}, "additionalProperties": {"type": "number"}})
    assert (shape.member("a").kinds, shape.member("b").kinds) == ({"string"}, {"number"})
    assert shape.members().kinds == {"string", "number"}
    patterned = shape_of({"patternProperties": {"^x": {"type": "number"}}, "additionalProperties": False})
    assert patterned.member("x1") is UNKNOWN
    assert patterned.members().kinds == {"number"}


def test_what_is_required_is_there():
    assert shape_of({"properties": {"a": {}}, "required": ["b"]}).member("b") is UNKNOWN


def test_the_members_of_a_text_are_unknown():
    assert shape_of({"type": "string"}).members() is UNKNOWN
    assert UNKNOWN.member("x") is UNKNOWN.members() is UNKNOWN
