"""The same said twice is one thing seen twice."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from inquiro.core.types import ConfidenceTerms, Fact
from inquiro.engine import sightings as module
from inquiro.engine.quantities import quantities
from inquiro.engine.sightings import UNTRACED, Sighting, sightings

PIT = "The planting pit of a street tree in Korvenau costs 650 €."


def said(statement: str, *origins: str, items: str = "c1", **more) -> Fact:
    return Fact(
        id=statement,
        statement=statement,
        evidence=(),
        sources=(),
        origin_ids=origins,
        origins=len(origins),
        quantities=quantities(statement),
        scores=dict.fromkeys(items.split(), 0.5),
        **more,
    )


def test_the_same_in_other_words_counts_once_with_all_of_its_origins():
    seen = sightings(
        [
            said(PIT, "a", "b"),
            said("A planting pit for a street tree costs 650 €, more than the tree itself.", "c", items="c2"),
            said("Pruning a street tree costs 95 € every five years.", "a"),
        ]
    )
    assert seen == [
        Sighting(frozenset("abc"), frozenset({"c1", "c2"})),
        Sighting(frozenset("a"), frozenset({"c1"})),
    ]


@pytest.mark.parametrize(
    "other",
    [
        "The planting pit of a street tree in Korvenau costs 950 €.",
        "The planting pit of a street tree in Korvenau does not cost 650 €.",
        "The nursery delivers 120 maples for 650 € in spring.",
        "Street tree.",
    ],
    ids=["another figure", "denied", "another thing for the same price", "too few words to tell"],
)
def test_what_differs_is_told_apart(other):
    assert len(sightings([said(PIT, "a"), said(other, "b")])) == 2


@pytest.mark.parametrize(
    ("one", "other"),
    [
        (
            "Mature plane trees cover most of Harbour Avenue with shade.",
            "In Harbour Avenue, mature plane trees cover most of the street with their shade all day.",
        ),
        (
            "Der Baum kühlt die Straße mittags um 8 °C, so die Messung.",
            "Mittags kühlt der Baum die Straße um bis zu 8 °C.",
        ),
    ],
)
def test_words_in_another_order_or_among_more_are_the_same(one, other):
    assert len(sightings([said(one, "a"), said(other, "b")])) == 1
    assert len(sightings([said(other, "a"), said(one, "b")])) == 1


def test_another_year_is_another_fact():
    won = "The rowing club of Tessenbrück won the regional championship in {}."
    assert len(sightings([said(won.format(1998), "a"), said(won.format(2004), "b")])) == 2
    assert len(sightings([said(won.format(1998), "a"), said(won.format("that year"), "b")])) == 1


def test_what_only_retracted_works_say_was_not_seen():
    withdrawn = said(PIT, terms=ConfidenceTerms(origins=0, retracted=1))
    assert sightings([withdrawn]) == []


def test_origins_that_nobody_named_claim_no_agreement():
    old = Fact(id="f1", statement=PIT, evidence=(), sources=("u1", "u2"))
    assert [one.origins for one in sightings([old, old])] == [frozenset({UNTRACED})]


WORDS = st.sampled_from("tree street cost shade water crown root pit year city plan lane wind heat".split())
STATEMENTS = st.lists(
    st.builds(
        lambda words, number: " ".join(words) + (f" {number} €" if number else ""),
        st.lists(WORDS, min_size=1, max_size=9),
        st.integers(0, 3),
    ),
    max_size=30,
)


@given(STATEMENTS)
def test_looking_up_finds_what_comparing_all_with_all_would(statements):
    told = [module._said(said(statement, "a")) for statement in statements]
    firsts: list[int] = []
    for place, one in enumerate(told):
        before = (other for other in range(place) if firsts[other] == other and module._same(told[other], one))
        firsts.append(next(before, place))
    assert module._firsts(told) == firsts


@given(STATEMENTS, st.integers(0, 30))
def test_a_later_round_never_takes_back_what_was_counted(statements, cut):
    facts = [said(statement, f"d{at % 5}") for at, statement in enumerate(statements)]
    earlier, later = sightings(facts[:cut]), sightings(facts)
    assert len(earlier) <= len(later)
    assert all(one.origins <= two.origins for one, two in zip(earlier, later, strict=False))
