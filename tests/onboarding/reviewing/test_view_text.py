from __future__ import annotations

import json

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from inquiro.core.types import (
    Citation,
    FieldSupport,
    LeiFinding,
    Macro,
    MacroSource,
    Payload,
    VerbGroup,
)
from inquiro.onboarding.macros.fields import leaves
from inquiro.onboarding.reviewing.payloads import as_kept, new_review, payload_hash
from inquiro.onboarding.reviewing.view_text import text_of
from inquiro.onboarding.reviewing.viewing import view
from inquiro.onboarding.reviewing.wording import shown
from inquiro.text.display import escaped

TEXT = st.text(st.sampled_from('aB9 "\\\n\t<>&;()\u202e\u200b\x1b\u2028é'), max_size=12)
SAID = TEXT.map(lambda text: f"x{text}")
LEAF = st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | TEXT
DATA = st.dictionaries(
    st.sampled_from(["apex", "lei", "name", "x y"]),
    st.recursive(LEAF, lambda inner: st.lists(inner, max_size=3) | st.dictionaries(TEXT, inner, max_size=3)),
    max_size=4,
)
CITATIONS = st.lists(
    st.builds(Citation, source_id=SAID, quote=TEXT, start=st.integers(0, 99), end=st.integers(0, 99),
              document_id=SAID, before=SAID, after=SAID, page=st.integers(1, 9), heading=SAID),
    max_size=2,
)  # fmt: skip
FIELDS = st.builds(FieldSupport, path=SAID, label=st.sampled_from(["quoted", "inferred"]), note=TEXT,
                   evidence=CITATIONS.map(tuple))  # fmt: skip
LEIS = st.builds(LeiFinding, path=SAID, lei=SAID, verdict=st.sampled_from(["confirmed", "malformed", "lapsed"]),
                 reason=SAID, name=SAID, jurisdiction=SAID, record_name=SAID, record_jurisdiction=SAID,
                 registration=SAID, entity_status=SAID, successors=st.tuples(SAID), hints=st.tuples(SAID))  # fmt: skip
PAYLOADS = st.builds(
    Payload,
    macro=st.none() | st.builds(Macro, name=SAID, prompt=TEXT, suggested_verbs=TEXT),
    params=DATA,
    data=DATA,
    validation_errors=st.tuples(SAID),
    fields=st.lists(FIELDS, max_size=2, unique_by=lambda one: one.path).map(tuple),
    leis=st.lists(LEIS, max_size=2).map(tuple),
    groups=st.lists(st.builds(VerbGroup, key=SAID, title=SAID, verbs=TEXT), min_size=2, max_size=2).map(tuple),
    problems=st.tuples(SAID),
    measured_quality=DATA,
    sources=st.lists(st.builds(MacroSource, id=SAID, url=SAID, title=SAID, snippet=SAID), max_size=2).map(tuple),
    origin=SAID,
)
FEWER = settings(max_examples=max(15, settings().max_examples // 3))  # a payload is large
PLACED = {"label", "verdict"}  # told in words of ours


def review_of(payload):
    return new_review(payload, kind="macro", title="t", review_id="r")


@pytest.mark.fault(55)
@FEWER
@given(PAYLOADS)
def test_every_value_of_the_payload_stands_in_the_text(payload):
    payload = as_kept(payload)
    text = text_of(view(review_of(payload)), whole=True)
    assert payload_hash(payload) in text.splitlines()[1]
    for path, value in leaves(json.loads(msgspec.json.encode(payload))):
        if value in (None, "", [], {}) or value is True or path.rpartition(".")[2] in PLACED:
            continue
        if path.startswith("groups") and path.endswith("verbs"):
            told = all(escaped(line.replace("\t", "    ")) in text for line in value.split("\n"))
        else:
            told = shown(value) in text or (isinstance(value, str) and escaped(value) in text)
        assert told, (path, value)


@pytest.mark.fault(55)
@FEWER
@given(PAYLOADS, PAYLOADS)
def test_two_payloads_never_have_the_same_hash_line(one, other):
    lines = [text_of(view(review_of(payload))).splitlines()[1] for payload in (one, other)]
    assert (lines[0] == lines[1]) == (payload_hash(one) == payload_hash(other))


@FEWER
@given(PAYLOADS)
def test_no_line_holds_anything_that_moves_the_others(payload):
    text = text_of(view(review_of(payload)), whole=True)
    assert not set(text) & set("\u202e\u200b\x1b\u2028\t\r")


def test_long_values_are_cut_with_their_length_and_whole_on_request(payload):
    long = msgspec.structs.replace(payload, data={"apex": {"name": "A" * 5000}})
    made = view(review_of(long))
    assert f'"{"A" * 239}… (5,002 characters in all)' in text_of(made)
    assert "A" * 5000 not in text_of(made)
    assert "A" * 5000 in text_of(made, whole=True)


def test_a_view_as_people_read_it(payload):
    stopped = msgspec.structs.replace(payload.leis[0], verdict="malformed", reason="it has wrong check digits")
    text = text_of(view(review_of(msgspec.structs.replace(payload, leis=(stopped,)))))
    assert text.startswith("Review r: t (macro, pending)\nVersion 1, hash ")
    head, _, rest = text.partition("\nFields, riskiest first\n")
    assert "1 apex, 2 funds; 2 fields need a look" in head
    assert rest.splitlines()[0] == '  ✗ apex.lei = "529900K9B0N5BT694847"  [quoted]'
    assert 'LEI malformed: it has wrong check digits: the research: "Aldra SE"' in rest
    assert "✗ cannot run: 529900K9B0N5BT694847 may not be used: it has wrong check digits" in rest
    assert "→ correct it or take it out" in rest
