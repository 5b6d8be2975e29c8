from __future__ import annotations

from types import SimpleNamespace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from inquiro.core.models import FREE, Price
from inquiro.effects import Budget, Limits
from inquiro.engine.allowance import (
    LEAST,
    MOST,
    UNKNOWN_WINDOW,
    WORTH_READING,
    WRITTEN_FROM,
    affordable,
    of_report,
    of_round,
    of_run,
)

DEAR = SimpleNamespace(price=Price(input=2.0, output=10.0))
CHEAP = SimpleNamespace(price=FREE)


def test_a_run_reads_as_much_as_its_window_and_depth_carry():
    assert of_run("deep", 1_000_000) == MOST["deep"] > of_run("light", 1_000_000) == MOST["light"]
    assert of_run("deep", 8_000) == 8_000
    assert of_run("deep", 2_000) == LEAST
    assert LEAST < of_run("deep", None) < MOST["deep"]


@given(st.integers(1, 12), st.sampled_from([6_000, 8_000, 30_000]))
def test_rounds_never_read_more_together_than_the_run_may(rounds, total):
    used = 0
    for number in range(1, rounds + 1):
        share = of_round(total, used, number, last=number == rounds)
        assert share == 0 or share >= min(WORTH_READING, total - used)
        used += share
    assert used <= total
    if rounds <= 3:
        assert used > total - WORTH_READING


def test_the_first_round_takes_half_and_the_last_one_the_rest():
    assert of_round(30_000, 0, 1, last=False) == 15_000
    assert of_round(30_000, 15_000, 2, last=True) == 15_000
    assert of_round(30_000, 29_900, 3, last=False) == 0


@pytest.mark.parametrize(("limit", "most"), [(None, 15_000), (0.01, 2_000), (0.0, 0)])
def test_what_cannot_be_paid_for_is_not_read(limit, most):
    found = affordable(15_000, DEAR, Budget(Limits(cost=limit)))
    assert (found == most) if limit is None or not limit else (WORTH_READING <= found <= most)


def test_with_little_time_left_less_is_read():
    clock = [0.0]
    budget = Budget(Limits(seconds=600), clock=lambda: clock[0])
    assert affordable(15_000, CHEAP, budget) == 15_000
    clock[0] = 540.0
    assert 0 < affordable(15_000, CHEAP, budget) < 15_000
    clock[0] = 599.0
    assert affordable(15_000, CHEAP, budget) == 0


def test_a_report_is_written_from_what_window_depth_and_money_carry():
    def client(window, price=FREE):
        return SimpleNamespace(price=price, capabilities=SimpleNamespace(context=window))

    rich, poor = Budget(Limits()), Budget(Limits(cost=0.15))
    assert of_report("deep", client(1_000_000), rich) == WRITTEN_FROM["deep"]
    assert of_report("light", client(1_000_000), rich) == WRITTEN_FROM["light"]
    assert of_report("deep", client(10_000), rich) == 6_000
    assert of_report("deep", client(None), rich) == UNKNOWN_WINDOW
    assert of_report("deep", client(1_000_000, DEAR.price), poor) < WRITTEN_FROM["deep"]
