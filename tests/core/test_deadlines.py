from __future__ import annotations

import asyncio

import pytest

from inquiro.core.deadlines import deadline, stopped_clock


async def _slow(seconds: float) -> None:
    async with deadline(0.05):
        await asyncio.sleep(seconds)


def test_time_runs_out() -> None:
    with pytest.raises(TimeoutError):
        asyncio.run(_slow(5))


def test_waiting_for_a_turn_takes_no_time() -> None:
    async def waits() -> str:
        async with deadline(0.2):
            with stopped_clock():
                await asyncio.sleep(0.3)
            return "in time"

    assert asyncio.run(waits()) == "in time"


def test_the_clock_runs_again_after_the_wait() -> None:
    async def waits_then_hangs() -> None:
        async with deadline(0.05):
            with stopped_clock():
                await asyncio.sleep(0.1)
            await asyncio.sleep(30)

    with pytest.raises(TimeoutError):
        asyncio.run(waits_then_hangs())


def test_two_waits_at_once_stop_it_until_the_longer_one_is_over() -> None:
    async def turn(seconds: float) -> None:
        with stopped_clock():
            await asyncio.sleep(seconds)

    async def both() -> str:
        async with deadline(0.2):
            await asyncio.gather(turn(0.01), turn(0.3))
            return "in time"

    assert asyncio.run(both()) == "in time"


def test_a_task_that_outlives_its_deadline_may_still_wait() -> None:
    async def outlives() -> str:
        async def later() -> str:
            await asyncio.sleep(0.02)
            with stopped_clock():
                return "done"

        async with deadline(5):
            task = asyncio.create_task(later())
            await asyncio.sleep(0)
        return await task

    assert asyncio.run(outlives()) == "done"


def test_without_a_deadline_nothing_happens() -> None:
    async def free() -> None:
        with stopped_clock():
            await asyncio.sleep(0)

    asyncio.run(free())


def test_a_cancel_during_the_wait_is_a_cancel_and_no_time_out() -> None:
    async def run() -> bool:
        async def waits() -> None:
            async with deadline(0.01):
                with stopped_clock():
                    await asyncio.sleep(30)

        task = asyncio.create_task(waits())
        await asyncio.sleep(0.05)
        task.cancel()
        await asyncio.gather(task, return_exceptions=True)
        return task.cancelled()

    assert asyncio.run(run())


def test_every_deadline_around_a_wait_stands_still() -> None:
    async def waits() -> str:
        async with deadline(0.2), deadline(0.2):
            with stopped_clock():
                await asyncio.sleep(0.3)
            return "in time"

    assert asyncio.run(waits()) == "in time"
