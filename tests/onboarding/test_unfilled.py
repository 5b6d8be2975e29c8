"""Fields that nobody filled in are named, without drowning a reviewer in optional ones."""

from __future__ import annotations

from inquiro.onboarding.unfilled import unfilled

SCHEMA = {
    "properties": {
        "apex": {"properties": {"name": {}, "lei": {}}},
        "funds": {"items": {"$ref": "#/$defs/fund"}},
        "notes": {"type": "string"},
    },
    "$defs": {"fund": {"properties": {"name": {}, "lei": {}, "isin": {}}, "required": ["name", "lei"]}},
}


def test_missing_fields_of_objects_and_required_ones_of_members():
    data = {"apex": {"name": "A"}, "funds": [{"name": "F"}, {"lei": "L", "name": "G"}]}
    assert unfilled(SCHEMA, data) == ["apex.lei", "funds[0].lei", "notes"]


def test_an_empty_result_misses_everything_at_the_top():
    assert unfilled(SCHEMA, {}) == ["apex", "funds", "notes"]


def test_what_is_no_object_misses_nothing():
    assert unfilled(SCHEMA, "text") == []
    assert unfilled({}, {"a": 1}) == []


def test_a_schema_that_leads_back_into_itself_ends():
    loop = {"properties": {"a": {"$ref": "#"}}}
    data: dict[str, object] = {}
    for _ in range(30):
        data = {"a": data}
    assert unfilled(loop, data) == []
