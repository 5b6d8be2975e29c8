from __future__ import annotations

import jsonschema_rs
import pytest

from inquiro.core.errors import UsageError
from inquiro.core.types import Macro, MacroParameter
from inquiro.onboarding.macros.parameters import fill, parameter_schema, parameters_schema

MACRO = Macro(
    name="m",
    parameters=(
        MacroParameter(name="client", required=True, description="Name of the client"),
        MacroParameter(name="country", pattern="^[A-Z]{2}$"),
        MacroParameter(name="depth", type="integer", default=3, enum=(1, 3, 5)),
        MacroParameter(name="share", type="number"),
        MacroParameter(name="deep", type="boolean", default=False),
        MacroParameter(name="topics", type="array", items={"type": "string", "enum": ["a", "b", "c"]}),
        MacroParameter(name="years", type="array", items={"type": "integer"}),
        MacroParameter(name="options", type="object"),
    ),
)


def refused(given, *, texts=False) -> str:
    with pytest.raises(UsageError) as caught:
        fill(MACRO, given, texts=texts)
    return str(caught.value)


def test_defaults_and_absent_ones():
    assert fill(MACRO, {"client": "A"}) == {
        "client": "A",
        "country": None,
        "depth": 3,
        "share": None,
        "deep": False,
        "topics": None,
        "years": None,
        "options": None,
    }


def test_null_is_the_same_as_nothing():
    assert fill(MACRO, {"client": "A", "depth": None})["depth"] == 3
    assert "parameter 'client' is missing: Name of the client" in refused({"client": None})


def test_all_problems_at_once():
    said = refused({"country": "Germany", "depth": 2, "share": "a", "topics": ["a", "z"], "name": 1})
    for part in (
        "unknown parameter 'name'; known: client (required), country, depth",
        "parameter 'client' is missing",
        """parameter 'country': "Germany" does not match "^[A-Z]{2}$\"""",
        "parameter 'depth': 2 is not one of 1, 3 or 5",
        """parameter 'share': "a" is not of type "number\"""",
        """parameter 'topics[1]': "z" is not one of""",
    ):
        assert part in said


@pytest.mark.parametrize(
    ("name", "value"), [("client", 3), ("depth", True), ("depth", "3"), ("deep", 1), ("topics", "a"), ("options", [])]
)
def test_nothing_is_converted_silently(name, value):
    assert f"parameter '{name}'" in refused({"client": "A", name: value})


@pytest.mark.parametrize(
    ("name", "text", "value"),
    [
        ("client", "3", "3"),
        ("client", "no", "no"),
        ("depth", "5", 5),
        ("share", "2.5", 2.5),
        ("share", "1", 1),
        ("deep", "Yes", True),
        ("deep", "false", False),
        ("topics", "a, b", ["a", "b"]),
        ("topics", '["a"]', ["a"]),
        ("topics", "", []),
        ("years", "2020,2021", [2020, 2021]),
        ("options", '{"x": 1}', {"x": 1}),
    ],
)
def test_words_of_a_command_line(name, text, value):
    assert fill(MACRO, {"client": "A", name: text}, texts=True)[name] == value


@pytest.mark.parametrize(
    ("name", "text", "said"),
    [
        ("depth", "many", "has to be a whole number, not 'many'"),
        ("depth", "3.5", "3.5 is not of type"),
        ("share", "1e999", "share"),
        ("deep", "perhaps", "has to be true or false, not 'perhaps'"),
        ("topics", "[a", "has to be a list"),
        ("years", "2020,soon", "parameter 'years[1]'"),
        ("options", "x=1", "has to be JSON"),
    ],
)
def test_words_that_are_something_else(name, text, said):
    assert said in refused({"client": "A", name: text}, texts=True)


@pytest.mark.parametrize("blank", ["", " \n"])
def test_what_is_required_may_not_be_empty(blank):
    assert "parameter 'client' is empty" in refused({"client": blank})
    chosen = Macro(name="m", parameters=(MacroParameter(name="x", required=True, enum=(blank, "a")),))
    assert fill(chosen, {"x": blank}) == {"x": blank}


@pytest.mark.fault(40)
def test_a_catastrophic_pattern_of_a_parameter():
    macro = Macro(name="m", parameters=(MacroParameter(name="x", pattern="(a+)+$"),))
    with pytest.raises(UsageError, match="does not match"):
        fill(macro, {"x": "a" * 40 + "!"})


def test_an_enum_of_an_array_is_about_its_members():
    parameter = MacroParameter(name="x", type="array", enum=("a", "b"))
    assert parameter_schema(parameter)["items"] == {"enum": ["a", "b"]}
    whole = MacroParameter(name="x", type="array", enum=(["a"], ["b"]))
    assert parameter_schema(whole)["enum"] == [["a"], ["b"]]


def test_all_parameters_as_one_schema():
    schema = parameters_schema(MACRO)
    assert schema["required"] == ["client"]
    assert schema["properties"]["depth"] == {"type": "integer", "enum": [1, 3, 5], "default": 3}
    assert jsonschema_rs.is_valid(schema, {"client": "A", "depth": 3})
    assert not jsonschema_rs.is_valid(schema, {"client": "A", "other": 3})
