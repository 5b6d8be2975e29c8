"""Waiting for an answer that somebody may stop waiting for."""

from __future__ import annotations

import asyncio

import pytest

from inquiro.core.stopping import unless_stopped


async def said(word: str) -> str:
    await asyncio.sleep(0)
    return word


async def fails() -> None:
    raise OSError("no")


async def never() -> None:
    await asyncio.Event().wait()


@pytest.fixture
def stopped():
    event = asyncio.Event()
    event.set()
    return event


def test_an_answer_is_an_answer():
    assert asyncio.run(unless_stopped(asyncio.Event(), said("yes"), 60)) == "yes"


def test_an_answer_that_comes_soon_after_the_stop_is_taken(stopped):
    assert asyncio.run(unless_stopped(stopped, said("yes"), 60)) == "yes"


def test_an_answer_that_does_not_come_is_given_up_after_the_stop(stopped):
    with pytest.raises(TimeoutError, match="s of the stop"):
        asyncio.run(unless_stopped(stopped, never(), 0.01))


def test_a_failure_of_the_asked_is_the_failure():
    with pytest.raises(OSError, match="no"):
        asyncio.run(unless_stopped(asyncio.Event(), fails(), 60))
