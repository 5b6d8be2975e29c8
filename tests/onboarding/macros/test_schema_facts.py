from __future__ import annotations

import pytest

from inquiro.onboarding.macros.schema_facts import ALL_KINDS, ANYTHING, FactFinder, Part

A, B = {"properties": {"a": {}}}, {"properties": {"b": {}}}
OPEN = {"type": "object"}


def about(schema):
    return FactFinder().about(Part(schema, schema))


@pytest.mark.parametrize(
    ("schema", "kinds"),
    [
        ({}, ALL_KINDS),
        ({"type": ["integer", "null"]}, {"number", "null"}),
        ({"type": "nonsense"}, ALL_KINDS),
        ({"enum": ["x", 1, None, True]}, {"string", "number", "null", "boolean"}),
        ({"const": {"a": 1}}, {"object"}),
        (A, {"object", "null"}),
        ({"items": A}, {"array", "null"}),
        ({**A, "items": {}}, ALL_KINDS),
        ({"type": "object", "allOf": [{"type": ["object", "string"]}]}, {"object"}),
        ({"anyOf": [{"type": "string"}, {"type": "null"}]}, {"string", "null"}),
        ({"type": "string", "allOf": [{"type": "array"}]}, ALL_KINDS),
    ],
)
def test_kinds(schema, kinds):
    assert about(schema).kinds == kinds


@pytest.mark.parametrize(
    ("schema", "names"),
    [
        (A, "a"),
        ({**A, "additionalProperties": False}, "a"),
        ({**A, "unevaluatedProperties": False, "allOf": [B]}, "ab"),
        ({"allOf": [A, {"required": ["a"]}, B]}, "ab"),
        ({"oneOf": [A, B, {"type": "null"}]}, "ab"),
        ({**A, "anyOf": [{"required": ["a"]}, {"minProperties": 2}]}, "a"),
        ({**A, "if": {"properties": {"c": {"const": 1}}}, "then": B, "else": {}}, "abc"),
        ({**A, "dependentSchemas": {"a": B}}, "ab"),
        ({"$ref": "#/$defs/z", "description": "it", "$defs": {"z": A}}, "a"),
        ({"$ref": "#/definitions/z", **B, "definitions": {"z": A}}, "ab"),
        ({"type": "object", "additionalProperties": False}, ""),
    ],
)
def test_schemas_that_list_their_names(schema, names):
    facts = about(schema)
    assert facts.knows_names
    assert sorted(facts.named) == list(names)


@pytest.mark.parametrize(
    "schema",
    [
        {},
        True,
        OPEN,
        {"type": "object", "properties": {}},
        {"type": "object", "required": ["a"]},
        {**A, "additionalProperties": True},
        {**A, "additionalProperties": {}},
        {**A, "patternProperties": {"^x-": {}}},
        {"anyOf": [A, OPEN]},
        {"anyOf": [A, {}]},
        {"allOf": [A, {"additionalProperties": True}]},
        {"if": A, "then": B},
        {"not": A},
        {"$ref": "#"},
        {**A, "$ref": "#anchor"},
        {**A, "$ref": "#/$defs/nowhere"},
        {**A, "$ref": "https://example.org/schema"},
        {**A, "$dynamicRef": "#node"},
        {"$ref": "#/$defs/z", "$defs": {"z": {"anyOf": [A, {"$ref": "#/$defs/z"}]}}},
    ],
)
def test_schemas_that_leave_names_open(schema):
    assert not about(schema).knows_names


@pytest.mark.parametrize(
    ("schema", "known", "count"),
    [
        ({"items": A}, True, 1),
        ({"items": [A, B], "additionalItems": False}, True, 2),
        ({"items": [A], "additionalItems": B}, True, 2),
        ({"prefixItems": [A], "items": False}, True, 1),
        ({"prefixItems": [A], "items": B}, True, 2),
        ({"items": [A]}, False, 1),
        ({"prefixItems": [A]}, False, 1),
        ({"type": "array"}, False, 0),
        ({"items": True}, False, 0),
        ({"anyOf": [{"items": A}, {"type": "string"}]}, True, 1),
        ({"anyOf": [{"items": A}, {"type": "array"}]}, False, 1),
    ],
)
def test_what_a_list_holds(schema, known, count):
    facts = about(schema)
    assert (facts.knows_items, len(facts.items)) == (known, count)


def test_nothing_is_false_and_what_is_too_deep_is_anything():
    assert about(False).kinds == frozenset()
    deep = A
    for _ in range(60):
        deep = {"allOf": [deep]}
    assert about(deep) == ANYTHING


def test_references_that_branch_again_and_again_are_followed_once():
    defs = {f"d{n}": {"anyOf": [{"$ref": f"#/$defs/d{n + 1}"} for _ in range(5)]} for n in range(15)} | {"d15": A}
    assert sorted(about({"$ref": "#/$defs/d0", "$defs": defs}).named) == ["a"]
