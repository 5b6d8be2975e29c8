from __future__ import annotations

from fractions import Fraction
from math import inf

import pytest
from hypothesis import given
from hypothesis import strategies as st

from inquiro.core.types import Usage
from inquiro.effects.limits import Account, Amount, Limits, dollars, exact

ALL = Fraction(1)
MOST = Fraction(85, 100)


def account(limits: Limits, spent: Usage | None = None, held: Usage | None = None, *, daily: bool = False) -> Account:
    return Account(limits=limits, spent=Amount.of(spent or Usage()), held=Amount.of(held or Usage()), daily=daily)


@pytest.mark.parametrize(
    ("amount", "words"),
    [
        (0, "$0.00"),
        (2, "$2.00"),
        (0.04, "$0.04"),
        (1.98, "$1.98"),
        (0.0149, "$0.0149"),
        (0.00004, "$0.00004"),
        (-0.5, "$0.00"),
        (exact(1234.5), "$1234.50"),
    ],
)
def test_money_is_told_in_cents_and_in_less_where_there_is_less(amount, words):
    assert dollars(amount) == words


def test_ten_times_ten_cents_is_a_dollar():
    total = Amount()
    for _ in range(10):
        total += Amount.of(Usage(cost=0.1, tokens=1))
    assert total == Amount.of(Usage(cost=1.0, tokens=10))


@given(st.lists(st.floats(0, 1e6, allow_nan=False)))
def test_what_was_added_can_be_taken_away_again(costs):
    total = Amount()
    for cost in costs:
        total += Amount.of(Usage(cost=cost))
    for cost in reversed(costs):
        total -= Amount.of(Usage(cost=cost))
    assert total == Amount()


@pytest.mark.parametrize(
    ("found", "reason"),
    [
        (account(Limits(cost=1.0), Usage(cost=1.0)), "Money limit reached ($1.00 of $1.00 spent)"),
        (account(Limits(tokens=900), Usage(tokens=1234)), "Token limit reached (1,234 of 900 used)"),
        (
            account(Limits(cost=0.05), Usage(cost=0.03), Usage(cost=0.02)),
            "Money limit reached ($0.03 of $0.05 spent, $0.02 more under way)",
        ),
        (
            account(Limits(cost=2.0), Usage(cost=2.0), daily=True),
            "Daily money limit reached ($2.00 of $2.00 spent today, all runs together)",
        ),
        (
            account(Limits(tokens=10), Usage(tokens=10), daily=True),
            "Daily token limit reached (10 of 10 used today, all runs together)",
        ),
    ],
)
def test_what_is_used_up_is_told_with_its_amounts(found, reason):
    stop = found.reached(ALL)
    assert stop is not None
    assert stop.reason == reason
    assert stop.cause == ("money" if "oney" in reason else "tokens")


def test_nearly_all_of_a_daily_limit_is_enough_to_keep_the_rest_for_writing():
    stop = account(Limits(cost=2.0), Usage(cost=1.98), daily=True).reached(MOST)
    assert stop is not None
    assert stop.reason == "Daily money limit reached ($1.98 of $2.00 spent today, all runs together)"


@pytest.mark.parametrize(
    ("found", "worst", "share", "reason"),
    [
        (
            account(Limits(cost=0.05), Usage(cost=0.04)),
            Usage(cost=0.04),
            ALL,
            "Money limit: the next step could cost $0.04 and $0.01 of $0.05 is left",
        ),
        (
            account(Limits(cost=1.0), Usage(cost=0.2), Usage(cost=0.5)),
            Usage(cost=0.2),
            MOST,
            "Money limit: the next step could cost $0.20 and $0.15 of $1.00 is left beside the share for writing the report",
        ),
        (
            account(Limits(tokens=1000), Usage(tokens=1200), daily=True),
            Usage(tokens=5),
            ALL,
            "Daily token limit: the next step could take 5 and 0 of 1,000 are left",
        ),
        (
            account(Limits(cost=9.0)),
            Usage(cost=inf),
            ALL,
            "Money limit: the next step has no known price; set it with INQUIRO_PRICES",
        ),
    ],
)
def test_what_does_not_fit_is_told_with_what_is_left(found, worst, share, reason):
    stop = found.too_small_for(worst, share)
    assert stop is not None
    assert stop.reason == reason


@pytest.mark.parametrize(
    ("limits", "worst"),
    [
        (Limits(cost=0.3), Usage(cost=0.1)),  # the third of three: as binary fractions they are more than the limit
        (Limits(cost=0.2), Usage(tokens=9)),  # it costs nothing
        (Limits(tokens=9), Usage(cost=inf)),  # money is not limited
        (Limits(), Usage(cost=inf, tokens=10**9)),
    ],
)
def test_what_fits_exactly_fits(limits, worst):
    assert account(limits, Usage(cost=0.2)).too_small_for(worst, ALL) is None
