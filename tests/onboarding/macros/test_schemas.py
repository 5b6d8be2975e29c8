from __future__ import annotations

import pytest

from inquiro.core.errors import UsageError
from inquiro.onboarding.macros.schemas import faults, schema_problems, validate, written

GROUP = {
    "type": "object",
    "required": ["apex"],
    "additionalProperties": False,
    "properties": {
        "apex": {"type": "object", "required": ["name"]},
        "subsidiaries": {"type": "array", "items": {"required": ["name"], "properties": {"name": {"type": "string"}}}},
        "quality": {"enum": ["HIGH", "LOW"]},
    },
}


def test_every_error_with_its_path_in_order():
    data = {"subsidiaries": [{"name": "A"}] * 2 + [{"name": 3}] + [{}] * 9, "quality": "SO-SO", "extra": 1}
    found = [str(error) for error in validate(GROUP, data)]
    assert found[0] == "apex: is missing"
    assert "extra: is not a field of the schema" in found
    assert 'quality: "SO-SO" is not one of "HIGH" or "LOW"' in found
    assert 'subsidiaries[2].name: 3 is not of type "string"' in found
    missing = [one for one in found if one.endswith("].name: is missing")]
    assert missing == [f"subsidiaries[{n}].name: is missing" for n in range(3, 12)]


def test_valid_data_have_no_errors():
    assert validate(GROUP, {"apex": {"name": "A"}}) == []


def test_branches_say_what_each_wanted():
    (error,) = validate({"anyOf": [{"type": "string"}, {"type": "null"}]}, 3)
    assert error == ("", '3 is not of type "string" or 3 is not of type "null"')


def test_many_errors_are_counted():
    found = validate({"items": {"type": "string"}}, list(range(1_500)))
    assert len(found) == 1_001
    assert found[-1].message == "and 500 more errors"


@pytest.mark.fault(40)
@pytest.mark.parametrize("pattern", ["(a+)+$", "^(a|aa)+$", "^(([a-z])+.)+[A-Z]([a-z])+$", "(.*a){25}$"])
def test_catastrophic_patterns_do_not_hang(pattern):
    assert schema_problems({"pattern": pattern}) == []
    assert validate({"properties": {"x": {"pattern": pattern}}}, {"x": "a" * 5_000 + "!"}) != []


@pytest.mark.fault(40)
def test_patterns_that_have_to_look_around_are_given_up_on():
    (error,) = validate({"properties": {"x": {"pattern": "^(a|aa)+(?!x)$"}}}, {"x": "a" * 60 + "!"})
    assert error == ("x", "could not be compared with the pattern: it takes too many steps")


@pytest.mark.fault(40)
@pytest.mark.parametrize("pattern", ["[", "(", "(?P<n", "^((\\w{1,100}){1,100}){1,100}$"])
def test_patterns_that_cannot_be_used(pattern):
    (fault,) = faults({"properties": {"x": {"pattern": pattern}}})
    assert fault.path == ("properties", "x", "pattern")
    assert "is no pattern that can be used" in fault.message


def test_what_is_wrong_with_a_schema_is_said_at_once():
    schema = {"type": "strin", "required": "x", "properties": {"a": {"minLength": -1}, "b": {"$ref": "http://x"}}}
    assert {fault.path for fault in faults(schema)} == {
        ("type",),
        ("required",),
        ("properties", "a", "minLength"),
        ("properties", "b", "$ref"),
    }


@pytest.mark.parametrize(
    "kind",
    [
        "http://json-schema.org/draft-04/schema#",
        "http://json-schema.org/draft-07/schema#",
        "https://json-schema.org/draft/2020-12/schema",
    ],
)
def test_kinds_of_schema(kind):
    schema = {
        "$schema": kind,
        "title": "T",
        "type": "object",
        "properties": {"d": {"type": "string", "format": "date"}},
    }
    assert schema_problems(schema) == []
    assert validate(schema, {"d": 3}) != []


def test_an_unknown_kind_of_schema():
    assert "unknown kind of schema" in schema_problems({"$schema": "https://example.org/mine"})[0]


@pytest.mark.fault(41)
def test_a_schema_that_cannot_be_used_validates_nothing():
    with pytest.raises(UsageError, match="only references within the schema"):
        validate({"$ref": "https://example.org/x"}, {})


def test_numbers_that_are_none_and_very_large_ones():
    assert validate({"type": "number"}, float("nan")) != []
    assert validate({"type": "integer"}, 10**400) == []


def test_paths_as_people_write_them():
    assert written(("subsidiaries", 3, "name")) == "subsidiaries[3].name"
    assert written((0, "a")) == "[0].a"
    assert written(()) == ""


def test_the_values_of_an_enum_are_listed():
    def said(schema, value):
        return [error.message for error in validate(schema, value)]

    assert said({"enum": ["a", "b", "c", None]}, "x") == ['"x" is not one of "a", "b", "c" or null']
    assert said({"enum": ["é"]}, 2**70) == [f'{2**70} is not one of "é"']
    assert said({"anyOf": [{"type": "integer"}, {"enum": ["a", "b", "c"]}]}, "x") == [
        '"x" is not of type "integer" or "x" is not one of "a", "b" or "c"'
    ]
    (long,) = said({"enum": list(range(40))}, "x")
    assert long.endswith("28, 29 or 10 more")
