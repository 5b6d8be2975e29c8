"""Group commit: one thread writes, and works that wait at the same time share one transaction.

A commit costs an fsync. A hundred runs that each wait for their own would queue behind each other; here they
wait together. When one of them fails, all are rolled back and done again, each inside a savepoint, so that it takes
nothing of the others with it. A caller hears back only after the commit. A patient work, which nobody waits for, goes
with the next one that is not, or alone after a short while.
"""

from __future__ import annotations

import asyncio
import threading
import time
from collections.abc import Callable, Sequence
from concurrent.futures import Future
from contextlib import nullcontext
from itertools import count
from pathlib import Path
from queue import Empty, SimpleQueue
from typing import Any, TypeVar

from sqlalchemy import Connection, Engine
from sqlalchemy.exc import DBAPIError, StatementError

from inquiro.core.crash_points import reach
from inquiro.core.errors import StoreError
from inquiro.storage.dialect import UNREADABLE, explained, meaning, unreadable, writing
from inquiro.storage.meanings import TRIES

T = TypeVar("T")
Work = Callable[[Connection], T]

MAX_BATCH = 256
BUSY_PAUSE = 0.02
PATIENCE = 0.1  # seconds


class _Job:
    """A work, its caller's future, and its outcome once it ran; it may run again if the commit did not succeed."""

    def __init__(self, work: Work[Any], *, patient: bool = False) -> None:
        self.work = work
        self.patient = patient
        self.future: Future[Any] = Future()
        self.value: Any = None
        self.error: Exception | None = None

    def run(self, connection: Connection, *, apart: bool) -> None:
        """Apart means inside a savepoint: two more round trips, and a failure that stays its own."""
        self.error = None
        try:
            with connection.begin_nested() if apart else nullcontext():
                self.value = self.work(connection)
        except DBAPIError:
            raise  # the database may have rolled back everything: the batch decides
        except StatementError as error:
            self.error = StoreError(f"a value cannot be stored: {error.orig}")
        except Exception as error:  # noqa: BLE001 - not swallowed: the caller gets it
            self.error = error

    def settle(self) -> None:
        if self.error is None:
            self.future.set_result(self.value)
        else:
            self.future.set_exception(self.error)

    def fail(self, error: Exception) -> None:
        self.error = error
        self.settle()


class GroupWriter:
    """The only way to write to the database from this process."""

    def __init__(self, engine: Engine, home: Path) -> None:
        self._engine = writing(engine)
        self._home = home
        self._queue: SimpleQueue[_Job | None] = SimpleQueue()
        self._closed = False
        self._gate = threading.Lock()
        self._thread = threading.Thread(target=self._serve, name="inquiro-writer", daemon=True)
        self._thread.start()

    async def write(self, work: Work[T], *, patient: bool = False) -> T:
        """Runs the work in a transaction and returns once it is committed."""
        result: T = await asyncio.wrap_future(self.submit(work, patient=patient))
        return result

    def submit(self, work: Work[T], *, patient: bool = False) -> Future[T]:
        job = _Job(work, patient=patient)
        with self._gate:
            self.ensure_open()
            self._queue.put(job)
        return job.future

    def ensure_open(self) -> None:
        if self._closed:
            raise StoreError("the store is closed")

    def close(self) -> None:
        """Finishes what was submitted, then ends the thread."""
        with self._gate:
            if not self._closed:
                self._closed = True
                self._queue.put(None)
        self._thread.join()

    def _serve(self) -> None:
        while (job := self._queue.get()) is not None:
            batch, last = self._gather(job)
            if batch:
                self._commit(batch)
            if last:
                return

    def _gather(self, first: _Job) -> tuple[list[_Job], bool]:
        """Everything that waits now and was not cancelled; and whether the end was among it."""
        waiting: list[_Job | None] = [first]
        patient, until = True, time.monotonic() + PATIENCE
        while (last := waiting[-1]) is not None and len(waiting) < MAX_BATCH:
            patient = patient and last.patient
            try:
                left = until - time.monotonic() if patient else 0.0
                waiting.append(self._queue.get(timeout=left) if left > 0 else self._queue.get_nowait())
            except Empty:
                break
        batch = [job for job in waiting if job is not None and job.future.set_running_or_notify_cancel()]
        return batch, waiting[-1] is None

    def _commit(self, batch: Sequence[_Job]) -> None:
        try:
            self._transact(batch)
        except DBAPIError as error:
            self._divide(batch, error)
        except UNREADABLE as error:
            for job in batch:
                job.fail(unreadable(error, self._engine, self._home))
        except Exception as error:  # noqa: BLE001 - not swallowed: every caller gets it, and the thread lives on
            for job in batch:
                job.fail(error)
        else:
            for job in batch:
                if isinstance(job.error, UNREADABLE):
                    job.error = unreadable(job.error, self._engine, self._home)
                job.settle()

    def _divide(self, batch: Sequence[_Job], error: DBAPIError) -> None:
        """Nothing was written: each work gets a transaction of its own, unless nobody can write at all."""
        if len(batch) == 1 or meaning(error) in ("busy", "lost"):
            for job in batch:
                job.fail(explained(error, self._engine, self._home))
            return
        for job in batch:
            self._commit([job])

    def _transact(self, batch: Sequence[_Job]) -> None:
        for attempt in count(1):
            try:
                self._try(batch)
            except DBAPIError as error:
                if attempt >= TRIES.get(meaning(error), 1):
                    raise
                time.sleep(BUSY_PAUSE)
            else:
                return

    def _try(self, batch: Sequence[_Job]) -> None:
        if not self._write_together(batch):
            with self._engine.begin() as connection:
                for job in batch:
                    job.run(connection, apart=True)
                reach("store.before_commit")
        reach("store.after_commit")

    def _write_together(self, batch: Sequence[_Job]) -> bool:
        """False, and nothing written, when one of them fails."""
        with self._engine.connect() as connection, connection.begin() as transaction:
            for job in batch:
                job.run(connection, apart=False)
                if job.error is not None:
                    transaction.rollback()
                    return False
            reach("store.before_commit")
        return True
