"""A research server over a small scripted world, and clients of both protocol generations."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from inquiro.core.settings import Settings
from inquiro.mcp.desk import Folders
from inquiro.mcp.server import ResearchServer, build
from inquiro.providers.search import registry
from inquiro.testing import Page, ScriptedProvider, plugged_in
from mcp import Client


class Gate:
    """Holds a scripted source, whatever loop it is asked on, until a test opens it."""

    def __init__(self) -> None:
        self._open = threading.Event()
        self._open.set()
        self._reached = threading.Event()

    def close(self) -> None:
        self._open.clear()

    def open(self) -> None:
        self._open.set()

    async def reached(self) -> None:
        """Someone waits in front of the gate."""
        await asyncio.to_thread(self._reached.wait)

    async def wait(self) -> None:
        self._reached.set()
        await asyncio.to_thread(self._open.wait)


@pytest.fixture
def gate() -> Iterator[Gate]:
    made = Gate()
    yield made
    made.open()  # nothing may wait on once the test has ended


@pytest.fixture
def trees(gate: Gate, pages: list[Page]) -> Iterator[ScriptedProvider]:
    """The one source there is; the gate holds its answers."""
    provider = ScriptedProvider("trees", pages, gate=gate)  # type: ignore[arg-type]
    with plugged_in(registry, trees=lambda _context: provider):
        yield provider


@pytest.fixture
def server(settings: Settings, trees: ScriptedProvider) -> ResearchServer:
    return build(Folders(), settings)


@pytest.fixture(params=["legacy", "auto"])
def client(request: pytest.FixtureRequest, server: ResearchServer) -> Callable[..., Client]:
    """A client with the handshake of 2025, and one with the requests of 2026."""

    def connect(**options: Any) -> Client:
        return Client(server, mode=request.param, **options)

    return connect
