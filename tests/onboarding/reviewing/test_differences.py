from __future__ import annotations

import msgspec
from hypothesis import given
from hypothesis import strategies as st

from inquiro.core.types import Payload, VerbGroup
from inquiro.onboarding.reviewing.differences import data_difference, difference
from inquiro.onboarding.reviewing.payloads import payload_hash

LEAF = st.none() | st.booleans() | st.integers(0, 3) | st.sampled_from(["a", "b", ""])
DATA = st.recursive(
    LEAF,
    lambda inner: (
        st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from(["name", "lei", "x"]), inner, max_size=3)
    ),
)


def test_lines_for_people(payload):
    funds = [{"name": "Aldra Two", "share": 41.0}, {"name": "New\u202e"}]
    after = msgspec.structs.replace(
        payload,
        data={"apex": payload.data["apex"] | {"name": "Aldra AG"}, "funds": funds, "note": None},
        leis=(msgspec.structs.replace(payload.leis[0], verdict="name_differs"),),
        groups=(msgspec.structs.replace(payload.groups[0], verbs='(entity.ensure :name "x")'),),
    )
    assert difference(payload, after) == [
        'apex.name: "Aldra SE" → "Aldra AG"',
        "funds[0].share: 40.0 → 41.0",
        r'funds[1].name: added "New\u202e"',
        'funds[0].name: removed "Aldra One"',
        "funds[0].share: removed 60.0",
        "apex.lei: confirmed → name_differs",
        *(f"verbs: - {line}" for line in payload.groups[0].verbs.splitlines()),
        'verbs: + (entity.ensure :name "x")',
    ]


@given(DATA, DATA, st.sampled_from(["", "(a.b)", "(a.b)\n"]), st.sampled_from(["", "(a.b)", "(a.b)\n"]))
def test_there_is_a_difference_exactly_when_the_hash_differs(before, after, verbs, other):
    one = Payload(data=before, groups=(VerbGroup(key="k", verbs=verbs),))
    two = Payload(data=after, groups=(VerbGroup(key="k", verbs=other),))
    assert bool(difference(one, two)) == (payload_hash(one) != payload_hash(two))
    assert difference(one, one) == []


def test_another_order_is_said():
    assert data_difference([1, 2], [2, 1]) == ["the order of the members of a list is another one"]
    assert data_difference("a", "b") == ['all of it: "a" → "b"']
    assert data_difference({"a": 1}, {"a": {"b": 2}}) == ["a.b: added 2", "a: removed 1"]
