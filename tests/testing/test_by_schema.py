"""Whatever the schema, what is filled in fits it."""

from __future__ import annotations

import jsonschema_rs
import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from inquiro.core.models import Message, ModelRequest
from inquiro.engine.asked.assessing import Judged
from inquiro.engine.asked.extracting import Extracted
from inquiro.engine.asked.planning import Planned
from inquiro.engine.asked.repairing import Repaired
from inquiro.engine.asked.report_form import Written
from inquiro.engine.asking_typed import schema_of as engine_schema
from inquiro.testing.by_schema import NOTHING, fill, objects_in, schema_of, strings_in

LEAVES = st.sampled_from(
    [
        {"type": "string"},
        {"type": "string", "minLength": 7, "maxLength": 9},
        {"type": "integer", "minimum": 3, "maximum": 5},
        {"type": "number", "maximum": -1.5},
        {"type": "boolean"},
        {"type": "null"},
        {"enum": ["a", 2, None]},
        {"const": "always"},
        {"anyOf": [{"type": "null"}, {"type": "string"}]},
        {"type": ["null", "integer"]},
        {"$ref": "#/$defs/Leaf"},
    ]
)


def objects(inner):
    names = st.text("abc", min_size=1, max_size=3)
    return st.dictionaries(names, inner, max_size=4).map(
        lambda fields: {
            "type": "object",
            "properties": fields,
            "required": sorted(fields),
            "additionalProperties": False,
        }
    )


SCHEMAS = st.recursive(
    LEAVES,
    lambda inner: (
        objects(inner)
        | st.builds(
            lambda of, least, more: {"type": "array", "items": of, "minItems": least, "maxItems": least + more},
            inner,
            st.integers(0, 3),
            st.integers(0, 3),
        )
        | inner.map(lambda of: {"type": "object", "additionalProperties": of})
    ),
    max_leaves=12,
)
SAID = st.one_of(st.just(NOTHING), st.none(), st.text(max_size=12), st.integers(), st.booleans(), st.floats(-9, 9))


class Babble:
    """Knows nothing, and says so in every way."""

    def __init__(self, said, subjects):
        self._said, self._subjects = said, subjects

    def subjects(self, place):
        return self._subjects

    def value(self, place):
        return self._said


@given(SCHEMAS, SAID, st.none() | st.lists(st.text("xyz", min_size=1), max_size=50, unique=True))
def test_the_value_fits_the_schema_whatever_the_filler_says(schema, said, subjects):
    schema = {"$defs": {"Leaf": {"type": "string", "maxLength": 4}}} | schema
    value = fill(schema, Babble(said, subjects))
    assert jsonschema_rs.is_valid(schema, value), (schema, value)


@pytest.mark.parametrize("type_", [Planned, Extracted, Judged, Written, Repaired])
@pytest.mark.parametrize("schema", [engine_schema, msgspec.json.schema])
def test_the_types_of_the_steps_can_be_filled_without_knowing_them(type_, schema):
    value = fill(schema(type_), Babble("words", None))
    assert msgspec.convert(value, type_)
    assert strings_in(value)


def test_a_type_that_holds_itself_comes_to_an_end():
    schema = {
        "$ref": "#/$defs/Node",
        "$defs": {
            "Node": {
                "type": "object",
                "properties": {
                    "name": {"type": "string"},
                    "inner": {"type": "array", "items": {"$ref": "#/$defs/Node"}},
                },
                "required": ["name"],
            }
        },
    }
    assert jsonschema_rs.is_valid(schema, fill(schema, Babble("x", None)))


def test_a_schema_may_be_told_in_words():
    schema = {"type": "object", "properties": {"a": {"type": "string"}}}
    told = f"Be brief. {{not json}}\nIt has to fit this JSON Schema:\n{msgspec.json.encode(schema).decode()}"
    request = ModelRequest(messages=(Message(role="system", text=told), Message(role="user", text='{"properties": 1}')))
    assert schema_of(request) == schema
    assert schema_of(ModelRequest(messages=request.messages[1:])) is None


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ('say {"a": {"b": "}"}} and {"c": 1}', [{"a": {"b": "}"}}, {"c": 1}]),
        ('{ broken {"a": "\\"{"} rest', [{"a": '"{'}]),
        ("{" * 2_000, []),
        ("nothing", []),
    ],
)
def test_objects_are_found_anywhere_in_a_text(text, found):
    assert objects_in(text) == found
