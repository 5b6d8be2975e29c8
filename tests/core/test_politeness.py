from __future__ import annotations

from datetime import UTC, datetime, timedelta
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from inquiro.core.politeness import FAILURES, LONGEST_QUIET, OPEN_SECONDS, PROBE_SECONDS, Standing, book, may_go, told

NOW = datetime(2026, 3, 1, 12, tzinfo=UTC)
FRESH = Standing(next_at=NOW, booked_at=NOW)


def at(seconds: float) -> datetime:
    return NOW + timedelta(seconds=seconds)


def failed(times: int, standing: Standing = FRESH) -> Standing:
    for _ in range(times):
        standing = told(standing, "failed", NOW)
    return standing


@given(st.lists(st.tuples(st.floats(0, 5), st.floats(0.01, 5)), min_size=2, max_size=30))
def test_slots_are_as_far_apart_as_the_earlier_one_is_wide(bookings):
    standing, now, slots = FRESH, 0.0, []
    for pause, width in bookings:
        now += pause
        standing, slot = book(standing, width, at(now))
        slots.append((now + slot.wait, width))
    for (earlier, width), (later, _) in pairwise(slots):
        assert later - earlier >= width - 1e-5


def test_an_idle_provider_is_asked_at_once():
    _, slot = book(FRESH, 1.0, at(100))
    assert (slot.wait, slot.troubled, slot.probe) == (0.0, False, False)


@given(st.lists(st.floats(0, 30), min_size=2, max_size=150), st.integers(1, 30), st.floats(0.5, 3))
def test_a_span_never_holds_more_than_the_burst_and_one_for_each_width(pauses, burst, width):
    standing, now, slots = FRESH, 0.0, []
    for pause in pauses:
        now += pause if pause > 20 else 0.0  # most of them come at once
        standing, slot = book(standing, width, at(now), burst=burst)
        slots.append(now + slot.wait)
    for index, start in enumerate(slots):
        assert sum(start <= one <= start + 60 for one in slots[index:]) <= burst + 60 / width + 1e-6


def test_forty_a_minute_with_a_burst_of_twenty_are_never_more_than_sixty():
    standing, slots = FRESH, []
    for _ in range(200):
        standing, slot = book(standing, 60 / 40 * 1.05, NOW, burst=20)
        slots.append(slot.wait)
    assert slots[:20] == [0.0] * 20
    assert max(sum(start <= one <= start + 60 for one in slots) for start in slots) <= 60


@given(st.lists(st.floats(0, 5), min_size=2, max_size=30))
def test_a_burst_of_one_is_none(pauses):
    plain, bursting, now = FRESH, FRESH, 0.0
    for pause in pauses:
        now += pause
        plain, one = book(plain, 1.0, at(now))
        bursting, other = book(bursting, 1.0, at(now), burst=1)
        assert (plain, one) == (bursting, other)
        assert one.wait == max(0.0, one.wait)


@pytest.mark.fault(1)
def test_whoever_was_asked_to_slow_down_makes_up_for_nothing():
    standing, _ = book(told(FRESH, "slowed", NOW, 5.0), 1.0, at(6), burst=20)
    _, second = book(standing, 1.0, at(6), burst=20)
    assert second.wait == 1.0
    _, answered = book(told(standing, "answered", at(6)), 1.0, at(6), burst=20)
    assert answered.wait == 0.0


# -- slowing down -------------------------------------------------------------------------------------


@pytest.mark.fault(1)
@pytest.mark.parametrize(("named", "wait"), [(7.0, 7.0), (0.0, 0.0), (-5.0, 0.0), (3e8, LONGEST_QUIET)])
def test_a_named_wait_holds_for_everybody_up_to_the_cap(named, wait):
    standing = told(FRESH, "slowed", NOW, named)
    _, slot = book(standing, 1.0, NOW)
    assert (slot.wait, slot.troubled) == (wait, True)


@pytest.mark.fault(3)
def test_without_a_named_wait_it_doubles_up_to_a_minute():
    standing, now, waits = FRESH, NOW, []
    for _ in range(6):
        standing = told(standing, "slowed", now)
        waits.append((standing.quiet_until - now).total_seconds())
        now = standing.quiet_until + timedelta(seconds=1)
    assert waits == [4, 8, 16, 32, 60, 60]
    assert told(told(standing, "answered", now), "slowed", now).quiet_until == now + timedelta(seconds=4)


def test_requests_that_were_under_way_together_are_slowed_once():
    standing = FRESH
    for _ in range(5):
        standing = told(standing, "slowed", NOW)
    assert (standing.slowed, standing.quiet_until) == (1, at(4))
    standing = told(told(standing, "answered", NOW), "slowed", NOW)
    assert standing.quiet_until == at(4)


def test_the_longer_wait_counts():
    standing = told(told(FRESH, "slowed", NOW, 60.0), "slowed", NOW, 2.0)
    assert standing.quiet_until == at(60)


def test_who_waited_through_a_quiet_time_still_goes_one_by_one():
    standing, waits = told(FRESH, "slowed", NOW, 7.0), []
    for _ in range(3):
        standing, slot = book(standing, 1.0, NOW)
        waits.append(slot.wait)
    assert waits == [7, 8, 9]


def test_a_slot_booked_before_a_quiet_time_no_longer_counts():
    standing, _ = book(FRESH, 1.0, NOW)
    assert may_go(standing, NOW)
    standing = told(standing, "slowed", NOW, 7.0)
    assert not may_go(standing, at(6.9))
    assert may_go(standing, at(7))


# -- the circuit --------------------------------------------------------------------------------------


@pytest.mark.fault(4)
def test_five_failures_in_a_row_open_it():
    _, slot = book(failed(FAILURES - 1), 1.0, NOW)
    assert (slot.refused_for, slot.troubled) == (0.0, True)
    _, slot = book(failed(FAILURES), 1.0, NOW)
    assert (slot.refused_for, slot.failures) == (OPEN_SECONDS, FAILURES)
    assert not may_go(failed(FAILURES), NOW)


@pytest.mark.fault(4)
@pytest.mark.parametrize("outcome", ["answered", "slowed"])
def test_an_answer_between_them_starts_the_count_again(outcome):
    standing = failed(1, told(failed(FAILURES - 1), outcome, NOW))
    assert (standing.failures, standing.open_until) == (1, None)


@pytest.mark.fault(4)
def test_one_probe_goes_through_when_the_time_is_over():
    standing, probe = book(failed(FAILURES), 1.0, at(OPEN_SECONDS))
    assert (probe.refused_for, probe.probe, probe.troubled) == (0.0, True, True)
    standing, other = book(standing, 1.0, at(OPEN_SECONDS + 1))
    assert (other.refused_for, other.probe) == (PROBE_SECONDS - 1, False)
    _, same = book(standing, 1.0, at(OPEN_SECONDS + 1), probing=True)
    assert (same.refused_for, same.probe) == (0.0, True), "the prober may book again if it was late"


@pytest.mark.fault(4)
def test_the_probes_answer_closes_it_and_its_failure_opens_it_again():
    standing, _ = book(failed(FAILURES), 1.0, at(60))
    closed = told(standing, "answered", at(61))
    assert (closed.failures, closed.open_until, closed.probe_until) == (0, None, None)
    again = told(standing, "failed", at(61))
    assert book(again, 1.0, at(62))[1].refused_for == OPEN_SECONDS - 1


@pytest.mark.fault(4)
def test_a_prober_that_dies_is_followed_by_another():
    standing, _ = book(failed(FAILURES), 1.0, at(60))
    assert book(standing, 1.0, at(60 + PROBE_SECONDS))[1].probe


def test_a_failure_from_before_it_opened_does_not_prolong_it():
    standing = failed(FAILURES)
    assert told(standing, "failed", at(30)) == standing


# -- the clock ----------------------------------------------------------------------------------------


def test_an_answer_changes_nothing_when_nothing_was_wrong():
    standing, _ = book(FRESH, 1.0, NOW)
    assert told(standing, "answered", at(1)) == standing


@pytest.mark.fault(49)
def test_no_wait_becomes_longer_when_the_clock_is_set_back():
    yesterday = NOW - timedelta(days=1)
    quiet = told(FRESH, "slowed", NOW, 7.0)
    moved, slot = book(quiet, 1.0, yesterday)
    assert slot.wait == 7.0
    assert book(moved, 1.0, yesterday + timedelta(seconds=8))[1].wait == pytest.approx(0.0)
    moved, slot = book(failed(FAILURES), 1.0, yesterday)
    assert slot.refused_for == OPEN_SECONDS
    assert book(moved, 1.0, yesterday + timedelta(seconds=60))[1].probe


@pytest.mark.fault(49)
@given(
    st.lists(
        st.tuples(st.sampled_from(["book", "answered", "failed", "slowed"]), st.floats(-1e5, 100)),
        min_size=1,
        max_size=40,
    )
)
def test_whatever_happens_nobody_is_kept_away_for_longer_than_the_rules_say(steps):
    standing, now, queued = FRESH, NOW, 0
    for what, passed in steps:
        now += timedelta(seconds=passed)
        if what == "book":
            standing, slot = book(standing, 1.0, now)
            queued += slot.refused_for == 0
            assert slot.refused_for <= max(OPEN_SECONDS, LONGEST_QUIET + queued + PROBE_SECONDS)
            assert slot.wait <= LONGEST_QUIET + queued
        else:
            standing = told(standing, what, now)


def test_a_slot_that_is_given_back_is_free_again_unless_somebody_booked_since():
    standing, unused = book(FRESH, 1.0, NOW)
    _, instead = book(standing, 1.0, at(0.4), instead_of=unused)
    assert instead.wait == 0.0
    later, _ = book(standing, 1.0, at(0.1))
    _, behind = book(later, 1.0, at(0.4), instead_of=unused)
    assert behind.wait == pytest.approx(1.6)


@given(st.lists(st.tuples(st.floats(0, 3), st.booleans()), min_size=2, max_size=60), st.integers(1, 8))
def test_giving_slots_back_never_makes_more_of_them(steps, burst):
    standing, now, used, unused = FRESH, 0.0, [], None
    for pause, goes in steps:
        now += pause
        standing, slot = book(standing, 1.0, at(now), burst=burst, instead_of=unused)
        now += slot.wait
        unused = None if goes else slot
        if goes:
            used.append(now)
    for index, start in enumerate(used):
        assert sum(start <= one <= start + 10 for one in used[index:]) <= burst + 10 + 1e-6
