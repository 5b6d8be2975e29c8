"""Texts that wait for their vectors: what somebody waits for first, the rest beside other work, none of them twice."""

from __future__ import annotations

import os
import sys
import threading
from collections import OrderedDict
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import suppress
from time import monotonic
from typing import Protocol

import numpy as np

from inquiro.core.errors import InquiroError, RateLimited
from inquiro.retrieval.embeddings import Embedder, Vectors
from inquiro.retrieval.vector_file import Half, Key

_KEPT_TOGETHER = 64  # rows of a commit, unless
_KEPT_AFTER = 1.0  # seconds have passed, or nothing is left to do
_REST_SECONDS = 30.0  # after a failure of the model
_NICE = 10  # of a thread that nobody waits for
_JOIN_SECONDS = 5.0
_LONGEST_WAIT = 3_600.0  # a lock takes no endless one

Keep = Callable[[Mapping[Key, Half]], None]
Recall = Callable[[Iterable[Key]], dict[Key, Half]]


class Embeds(Embedder, Protocol):
    """It takes `batch` texts in a call, and `at_once` calls; the vector of a text depends on the text alone."""

    @property
    def batch(self) -> int: ...
    @property
    def at_once(self) -> int: ...


class Task:
    """One text on its way; `waiting` counts the callers that want it now."""

    __slots__ = ("ended", "key", "running", "text", "vector", "waiting")

    def __init__(self, key: Key, text: str) -> None:
        self.key = key
        self.text = text
        self.waiting = 0
        self.running = False
        self.ended = False
        self.vector: Half | None = None


class VectorQueue:
    """Threads that embed: those for waiting callers, and others of low priority that rest while there are such."""

    def __init__(self, load: Callable[[], Embeds], keep: Keep, recall: Recall) -> None:
        """`keep` puts rows where `recall` finds them from then on."""
        self.problem = ""  # why the model failed last; empty while it works
        self.embedded = 0  # texts, since the start
        self._load = load
        self._keep = keep
        self._recall = recall
        self._model: Embeds | None = None
        self._loading = threading.Lock()
        self._state = threading.Condition()
        self._tasks: dict[Key, Task] = {}  # all that have not ended
        self._urgent: OrderedDict[Key, Task] = OrderedDict()
        self._later: OrderedDict[Key, Task] = OrderedDict()
        self._urgent_running = 0
        self._threads: list[threading.Thread] = []
        self._idle = {True: 0, False: 0}
        self._closing = False
        self._rest_until = 0.0
        self._made: dict[Key, Half] = {}  # not kept yet
        self._made_at = 0.0

    def model(self) -> Embeds:
        """Loaded when it is first needed."""
        with self._loading:
            if self._model is None:
                self._model = self._load()
            return self._model

    def wait(self, texts: Mapping[Key, str], until: float, *, first: bool = False) -> dict[Key, Half]:
        """Vectors of as many texts as can be had in time; the others go on in the background."""
        with self._state:
            known = self._just_made(texts)
            wanted = [(key, text) for key, text in texts.items() if key not in known]
            tasks = [self._task(key, text, urgent=True, first=first) for key, text in wanted]
            for task in tasks:
                task.waiting += 1
            self._start(urgent=True)
            try:
                while not all(task.ended for task in tasks) and (left := until - monotonic()) > 0:
                    self._state.wait(min(left, _LONGEST_WAIT))
            finally:
                self._leave(tasks)
            return known | {task.key: task.vector for task in tasks if task.vector is not None}

    def later(self, texts: Mapping[Key, str]) -> None:
        """In the background; what is on its way is left there."""
        with self._state:
            known = self._just_made(texts)
            for key, text in texts.items():
                if key not in known:
                    self._task(key, text, urgent=False)
            self._start(urgent=False)

    def pending(self) -> int:
        with self._state:
            return len(self._tasks)

    def unkept(self, keys: Iterable[Key]) -> dict[Key, Half]:
        """Vectors that are made and not on disk yet."""
        with self._state:
            return {key: self._made[key] for key in keys if key in self._made}

    def close(self) -> None:
        """Stops after the texts at hand and keeps what is made; a later call starts anew."""
        with self._state:
            self._closing = True
            for key in [*self._later, *self._urgent]:
                self._end(self._tasks[key], None)
            self._later.clear()
            self._urgent.clear()
            self._state.notify_all()
            threads = self._threads
        until = monotonic() + _JOIN_SECONDS
        for thread in threads:
            if thread is not threading.current_thread():
                thread.join(max(0.0, until - monotonic()))
        with self._state:
            self._threads = [thread for thread in self._threads if thread.is_alive()]
            self._closing = False
            self._start(urgent=True)  # whoever came meanwhile
            self._start(urgent=False)
        self._flush()

    # -- under the lock ------------------------------------------------------------------------------------

    def _just_made(self, keys: Iterable[Key]) -> dict[Key, Half]:
        """Since the caller looked for them on disk; a row is recalled before it is no longer among the made ones."""
        made = {key: self._made[key] for key in keys if key in self._made}
        return self._recall(key for key in keys if key not in made) | made

    def _task(self, key: Key, text: str, *, urgent: bool, first: bool = False) -> Task:
        task = self._tasks.get(key)
        if task is None:
            task = self._tasks[key] = Task(key, text)
            if not urgent:
                self._later[key] = task
        if urgent and not task.running and not task.ended:
            self._later.pop(key, None)
            self._urgent[key] = task
            if first:
                self._urgent.move_to_end(key, last=False)
        return task

    def _leave(self, tasks: Iterable[Task]) -> None:
        """What nobody waits for any longer goes on in the background."""
        for task in tasks:
            task.waiting -= 1
            if not task.waiting and task.key in self._urgent:
                self._later[task.key] = self._urgent.pop(task.key)
        self._start(urgent=False)

    def _start(self, *, urgent: bool) -> None:
        waiting = len(self._urgent if urgent else self._later)
        if not waiting:
            return
        self._state.notify_all()
        running = sum(thread.name.endswith(_name(urgent)) for thread in self._threads if thread.is_alive())
        most = self._model.at_once if self._model else (os.cpu_count() or 1)
        for _ in range(min(most - running, waiting - self._idle[urgent])):
            thread = threading.Thread(
                target=self._work, args=(urgent,), name=f"inquiro-vectors-{_name(urgent)}", daemon=True
            )
            self._threads.append(thread)
            thread.start()

    def _next(self, urgent: bool, batch: int) -> list[Task]:
        queue = self._urgent if urgent else self._later
        tasks = [queue.popitem(last=False)[1] for _ in range(min(batch, len(queue)))]
        for task in tasks:
            task.running = True
        self._urgent_running += urgent
        return tasks

    def _ready(self, urgent: bool) -> bool:
        if urgent:
            return bool(self._urgent)
        return bool(self._later) and not self._urgent and not self._urgent_running

    def _end(self, task: Task, vector: Half | None) -> None:
        task.vector, task.ended = vector, True
        self._tasks.pop(task.key, None)

    # -- in the threads ------------------------------------------------------------------------------------

    def _work(self, urgent: bool) -> None:
        if not urgent:
            _give_way()
        while True:
            with self._state:
                self._idle[urgent] += 1
                while not self._closing and not self._ready(urgent):
                    self._state.wait()
                self._idle[urgent] -= 1
                if self._closing:
                    return
                tasks = self._next(urgent, self._model.batch if self._model else 1)
            rows, broken = None, True
            try:
                rows = self._embedded([task.text for task in tasks])
                broken = False
            finally:  # whatever happens, nobody waits for this thread in vain
                with self._state:
                    self._take(tasks, rows, urgent)
                    if broken:
                        self.problem, self._rest_until = "the embedding model broke", monotonic() + _REST_SECONDS
                        self._threads.remove(threading.current_thread())
                        self._start(urgent=urgent)
            self._flush_if_due()

    def _embedded(self, texts: Sequence[str]) -> Vectors | None:
        """None where the model fails; it is left alone for a while then."""
        if monotonic() < self._rest_until:
            return None
        try:
            rows = self.model().embed(texts)
        except InquiroError as error:
            wanted = error.retry_after if isinstance(error, RateLimited) else None
            self.problem, self._rest_until = str(error), monotonic() + max(wanted or 0.0, _REST_SECONDS)
            return None
        self.problem = ""
        return rows

    def _take(self, tasks: Sequence[Task], rows: Vectors | None, urgent: bool) -> None:
        self._urgent_running -= urgent
        for number, task in enumerate(tasks):
            half = rows[number].astype(np.float16) if rows is not None else None
            if half is not None:
                if not self._made:
                    self._made_at = monotonic()
                self._made[task.key] = half
                self.embedded += 1
            self._end(task, half)
        self._state.notify_all()

    def _flush_if_due(self) -> None:
        with self._state:
            full = len(self._made) >= _KEPT_TOGETHER or monotonic() - self._made_at > _KEPT_AFTER
            due = bool(self._made) and (full or not self._tasks)
        if due:
            self._flush()

    def _flush(self) -> None:
        with self._state:
            rows = dict(self._made)
        if rows:
            self._keep(rows)
        with self._state:
            for key in rows:
                self._made.pop(key, None)


def _name(urgent: bool) -> str:
    return "now" if urgent else "later"


def _give_way() -> None:
    """Linux knows the priority of a thread; elsewhere it is one among the others."""
    if sys.platform == "linux":
        with suppress(OSError):
            os.setpriority(os.PRIO_PROCESS, threading.get_native_id(), _NICE)
