"""Reading where a hostile document can do no harm: in a few warm processes with little memory and no rights."""

from __future__ import annotations

import asyncio
import atexit
import os
import threading
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from pathlib import PurePath

from inquiro.core.errors import ReadFailed
from inquiro.core.types import ReadText
from inquiro.readers import read
from inquiro.readers._assemble import MAX_CHARACTERS
from inquiro.readers._frames import Task, to_bytes
from inquiro.readers.pool.child import Child

SECONDS = 20.0
MEMORY = 512 * 1024 * 1024
MAX_WEB_CHARACTERS = 2_000_000
_MOST_WORKERS = 4
_DOCUMENTS_PER_CHILD = 500  # what parsers leak and scatter goes with the process
_WARMING = (
    f"<article>{'<p>A page like any other has a few sentences, and here is one of them.</p>' * 20}</article>".encode()
)
_RISKY = frozenset({".pdf", ".docx"})


class ReadingPool:
    """Reads like `readers.read`, apart; belongs to no event loop and starts nothing before the first document.

    Every thread of the pool owns one process. That keeps the hand-over free of locks, and the processes alive:
    the system ends them together with the thread that started them.
    """

    def __init__(
        self,
        *,
        workers: int | None = None,
        seconds: float = SECONDS,
        memory: int = MEMORY,
        max_characters: int = MAX_WEB_CHARACTERS,
    ) -> None:
        self._seconds = seconds
        self._memory = memory
        self._max_characters = max_characters
        self._workers = workers or max(2, min(_MOST_WORKERS, os.cpu_count() or 1))
        self._threads = ThreadPoolExecutor(self._workers, thread_name_prefix="reading")
        self._own = threading.local()
        self._lock = threading.Lock()
        self._children: set[Child] = set()
        self._closed = False
        self._expecting = False

    async def read(self, data: bytes, name: str, media_type: str | None = None) -> ReadText:
        """The text, or ReadFailed in words; a cancelled read ends its process at once."""
        job = _Job(data, self._task(name, media_type))
        waiting = asyncio.wrap_future(self._threads.submit(self._work, job))
        try:
            return await waiting
        except asyncio.CancelledError:
            job.abandon()
            raise

    def read_now(self, data: bytes, name: str, media_type: str | None = None) -> ReadText:
        """The same for a thread that has nothing else to do."""
        return self._threads.submit(self._work, _Job(data, self._task(name, media_type))).result()

    def get_ready(self) -> None:
        """Start the processes while the first page is still on its way, and let each load what reads pages; one that
        cannot start says so when asked."""
        if self._closed or self._expecting:
            return
        self._expecting = True
        for _ in range(self._workers):
            self._threads.submit(self._work, _Job(_WARMING, self._task("page.html", "text/html")))

    def pids(self) -> list[int]:
        """The processes that are alive now."""
        with self._lock:
            return [child.pid for child in self._children if not child.finished]

    async def aclose(self) -> None:
        await asyncio.to_thread(self.close)

    def close(self) -> None:
        """End every process; reads that still wait fail in words."""
        self._closed = True
        with self._lock:
            for child in self._children:
                child.kill("was still being read at the end")
        self._threads.shutdown(wait=True)
        for child in self._children:
            child.close()
        self._children.clear()

    def _task(self, name: str, media_type: str | None) -> Task:
        if self._closed:
            raise ReadFailed(f"{name} came after the readers were closed")
        return Task(to_bytes(name), media_type, self._max_characters, int(self._seconds) + 5)

    def _work(self, job: _Job) -> ReadText:
        child = self._child()
        try:
            return job.done_by(child, self._seconds)
        finally:
            if child.finished or child.documents >= _DOCUMENTS_PER_CHILD:
                self._dismiss(child)

    def _child(self) -> Child:
        """This thread's own process."""
        child: Child | None = getattr(self._own, "child", None)
        if child is None or child.finished:
            child = self._own.child = Child(self._memory)
            with self._lock:
                self._children.add(child)
                if self._closed:
                    child.kill("was still being read at the end")
        return child

    def _dismiss(self, child: Child) -> None:
        child.close()
        with self._lock:
            self._children.discard(child)


class _Job:
    """One document on its way through the pool."""

    def __init__(self, data: bytes, task: Task) -> None:
        self._data = data
        self._task = task
        self._lock = threading.Lock()
        self._child: Child | None = None
        self._abandoned = False

    def done_by(self, child: Child, seconds: float) -> ReadText:
        with self._lock:
            if self._abandoned:
                raise ReadFailed("nobody waits for it any more")
            self._child = child
        try:
            return child.read(self._task, self._data, seconds)
        finally:
            self._let_go(child)

    def _let_go(self, child: Child) -> None:
        with self._lock:
            self._child = None
            if self._abandoned:
                child.close()

    def abandon(self) -> None:
        """Nobody waits any more."""
        with self._lock:
            self._abandoned = True
            if self._child is not None:
                self._child.kill("was given up")


def read_apart(data: bytes, name: str) -> ReadText:
    """A file of the user's own: PDF and Word apart, what our own parsers read in this process."""
    if PurePath(name).suffix.lower() not in _RISKY:
        return read(data, name)
    return _shared().read_now(data, name)


@cache
def _shared() -> ReadingPool:
    """One for the whole process, kept until it ends: starting a reader costs more than reading most files."""
    pool = ReadingPool(workers=1, max_characters=MAX_CHARACTERS)
    atexit.register(pool.close)
    return pool
