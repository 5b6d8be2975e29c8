from __future__ import annotations

import msgspec
import pytest

from inquiro.core.types import FieldSupport, LeiFinding, Macro, Payload
from inquiro.onboarding.reviewing.field_views import field_views

MACRO = Macro(name="m")
GOOD = "529900K9B0N5BT694847"


def test_fields_stand_in_the_order_of_risk(payload):
    odd = msgspec.structs.replace(
        payload,
        data=payload.data | {"lone": "says who?", "funds": [*payload.data["funds"], {"name": "x", "lei": "BAD"}]},
        leis=(
            msgspec.structs.replace(payload.leis[0], verdict="unverified"),
            LeiFinding(path="funds[2].lei", lei="BAD", verdict="malformed"),
        ),
    )
    assert [(one.path, one.label, one.needs_look) for one in field_views(odd)] == [
        ("funds[2].lei", "unsupported", True),
        ("apex.lei", "quoted", True),
        ("funds[2].name", "unsupported", True),
        ("lone", "unsupported", True),
        ("funds[1].share", "inferred", True),
        ("apex.share", "quoted", False),
        ("funds[0].share", "supported", False),
        ("funds[1].name", "supported", False),
        ("apex.name", "quoted", False),
        ("funds[0].name", "quoted", False),
        ("note", "unfilled", False),
    ]


def test_a_field_carries_its_source_and_its_words(payload):
    field = next(one for one in field_views(payload) if one.path == "apex.share")
    (piece,) = field.evidence
    assert (piece.source, piece.url, piece.quote) == (
        "[S1] Annual report",
        "https://example.org/report",
        '"a quarter"',
    )
    assert piece.place == "page 2, characters 3 to 12, document d1"


@pytest.mark.fault(57)
def test_leis_of_verbs_that_a_person_wrote_are_shown_and_need_no_source():
    leis = (
        LeiFinding(path="verbs[0].lei", lei=GOOD, verdict="confirmed"),
        LeiFinding(path="verbs[1].lei", lei="BAD", verdict="malformed"),
    )
    assert [(one.value, one.label, one.needs_look) for one in field_views(Payload(leis=leis))] == [
        ('"BAD"', "edited", True),
        (f'"{GOOD}"', "edited", False),
    ]


def test_what_was_edited_in_a_result_needs_a_look(payload):
    written = FieldSupport(path="note", label="edited")
    changed = msgspec.structs.replace(payload, data=payload.data | {"note": "new"}, fields=(*payload.fields, written))
    fields = {one.path: one for one in field_views(changed)}
    assert (fields["note"].label, fields["note"].needs_look) == ("edited", True)
    assert fields["note"].to_do == "not from the research: check it"


@pytest.mark.fault(55)
def test_evidence_that_is_claimed_but_not_there_does_not_count():
    for label in ("quoted", "supported", "unfilled"):
        (field,) = field_views(Payload(macro=MACRO, data={"a": "x"}, fields=(FieldSupport(path="a", label=label),)))
        assert field.label == "unsupported"


@pytest.mark.fault(55)
def test_two_fields_that_look_like_one_share_no_evidence(payload):
    quoted = payload.fields[0]
    data = {"apex": {"name": "Aldra SE"}, "apex.name": "Somebody Else"}
    fields = field_views(Payload(macro=MACRO, data=data, fields=(quoted,), sources=payload.sources))
    assert [(one.value, one.label) for one in fields] == [
        ('"Aldra SE"', "unsupported"),
        ('"Somebody Else"', "unsupported"),
    ]


def test_fields_that_are_named_but_not_there_come_last():
    missing = FieldSupport(path="b", label="unfilled", note="not in the register")
    payload = Payload(macro=MACRO, data={"a": "x"}, fields=(missing,))
    assert [(one.path, one.value, one.label, one.notes) for one in field_views(payload)] == [
        ("a", '"x"', "unsupported", ()),
        ("b", "null", "unfilled", ("not in the register",)),
    ]


@pytest.mark.fault(57)
def test_an_lei_says_what_the_register_says(payload):
    finding = LeiFinding(
        path="apex.lei",
        lei=GOOD,
        verdict="name_differs",
        reason="another name",
        name="Aldra SE",
        jurisdiction="DE",
        record_name="Borda AG",
        record_jurisdiction="CH",
        registration="ISSUED",
        entity_status="ACTIVE",
        successors=("S",),
        hints=("H",),
    )
    field = field_views(msgspec.structs.replace(payload, leis=(finding,)))[0]
    (lei,) = field.leis
    assert (lei.mark, lei.verdict, lei.reason) == ("≠", "name differs", "another name")
    assert lei.told == (
        'the register: "Borda AG" (CH); the research: "Aldra SE" (DE); ISSUED, ACTIVE; succeeded by S; perhaps meant: H'
    )
    assert "cannot run" in field.to_do
