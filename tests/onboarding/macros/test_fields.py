from __future__ import annotations

from inquiro.onboarding.macros.fields import blank, fields_of, leaves, resolved
from inquiro.onboarding.unfilled import unfilled

SCHEMA = {
    "type": "object",
    "required": ["apex"],
    "$defs": {"entity": {"type": "object", "required": ["name"], "properties": {"name": {"type": "string"}}}},
    "properties": {
        "apex": {"$ref": "#/$defs/entity", "description": "top"},
        "funds": {"items": {"$ref": "#/$defs/entity"}},
        "quality": {"type": ["string", "null"], "default": "LOW"},
        "notes": {"type": "array"},
        "kind": {"const": "group"},
    },
}


def test_fields_with_their_types():
    found = {field.path: (field.types, field.required) for field in fields_of(SCHEMA)}
    assert found == {
        "apex.name": (("string",), True),
        "funds[].name": (("string",), False),
        "quality": (("string", "null"), False),
        "notes": (("array",), False),
        "kind": ((), False),
    }


def test_a_schema_that_leads_back_ends_somewhere():
    tree = {"properties": {"name": {"type": "string"}, "below": {"items": {"$ref": "#"}}}}
    assert 3 < len(fields_of(tree)) < 20
    assert blank(tree) == {"name": None, "below": []}


def test_an_empty_form():
    assert blank(SCHEMA) == {"apex": {"name": None}, "funds": [], "quality": "LOW", "notes": [], "kind": "group"}


def test_leaves_in_order():
    data = {"apex": {"name": "A", "lei": None}, "funds": [{"name": "F"}, {}], "notes": []}
    assert list(leaves(data)) == [
        ("apex.name", "A"),
        ("apex.lei", None),
        ("funds[0].name", "F"),
        ("funds[1]", {}),
        ("notes", []),
    ]


def test_references_in_circles_resolve_to_something():
    assert resolved({"a": {"$ref": "#/a"}}, {"$ref": "#/a"}) is not None


def test_what_may_be_null_and_what_has_several_parts():
    schema = {
        "$defs": {"firm": {"type": "object", "required": ["name"], "properties": {"name": {"type": "string"}}}},
        "required": ["apex"],
        "properties": {
            "apex": {"anyOf": [{"$ref": "#/$defs/firm"}, {"type": "null"}], "description": "At the top"},
            "since": {"oneOf": [{"type": "null"}, {"type": "integer"}]},
            "fund": {"allOf": [{"$ref": "#/$defs/firm"}, {"properties": {"isin": {"type": "string"}}}]},
            "either": {"oneOf": [{"type": "string"}, {"type": "integer"}]},
        },
    }
    assert [(one.path, one.types, one.required) for one in fields_of(schema)] == [
        ("apex.name", ("string",), True),
        ("since", ("integer", "null"), False),
        ("fund.name", ("string",), False),
        ("fund.isin", ("string",), False),
        ("either", (), False),
    ]
    assert unfilled(schema, {"apex": {}, "since": None}) == ["apex.name", "fund", "either"]
