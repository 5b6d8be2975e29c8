"""What is to be thought of an LEI: the gravest objection counts, and only a confirmed one does not block."""

from __future__ import annotations

import msgspec
import pytest

from inquiro.core.register import RegisterRecord
from inquiro.onboarding.leis.places import LeiClaim
from inquiro.onboarding.leis.verdicts import Unreachable, verdict_of

LEI = "529900K9B0N5BT694847"
RECORD = RegisterRecord(
    lei=LEI, name="Allianz SE", jurisdiction="DE", country="DE", registration="ISSUED", entity_status="ACTIVE"
)
CLAIM = LeiClaim("apex.lei", LEI, "Allianz SE", "DE")


def record(**changes):
    return msgspec.structs.replace(RECORD, **changes)


@pytest.mark.fault(57)
@pytest.mark.parametrize(
    ("written", "said"),
    [
        ("529900K9B0N5BT694848", "check digits"),
        (LEI.lower(), "upper case"),
        ("529900K9 B0N5BT694847", "spaces"),
        (f"{LEI} ", "spaces"),
        ("529900K9BON5BT694847", "check digits"),
        ("٥٢٩٩٠٠K9B0N5BT694847", "none of A-Z"),
        (LEI[:-1], "19 characters"),
        ("Allianz SE", "spaces"),
        ("N/A", "none of A-Z"),
    ],
)
@pytest.mark.parametrize("answer", [RECORD, None, Unreachable("down")])
def test_what_is_no_lei_is_refused_whatever_the_register_says(written, said, answer):
    finding = verdict_of(CLAIM._replace(lei=written), answer)
    assert (finding.verdict, finding.lei) == ("malformed", written), "it is never put right"
    assert said in finding.reason
    assert finding.blocks
    assert not finding.overridable


@pytest.mark.fault(57)
@pytest.mark.parametrize(
    ("answer", "verdict", "said"),
    [
        (RECORD, "confirmed", ""),
        (Unreachable("gleif is not working (503)"), "unverified", "gleif is not working (503)"),
        (None, "not_found", "may be invented"),
        (record(registration="LAPSED", next_renewal="2024-11-01"), "lapsed", "2024-11-01"),
        (record(registration="RETIRED"), "inactive", "has ended"),
        (record(registration="ANNULLED"), "inactive", "invalid"),
        (record(registration="DUPLICATE"), "inactive", "another LEI"),
        (record(registration="MERGED", successors=("OJ2TIQSVQND4IZYYK658",)), "inactive", "OJ2TIQSVQND4IZYYK658"),
        (record(entity_status="INACTIVE"), "inactive", "INACTIVE"),
        (record(registration="PENDING_VALIDATION"), "inactive", "PENDING_VALIDATION"),
        (record(registration="PENDING_TRANSFER"), "confirmed", ""),
        (record(name="Allianz Global Investors GmbH"), "name_differs", "Allianz Global Investors GmbH"),
        (record(jurisdiction="LU"), "jurisdiction_differs", "gives LU, not DE"),
        # the gravest counts
        (record(registration="LAPSED", name="Korvenau AG"), "name_differs", "Korvenau AG"),
        (record(registration="LAPSED", jurisdiction="LU"), "jurisdiction_differs", "LU"),
        (record(registration="RETIRED", name="Korvenau AG"), "inactive", "RETIRED"),
        (record(name="Korvenau AG", jurisdiction="LU"), "name_differs", "Korvenau AG"),
    ],
)
def test_each_verdict_has_its_reason(answer, verdict, said):
    finding = verdict_of(CLAIM, answer)
    assert finding.verdict == verdict
    assert said in finding.reason
    assert finding.blocks == (verdict != "confirmed")
    assert finding.overridable == (verdict in {"lapsed", "unverified"})
    assert (finding.path, finding.lei, finding.name, finding.jurisdiction) == ("apex.lei", LEI, "Allianz SE", "DE")


def test_what_the_register_says_stands_beside_it():
    finding = verdict_of(CLAIM, record(registration="MERGED", entity_status="INACTIVE", successors=("B",)))
    assert (finding.record_name, finding.record_jurisdiction) == ("Allianz SE", "DE")
    assert (finding.registration, finding.entity_status, finding.successors) == ("MERGED", "INACTIVE", ("B",))


def test_without_a_name_only_the_lei_itself_was_checked():
    finding = verdict_of(LeiClaim("leis[0]", LEI), RECORD)
    assert finding.verdict == "confirmed"
    assert "no name" in finding.reason


def test_a_country_may_be_that_of_the_address():
    elsewhere = record(jurisdiction="JE", country="GB")
    assert verdict_of(LeiClaim("lei", LEI, "Allianz SE", "", "GB"), elsewhere).verdict == "confirmed"
    assert verdict_of(LeiClaim("lei", LEI, "Allianz SE", "GB"), elsewhere).verdict == "jurisdiction_differs"
    assert verdict_of(LeiClaim("lei", LEI, "Allianz SE", "", "FR"), elsewhere).verdict == "jurisdiction_differs"


def test_a_look_alike_is_hinted_at():
    assert verdict_of(CLAIM._replace(lei="529900K9BON5BT694847"), None).hints == (LEI,)
