from __future__ import annotations

import asyncio
from collections.abc import Awaitable
from typing import Any

import pytest

from inquiro.core.errors import NoAddress, Unavailable
from inquiro.engine.network import Network


async def nowhere() -> str:
    raise NoAddress("the name a.example cannot be resolved")


async def found() -> str:
    return "found"


async def never() -> str:
    await asyncio.Event().wait()
    return "never"


async def outcome(search: Awaitable[str]) -> str:
    try:
        return await search
    except (NoAddress, Unavailable) as error:
        return str(error)


def asked(network_of: int, *searches: tuple[str, Any]) -> list[str]:
    async def run() -> list[str]:
        network = Network(network_of)
        async with asyncio.timeout(3):
            return await asyncio.gather(*(outcome(network.ask(name, search())) for name, search in searches))

    return asyncio.run(run())


@pytest.mark.fault(14)
def test_two_sources_that_lead_nowhere_end_the_others():
    told = asked(5, ("a", nowhere), ("b", nowhere), ("c", never), ("d", never))
    assert told[2:] == ["no name can be resolved: there is no network"] * 2


@pytest.mark.fault(14)
def test_of_one_source_alone_the_first_says_it_for_all_its_queries():
    assert asked(1, ("a", nowhere), ("a", never))[1] == "no name can be resolved: there is no network"


def test_one_of_several_may_have_moved():
    with pytest.raises(TimeoutError):
        asked(5, ("a", nowhere), ("a", nowhere), ("b", never))


def test_whoever_was_reached_shows_that_there_is_a_network():
    with pytest.raises(TimeoutError):
        asked(5, ("a", found), ("b", nowhere), ("c", nowhere), ("d", never))
