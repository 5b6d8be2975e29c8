from __future__ import annotations

import msgspec
from hypothesis import given
from hypothesis import strategies as st

from inquiro.core.types import Reference, Symbol, VerbArgument, VerbCall, VerbOutcome, VerbSpec
from inquiro.onboarding.executing.arguments import blocked_among, bound_value, plain_arguments

SPEC = VerbSpec(
    name="a.b",
    open=True,
    arguments=(VerbArgument(name="depth", type="integer", default=3), VerbArgument(name="who", aliases=("whom",))),
)


def test_arguments_arrive_plain_under_their_own_names():
    call = VerbCall(
        verb="a.b",
        arguments={
            "whom": Reference(name="x"),
            "list": [Symbol(name="fund"), Reference(name="all"), {"deep": Reference(name="v")}],
            "huge": 10**30,
            "none": None,
        },
    )
    bound = {
        "x": VerbOutcome(ref="id-1", refs=("id-1", "id-2")),
        "all": VerbOutcome(refs=("id-1", "id-2")),
        "v": VerbOutcome(value={"a": 1}),
    }
    arguments = plain_arguments(call, SPEC, bound)
    assert arguments == {
        "depth": 3,
        "who": "id-1",
        "list": ["fund", ["id-1", "id-2"], {"deep": {"a": 1}}],
        "huge": "1" + "0" * 30,
    }


def test_a_name_stands_for_an_id_a_list_or_a_value():
    assert bound_value(VerbOutcome(ref="e")) == "e"
    assert bound_value(VerbOutcome(refs=("e", "f"))) == ["e", "f"]
    assert bound_value(VerbOutcome(value=[1])) == [1]


VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=3), inner, max_size=3),
    max_leaves=8,
)


@given(VALUES)
def test_whatever_is_given_can_be_kept_as_json(value):
    plain = plain_arguments(VerbCall(verb="a.b", arguments={"any": value}), SPEC, {})
    if "\\ud" not in ascii(value):
        msgspec.json.encode(plain)


@given(VALUES, st.sampled_from(["529900K9B0N5BT694847", "short"]))
def test_a_blocked_lei_is_found_however_deep_it_lies(value, lei):
    assert blocked_among({"a": [value, {"b": (Symbol(name=lei.lower()),)}]}, {lei: "why"})
    assert not blocked_among(value, {lei: "why"})


def test_a_short_text_is_not_found_inside_others_and_nothing_is_never_found():
    assert not blocked_among(["a shorter text"], {"short": "why", "": "why", " ": "why"})
    assert blocked_among(["x 529900K9B0N5BT694847 y"], {"529900K9B0N5BT694847": "why"})


def test_a_number_that_is_carried_as_a_text_is_compared_as_one():
    assert blocked_among({"lei": 98450012345678901275}, {"98450012345678901275": "why"})
