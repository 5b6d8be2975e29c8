"""Holding a run's lease while it is worked on, and hearing a stop that another process asked for."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator

from inquiro.core.errors import StoreError
from inquiro.core.protocols import Store
from inquiro.core.types import Lease

LEASE_SECONDS = 30.0
BEAT_SECONDS = 1.0
BEATS_PER_RENEWAL = 10


@contextlib.asynccontextmanager
async def held(store: Store, lease: Lease, stopping: asyncio.Event) -> AsyncIterator[None]:
    beating = asyncio.create_task(_beat(store, lease, stopping))
    try:
        yield
    finally:
        beating.cancel()
        await asyncio.gather(beating, return_exceptions=True)


async def _beat(store: Store, lease: Lease, stopping: asyncio.Event) -> None:
    beats = 0
    while True:
        await asyncio.sleep(BEAT_SECONDS)
        beats += 1
        with contextlib.suppress(StoreError):  # a busy database is asked again at the next beat
            if beats % BEATS_PER_RENEWAL == 0:
                await store.renew([lease], LEASE_SECONDS)
            if not stopping.is_set() and await store.stop_requested(lease.run_id):
                stopping.set()
