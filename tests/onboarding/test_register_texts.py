"""Register entries in sentences, each of which says one thing of one entity."""

from __future__ import annotations

from inquiro.core.register import ParentFound, RegisterRecord
from inquiro.onboarding.register_texts import document_of, sentences_of

RECORD = RegisterRecord(
    lei="529900NORDWINDSE0108",
    name="Nordwind Capital SE",
    jurisdiction="DE",
    registration="ISSUED",
    entity_status="ACTIVE",
    next_renewal="2027-05-01T00:00:00Z",
)
CHILD = RegisterRecord(lei="529900NORDWINDKVG251", name="Nordwind Kapitalverwaltung GmbH")


def test_only_what_the_register_says_is_said():
    assert sentences_of(CHILD) == ["Nordwind Kapitalverwaltung GmbH has the LEI 529900NORDWINDKVG251."]
    told = sentences_of(RECORD)
    assert "The legal jurisdiction of Nordwind Capital SE is DE." in told
    assert "The next renewal of the LEI of Nordwind Capital SE is due on 2027-05-01." in told


def test_parents_and_why_there_is_none_and_who_manages_a_fund():
    parent = document_of(CHILD, {"direct": ParentFound(record=RECORD), "ultimate": ParentFound()}, RECORD).text
    assert "The direct parent of Nordwind Kapitalverwaltung GmbH is Nordwind Capital SE (LEI 529900N" in parent
    assert "The register holds no ultimate parent of Nordwind Kapitalverwaltung GmbH." in parent
    assert "is a fund managed by Nordwind Capital SE" in parent
    top = document_of(RECORD, {"direct": ParentFound(exception="NO_KNOWN_PERSON")}).text
    assert "reports no direct parent: NO_KNOWN_PERSON (no known person controls it)." in top


def test_a_document_is_of_the_register_and_the_same_every_time():
    one, other = document_of(RECORD), document_of(RECORD)
    assert one.id == other.id
    assert (one.source_type, one.private) == ("registry", False)
    assert one.url.endswith(RECORD.lei)
