"""Entries as values: what has another shape is no entry."""

from __future__ import annotations

import pytest

from inquiro.providers.gleif.records import exception_words, record_of, relation_of

LEI = "529900K9B0N5BT694847"
OTHER = "851WYGNLUQLFZBSYGB56"


def entry(**entity):
    return {
        "type": "lei-records",
        "id": LEI,
        "attributes": {"entity": {"legalName": {"name": "Varnholt SE"}, **entity}},
    }


def test_names_in_every_alphabet_are_kept_once():
    given = entry(
        otherNames=[{"name": "VT"}, {"name": "VT"}, {"name": None}, "x"],
        transliteratedOtherNames=[{"name": "Varnkholt"}],
    )
    assert record_of(given).other_names == ("VT", "Varnkholt")


def test_successors_by_lei_and_by_name():
    record = record_of(
        entry(successorEntity={"lei": OTHER, "name": "B"}, successorEntities=[{"lei": OTHER}, {"name": "C"}])
    )
    assert (record.successor_leis, record.successors) == ((OTHER,), ("B", "C"))
    assert record.for_the_register.successors == (OTHER,)
    named = record_of(entry(successorEntity={"lei": None, "name": "B"}))
    assert named.for_the_register.successors == ("B",)


@pytest.mark.parametrize(
    "data", [None, [], {}, entry(legalName=None), entry() | {"id": "short"}, entry() | {"type": "isins"}]
)
def test_what_is_no_entry_is_none(data):
    assert record_of(data) is None


@pytest.mark.parametrize(
    ("reason", "words"), [("NO_LEI", ["NO_LEI"]), (["A", "B"], ["A", "B"]), (None, []), (7, []), ([None, "A"], ["A"])]
)
def test_reasons_of_exceptions(reason, words):
    assert exception_words({"attributes": {"reason": reason}}) == words


def test_a_relation_needs_two_ends():
    ends = {"startNode": {"id": LEI}, "endNode": {"id": OTHER}}
    whole = {"type": "relationship-records", "attributes": {"relationship": ends}}
    assert (relation_of(whole).child, relation_of(whole).parent) == (LEI, OTHER)
    assert (
        relation_of({"type": "relationship-records", "attributes": {"relationship": {"startNode": {"id": LEI}}}})
        is None
    )
