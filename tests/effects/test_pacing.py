from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from inquiro.effects.pacing import StorePace
from inquiro.storage.store import SqlStore


@pytest.fixture
def store(tmp_path: Path):
    opened = SqlStore.open(f"sqlite:///{tmp_path / 'pace.db'}", tmp_path)
    yield opened
    opened.close()


class Sleeps(list[float]):
    async def __call__(self, seconds: float) -> None:
        self.append(seconds)


def test_a_local_provider_is_never_held_back():
    class Untouchable:
        def __getattr__(self, name: str):
            raise AssertionError("the store is not asked")

    asyncio.run(StorePace(Untouchable(), Sleeps()).admit("corpus", 0.0))


@pytest.mark.fault(3)
def test_requests_are_spread_over_time(store):
    sleeps = Sleeps()

    async def scenario() -> None:
        pace = StorePace(store, sleeps)
        await asyncio.gather(*(pace.admit("tavily", 0.1) for _ in range(4)))

    asyncio.run(scenario())
    assert len(sleeps) == 3, "the first goes at once"
    assert sorted(sleeps) == pytest.approx([10, 20, 30], abs=2)


@pytest.mark.fault(3)
def test_providers_do_not_wait_for_each_other(store):
    sleeps = Sleeps()

    async def scenario() -> None:
        pace = StorePace(store, sleeps)
        await pace.admit("tavily", 0.1)
        await pace.admit("exa", 0.1)

    asyncio.run(scenario())
    assert sleeps == []


@pytest.mark.fault(3)
def test_the_rate_is_kept_over_a_restart(tmp_path):
    sleeps = Sleeps()
    for _ in range(2):
        store = SqlStore.open(f"sqlite:///{tmp_path / 'pace.db'}", tmp_path)
        asyncio.run(StorePace(store, sleeps).admit("tavily", 0.1))
        store.close()
    assert sleeps == pytest.approx([10], abs=2)
