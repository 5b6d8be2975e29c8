from __future__ import annotations

from inquiro.onboarding.macros.schema_words import misspelt


def test_near_misses_at_any_depth():
    schema = {
        "properties": {"a": {"items": {"minimun": 3}}, "requird": {"type": "string"}},
        "$defs": {"x": {"Enum": []}},
    }
    assert {fault.path for fault in misspelt(schema)} == {
        ("properties", "a", "items", "minimun"),
        ("$defs", "x", "Enum"),
    }


def test_foreign_words_and_data_are_left_alone():
    schema = {
        "example": 1,
        "nullable": True,
        "x-order": 3,
        "unit": "EUR",
        "default": {"requird": 1},
        "enum": [{"typ": 1}],
    }
    assert list(misspelt(schema)) == []
