"""The estimate of facts that nobody has found: near the truth on known populations, and silent where it cannot know."""

from __future__ import annotations

import random
from itertools import pairwise
from math import isfinite
from statistics import mean

import pytest
from hypothesis import given
from hypothesis import strategies as st

from inquiro.core.types import ChecklistItem, Fact, FactEstimate
from inquiro.engine.sightings import Sighting
from inquiro.engine.unseen_facts import estimate, forecast

# Each number is the chance that one document states that fact.
POPULATIONS = {
    "equal": [0.1] * 100,
    "rare": [0.05] * 100,
    "two kinds": [0.3] * 30 + [0.05] * 70,
    "few": [0.15] * 20,
}


def draw(chances, documents, rng):
    """What each document states, as the documents of each fact that one states at all."""
    stated = [[f"d{d}" for d in range(documents) if rng.random() < chance] for chance in chances]
    return [frozenset(where) for where in stated if where]


def of(origins, documents, more=0) -> FactEstimate:
    return estimate([Sighting(where, frozenset()) for where in origins], documents=documents, more=more)


def made(once: int, twice: int, thrice: int, documents: int = 12, more: int = 0) -> FactEstimate:
    """So many facts in one, two and three of the documents."""
    counts = [1] * once + [2] * twice + [3] * thrice
    where = [frozenset(f"d{(at + step) % documents}" for step in range(n)) for at, n in enumerate(counts)]
    return of(where, documents, more)


@pytest.mark.parametrize("name", POPULATIONS)
def test_the_estimate_is_near_the_truth_and_its_interval_holds_it(name):
    chances, rng = POPULATIONS[name], random.Random(7)
    totals, held = [], 0
    for _ in range(200):
        drawn = draw(chances, 20, rng)
        told = of(drawn, 20)
        assert None not in (told.unseen, told.low, told.high)
        totals.append(told.found + told.unseen)
        held += round(told.low) <= len(chances) - len(drawn) <= round(told.high)  # as reports show them
    assert mean(totals) == pytest.approx(len(chances), rel=0.05)
    assert held >= 0.9 * len(totals)


def test_where_most_facts_are_rare_the_estimate_errs_on_the_low_side():
    chances, rng = [min(0.9, 1.5 / rank) for rank in range(1, 101)], random.Random(7)
    totals = [told.found + told.unseen for told in (of(draw(chances, 20, rng), 20) for _ in range(200))]
    assert 70 < mean(totals) < 100


@pytest.mark.parametrize("name", POPULATIONS)
def test_what_the_next_round_is_expected_to_add_is_what_it_adds(name):
    rng = random.Random(11)
    expected, added = [], []
    for _ in range(200):
        drawn = draw(POPULATIONS[name], 30, rng)
        first = [kept for where in drawn if (kept := frozenset(d for d in where if int(d[1:]) < 20))]
        expected.append(of(first, 20, more=10).next_round)
        added.append(len(drawn) - len(first))
    assert mean(expected) == pytest.approx(mean(added), abs=0.6)


COUNTS = st.integers(0, 60)


@given(COUNTS, COUNTS, COUNTS, st.integers(3, 200), st.integers(0, 500))
def test_no_number_is_ever_absurd(once, twice, thrice, documents, more):
    told = made(once, twice, thrice, documents, more)
    assert told == made(once, twice, thrice, documents, more)
    assert told.found == once + twice + thrice
    assert told.mentions == once + 2 * twice + 3 * thrice
    numbers = (told.coverage, told.unseen, told.low, told.high, told.next_round)
    assert all(number is None or (isfinite(number) and number >= 0) for number in numbers)
    if told.unseen is not None:
        assert told.low <= told.unseen <= told.high
        assert told.next_round <= told.unseen
        assert 0 < told.coverage <= 1


@given(st.integers(3, 60), st.integers(1, 60), COUNTS)
def test_more_lonely_facts_mean_more_unseen_and_more_confirmed_ones_fewer(once, twice, thrice):
    here = made(once, twice, thrice)
    assert made(once + 1, twice, thrice).unseen >= here.unseen
    assert made(once, twice + 1, thrice).unseen <= here.unseen
    assert made(once + 1, twice, thrice).coverage <= here.coverage
    assert made(once, twice, thrice + 1).coverage >= here.coverage


@given(st.integers(2, 40), st.integers(1, 40), st.integers(1, 60))
def test_a_longer_round_never_finds_less(once, twice, documents):
    found = [made(once, twice, 2, more=more).next_round for more in range(0, 5 * documents, documents)]
    assert found[0] == 0
    assert all(fewer <= more for fewer, more in pairwise(found))


def test_the_figures_of_a_worked_example():
    """10 once, 4 twice, 2 three times in 12 documents: 11/12 · 10 · 9 / (2 · 5) = 8.25.

    Its variance is 8.25 + 30.33 + 10.89 = 49.47, so the interval is 8.25 divided and multiplied by
    exp(1.96 · √ln(1 + 49.47 / 8.25²)) = 4.257.
    """
    told = made(10, 4, 2, 12, more=6)
    assert (told.found, told.mentions, told.once, told.twice, told.documents) == (16, 24, 10, 4, 12)
    assert told.coverage == round(1 - 10 / 24, 3)
    assert told.unseen == 8.2
    assert (told.low, told.high) == (1.9, 35.1)
    assert told.next_round == round(8.25 * (1 - (1 - 10 / (12 * 8.25 + 10)) ** 6), 1)


@pytest.mark.parametrize(
    ("origins", "why"),
    [
        ([], "nothing was found"),
        ([{"a"}, {"b"}, {"a", "b"}], "four mentions"),
        ([{"a"}] * 40, "all of it stands in one document"),
    ],
)
def test_too_little_gives_no_estimate(origins, why):
    told = of([frozenset(where) for where in origins], documents=9, more=5)
    assert (told.found, told.documents) == (len(origins), 9), why
    assert (told.coverage, told.unseen, told.low, told.high, told.next_round) == (None,) * 5, why


def test_where_nothing_came_twice_there_is_only_a_lower_bound():
    told = made(30, 0, 0, documents=10, more=5)
    assert (told.coverage, told.unseen, told.high) == (0.0, None, None)
    assert told.low == pytest.approx((30**2 - 10 * 3**2) / 2 / 2.9957 - 30, abs=0.1)
    assert told.next_round == pytest.approx(15, abs=1)


@pytest.mark.parametrize("size", [40, 100, 400])
def test_the_lower_bound_is_rarely_too_high(size):
    """Of populations that small, few samples never meet; where they do not, the bound must not overshoot."""
    rng, wrong, trials = random.Random(3), 0, 2_000
    for _ in range(trials):
        stated = [(f"d{d}", rng.sample(range(size), 4)) for d in range(8)]
        facts = {fact for _, those in stated for fact in those}
        if len(facts) == 32:
            where = [frozenset({name}) for name, those in stated for _ in those]
            wrong += of(where, 8).low + 32 > size
    assert wrong <= 0.05 * trials


def test_where_everything_is_confirmed_no_more_is_expected():
    told = made(0, 10, 30)
    assert (told.coverage, told.unseen, told.low, told.next_round) == (1.0, 0.0, 0.0, 0.0)
    assert 0 < told.high < 8


# -- over a checklist ------------------------------------------------------------------------------


def fact(number: int, items: str, *origins: str) -> Fact:
    return Fact(
        id=f"f{number}",
        statement=f"alpha{number} beta{number} gamma{number} delta{number} epsilon{number}",
        evidence=(),
        sources=(),
        origins=len(origins),
        origin_ids=origins,
        scores=dict.fromkeys(items.split(), 0.5),
    )


FACTS = [fact(n, "c1" if n % 2 else "c1 c2", *(f"d{(n + k) % 6}" for k in range(1 + n % 3))) for n in range(12)]
ITEMS = [
    ChecklistItem(id="c1", description="-", status="satisfied"),
    ChecklistItem(id="c2", description="-", status="partial"),
    ChecklistItem(id="c3", description="-"),
]


def test_each_item_has_an_estimate_of_its_own_facts():
    told = forecast(FACTS, ITEMS, documents=8, last_read=4)
    assert [(one.item, one.found) for one in told.items] == [("c1", 12), ("c2", 6), ("c3", 0)]
    assert told.items[2].coverage is None
    assert (told.whole.item, told.whole.found, told.whole.documents) == ("", 12, 8)


def test_the_next_round_asks_for_what_is_open_only():
    told = forecast(FACTS, ITEMS, documents=8, last_read=4)
    assert told.remaining.found == 6
    assert told.remaining.next_round < told.whole.next_round
    done = [ChecklistItem(id="c1", description="-", status="satisfied")]
    assert forecast(FACTS, done, documents=8, last_read=4).remaining.found == 12


def test_a_last_round_without_new_documents_foretells_none():
    assert forecast(FACTS, ITEMS, documents=8, last_read=0).remaining.next_round == 0
