from __future__ import annotations

from datetime import UTC, datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from inquiro.core.types import KnownProof
from inquiro.knowledge.sameness import entity_id, fact_id, in_order, item_id, relation_key, same, telling

COST = "The lifetime cost of a street tree in Korvenau is 1,100 € over thirty years."


@pytest.mark.parametrize(
    "other",
    [
        "The lifetime cost of a street tree in Korvenau is 1,100 € over thirty years",
        "the lifetime costs of a street tree in Korvenau is 1.100 € over thirty years.",
        "Over thirty years the lifetime cost of a street tree in Korvenau is 1,100 €.",
    ],
)
def test_the_same_in_other_letters_and_orders_is_one_statement(other):
    assert same(COST, other)
    assert set(telling(COST)) & set(telling(other))


@pytest.mark.parametrize(
    "other",
    [
        "The lifetime cost of a street tree in Korvenau is 2,400 € over thirty years.",
        "The lifetime cost of a street tree in Korvenau is not 1,100 € over thirty years.",
        "The lifetime cost of a street tree in Aldra is 1,100 € over thirty years.",
        "In 2019 the lifetime cost of a street tree in Korvenau is 1,100 € over thirty years.",
        "Pruning is done every five years.",
    ],
)
def test_another_number_denial_name_or_year_is_another_statement(other):
    assert not same(COST, other)


LONG = "The council of {} decided after two years of debate that every new street with more than ten houses gets a row of trees and a path."


def test_names_tell_apart_what_a_long_sentence_would_hide():
    assert not same(LONG.format("Korvenau"), LONG.format("Varnholt"))
    assert same(LONG.format("Korvenau"), LONG.format("Korvenau").replace("debate", "debates"))


WORDS = st.lists(
    st.sampled_from("oak elm ash fir yew pine lime plane cedar 12 40 not Korvenau Aldra".split()), max_size=12
)


@given(WORDS, WORDS)
def test_what_is_the_same_shares_a_mark(one, other):
    a, b = " ".join(one), " ".join(other)
    assert same(a, b) == same(b, a)
    if same(a, b):
        assert set(telling(a)) & set(telling(b))


@given(st.text(max_size=80))
def test_any_text_has_a_stable_id(text):
    assert fact_id(text) == fact_id(f"  {text} ".replace("  ", " \n "))
    assert len(fact_id(text)) == len("kf_") + 16
    assert same(text, text) or not telling(text)


def test_ids_say_what_they_are_and_hold_for_any_spelling():
    assert entity_id("The Meridian Trust Ltd.") == entity_id("meridian trust")
    assert entity_id("Meridian Trust") != entity_id("Meridian Trust", private=True)
    assert item_id("idea", "https://a.example/x?utm_source=n", "Prune  early.") == item_id(
        "idea", "https://a.example/x", "Prune early."
    )
    assert item_id("idea", "https://a.example/x", "Prune early.") != item_id(
        "implementation", "https://a.example/x", "Prune early."
    )
    assert relation_key("Meridian Trust", "based in", "Aldra") != relation_key("Aldra", "based in", "Meridian Trust")


def proof(document, start, *, private=False, day=1):
    at = datetime(2026, 1, day, tzinfo=UTC)
    return KnownProof(
        document_id=document, start=start, end=start + 5, quote="quote", url="u", fetched_at=at, private=private
    )


def test_proofs_stand_once_public_ones_first_and_private_wins_where_one_place_is_both():
    found = in_order([proof("b", 0, private=True), proof("a", 9, day=3), proof("c", 0, day=2), proof("a", 9, day=3)])
    assert [(one.document_id, one.private) for one in found] == [("c", False), ("a", False), ("b", True)]
    assert [one.private for one in in_order([proof("a", 1), proof("a", 1, private=True)])] == [True]
