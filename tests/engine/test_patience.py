from __future__ import annotations

import asyncio
from collections.abc import Callable

import pytest

from inquiro.engine.patience import Progress, settled

NEVER = float("inf")


def progress_after(tell: Callable[[Progress], None], *, last: bool = False) -> float:
    """Seconds of silence after which the round would end; NEVER: it waits for its deadline."""

    async def look() -> float:
        progress = Progress()
        tell(progress)
        return progress.gives_up_at(last=last) - progress._newest

    return asyncio.run(look())


def asked(searches: int, came: int, pages: int = 0, read: int = 0, *, inside: int = 0) -> Callable[[Progress], None]:
    def tell(progress: Progress) -> None:
        for what, many, done in (("search", searches, came), ("page", pages, read)):
            for _ in range(many):
                progress.ask(what, outside=True)
            for _ in range(done):
                progress.come(what, outside=True)
        for _ in range(inside):
            progress.ask("search", outside=False)

    return tell


@pytest.mark.parametrize(
    ("tell", "ends"),
    [
        (asked(10, 6), False),  # too few answers to leave anyone behind
        (asked(10, 7), True),
        (asked(4, 4, 10, 6), False),
        (asked(4, 4, 10, 7), True),
        (asked(1, 0), False),
        (asked(10, 10, inside=1), False),  # this machine is always waited for
    ],
)
def test_nobody_is_left_behind_before_most_answers_came(tell, ends):
    assert (progress_after(tell) < NEVER) == ends


def test_a_last_round_waits_longer():
    assert progress_after(asked(10, 9), last=True) > progress_after(asked(10, 9))


def test_silence_counts_from_the_newest_answer():
    async def look() -> tuple[float, float]:
        progress = Progress()
        for _ in range(4):
            progress.ask("search", outside=True)
        for _ in range(3):
            progress.come("search", outside=True)
        before = progress.gives_up_at(last=False)
        await asyncio.sleep(0.02)
        progress.come("search", outside=True)
        return before, progress.gives_up_at(last=False)

    before, after = asyncio.run(look())
    assert after > before


def test_a_round_ends_when_only_a_hanging_page_is_left():
    async def run() -> bool:
        progress = Progress()
        never = asyncio.Event()

        async def page(answer: asyncio.Event | None) -> None:
            progress.ask("page", outside=True)
            if answer:
                await answer.wait()
            progress.come("page", outside=True)

        tasks = [asyncio.create_task(page(None)) for _ in range(9)] + [asyncio.create_task(page(never))]
        await asyncio.sleep(0)
        await asyncio.wait_for(settled(tasks, progress, asyncio.Event(), 60.0, last=False), 30)
        left = not tasks[-1].done()
        never.set()
        await asyncio.gather(*tasks)
        return left

    assert asyncio.run(run())


def test_everything_done_ends_it_at_once():
    async def run() -> None:
        async def nothing() -> None: ...

        tasks = [asyncio.create_task(nothing())]
        await asyncio.wait_for(settled(tasks, Progress(), asyncio.Event(), 60.0, last=True), 30)
        assert tasks[0].done()

    asyncio.run(run())


def test_a_stop_ends_it_and_the_deadline_too():
    async def run(stop: bool, seconds: float) -> None:
        never, stopping = asyncio.Event(), asyncio.Event()
        task = asyncio.create_task(never.wait())
        if stop:
            stopping.set()
        await asyncio.wait_for(settled([task], Progress(), stopping, seconds, last=False), 30)
        assert not task.done()
        never.set()
        await task

    asyncio.run(run(stop=True, seconds=60.0))
    asyncio.run(run(stop=False, seconds=0.01))


def test_a_cancelled_wait_leaves_nothing_behind():
    async def run() -> int:
        never = asyncio.Event()
        task = asyncio.create_task(never.wait())
        waiting = asyncio.create_task(settled([task], Progress(), asyncio.Event(), 60.0, last=False))
        await asyncio.sleep(0.01)
        waiting.cancel()
        await asyncio.gather(waiting, return_exceptions=True)
        await asyncio.sleep(0)
        left = len(asyncio.all_tasks()) - 2  # this one and the task that was waited for
        never.set()
        await task
        return left

    assert asyncio.run(run()) == 0
