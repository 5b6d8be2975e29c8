"""Politeness that processes share, on every database."""

import asyncio
import os
import random
import subprocess
import sys
from itertools import pairwise

import msgspec
import pytest
from sqlalchemy import event

HAS_SERVER = bool(os.environ.get("INQUIRO_TEST_POSTGRES"))  # read before each test's environment is cleaned


async def wait(store, name="a", width=1.0):
    return (await store.reserve_slot(name, width)).wait


def test_slots_follow_each_other_at_their_width(store, clock):
    async def scenario():
        assert [await wait(store, "a", 0.5) for _ in range(3)] == pytest.approx([0, 0.5, 1.0])
        assert await wait(store, "b", 0.5) == 0
        clock.jump(seconds=1.2)
        assert await wait(store, "a", 0.5) == pytest.approx(0.3)
        clock.jump(seconds=60)
        assert await wait(store, "a", 0.5) == 0

    asyncio.run(scenario())


def test_a_burst_is_made_up_for_at_once(store, clock):
    async def scenario():
        waits = [(await store.reserve_slot("gleif", 1.5, burst=3)).wait for _ in range(5)]
        assert waits == pytest.approx([0, 0, 0, 1.5, 3.0])
        clock.jump(seconds=60)
        assert (await store.reserve_slot("gleif", 1.5, burst=3)).wait == 0

    asyncio.run(scenario())


@pytest.mark.fault(49)
@pytest.mark.parametrize("days", [-1, 1])
def test_a_clock_jump_moves_the_queue_along(store, clock, days):
    async def scenario():
        for _ in range(4):
            await wait(store)
        clock.jump(days=days)
        assert await wait(store) == pytest.approx(4.0 if days < 0 else 0.0)
        clock.jump(seconds=1)
        assert await wait(store) == pytest.approx(4.0 if days < 0 else 0.0)

    asyncio.run(scenario())


def test_concurrent_callers_never_share_a_slot(store):
    async def scenario():
        waits = await asyncio.gather(*(wait(store) for _ in range(20)))
        assert sorted(waits) == pytest.approx(list(range(20)))

    asyncio.run(scenario())


@pytest.mark.fault(3)
def test_a_quiet_time_and_the_circuit_are_kept_over_a_restart_and_shared(database, clock):
    def reopened(work):
        store = database.open(clock=clock)
        try:
            return asyncio.run(work(store))
        finally:
            store.close()

    reopened(lambda store: store.report_outcome("slow", "slowed", 7.0))
    assert reopened(lambda store: wait(store, "slow")) == pytest.approx(7.0)
    for _ in range(5):
        reopened(lambda store: store.report_outcome("down", "failed"))
    slot = reopened(lambda store: store.reserve_slot("down", 1.0))
    assert (slot.refused_for, slot.failures) == (pytest.approx(60.0), 5)


@pytest.mark.fault(4)
def test_of_many_that_wait_for_a_circuit_one_probes(store, clock):
    async def scenario():
        for _ in range(5):
            await store.report_outcome("a", "failed")
        clock.jump(seconds=60)
        slots = await asyncio.gather(*(store.reserve_slot("a", 1.0) for _ in range(10)))
        assert sorted(slot.probe for slot in slots) == [False] * 9 + [True]
        assert sum(slot.refused_for > 0 for slot in slots) == 9
        await store.report_outcome("a", "answered")
        slot = await store.reserve_slot("a", 1.0)
        assert (slot.refused_for, slot.troubled) == (0.0, False)

    asyncio.run(scenario())


def test_a_booked_slot_holds_until_somebody_is_told_to_slow_down(store, clock):
    async def scenario():
        assert await store.slot_holds("a")
        await store.reserve_slot("a", 1.0)
        assert await store.slot_holds("a")
        await store.report_outcome("a", "slowed", 7.0)
        assert not await store.slot_holds("a")
        clock.jump(seconds=7)
        assert await store.slot_holds("a")

    asyncio.run(scenario())


def test_a_refusal_writes_nothing(store):
    async def scenario():
        for _ in range(5):
            await store.report_outcome("a", "failed")
        written = []
        event.listen(
            store._engine, "before_cursor_execute", lambda _c, _cur, sql, *_: written.append(sql.split()[0].upper())
        )
        assert (await store.reserve_slot("a", 1.0)).refused_for > 0
        assert "SELECT" in written
        assert not {"INSERT", "UPDATE"} & set(written)

    asyncio.run(scenario())


# -- never above the rate -------------------------------------------------------------------------------

ASK = """
import asyncio, json, pathlib, random, sys, time
from inquiro.effects.pacing import StorePace
from inquiro.storage.store import SqlStore

url, home, seed, plan = sys.argv[1], pathlib.Path(sys.argv[2]), int(sys.argv[3]), json.loads(sys.argv[4])
chance = random.Random(seed)
read, sent = [0.0], []

def clock():
    read[0] = time.monotonic()
    return read[0]

async def ask(pace, name, rate, number):
    for _ in range(number):
        await pace.admit(name, rate)
        sent.append([name, read[0]])  # the reading by which it was let go: nothing was awaited since
        await asyncio.sleep(chance.choice([0, 0, chance.random() / rate]))

async def stall(over):
    while not over.is_set():
        await asyncio.sleep(chance.random() * 0.2)
        time.sleep(chance.random() * 0.06)  # the loop is busy: who waits for a slot wakes late

async def main():
    store = SqlStore.open(url, home)
    pace, over = StorePace(store, clock=clock), asyncio.Event()
    print("ready", flush=True)
    sys.stdin.readline()
    stalling = asyncio.create_task(stall(over))
    await asyncio.gather(*(ask(pace, *one) for one in plan))
    over.set()
    await stalling
    store.close()
    print(json.dumps(sent))

asyncio.run(main())
"""


def admissions(database, seed, plan):
    """When each request was let go, by name, over three processes; Linux has one monotonic clock for all of them."""
    arguments = [database.url, str(database.home)]
    children = [
        subprocess.Popen(
            [sys.executable, "-c", ASK, *arguments, str(seed + number), msgspec.json.encode(plan).decode()],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )
        for number in range(3)
    ]
    for child in children:
        assert child.stdout.readline() == "ready\n", child.stderr.read()
    for child in children:
        child.stdin.write("go\n")
        child.stdin.flush()
    times = {name: [] for name, _, _ in plan}
    for child in children:
        out, errors = child.communicate(timeout=120)
        assert (child.returncode, errors) == (0, "")
        for name, when in msgspec.json.decode(out):
            times[name].append(when)
    return {name: sorted(found) for name, found in times.items()}


def assert_never_above_the_rate(database, seed, plan):
    """Every two requests in a row lie at least 1/rate apart, so that no window of any length holds one too many.

    The times are those at which a process decided to go, its last look at the clock. What the scheduler does to it
    between that look and the socket no limiter can know. No allowance is made: being late is only ever made up for
    by going later still.
    """
    times = admissions(database, seed, plan)
    for name, rate, number in plan:
        found = times[name]
        assert len(found) == 3 * number
        gaps = [later - earlier for earlier, later in pairwise(found)]
        assert min(gaps) >= 1 / rate, (seed, name, rate)


def a_plan(seed, names, seconds):
    chance = random.Random(seed)
    rates = [chance.choice([1.0, 2.0, 3.0, 5.0, 10.0, 20.0]) for _ in range(names)]
    return [(f"p{seed}-{n}", rate, max(1, round(rate * seconds / 3 / 1.3))) for n, rate in enumerate(rates)]


@pytest.mark.fault(3)
def test_three_processes_never_go_above_the_rate(database):
    assert_never_above_the_rate(database, 1, a_plan(1, names=4, seconds=3.0))


@pytest.mark.services
@pytest.mark.skipif(not HAS_SERVER, reason="takes long: make test-services")
@pytest.mark.fault(3)
@pytest.mark.parametrize("seed", range(10, 13))
def test_three_processes_never_go_above_the_rate_for_longer(database, seed):
    assert_never_above_the_rate(database, seed, a_plan(seed, names=6, seconds=8.0))
