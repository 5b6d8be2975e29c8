"""How the register is asked: pages to the end, a missing record told from a wrong address, and never a crash."""

from __future__ import annotations

import asyncio
import json
import random
from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st

from inquiro.core.errors import BadAnswer, EffectError, RateLimited, TimedOut, Unavailable
from inquiro.core.pace import NoPace
from inquiro.core.protocols import ProviderContext
from inquiro.core.settings import Settings
from inquiro.core.web import WebAnswer
from inquiro.providers.gleif.client import GleifRegister
from inquiro.testing import ScriptedWeb

LEI = "529900K9B0N5BT694847"


@pytest.fixture
def world(gleif_server):
    facts = gleif_server.Facts()
    facts.add(LEI, "Varnholt Holding SE", exception="NO_KNOWN_PERSON")
    for number in range(40):
        facts.add(gleif_server.with_check_digits(f"5299VARN{number:04d}"), f"Varnholt {number} GmbH", parent=LEI)
    return gleif_server.GleifWorld(facts)


def asked(register, what, *arguments):
    return asyncio.run(getattr(register, what)(*arguments))


@pytest.mark.parametrize("largest", [1, 7, 15, 40, 200])
def test_every_page_is_read_and_nothing_twice(gleif_server, world, largest):
    world.largest_page = largest
    children = asked(gleif_server.register_of(world), "children", LEI)
    assert [child.name for child in children] == [f"Varnholt {number} GmbH" for number in range(40)]
    assert len(world.asked) == -(-40 // largest)


def test_no_more_pages_are_read_than_are_needed(gleif_server, world):
    world.largest_page = 15
    assert len(asked(gleif_server.register_of(world), "children", LEI, "direct", 20)) == 20
    assert len(world.asked) == 2


def test_a_server_that_shows_the_same_page_for_ever_is_left(gleif_server, world):
    body = world.respond(gleif_server_asked(f"/api/v1/lei-records/{LEI}/direct-children")).body
    endless = json.loads(body) | {"meta": {}, "links": {"next": "again"}}
    web = ScriptedWeb(WebAnswer(url="", status=200, body=json.dumps(endless).encode()))
    assert len(asked(register_with(web), "children", LEI)) == 15
    assert len(web.requests) == 2


@pytest.mark.fault(57)
def test_a_record_that_is_not_there_is_none_and_a_wrong_address_is_an_error(gleif_server, world):
    register = gleif_server.register_of(world)
    nobody = gleif_server.with_check_digits("NOBODY")
    assert asked(register, "record", nobody) is None
    world.mode = "lost"
    with pytest.raises(BadAnswer):
        asked(register, "record", nobody)


@pytest.mark.parametrize("what", ["children", "managed_funds", "relations"])
def test_nothing_is_listed_of_an_entity_that_is_not_there(gleif_server, world, what):
    with pytest.raises(BadAnswer, match="no record"):
        asked(gleif_server.register_of(world), what, gleif_server.with_check_digits("NOBODY"))


@pytest.mark.parametrize("what", ["record", "children", "managed_funds"])
def test_a_wrong_lei_is_not_asked_for(gleif_server, world, what):
    for lei in ("", "529900k9b0n5bt694847", f"{LEI}/../../x", "529900K9B0N5BT694846", "٥" * 20):
        with pytest.raises(BadAnswer, match="not asked"):
            asked(gleif_server.register_of(world), what, lei)
    assert world.asked == []


@pytest.mark.fault(57)
@pytest.mark.parametrize(("mode", "error"), [("down", Unavailable), ("limited", RateLimited), ("garbage", BadAnswer)])
def test_an_outage_is_an_error_and_never_an_empty_answer(gleif_server, world, mode, error):
    world.mode = mode
    with world.server:

        async def ask():
            register, transport = gleif_server.over_sockets(world)
            try:
                return await register.records((LEI,))
            finally:
                await transport.aclose()

        with pytest.raises(error) as raised:
            asyncio.run(ask())
    if mode == "limited":
        assert raised.value.retry_after == 1


def test_it_may_be_asked_at_another_address(gleif_server, world):
    with world.server:

        async def ask():
            register, transport = gleif_server.over_sockets(world)
            try:
                return await register.record(LEI)
            finally:
                await transport.aclose()

        assert asyncio.run(ask()).name == "Varnholt Holding SE"
    assert [one.path for one in world.asked] == [f"/api/v1/lei-records/{LEI}"]


def test_each_request_asks_for_its_turn(gleif_server, world):
    admitted = []

    class Pace(NoPace):
        async def admit(self, name, requests_per_second, burst=1):
            admitted.append((name, requests_per_second, burst))

        async def report(self, name, error):
            pass

    web = gleif_server.register_of(world)._web
    settings = Settings(home=None, database_url="")
    register = GleifRegister(ProviderContext(settings=settings, web=web, pace=Pace()))
    world.largest_page = 15
    asked(register, "children", LEI)
    assert admitted == [("gleif", 40 / 60, 20)] * 3


def damaged(value, seed):
    """The same JSON with a few of its parts taken for something else."""
    chance = random.Random(seed)

    def walk(one):
        if chance.random() < 0.03:
            return chance.choice([None, 7, "", [], {}, "x" * 50, True, -1.5, [[]], {"id": []}])
        if isinstance(one, dict):
            return {key: walk(inner) for key, inner in one.items() if chance.random() > 0.01}
        return [walk(inner) for inner in one] if isinstance(one, list) else one

    return walk(value)


ASKING = (
    ("record", (LEI,)),
    ("records", ((LEI,),)),
    ("search", ("Varnholt",)),
    ("parent", (LEI, "direct")),
    ("parent_relation", (LEI, "direct")),
    ("children", (LEI,)),
    ("relations", (LEI,)),
    ("managed_funds", (LEI,)),
)


@given(st.integers(0, 2**32), st.sampled_from(ASKING))
def test_damaged_recordings_are_refused_or_read_and_never_a_crash(shared_data, seed, asking):
    chance = random.Random(seed)
    files = (
        RECORDINGS
        or RECORDINGS.extend(
            file.read_text("utf-8")
            for folder in ("lei_records", "relationships", "reporting_exceptions", "fuzzy_completions", "pygleif")
            for file in sorted((shared_data / "http_gleif" / folder).glob("*.json"))
            if file.stat().st_size < 6_000
        )
        or RECORDINGS
    )

    def answer(_request):
        body = json.dumps(damaged(json.loads(chance.choice(files)), chance.random()))
        cut = body[: chance.randrange(len(body))] if chance.random() < 0.1 else body
        return WebAnswer(url="", status=chance.choice([200, 200, 200, 404]), body=cut.encode())

    what, arguments = asking
    with suppress(EffectError):
        asked(register_with(ScriptedWeb(answer)), what, *arguments)


RECORDINGS: list[str] = []


def gleif_server_asked(path):
    from small_internet.server import Asked

    return Asked("GET", "", path, {})


def register_with(web):
    return GleifRegister(ProviderContext(settings=Settings(home=None, database_url=""), web=web))


def test_an_answer_that_never_comes_is_a_timeout(gleif_server, world):
    web = ScriptedWeb(TimedOut("no answer"))
    with pytest.raises(TimedOut):
        asked(register_with(web), "record", LEI)
