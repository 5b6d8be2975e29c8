from __future__ import annotations

import asyncio

import pytest

from inquiro.engine.ending import ended, together


def test_cancelled_tasks_are_gone_and_their_faults_are_told():
    async def fails() -> None:
        raise KeyError("a bug")

    async def run() -> tuple[list[str], bool]:
        tasks = [asyncio.create_task(fails()), asyncio.create_task(asyncio.Event().wait())]
        await asyncio.sleep(0)
        told = await ended(tasks)
        return [type(error).__name__ for error in told], all(task.done() for task in tasks)

    assert asyncio.run(run()) == (["KeyError"], True)


def test_a_fault_ends_everybody_before_it_goes_on():
    async def run() -> None:
        task = asyncio.create_task(asyncio.Event().wait())
        try:
            async with together([task]):
                raise KeyError("a bug")
        finally:
            assert task.cancelled()

    with pytest.raises(KeyError):
        asyncio.run(run())


def test_success_ends_nobody():
    async def run() -> bool:
        never = asyncio.Event()
        task = asyncio.create_task(never.wait())
        async with together([task]):
            pass
        never.set()
        return await task

    assert asyncio.run(run())
