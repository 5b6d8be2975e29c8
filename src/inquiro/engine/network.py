"""Whether there is a network at all: where no name leads anywhere, nobody is asked in vain one after the other."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine
from typing import Any, TypeVar

from inquiro.core.errors import NoAddress
from inquiro.core.stopping import unless_stopped

T = TypeVar("T")

ENOUGH = 2  # sources whose names lead nowhere, while nobody was reached: one alone may have moved


class Network:
    """What the searches of one round learn about it, for the others of that round."""

    def __init__(self, sources: int) -> None:
        self._enough = max(1, min(ENOUGH, sources))
        self._nowhere: set[str] = set()
        self._reached = False
        self._gone = asyncio.Event()

    @property
    def gone(self) -> bool:
        return self._gone.is_set()

    async def ask(self, name: str, search: Coroutine[Any, Any, T]) -> T:
        """The search's own outcome, or NoAddress as soon as others have shown that there is no network."""
        try:
            found = await unless_stopped(self._gone, search, 0.0)
        except TimeoutError:
            raise NoAddress("no name can be resolved: there is no network") from None
        except NoAddress:
            self._nowhere.add(name)
            if not self._reached and len(self._nowhere) >= self._enough:
                self._gone.set()
            raise
        self._reached = True
        return found
