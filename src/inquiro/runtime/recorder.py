"""Numbers a run's events, shows them at once, and stores them in batches."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Callable, Mapping
from datetime import UTC, datetime
from typing import Any

from inquiro.core.errors import StoreError
from inquiro.core.events import Event
from inquiro.core.protocols import Store
from inquiro.core.types import Lease

Listener = Callable[[Event], None]
DONE = "done"  # the stage of a run's last event


class Recorder:
    """One per attempt; it goes on from the last event, and progress never goes back until a run is reopened."""

    def __init__(self, store: Store, lease: Lease, last: Event | None, listener: Listener | None) -> None:
        self._store = store
        self._lease = lease
        self._seq = last.seq if last else 0
        self._listener = listener
        self._progress = last.progress if last and last.stage != DONE else 0.0
        self._waiting: list[Event] = []
        self._flushing: asyncio.Task[None] | None = None
        self._closing = False

    def record(self, told: Mapping[str, Any]) -> None:
        self._seq += 1
        self._progress = max(self._progress, told.get("progress") or 0.0)
        event = Event(
            run_id=self._lease.run_id,
            seq=self._seq,
            stage=str(told["stage"]),
            message=str(told["message"]),
            progress=self._progress,
            data=dict(told.get("data") or {}),
            at=datetime.now(UTC),
        )
        if self._listener:
            self._listener(event)
        self._waiting.append(event)
        if self._flushing is None or self._flushing.done():
            self._flushing = asyncio.create_task(self._flush_if_possible())

    def say(self, stage: str, message: str, progress: float | None = None, **data: object) -> None:
        self.record({"stage": stage, "message": message, "progress": progress, "data": data})

    async def close(self) -> None:
        self._closing = True
        if self._flushing is not None and not self._flushing.done():
            with contextlib.suppress(StoreError):  # it only hurries what lies with the writer already
                await self._store.append_events(self._lease, ())
            await self._flushing
        await self._flush()

    async def _flush(self) -> None:
        while self._waiting:
            batch = list(self._waiting)
            await self._store.append_events(self._lease, batch, patient=not self._closing)
            del self._waiting[: len(batch)]

    async def _flush_if_possible(self) -> None:
        """What a busy database did not take stays, and goes with the next batch."""
        with contextlib.suppress(StoreError):
            await self._flush()
