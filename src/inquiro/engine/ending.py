"""Tasks that end together: nobody goes on alone after the work around it broke off."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Collection
from contextlib import asynccontextmanager
from typing import Any


async def ended(tasks: Collection[asyncio.Task[Any]]) -> list[BaseException]:
    """Cancelled and gone, so that what they held open can be closed; returns what had gone wrong in them."""
    for task in tasks:
        task.cancel()
    told = await asyncio.gather(*tasks, return_exceptions=True)
    return [one for one in told if isinstance(one, BaseException) and not isinstance(one, asyncio.CancelledError)]


@asynccontextmanager
async def together(tasks: Collection[asyncio.Task[Any]]) -> AsyncIterator[None]:
    """A cancel or a fault in here ends all of them before it goes on."""
    whole = False
    try:
        yield
        whole = True
    finally:
        if not whole:
            await ended(tasks)
