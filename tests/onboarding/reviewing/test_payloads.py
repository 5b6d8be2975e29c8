from __future__ import annotations

import json
import math

import msgspec
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from inquiro.core.types import Payload, VerbGroup
from inquiro.onboarding.reviewing.payloads import as_kept, canonical, is_hash_of, new_review, payload_hash, short_hash
from inquiro.storage.characters import json_text

PLAIN = st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(max_size=8)
DATA = st.recursive(
    PLAIN, lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=5), inner, max_size=4)
)


def places(value, at=()):
    yield at
    if isinstance(value, dict):
        for key, inner in value.items():
            yield from places(inner, (*at, key))
    elif isinstance(value, list):
        for index, inner in enumerate(value):
            yield from places(inner, (*at, index))


def replaced(value, at, new):
    if not at:
        return new
    copy = dict(value) if isinstance(value, dict) else list(value)
    copy[at[0]] = replaced(value[at[0]], at[1:], new)
    return copy


def reversed_keys(value):
    if isinstance(value, dict):
        return {key: reversed_keys(inner) for key, inner in reversed(value.items())}
    return [reversed_keys(inner) for inner in value] if isinstance(value, list) else value


def same(one, other):
    """Equal as JSON, worked out another way: by type, then by value."""
    if isinstance(one, dict) and isinstance(other, dict):
        return one.keys() == other.keys() and all(same(one[key], other[key]) for key in one)
    if isinstance(one, list) and isinstance(other, list):
        return len(one) == len(other) and all(map(same, one, other))
    if isinstance(one, bool) or isinstance(other, bool) or isinstance(one, str) or isinstance(other, str):
        return type(one) is type(other) and one == other
    return one == other


@given(DATA)
def test_the_order_of_keys_does_not_count(data):
    assert payload_hash(Payload(data=data)) == payload_hash(Payload(data=reversed_keys(data)))


@pytest.mark.fault(55)
@given(DATA, DATA, st.data())
def test_any_other_value_anywhere_is_another_hash(data, new, draw):
    data, new = as_kept(Payload(data=data)).data, as_kept(Payload(data=new)).data
    changed = replaced(data, draw.draw(st.sampled_from(list(places(data)))), new)
    equal = payload_hash(Payload(data=data)) == payload_hash(Payload(data=changed))
    assert equal == same(data, changed)


@given(DATA, st.text(max_size=8))
def test_what_comes_back_from_a_database_has_the_same_hash(data, text):
    payload = Payload(data=data, params={"p": data}, groups=(VerbGroup(key=text, verbs=text),))
    kept = msgspec.convert(msgspec.json.decode(json_text(payload)), Payload)
    assert payload_hash(kept) == payload_hash(payload) == payload_hash(as_kept(payload))
    assert canonical(as_kept(payload)) == canonical(kept)


@pytest.mark.fault(55)
def test_every_part_of_a_payload_counts(payload):
    full = msgspec.structs.replace(payload, origin="file", validation_errors=("e",), problems=("p",))
    told = msgspec.json.decode(msgspec.json.encode(full))
    hashes = {payload_hash(full)}
    count = 0
    for at in places(told):
        value = told
        for step in at:
            value = value[step]
        if at and not isinstance(value, (dict, list)) and at[0] not in ("macro", "schema_valid"):
            new = "LOW" if at[-1] == "search_quality" else _other(at, value)
            hashes.add(payload_hash(msgspec.convert(replaced(told, at, new), Payload)))
            count += 1
    assert count > 60
    assert len(hashes) == count + 1
    for change in ({"schema_valid": False}, {"macro": None}, {"data": None}, {"leis": ()}, {"sources": ()}):
        hashes.add(payload_hash(msgspec.structs.replace(full, **change)))
    assert len(hashes) == count + 6


def _other(at, value):
    if at[-1] == "label":
        return "unsupported"
    if at[-1] == "verdict":
        return "lapsed"
    if isinstance(value, (int, float)):
        return value + 1
    return 7 if at[-1] == "page" else f"{value or ''}!"


def test_numbers_count_by_value_and_texts_exactly():
    def hashed(data):
        return payload_hash(Payload(data=data))

    assert hashed(1) == hashed(1.0) == hashed(1e0)
    assert hashed(0) == hashed(-0.0)
    assert hashed(json.loads("1e2")) == hashed(100)
    others = [1, True, "1", 1.5, [1], {"1": 1}, None, "", "é", "e\u0301", "é ", " é", 2**70, 2**70 + 1]
    assert len({hashed(one) for one in others}) == len(others)


def test_a_field_that_a_later_version_adds_changes_no_hash():
    class Later(Payload, frozen=True, kw_only=True):
        added: str = ""

    assert canonical(Later(data=[1])) == canonical(Payload(data=[1]))
    assert canonical(Later(data=[1], added="x")) != canonical(Payload(data=[1]))


def test_what_no_database_keeps_is_kept_as_it_will_be():
    kept = as_kept(Payload(data={"half \ud800": ["\udfff", math.inf, math.nan]}))
    assert kept.data == {"half \ufffd": ["\ufffd", None, None]}
    made = new_review(Payload(data=math.inf), kind="macro", title="t")
    assert made.payload.data is None
    assert made.payload_hash == payload_hash(made.payload)


@given(st.text("0123456789abcdef", min_size=64, max_size=64), st.text("0123456789abcdef", min_size=1, max_size=64))
def test_a_hash_is_known_by_its_beginning_but_not_by_less_than_its_short_form(full, seen):
    assume(not full.startswith(seen))
    assert is_hash_of(full, full)
    assert is_hash_of(f" {short_hash(full).upper()}\n", full)
    assert not is_hash_of(full[:7], full)
    assert not is_hash_of(seen, full)
    assert not is_hash_of("", full)
