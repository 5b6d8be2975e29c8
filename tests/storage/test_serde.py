import json
import math
from collections import OrderedDict
from datetime import UTC, datetime
from typing import NamedTuple

import pytest
from hypothesis import given
from hypothesis import strategies as st
from langgraph.types import Command, Interrupt, Send

from inquiro.core.errors import StoreCorrupt
from inquiro.storage.serde import PlainJson, dumps, loads

scalars = st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text()
keys = st.text() | st.sampled_from(["$tuple", "$send", "$", "$dict"]) | st.integers() | st.booleans()
plain = st.recursive(
    scalars,
    lambda inner: st.lists(inner) | st.lists(inner).map(tuple) | st.dictionaries(keys, inner),
    max_leaves=20,
)


def same(a, b):
    """Equal, and of equal types all the way down: True is not 1, a tuple is not a list."""
    if type(a) is not type(b):
        return False
    if isinstance(a, dict):
        return len(a) == len(b) and all(
            same(k1, k2) and same(v1, v2) for (k1, v1), (k2, v2) in zip(a.items(), b.items(), strict=True)
        )
    if isinstance(a, list | tuple):
        return len(a) == len(b) and all(same(x, y) for x, y in zip(a, b, strict=True))
    return a == b


@given(plain)
def test_plain_values_come_back_as_they_were(value):
    text = dumps(value)
    json.loads(text)
    assert same(loads(text), value)


@pytest.mark.parametrize("value", [math.inf, -math.inf, 2**70, -(2**64), 2**63, 2**63 - 1, -(2**63)])
def test_numbers_beyond_json_come_back(value):
    assert same(loads(dumps(value)), value)


def test_not_a_number_comes_back():
    assert math.isnan(loads(dumps(math.nan)))


@given(plain, plain)
def test_what_the_graph_writes_comes_back(one, other):
    for value in (
        Send("node", one),
        Interrupt(one, "id-1"),
        Interrupt(one, "id-2", response_schema={"type": "object"}),
        Command(update=one, resume=other, goto=[Send("n", other), "m"], graph=Command.PARENT),
        [("channel", Send("node", {"a": (one,)}))],
    ):
        found = loads(dumps(value))
        assert found == value
        assert type(found) is type(value)


def test_an_error_is_kept_as_words():
    assert loads(dumps(ValueError("broken"))) == "ValueError('broken')"


class Pair(NamedTuple):
    a: int
    b: int


class Custom:
    """Something of our own."""


@pytest.mark.parametrize(
    "value",
    [
        Custom(),
        {1, 2},
        b"bytes",
        datetime(2026, 1, 1, tzinfo=UTC),
        OrderedDict(a=1),
        Pair(1, 2),
        print,
        {"deep": [Custom()]},
        Interrupt("x", "id", response_schema=Custom),
        Send("node", 1, timeout=3.0),
    ],
)
def test_everything_else_is_refused(value):
    with pytest.raises(TypeError, match="checkpoint"):
        dumps(value)


@pytest.mark.parametrize(
    "text",
    [
        '{"$object": ["os", "system"]}',
        '{"$send": ["n", 1], "$tuple": []}',
        '{"a": {"$constructor": 1}}',
        '{"$tuple": [], "b": 1}',
    ],
)
def test_a_forged_value_is_refused(text):
    with pytest.raises(StoreCorrupt):
        loads(text)


def test_the_serializer_knows_only_its_own_format():
    serde = PlainJson()
    assert serde.loads_typed(serde.dumps_typed({"a": (1,)})) == {"a": (1,)}
    with pytest.raises(StoreCorrupt, match="pickle"):
        serde.loads_typed(("pickle", b"cos\nsystem\n."))
