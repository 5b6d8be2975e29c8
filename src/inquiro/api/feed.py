"""One stream of messages for every listener: read from the store, so the run may work in any process.

A listener holds at most one page of events: the store is its queue. One that takes nothing for too long is let go
and can come back with the last number it saw; nothing is lost by that.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, Awaitable, Callable
from contextlib import aclosing
from typing import Literal

from inquiro.api.limits import Limits
from inquiro.api.views import Tally
from inquiro.core.errors import StoreBusy
from inquiro.core.types import Json
from inquiro.runtime import Runtime

Messages = AsyncGenerator[Json | None, None]
LAST_STAGES = {"done", "failed"}  # unless the run goes on after them


async def follow(runtime: Runtime, run_id: str, after: int, limits: Limits, closing: asyncio.Event) -> Messages:
    """Every message after a number, then `complete`; None whenever there is nothing new."""
    tally, held = Tally(), None
    while not closing.is_set():
        try:
            events, ended = await runtime.news(run_id, tally.seq, limits.page)
        except StoreBusy:
            events, ended = [], None
        for event in events:
            if held:
                yield held
            tally.add(event)
            message = tally.message_of(event) if event.seq > after else None
            held = message if event.stage in LAST_STAGES else None
            if message and not held:
                yield message
        if ended:
            yield tally.last_message(ended)
            return
        yield None
        if len(events) < limits.page:
            await asyncio.sleep(limits.poll_seconds)


async def deliver(
    messages: Messages,
    hand_over: Callable[[Json | None], Awaitable[None]],
    leaving: asyncio.Task[None],
    seconds: float,
) -> Literal["ended", "left", "slow"]:
    """Hand messages over until they end, the listener leaves, or it takes one too slowly."""
    async with aclosing(messages):
        async for message in messages:
            if leaving.done():
                return "left"
            try:
                async with asyncio.timeout(seconds):
                    await hand_over(message)
            except TimeoutError:
                return "slow"
    return "ended"
