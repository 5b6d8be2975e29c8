"""Waiting for an answer that somebody may stop waiting for."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine
from typing import Any, TypeVar

T = TypeVar("T")


async def unless_stopped(stopping: asyncio.Event, asked: Coroutine[Any, Any, T], patience: float) -> T:
    """Whoever stops a run waits a little for an answer, and not for one that may never come: TimeoutError."""
    work, stop = asyncio.create_task(asked), asyncio.create_task(stopping.wait())
    either: set[asyncio.Task[Any]] = {work, stop}
    try:
        await asyncio.wait(either, return_when=asyncio.FIRST_COMPLETED)
        await asyncio.wait({work}, timeout=None if work.done() else patience)
        if not work.done():
            raise TimeoutError(f"no answer came within {patience:g} s of the stop")
        return work.result()
    finally:
        stop.cancel()
        work.cancel()
        await asyncio.gather(*either, return_exceptions=True)
