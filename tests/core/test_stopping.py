"""Waiting for an answer that somebody may stop waiting for."""

from __future__ import annotations

import asyncio

import pytest

from inquiro.core.stopping import unless_stopped


async def said(word: str) -> str:
    await asyncio.sleep(0)
    return word


async def never() -> None:
    await asyncio.Event().wait()


def test_an_answer_is_an_answer():
    async def waiting():
        return await unless_stopped(asyncio.Event(), said("yes"), 60)

    assert asyncio.run(waiting()) == "yes"


def test_an_answer_that_comes_soon_after_the_stop_is_taken():
    async def waiting():
        stopping = asyncio.Event()
        stopping.set()
        return await unless_stopped(stopping, said("yes"), 60)

    assert asyncio.run(waiting()) == "yes"


def test_an_answer_that_does_not_come_is_given_up_after_the_stop():
    async def waiting():
        stopping = asyncio.Event()
        stopping.set()
        await unless_stopped(stopping, never(), 0.01)

    with pytest.raises(TimeoutError, match="s of the stop"):
        asyncio.run(waiting())


def test_a_failure_of_the_asked_is_the_failure():
    async def fails():
        raise OSError("no")

    with pytest.raises(OSError, match="no"):
        asyncio.run(unless_stopped_alone(fails()))


async def unless_stopped_alone(asked):
    return await unless_stopped(asyncio.Event(), asked, 60)
