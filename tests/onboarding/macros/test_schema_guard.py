from __future__ import annotations

import pytest

from inquiro.onboarding.macros.schema_guard import guard

TREE = {
    "$defs": {
        "company": {
            "type": "object",
            "properties": {
                "name": {"type": "string"},
                "subsidiaries": {"type": "array", "items": {"$ref": "#/$defs/company"}},
                "parent": {"anyOf": [{"$ref": "#/$defs/company"}, {"type": "null"}]},
            },
        }
    },
    "$ref": "#/$defs/company",
}


def said(schema) -> str:
    return " | ".join(fault.message for fault in guard(schema))


def test_trees_are_fine():
    assert guard(TREE) == []


@pytest.mark.fault(41)
@pytest.mark.parametrize(
    "reference", ["https://example.org/schema.json", "file:///etc/passwd", "other.json#/x", "#anchor", "", 3]
)
def test_only_references_within_the_schema(reference):
    (fault,) = guard({"properties": {"a": {"$ref": reference}}})
    assert fault.path == ("properties", "a", "$ref")
    assert "only references within" in fault.message


@pytest.mark.fault(41)
def test_a_reference_that_leads_nowhere():
    assert "#/$defs/nobody leads to nothing" in said({"properties": {"a": {"$ref": "#/$defs/nobody"}}})


@pytest.mark.fault(41)
@pytest.mark.parametrize(
    "schema",
    [
        {"$ref": "#"},
        {"allOf": [{"$ref": "#"}]},
        {"$defs": {"a": {"not": {"$ref": "#/$defs/b"}}, "b": {"$ref": "#/$defs/a"}}, "$ref": "#/$defs/a"},
    ],
)
def test_going_round_on_the_spot(schema):
    assert "without going a level deeper" in said(schema)


@pytest.mark.fault(41)
@pytest.mark.parametrize(
    "schema",
    [
        {"properties": {"a": {"allOf": [{"$ref": "#"}, {"$ref": "#"}]}}},
        {"properties": {"a": {"$ref": "#"}}, "patternProperties": {"^a": {"$ref": "#"}}},
        {"properties": {"a": {"$ref": "#", "properties": {"a": {"$ref": "#"}}}}},
    ],
)
def test_work_that_doubles_with_every_level(schema):
    assert "twice for the same part" in said(schema)


@pytest.mark.fault(41)
def test_references_that_multiply():
    definitions = {
        f"d{n}": {"allOf": [{"$ref": f"#/$defs/d{n + 1}"}, {"$ref": f"#/$defs/d{n + 1}"}]} for n in range(40)
    }
    assert "more than 100,000 parts" in said({"$defs": {**definitions, "d40": {}}, "$ref": "#/$defs/d0"})


@pytest.mark.fault(41)
def test_size_and_depth():
    assert "more than 20,000 values" in said({"allOf": [{}] * 100_000})
    assert "allOf has 101 branches" in said({"allOf": [{}] * 101})
    deep: dict = {}
    for _ in range(100):
        deep = {"not": deep}
    assert "more than 60 deep" in said(deep)
    assert "maxLength is larger" in said({"properties": {"a": {"maxLength": 10**30}}})
    assert "a pattern of more than" in said({"pattern": "a" * 1_001})
    many = {f"d{n}": {"properties": {"x": {"$ref": f"#/$defs/d{n + 1}"}}} for n in range(300)}
    patterns = {f"p{n}": {"pattern": f"a{n}"} for n in range(501)}
    assert "more than 500 patterns" in said({"properties": patterns})
    assert "more than 300 references lead back" in said({"properties": {f"p{n}": {"$ref": "#"} for n in range(301)}})
    assert "more than 2,000 references" in said({"properties": {f"p{n}": {"$ref": "#"} for n in range(2_001)}})
    assert "more than 200 different parts" in said({"$defs": {**many, "d300": {}}, "$ref": "#/$defs/d0"})


def test_words_that_only_look_like_keywords():
    assert guard({"properties": {"$ref": {"const": {"$ref": "http://x"}}}, "enum": [{"$ref": "http://y"}]}) == []


@pytest.mark.parametrize("schema", [None, [], "object", True])
def test_what_is_no_schema(schema):
    assert "has to be a map" in said(schema)


def test_references_through_escapes_and_lists():
    schema = {"$defs": {"a/b": {"anyOf": [{"type": "string"}]}}, "$ref": "#/$defs/a~1b/anyOf/0"}
    assert guard(schema) == []


def test_other_ways_to_refer():
    assert "$dynamicRef is not supported" in said({"properties": {"a": {"$dynamicRef": "#x"}}})
    assert "$id is supported at the top" in said({"$id": "https://x", "properties": {"a": {"$id": "https://y"}}})
