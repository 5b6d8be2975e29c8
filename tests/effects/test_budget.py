from __future__ import annotations

import inspect
import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from inquiro.core.errors import BudgetExhausted
from inquiro.core.types import Usage
from inquiro.effects.budget import MOST_SECONDS_RESERVED, SYNTHESIS_SHARE, Budget, Limits, add


class Clock:
    def __init__(self) -> None:
        self.now = 1_000.0

    def __call__(self) -> float:
        return self.now


def test_without_limits_nothing_runs_out():
    clock = Clock()
    budget = Budget(Limits(seconds=None), clock=clock)
    budget.charge(Usage(tokens=10**9, cost=10**6, pages=10**6))
    clock.now += 10**9
    assert budget.exhausted() is None
    assert budget.seconds_left() == float("inf")


@pytest.mark.fault(11)
@pytest.mark.parametrize(
    ("limits", "usage", "cause"),
    [
        (Limits(cost=1.0), Usage(cost=1.0), "money"),
        (Limits(tokens=100), Usage(tokens=100), "tokens"),
        (Limits(pages=5), Usage(pages=5), "pages"),
    ],
)
def test_each_limit_stops_with_its_cause_and_says_so_in_words(limits, usage, cause):
    budget = Budget(limits)
    assert budget.exhausted(reserve=False) is None
    budget.charge(usage)
    stop = budget.exhausted(reserve=False)
    assert stop is not None
    assert stop.cause == cause
    assert "limit reached" in stop.reason
    with pytest.raises(BudgetExhausted, match="limit reached"):
        budget.check(reserve=False)


@pytest.mark.fault(11)
def test_time_runs_out_too():
    clock = Clock()
    budget = Budget(Limits(seconds=10.0), clock=clock)
    clock.now += 9.9
    assert budget.exhausted(reserve=False) is None
    clock.now += 0.1
    stop = budget.exhausted(reserve=False)
    assert stop is not None
    assert stop.cause == "time"


@pytest.mark.parametrize(("spent", "reserved", "plain"), [(0.84, False, False), (0.86, True, False), (1.0, True, True)])
def test_the_share_for_writing_is_set_aside_first(spent, reserved, plain):
    budget = Budget(Limits(cost=1.0, tokens=100))
    budget.charge(Usage(cost=spent))
    assert (budget.exhausted() is not None, budget.exhausted(reserve=False) is not None) == (reserved, plain)


def test_a_long_run_does_not_set_aside_more_time_than_writing_takes():
    clock = Clock()
    budget = Budget(Limits(seconds=3_600.0), clock=clock)
    clock.now += 3_600.0 - MOST_SECONDS_RESERVED - 1
    assert budget.exhausted() is None
    clock.now += 2
    assert budget.exhausted() is not None
    assert SYNTHESIS_SHARE * 3_600.0 > MOST_SECONDS_RESERVED


@pytest.mark.fault(49)
def test_the_clock_is_the_monotonic_one_so_a_jump_of_the_wall_clock_costs_nothing():
    assert inspect.signature(Budget).parameters["clock"].default is time.monotonic


def test_an_attempt_goes_on_counting_where_the_last_one_stopped():
    clock = Clock()
    budget = Budget(Limits(seconds=100.0), spent=Usage(seconds=70.0, cost=0.5), clock=clock)
    clock.now += 4
    assert budget.used == Usage(seconds=74.0, cost=0.5)
    assert budget.seconds_left() == 11.0  # 15 of the 100 are for writing


def test_the_seconds_of_a_call_are_not_counted_on_top_of_the_clock():
    clock = Clock()
    budget = Budget(clock=clock)
    budget.charge(Usage(seconds=50.0, tokens=1))
    assert budget.used == Usage(tokens=1)


USAGES = st.builds(Usage, calls=st.integers(0, 9), tokens=st.integers(0, 10**9), pages=st.integers(0, 99))


@given(st.lists(USAGES))
def test_charges_add_up_in_any_order(usages):
    there, back, total = Budget(clock=lambda: 0.0), Budget(clock=lambda: 0.0), Usage()
    for usage in usages:
        there.charge(usage)
        total = add(total, usage)
    for usage in reversed(usages):
        back.charge(usage)
    assert there.used == back.used == total
