from __future__ import annotations

import asyncio
import inspect
import time
from collections.abc import Iterator
from contextlib import ExitStack
from fractions import Fraction

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from inquiro.core.errors import BudgetExhausted
from inquiro.core.types import Usage, Value
from inquiro.effects.budget import MOST_SECONDS_RESERVED, SYNTHESIS_SHARE, Budget, total_of
from inquiro.effects.limits import Amount, Limits, exact


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


USAGES = st.builds(
    Usage,
    calls=st.integers(0, 9),
    tokens=st.integers(0, 10**9),
    cost=st.decimals("0", "9", places=6).map(float),
    pages=st.integers(0, 99),
)


@given(st.lists(USAGES))
def test_charges_add_up_in_any_order(usages):
    there, back = Budget(clock=lambda: 0.0), Budget(clock=lambda: 0.0)
    for usage in usages:
        there.charge(usage)
    for usage in reversed(usages):
        back.charge(usage)
    assert there.used == back.used == total_of(usages) == total_of(usages[::-1])


# -- holding the worst case -------------------------------------------------------------------------


def test_what_is_held_counts_until_it_is_let_go():
    budget = Budget(Limits(cost=1.0))
    with budget.hold(Usage(cost=0.6), reserve=False):
        assert not budget.fits(Usage(cost=0.5), reserve=False)
        assert budget.fits(Usage(cost=0.4), reserve=False)
        words = r"could cost \$0.50 and \$0.40 of \$1.00 is left"
        with pytest.raises(BudgetExhausted, match=words), budget.hold(Usage(cost=0.5), reserve=False):
            pytest.fail("it does not fit")
        budget.charge(Usage(cost=0.1))
    assert budget.fits(Usage(cost=0.9), reserve=False)
    assert budget.used.cost == 0.1


def test_everything_held_is_nothing_left_for_others():
    budget = Budget(Limits(tokens=100))
    words = r"Token limit reached \(0 of 100 used, 100 more under way\)"
    with budget.hold(Usage(tokens=100), reserve=False), pytest.raises(BudgetExhausted, match=words):
        budget.check(reserve=False)
    budget.check(reserve=False)


@pytest.mark.parametrize("error", [ValueError, KeyboardInterrupt])
def test_a_hold_ends_with_its_call_however_that_ends(error):
    budget = Budget(Limits(cost=1.0))
    with pytest.raises(error), budget.hold(Usage(cost=0.5)):
        raise error
    assert budget.fits(Usage(cost=0.85))


@pytest.mark.fault(11)
def test_a_step_that_does_not_fit_ends_the_rounds_but_not_one_that_only_came_too_early():
    budget = Budget(Limits(cost=1.0))
    with budget.hold(Usage(cost=0.5)), pytest.raises(BudgetExhausted), budget.hold(Usage(cost=0.5)):
        pytest.fail("it does not fit")
    assert budget.exhausted() is None, "when the first has ended, the second fits"
    with pytest.raises(BudgetExhausted), budget.hold(Usage(cost=0.9)):
        pytest.fail("it does not fit")
    stop = budget.exhausted()
    assert stop is not None
    assert (stop.cause, "could cost $0.90" in stop.reason) == ("money", True)
    budget.check()
    assert budget.exhausted(reserve=False) is None, "the report can still be written"


def test_a_second_attempt_needs_room_beside_what_the_first_one_cost():
    budget = Budget(Limits(cost=1.0))
    with budget.hold(Usage(cost=0.5), reserve=False):
        budget.charge(Usage(cost=0.5))
        budget.check_again(Usage(cost=0.5), reserve=False)
        budget.charge(Usage(cost=0.01))
        with pytest.raises(BudgetExhausted, match="Money limit"):
            budget.check_again(Usage(cost=0.5), reserve=False)


def test_an_endless_limit_is_none():
    budget = Budget(Limits(cost=float("inf")))
    with budget.hold(Usage(cost=float("inf"))):
        budget.charge(Usage(cost=10.0**9))
    assert budget.exhausted() is None


def test_until_nothing_is_left_is_later_than_until_only_writing_is():
    budget = Budget(Limits(seconds=100.0), clock=lambda: 0.0)
    assert (budget.seconds_left(), budget.seconds_left(reserve=False)) == (85.0, 100.0)


class Paying(Value, frozen=True, kw_only=True):
    """A call: the most it can cost, what it does cost, and whether it writes the report."""

    worst: Usage
    shares: tuple[float, ...]  # of the worst, for each attempt
    writes: bool = False


COSTS = st.decimals("0", "0.5", places=4).map(float)
WORST = st.builds(Usage, cost=COSTS, tokens=st.integers(0, 5_000))
SHARES = st.lists(st.sampled_from([0.0, 0.3, 0.5, 1.0]), min_size=1, max_size=3).map(tuple)
CALLS = st.lists(st.builds(Paying, worst=WORST, shares=SHARES, writes=st.booleans()), max_size=12)
LIMITS = st.builds(Limits, cost=st.none() | COSTS, tokens=st.none() | st.integers(0, 20_000))


def part(worst: Usage, share: float) -> Usage:
    return Usage(cost=worst.cost * share, tokens=int(worst.tokens * share))


def within(amount: Amount, limits: Limits, share: Fraction = Fraction(1)) -> bool:
    money = limits.cost is None or amount.cost <= share * exact(limits.cost)
    return money and (limits.tokens is None or amount.tokens <= share * limits.tokens)


async def pay(budget: Budget, call: Paying, turns: Iterator[int]) -> Amount:
    """As the gateway does it: hold, attempt, charge, attempt again if there is room."""
    paid = Amount()
    try:
        with budget.hold(call.worst, reserve=not call.writes):
            for number, share in enumerate(call.shares):
                for _ in range(next(turns)):
                    await asyncio.sleep(0)
                if number:
                    budget.check_again(call.worst, reserve=not call.writes)
                budget.charge(part(call.worst, share))
                paid += Amount.of(part(call.worst, share))
    except BudgetExhausted:
        pass
    return paid


@pytest.mark.fault(11)
@given(LIMITS, CALLS, st.lists(st.integers(0, 4), min_size=40, max_size=40))
def test_calls_side_by_side_never_spend_more_than_the_limit(limits, calls, turns):
    budget = Budget(limits, clock=lambda: 0.0)

    async def together() -> list[Amount]:
        waits = iter(turns)
        return await asyncio.gather(*(pay(budget, call, waits) for call in calls))

    paid = asyncio.run(together())
    total = sum(paid, Amount())
    assert within(total, limits)
    assert limits.cost is None or budget.used.cost <= limits.cost
    assert (budget.used.cost, budget.used.tokens) == (float(total.cost), total.tokens), "and nothing is forgotten"


@pytest.mark.fault(11)
@given(LIMITS, CALLS, st.lists(st.integers(0, 4), min_size=40, max_size=40))
def test_when_writing_begins_its_share_is_there(limits, calls, turns):
    budget = Budget(limits, clock=lambda: 0.0)

    async def together() -> list[Amount]:
        waits = iter(turns)
        researching = [msgspec.structs.replace(call, writes=False) for call in calls]
        return await asyncio.gather(*(pay(budget, call, waits) for call in researching))

    paid = asyncio.run(together())
    assert within(sum(paid, Amount()), limits, 1 - exact(SYNTHESIS_SHARE))
    share = Usage(
        cost=(limits.cost or 0.0) * SYNTHESIS_SHARE * 0.999, tokens=int((limits.tokens or 0) * SYNTHESIS_SHARE)
    )
    assert budget.fits(share, reserve=False)


# -- the day ----------------------------------------------------------------------------------------


def looked(budget: Budget, spent: Usage) -> Budget:
    async def today() -> Usage:
        return spent

    asyncio.run(budget.look_at_day(today))
    return budget


DAY = Limits(seconds=None, cost=2.0, tokens=1_000)


@pytest.mark.parametrize(
    ("spent", "cause"), [(Usage(cost=1.98, tokens=3), "money"), (Usage(cost=0.1, tokens=990), "tokens")]
)
def test_what_other_runs_spent_today_counts(spent, cause):
    budget = looked(Budget(day=DAY), spent)
    worst = Usage(cost=0.02, tokens=11)
    with pytest.raises(BudgetExhausted, match="Daily"), budget.hold(worst, reserve=True):
        pytest.fail("it does not fit")
    stop = budget.exhausted()
    assert stop is not None
    assert stop.cause == cause
    with pytest.raises(BudgetExhausted, match="all runs together"), budget.hold(None):
        pytest.fail("there is nothing left but the share for writing")


def test_who_spends_nothing_is_not_stopped_by_what_others_spent():
    budget = looked(Budget(day=DAY), Usage(cost=5.0, tokens=3))
    budget.check()
    with budget.hold(Usage(tokens=5)):
        budget.charge(Usage(tokens=5))
    assert budget.exhausted() is None
    budget.charge(Usage(cost=0.01))
    stop = budget.exhausted()
    assert stop is not None
    assert "Daily money limit reached ($5.01 of $2.00 spent today" in stop.reason


def test_without_a_limit_for_the_day_nobody_looks():
    async def never() -> Usage:
        pytest.fail("there is nothing to compare it with")

    asyncio.run(Budget(Limits(cost=1.0)).look_at_day(never))


def test_what_was_charged_but_is_not_in_the_journal_yet_is_added_to_what_was_read():
    budget = Budget(day=DAY)
    budget.charge(Usage(cost=0.5))
    looked(budget, Usage(cost=1.0))  # others: 1.00
    assert not budget.fits(Usage(cost=0.51), reserve=False)
    assert budget.fits(Usage(cost=0.5), reserve=False)
    budget.written(Usage(cost=0.5))
    looked(budget, Usage(cost=1.5))  # with ours
    assert not budget.fits(Usage(cost=0.51), reserve=False)
    assert budget.fits(Usage(cost=0.5), reserve=False)


def test_a_reading_that_missed_what_was_written_meanwhile_does_not_lose_it():
    budget = Budget(day=DAY)

    async def read_before_the_write() -> Usage:
        seen = Usage(cost=1.0)
        budget.charge(Usage(cost=0.9))
        budget.written(Usage(cost=0.9))
        return seen

    asyncio.run(budget.look_at_day(read_before_the_write))
    assert not budget.fits(Usage(cost=0.2), reserve=False)


@given(st.lists(st.tuples(st.integers(0, 2), COSTS.filter(bool), st.sampled_from([0.2, 1.0])), max_size=25))
def test_runs_overspend_a_day_by_no_more_than_what_was_under_way_elsewhere(asks):
    """Three runs, each asking and journaling in turn; what is under way in one is unseen by the others."""
    limit = Limits(seconds=None, cost=1.0)
    budgets = [Budget(day=limit, clock=lambda: 0.0) for _ in range(3)]
    journaled, unseen, under_way = Amount(), Fraction(0), dict[int, tuple[ExitStack, Usage]]()

    def end(number: int) -> Amount:
        stack, spent = under_way.pop(number)
        budgets[number].charge(spent)
        stack.close()
        budgets[number].written(spent)
        return Amount.of(spent)

    for number, cost, share in asks:
        if number in under_way:
            journaled += end(number)
            continue
        looked(budgets[number], Usage(cost=float(journaled.cost)))
        stack, worst = ExitStack(), Usage(cost=cost)
        try:
            stack.enter_context(budgets[number].hold(worst, reserve=False))
        except BudgetExhausted:
            assert journaled.cost + exact(cost) > 1
            continue
        unseen = max(unseen, sum((exact(spent.cost) for _, spent in under_way.values()), Fraction(0)))
        under_way[number] = (stack, part(worst, share))
    for number in list(under_way):
        journaled += end(number)
    assert journaled.cost <= 1 + unseen


def test_a_round_that_thinks_long_leaves_more_time_for_the_report():
    """What cannot be cut short has to begin early enough, or a busy machine ends late."""
    now = [0.0]
    budget = Budget(Limits(seconds=60.0), clock=lambda: now[0])
    assert budget.seconds_left() == 51.0
    now[0] = 10.0
    budget.thinking_begins()
    now[0] = 20.0
    budget.thinking_ends()
    assert budget.seconds_left() == 20.0  # 60 - 20 gone - twice the ten it took
    assert budget.seconds_left(reserve=False) == 40.0
    now[0] = 41.0
    assert budget.exhausted() is not None
    assert budget.exhausted(reserve=False) is None


def test_thinking_reserves_no_more_than_half_of_the_time():
    now = [0.0]
    budget = Budget(Limits(seconds=60.0), clock=lambda: now[0])
    budget.thinking_ends()  # a resumed run may come in here
    budget.thinking_begins()
    now[0] = 25.0
    budget.thinking_ends()
    assert budget.seconds_left() == 5.0
