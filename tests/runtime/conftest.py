"""Runs against services on loopback: everything is real but the waiting."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator
from contextlib import AbstractAsyncContextManager, ExitStack, closing
from functools import partial
from typing import Any

import pytest

from inquiro.core.types import Report, ResearchRequest
from inquiro.core.web import Ready
from inquiro.effects.pacing import StorePace
from inquiro.effects.retrying import RetryPolicy
from inquiro.engine import patience, search
from inquiro.runtime import Runtime

HURRY = 50.0
PATIENT = 30.0


@pytest.fixture
def hurried(monkeypatch: pytest.MonkeyPatch) -> None:
    """Fifty times the rates, short pauses between tries; and a round that does not give up on a busy machine."""
    turn = StorePace.turn

    def sooner(self: StorePace, name: str, rate: float, burst: int = 1) -> AbstractAsyncContextManager[Ready]:
        return turn(self, name, rate * HURRY, burst)

    monkeypatch.setattr(StorePace, "turn", sooner)
    monkeypatch.setattr(search, "RetryPolicy", partial(RetryPolicy, first_wait=0.02, longest_wait=0.05))
    for name in ("LEAST_QUIET", "LEAST_LAST_QUIET"):
        monkeypatch.setattr(patience, name, PATIENT)


@pytest.fixture
def opened(moss: Any, small_internet: Any, tmp_path: Any) -> Iterator[Callable[..., Runtime]]:
    """A runtime whose services are all on loopback; the same folder every time, as after a restart."""
    with ExitStack() as stack:

        def open_(**options: Any) -> Runtime:
            settings = small_internet.settings_for(moss, tmp_path / "home", **options)
            return stack.enter_context(closing(Runtime.open(settings)))

        yield open_


@pytest.fixture
def ask(small_internet: Any) -> Callable[..., Report]:
    """One round, unless the test says otherwise."""

    def asked(runtime: Runtime, on_event: Any = None, **options: Any) -> Report:
        wanted = {"question": small_internet.QUESTION, "max_iterations": 1, "unattended": True} | options
        return asyncio.run(runtime.ask(ResearchRequest(**wanted), on_event))

    return asked
