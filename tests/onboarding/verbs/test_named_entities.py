from __future__ import annotations

import pytest

from inquiro.onboarding.verbs.handling import VerbFailed
from inquiro.onboarding.verbs.named_entities import (
    entities_called,
    entity_given,
    entity_named,
    entity_needed,
    unit_given,
    unit_named,
)
from inquiro.testing.ledger import MemoryLedger

LEI = "529900K9B0N5BT694847"


@pytest.fixture
def ledger():
    return MemoryLedger()


def made(ledger, name="Alpha", kind="fund", **fields):
    return ledger.ensure_entity(kind=kind, name=name, **fields)[0]


def test_an_entity_is_named_by_id_lei_or_name(ledger):
    alpha = made(ledger, lei=LEI)
    assert [entity_named(ledger, text) for text in (alpha.id, LEI, " alpha ")] == [alpha] * 3


def test_a_name_that_several_have_lists_them(ledger):
    for jurisdiction in ("DE", "LU"):
        made(ledger, jurisdiction=jurisdiction)
    with pytest.raises(VerbFailed, match=r"name of 2 of them.*Alpha \(fund, DE.*Alpha \(fund, LU"):
        entity_named(ledger, "Alpha")


def test_of_many_only_some_are_listed(ledger):
    for number in range(8):
        made(ledger, jurisdiction=f"D{number}")
    with pytest.raises(VerbFailed, match="and 3 more"):
        entity_named(ledger, "Alpha")


@pytest.mark.parametrize(("find", "verb"), [(entity_named, "entity.ensure"), (unit_named, "cbu.ensure")])
@pytest.mark.parametrize("text", ["Nobody", LEI, "", " "])
def test_what_is_not_there_has_to_be_made_first(ledger, find, verb, text):
    with pytest.raises(VerbFailed, match=f"there is no .* yet: make it first, with {verb}"):
        find(ledger, text)


def test_a_fund_and_its_unit_may_bear_one_name(ledger):
    fund, unit = made(ledger), made(ledger, kind="cbu")
    assert entity_named(ledger, "Alpha") == fund
    assert unit_named(ledger, "Alpha") == unit
    assert entities_called(ledger, "Alpha") == [fund, unit]
    only = made(ledger, "Beta", "cbu")
    assert entity_named(ledger, "Beta") == only


def test_a_fund_is_no_unit(ledger):
    fund = made(ledger)
    with pytest.raises(VerbFailed, match=r"Alpha \(fund, .*\) is no client business unit"):
        unit_named(ledger, fund.id)


@pytest.mark.parametrize("value", [["a", "b"], 3, {"a": 1}])
def test_only_text_names_an_entity(ledger, value):
    with pytest.raises(VerbFailed, match="does not name one entity"):
        entity_named(ledger, value)


def test_the_first_argument_that_is_given_counts(ledger):
    alpha = made(ledger, lei=LEI)
    assert entity_given(ledger, {"entity-id": "", "lei": LEI}, "entity-id", "lei") == alpha
    assert entity_given(ledger, {"entity-id": None}, "entity-id", "lei") is None
    assert unit_given(ledger, {"cbu-id": ""}) is None
    with pytest.raises(VerbFailed, match="give :entity-id or :lei"):
        entity_needed(ledger, {}, "entity-id", "lei")


def test_an_id_and_an_lei_may_not_mean_two(gleif_server):
    lei = gleif_server.with_check_digits("BETA")
    made = MemoryLedger()
    alpha, _ = made.ensure_entity(kind="limited-company", name="Alpha")
    given = {"entity-id": "Alpha", "lei": lei}
    assert entity_given(made, given, "entity-id", "lei") == alpha, "nobody has the LEI yet"
    made.ensure_entity(kind="limited-company", name="Beta", lei=lei)
    with pytest.raises(VerbFailed, match=r"Beta .* not Alpha .*name one of them"):
        entity_given(made, given, "entity-id", "lei")
