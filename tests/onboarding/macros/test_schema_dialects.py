from __future__ import annotations

import pytest

from inquiro.onboarding.macros.schema_dialects import plainly_written
from inquiro.onboarding.macros.schemas import faults, validate

OWN = "https://schemas.example/company.json"


@pytest.mark.parametrize("reference", ["#firm", f"{OWN}#firm", f"{OWN}#/$defs/a~1b", "#/$defs/a~1b"])
def test_every_way_to_refer_within_the_schema_is_followed(reference):
    schema = {
        "$id": OWN,
        "$defs": {"a/b": {"$anchor": "firm", "type": "object", "required": ["name"]}},
        "properties": {"apex": {"$ref": reference}},
    }
    written = plainly_written(schema)
    assert written["properties"]["apex"] == {"$ref": "#/$defs/a~1b"}
    assert faults(written) == []
    assert [error.path for error in validate(written, {"apex": {}})] == ["apex.name"]


def test_the_whole_by_its_address():
    tree = plainly_written({"$id": OWN, "properties": {"children": {"type": "array", "items": {"$ref": OWN}}}})
    assert tree["properties"]["children"]["items"] == {"$ref": "#"}


@pytest.mark.parametrize("reference", ["#nowhere", "https://elsewhere.example/x.json#firm", "company.json", 3])
def test_other_references_stay_what_they_are(reference):
    schema = {"$id": OWN, "$defs": {"firm": {"$anchor": "firm"}}, "properties": {"x": {"$ref": reference}}}
    assert plainly_written(schema) == schema
    assert faults(schema) != []


def test_what_may_be_null():
    part = {"type": "string", "nullable": True, "enum": ["a"]}
    schema = {"properties": {"x": part, "nullable": {"type": "boolean"}, "y": {"nullable": True}}}
    written = plainly_written(schema)
    assert written["properties"]["x"] == {"type": ["string", "null"], "nullable": True, "enum": ["a", None]}
    assert (written["properties"]["nullable"], written["properties"]["y"]) == ({"type": "boolean"}, {"nullable": True})
    assert validate(written, {"x": None}) == []
    assert part["type"] == "string"


def test_what_cannot_be_walked_through_stays_as_it_is():
    deep: dict = {}
    for _ in range(500):
        deep = {"not": deep}
    assert plainly_written(deep) is deep
    assert plainly_written(["x"]) == ["x"]
