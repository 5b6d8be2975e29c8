"""Work on an index beside other work: one thread, which can be waited for and ended."""

from __future__ import annotations

import threading
from collections.abc import Callable
from concurrent.futures import Future
from concurrent.futures import TimeoutError as TooLate
from typing import Generic, TypeVar

T = TypeVar("T")

_JOIN_SECONDS = 10.0


class Background(Generic[T]):
    """Does two things one after the other: what callers wait for, and what they need not wait for."""

    def __init__(self, first: Callable[[], T], then: Callable[[], object]) -> None:
        self._first = first
        self._then = then
        self._ended = threading.Event()
        self._result: Future[T] = Future()
        self._thread = threading.Thread(target=self._work, name="inquiro-index", daemon=True)

    def start(self) -> None:
        self._thread.start()

    @property
    def running(self) -> bool:
        return self._thread.is_alive()

    @property
    def is_ready(self) -> bool:
        """Whether the first thing is done, or has failed."""
        return self._result.done()

    def result(self, seconds: float) -> T | None:
        """What came of the first thing; None if it takes longer, and its error if it failed."""
        try:
            return self._result.result(seconds)
        except TooLate:
            return None

    def join(self, seconds: float) -> None:
        """Waits for both, so long."""
        self._thread.join(seconds)

    def pause(self, seconds: float) -> bool:
        """In the thread: rests a while; true if it shall end."""
        return self._ended.wait(seconds)

    def go_on(self) -> None:
        """In the thread, between two steps: leaves it if it shall end."""
        if self._ended.is_set():
            raise EndedError

    def close(self) -> None:
        """Ends it between two steps; what is done is kept."""
        self._ended.set()
        if self._thread.is_alive():
            self._thread.join(_JOIN_SECONDS)

    def _work(self) -> None:
        try:
            self._result.set_result(self._first())
        except Exception as error:  # noqa: BLE001 - not swallowed: whoever waits gets it
            self._result.set_exception(error)
            return
        try:
            self._then()
        except EndedError:
            return


class EndedError(Exception):
    """It was closed in the middle of a longer piece of work."""
