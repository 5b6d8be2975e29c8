"""Schemas in the narrow form that vendors enforce."""

from __future__ import annotations

from typing import Annotated

import msgspec
import pytest

from inquiro.providers.llm._schemas import in_words, plain_name, strict_schema


class Item(msgspec.Struct):
    quote: str
    page: int | None = None


class Findings(msgspec.Struct):
    """What was found."""

    title: Annotated[str, msgspec.Meta(max_length=80)]
    items: list[Item] = []


def test_a_struct_becomes_an_object_with_every_field_required():
    strict = strict_schema(msgspec.json.schema(Findings))
    assert strict is not None
    assert strict["type"] == "object"
    assert strict["additionalProperties"] is False
    assert strict["required"] == ["title", "items"]
    assert strict["properties"]["title"] == {"type": "string"}
    item = strict["$defs"]["Item"]
    assert (item["required"], item["additionalProperties"]) == (["quote", "page"], False)
    assert {"type": "null"} in item["properties"]["page"]["anyOf"]
    assert strict["properties"]["items"]["items"] == {"$ref": "#/$defs/Item"}


def test_plain_schemas_are_closed_all_the_way_down():
    schema = {
        "type": "object",
        "title": "x",
        "properties": {
            "kind": {"enum": ["a", "b"], "default": "a"},
            "inner": {"type": "object", "properties": {"n": {"type": "integer", "minimum": 3}}},
        },
        "required": ["kind"],
    }
    before = msgspec.json.encode(schema)
    strict = strict_schema(schema)
    assert strict == {
        "type": "object",
        "properties": {
            "kind": {"enum": ["a", "b"]},
            "inner": {
                "type": "object",
                "properties": {"n": {"type": "integer"}},
                "required": ["n"],
                "additionalProperties": False,
            },
        },
        "required": ["kind", "inner"],
        "additionalProperties": False,
    }
    assert msgspec.json.encode(schema) == before


@pytest.mark.parametrize(
    "schema",
    [
        {},
        {"type": "array", "items": {"type": "string"}},
        {"type": "object"},
        {"type": "object", "properties": {"x": {}}},
        {"type": "object", "properties": {"x": {"type": "array"}}},
        {"type": "object", "properties": {"x": True}},
        {"$ref": "#/$defs/Gone", "$defs": {}},
        msgspec.json.schema(dict[str, int]),
    ],
)
def test_what_cannot_be_said_strictly_is_left_to_words(schema):
    assert strict_schema(schema) is None


def test_a_schema_without_bottom_is_left_to_words():
    deep: dict = {"type": "string"}
    for _ in range(200):
        deep = {"type": "object", "properties": {"x": deep}}
    assert strict_schema(deep) is None


def test_a_wish_in_words_holds_the_schema():
    assert in_words({"type": "object"}).endswith('{"type":"object"}')


@pytest.mark.parametrize(
    ("name", "plain"), [("a b/c", "a_b_c"), ("", "answer"), ("x" * 99, "x" * 64), ("ok-1_", "ok-1_")]
)
def test_names_are_plain(name, plain):
    assert plain_name(name) == plain
