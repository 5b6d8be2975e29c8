"""What a service sees of our pace: when requests arrive, on a clock that only the test moves."""

from __future__ import annotations

import asyncio
import itertools
from collections.abc import Awaitable, Callable, Iterator
from contextlib import AsyncExitStack
from pathlib import Path
from typing import Any, Self

import httpcore2
import pytest

from inquiro.core.protocols import ProviderContext
from inquiro.core.settings import Settings
from inquiro.effects.pacing import StorePace
from inquiro.effects.retrying import RetryPolicy, attempt
from inquiro.providers.http.searching import Service
from inquiro.providers.http.transport import Transport
from inquiro.storage.store import SqlStore
from inquiro.testing import ManualClock

OK = b"HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\n{}"
SLOW = b"HTTP/1.1 429 Slow\r\nretry-after: 7\r\ncontent-length: 2\r\n\r\n{}"
MOVED = b"HTTP/1.1 302 Moved\r\nlocation: /there\r\ncontent-length: 0\r\n\r\n"


class Scholar(Service):
    name = "scholar"
    kind = "academic"
    source_type = "academic"
    base_url = "https://api.scholar.example"


class Register(Scholar):
    burst = 5


class Dials(httpcore2.AsyncNetworkBackend):
    """The way of one process to the service; a test may do something before a connection stands."""

    def __init__(self, before: Callable[[], Awaitable[None]] | None) -> None:
        self._before = before

    async def connect_tcp(self, host: str, port: int, *rest: Any, **more: Any) -> httpcore2.AsyncNetworkStream:
        stream = await httpcore2.AnyIOBackend().connect_tcp(host, port)
        if self._before is not None:
            await self._before()
        return stream


class World:
    """A service on loopback that writes down when it was asked for what, and the processes that ask it."""

    def __init__(self, home: Path) -> None:
        self.clock = ManualClock()
        self.answers: dict[str, bytes] = {}
        self.seen: list[tuple[str, float]] = []
        self._home = home
        self._stack = AsyncExitStack()

    async def __aenter__(self) -> Self:
        server = await asyncio.start_server(self._talk, "127.0.0.1", 0)
        self._address = f"http://127.0.0.1:{server.sockets[0].getsockname()[1]}"
        self._stack.callback(server.close)
        return self

    async def __aexit__(self, *_: object) -> None:
        await self._stack.aclose()

    async def process(
        self, kind: type[Service] = Scholar, before: Callable[[], Awaitable[None]] | None = None
    ) -> Service:
        settings = Settings(home=self._home, database_url="", provider_urls={"scholar": self._address})
        store = SqlStore.open(f"sqlite:///{self._home / 'pace.db'}", self._home, clock=self.clock)
        self._stack.callback(store.close)
        web = await self._stack.enter_async_context(Transport(settings, network=Dials(before)))
        pace = StorePace(store, self.sleep, self.clock.monotonic)
        return kind(ProviderContext(settings=settings, web=web, pace=pace))

    async def sleep(self, seconds: float) -> None:
        self.clock.advance(seconds)

    @property
    def arrived(self) -> dict[str, float]:
        return dict(self.seen)

    async def _talk(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        head = (await reader.readuntil(b"\r\n\r\n")).decode()
        path = head.split(" ")[1]
        self.seen.append((path, self.clock.monotonic()))
        writer.write(self.answers.get(path, OK))
        await writer.drain()
        writer.close()
        await writer.wait_closed()


@pytest.fixture
def world(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[World]:
    made = World(tmp_path)
    monkeypatch.setattr("inquiro.storage.pace.monotonic", made.clock.monotonic)
    return made


@pytest.mark.fault(3)
def test_whoever_was_long_in_dialling_waits_for_another_turn_once_others_have_gone(world: World) -> None:
    async def scenario() -> None:
        async with world:
            other = await world.process()

            async def meanwhile() -> None:
                await other.get("/second")

            slow = await world.process(before=meanwhile)
            await slow.get("/first")

    asyncio.run(scenario())
    assert [path for path, _ in world.seen] == ["/second", "/first"]
    assert world.arrived["/first"] - world.arrived["/second"] >= 1.0


@pytest.mark.fault(3)
def test_whoever_was_long_in_dialling_goes_at_once_where_nobody_else_asked(world: World) -> None:
    async def scenario() -> None:
        async with world:
            service = await world.process(before=lambda: world.sleep(0.4))
            await service.get("/first")
            await service.get("/second")

    asyncio.run(scenario())
    assert world.arrived["/first"] == pytest.approx(0.4)
    assert 1.0 <= world.arrived["/second"] - world.arrived["/first"] <= 1.5


@pytest.mark.fault(3)
def test_queries_of_one_process_arrive_an_interval_apart_however_long_each_dials(world: World) -> None:
    dials = iter([0.9, 0.0, 0.3, 0.0])

    async def scenario() -> None:
        async with world:
            service = await world.process(before=lambda: world.sleep(next(dials)))
            await asyncio.gather(*(service.get(f"/{number}") for number in range(4)))

    asyncio.run(scenario())
    times = [at for _, at in world.seen]
    assert len(times) == 4
    assert all(later - earlier >= 1.0 for earlier, later in itertools.pairwise(times)), times


@pytest.mark.fault(1)
@pytest.mark.parametrize("kind", [Scholar, Register])
def test_nobody_asks_before_the_named_wait_is_over_not_even_with_a_slot_in_hand(world: World, kind) -> None:
    """The second has its slot, and a connection, when the first hears that it came too soon."""
    world.answers["/refused"] = SLOW

    async def scenario() -> None:
        async with world:
            other = await world.process(kind)

            async def meanwhile() -> None:
                with pytest.raises(Exception, match="slow down"):
                    await other.get("/refused")

            await (await world.process(kind, before=meanwhile)).get("/held")

    asyncio.run(scenario())
    assert [path for path, _ in world.seen] == ["/refused", "/held"]
    assert world.arrived["/held"] - world.arrived["/refused"] >= 7.0


@pytest.mark.fault(1)
def test_a_refused_query_and_those_behind_it_come_after_the_wait_and_an_interval_apart(world: World) -> None:
    world.answers["/0"] = SLOW

    async def scenario() -> None:
        async with world:
            service = await world.process(Register)

            async def ask(number: int) -> None:
                async def once() -> object:
                    try:
                        return await service.get(f"/{number}")
                    finally:
                        world.answers.pop(f"/{number}", None)

                await attempt(once, RetryPolicy(), timeout=20, sleep=world.sleep)

            await ask(0)
            await asyncio.gather(*(ask(number) for number in range(1, 4)))

    asyncio.run(scenario())
    refused, *others = [at for _, at in world.seen]
    assert len(others) == 4
    assert min(others) - refused >= 7.0


@pytest.mark.fault(3)
def test_a_redirect_within_the_service_is_a_request_like_any_other(world: World) -> None:
    world.answers["/here"] = MOVED

    async def scenario() -> None:
        async with world:
            assert (await (await world.process()).get("/here")).status == 200

    asyncio.run(scenario())
    assert world.arrived["/there"] - world.arrived["/here"] >= 1.0
