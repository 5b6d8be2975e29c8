"""The runtime and the event loop it lives on, for the length of a command."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine
from typing import TYPE_CHECKING, Any, Self, TypeVar

import msgspec

from inquiro.core.errors import RunNotFound
from inquiro.core.settings import Settings

if TYPE_CHECKING:
    from inquiro.runtime import Runtime

T = TypeVar("T")
LATEST = "latest"


class Opened:
    """`with Opened() as opened: opened.wait(opened.runtime.…)`."""

    def __init__(self, **settings: Any) -> None:
        self._settings = settings  # which a command sets in place of the environment

    def __enter__(self) -> Self:
        from inquiro.runtime import Runtime  # the heavy part of the start: only once a command needs it

        changed = (msgspec.structs.replace(Settings.load(), **self._settings),) if self._settings else ()
        self.runtime: Runtime = Runtime.open(*changed)
        self._runner = asyncio.Runner()
        return self

    def __exit__(self, *_: object) -> None:
        self._runner.close()
        self.runtime.close()

    def wait(self, coroutine: Coroutine[Any, Any, T]) -> T:
        return self._runner.run(coroutine)

    def run_id(self, given: str) -> str:
        """What was given, or the newest run's id for "latest"."""
        if given != LATEST:
            return given
        if not (newest := self.wait(self.runtime.runs(limit=1))):
            raise RunNotFound('there is no run yet; start one: inquiro ask "…"')
        return newest[0].id
