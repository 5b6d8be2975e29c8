"""Pools that are lent: the same to works that go on at once, closed by the last of them."""

from __future__ import annotations

import asyncio

import pytest

from inquiro.core.errors import ReadFailed
from inquiro.readers.pool import ReadingPool
from inquiro.readers.pool.sharing import SharedPools


def one_worker() -> ReadingPool:
    return ReadingPool(workers=1)


def test_works_at_once_share_and_the_last_one_closes():
    async def work():
        pools = SharedPools(most=1)
        async with pools.lent(one_worker) as first:
            async with pools.lent(one_worker) as second:
                assert second is first
                await second.read(b"words", "a.txt")
                pids = first.pids()
            assert (await first.read(b"more words", "a.txt")).text == "more words"
            assert first.pids() == pids
        assert not first.pids()
        with pytest.raises(ReadFailed, match="after the readers were closed"):
            await first.read(b"words", "a.txt")
        async with pools.lent(one_worker) as next_one:
            assert next_one is not first

    asyncio.run(work())


def test_a_work_gets_the_pool_that_fewest_use():
    async def work():
        pools = SharedPools(most=2)
        async with pools.lent(one_worker) as first, pools.lent(one_worker) as second:
            assert second is not first
            async with pools.lent(one_worker) as third, pools.lent(one_worker) as fourth:
                assert {third, fourth} == {first, second}
            assert (await first.read(b"words", "a.txt")).text == "words"

    asyncio.run(work())


def test_a_work_that_fails_leaves_its_pool():
    async def work():
        pools = SharedPools(most=1)
        with pytest.raises(ValueError, match="broken"):
            async with pools.lent(one_worker) as first:
                raise ValueError("broken")
        async with pools.lent(one_worker) as second:
            assert second is not first

    asyncio.run(work())


def test_what_was_made_ready_is_not_made_ready_again():
    pool = one_worker()
    try:
        pool.get_ready()
        pool.get_ready()
        assert pool.read_now(b"words", "a.txt").text == "words"
        (child,) = pool._children
        assert child.documents == 2
    finally:
        pool.close()
