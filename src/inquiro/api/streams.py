"""The two ways to listen to a run: server-sent events and a WebSocket, with the same messages."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager, suppress
from typing import Any

import msgspec
from starlette.responses import Response
from starlette.types import Message, Receive, Scope, Send
from starlette.websockets import WebSocket, WebSocketDisconnect

from inquiro.api.feed import Messages, deliver
from inquiro.api.limits import Limits
from inquiro.api.refusal import Refused
from inquiro.core.types import Json

TRY_AGAIN_LATER, GOING_AWAY, NORMAL = 1013, 1012, 1000
SLOW = "too slow; come back with ?after= the last seq you saw"


class Room:
    """How many may listen at once."""

    def __init__(self, places: int) -> None:
        self._free = places

    def take(self) -> None:
        if self._free <= 0:
            raise Refused(429, "too many event streams are open", {"Retry-After": "5"})
        self._free -= 1

    def leave(self) -> None:
        self._free += 1


class EventStream(Response):
    """Server-sent events; `id` is the number to come back with."""

    media_type = "text/event-stream"

    def __init__(self, messages: Messages, room: Room, limits: Limits) -> None:
        super().__init__(headers={"Cache-Control": "no-store", "X-Accel-Buffering": "no"})
        del self.headers["content-length"]
        self._messages, self._room, self._limits = messages, room, limits
        room.take()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        spoken = time.monotonic()

        async def hand_over(message: Json | None) -> None:
            nonlocal spoken
            if message is None and time.monotonic() - spoken < self._limits.quiet_seconds:
                return
            spoken = time.monotonic()
            await send({"type": "http.response.body", "body": as_event(message), "more_body": True})

        try:
            async with _listening(receive, "http.disconnect") as leaving:
                await send({"type": "http.response.start", "status": 200, "headers": self.raw_headers})
                outcome = await deliver(self._messages, hand_over, leaving, self._limits.send_seconds)
                end = send({"type": "http.response.body", "body": b"", "more_body": False})
                await _part(end, scope, outcome == "slow", self._limits)
        finally:
            self._room.leave()


async def talk(socket: WebSocket, messages: Messages, limits: Limits, closing: asyncio.Event) -> None:
    """Send messages over an accepted WebSocket and close it with the reason."""

    async def hand_over(message: Json | None) -> None:
        if message is not None:
            await socket.send_text(as_json(message).decode())

    with suppress(WebSocketDisconnect):
        async with _listening(socket.receive, "websocket.disconnect") as leaving:
            outcome = await deliver(messages, hand_over, leaving, limits.send_seconds)
            if outcome == "slow":
                await _part(socket.close(TRY_AGAIN_LATER, SLOW), socket.scope, True, limits)
            elif outcome == "ended":
                await socket.close(GOING_AWAY if closing.is_set() else NORMAL)


def as_event(message: Json | None) -> bytes:
    if message is None:
        return b": still here\n\n"
    return b"id: %d\nevent: %s\ndata: %s\n\n" % (message["seq"], message["type"].encode(), as_json(message))


def as_json(message: Json) -> bytes:
    return msgspec.json.encode(message)


async def _part(farewell: Awaitable[Any], scope: Scope, stuck: bool, limits: Limits) -> None:
    """Say good-bye; whoever does not even take that is cut off."""
    try:
        async with asyncio.timeout(limits.farewell_seconds):
            await farewell
    except TimeoutError:
        stuck = True
    hang_up: Callable[[float], None] | None = scope.get("state", {}).get("hang_up")
    if stuck and hang_up:
        hang_up(limits.farewell_seconds)


@asynccontextmanager
async def _listening(receive: Callable[[], Awaitable[Message]], last: str) -> AsyncIterator[asyncio.Task[None]]:
    """A task that is done once the other side has left; what it says before is ignored."""

    async def until_gone() -> None:
        while (await receive())["type"] != last:
            pass

    leaving = asyncio.create_task(until_gone())
    try:
        yield leaving
    finally:
        leaving.cancel()
        await asyncio.gather(leaving, return_exceptions=True)
