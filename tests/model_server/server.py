"""The server: a thread of its own, any number of requests at once, and everything it received written down."""

from __future__ import annotations

import asyncio
import contextlib
import json
import threading
from collections.abc import Iterator
from dataclasses import dataclass
from time import perf_counter
from typing import Any, Self

import msgspec

from inquiro.core.errors import AccessDenied, BadAnswer, ContextTooLong, EffectError, RateLimited, TimedOut
from inquiro.core.models import ModelAnswer, ModelClient, ModelRequest

from .dialects import DIALECTS, Dialect
from .faults import Fault, never_answers, refuses


@dataclass(frozen=True)
class Received:
    """A request as it arrived, head and body, so that tests can look for what must not be in it."""

    method: str
    path: str
    headers: dict[str, str]
    body: str

    @property
    def text(self) -> str:
        head = "\n".join(f"{name}: {value}" for name, value in self.headers.items())
        return f"{self.method} {self.path}\n{head}\n\n{self.body}"


@dataclass
class _Planned:
    fault: Fault
    first: int
    left: int | None  # None: for ever


FIRST_WORD = 1 / 3  # of the delay, until the first piece of an answer goes out
TICK = 0.005


class ModelServer:
    """Speaks chat completions, Responses and Messages on loopback; `model` does the talking, for `delay` seconds.

    `received` holds every request, `asked` what the model was asked, `spans` from when to when each answered one took,
    `most_at_once` how many were under way together.
    """

    def __init__(self, model: ModelClient, *, delay: float = 0.0) -> None:
        self.model = model
        self.delay = delay
        self.received: list[Received] = []
        self.asked: list[ModelRequest] = []
        self.spans: list[tuple[float, float]] = []
        self.most_at_once = 0
        self.port = 0
        self._under_way = 0
        self._planned: list[_Planned] = []
        self._loop = asyncio.new_event_loop()
        self._stop = asyncio.Event()
        self._ready = threading.Event()
        self._thread = threading.Thread(target=self._live, name="model-server", daemon=True)

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def misbehave(self, fault: Fault, *, from_request: int = 1, times: int | None = None) -> None:
        """From the n-th request of its life on, so many times, or for ever."""
        self._planned.append(_Planned(fault, from_request, times))

    def behave(self) -> None:
        self._planned.clear()

    def __enter__(self) -> Self:
        self._thread.start()
        self._ready.wait(10)
        return self

    def __exit__(self, *_: object) -> None:
        if self._thread.is_alive():
            self._loop.call_soon_threadsafe(self._stop.set)
            self._thread.join(10)

    def _live(self) -> None:
        with contextlib.closing(self._loop):
            self._loop.run_until_complete(self._serve())

    async def _serve(self) -> None:
        talks: set[asyncio.Task[None]] = set()

        def met(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
            talk = asyncio.ensure_future(self._talk(reader, writer))
            talks.add(talk)
            talk.add_done_callback(talks.discard)

        server = await asyncio.start_server(met, "127.0.0.1", 0, limit=2**24)
        self.port = server.sockets[0].getsockname()[1]
        self._ready.set()
        await self._stop.wait()
        server.close()
        for talk in talks:
            talk.cancel()
        await asyncio.gather(*talks, return_exceptions=True)

    async def _talk(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self._under_way += 1
        self.most_at_once = max(self.most_at_once, self._under_way)
        try:
            received = await _read(reader)
            began = perf_counter()
            self.received.append(received)
            fault = self._due(len(self.received))
            parts = await self._answer(received, fault)
            for number, part in enumerate(parts, 1):
                await self._until(began + self.delay * (FIRST_WORD + (1 - FIRST_WORD) * number / len(parts)))
                writer.write(part)
                await writer.drain()
            self.spans.append((began, perf_counter()))
        except (ConnectionError, asyncio.IncompleteReadError):
            pass  # whoever asked went away
        finally:
            self._under_way -= 1
            writer.close()
            with contextlib.suppress(ConnectionError):
                await writer.wait_closed()

    async def _until(self, moment: float) -> None:
        """Words come while they are thought of, as from a real model; nobody sleeps for less than a tick."""
        if (left := moment - perf_counter()) > TICK:
            await asyncio.sleep(left)

    def _due(self, number: int) -> Fault | None:
        for planned in self._planned:
            if number >= planned.first and planned.left != 0:
                planned.left = None if planned.left is None else planned.left - 1
                return planned.fault
        return None

    async def _answer(self, received: Received, fault: Fault | None) -> list[bytes]:
        if received.method == "GET" and received.path.endswith("/models"):
            return [_plain(200, {"object": "list", "data": [{"id": self.model.model, "object": "model"}]})]
        dialect = next((one for one in DIALECTS if received.path.endswith(one.path)), None)
        if dialect is None:
            return [_refusal(refuses(404, f"there is no {received.path}"))]
        if fault is not None and fault.how in {"status", "never", "garbage"}:
            return await self._instead(fault)
        body = json.loads(received.body)
        asked = dialect.read(body)
        self.asked.append(asked)
        try:
            said = await self.model.complete(asked)
        except EffectError as error:
            return await self._instead(_fault_of(error))
        if fault is not None and fault.how == "nothing":
            said = msgspec.structs.replace(said, text="")
        if not body.get("stream"):
            return [_plain(200, dialect.whole(said))]
        return _streamed(dialect, said, fault.kept if fault else 1.0)

    async def _instead(self, fault: Fault) -> list[bytes]:
        if fault.how == "never":
            await self._stop.wait()
            return []
        return [_refusal(fault)]


def _streamed(dialect: Dialect, said: ModelAnswer, kept: float) -> list[bytes]:
    """In chunks; where only a part is kept, the last chunk breaks off and the connection ends."""
    head = (
        b"HTTP/1.1 200 OK\r\ncontent-type: text/event-stream\r\ntransfer-encoding: chunked\r\nconnection: close\r\n\r\n"
    )
    events = list(dialect.stream(said))
    if kept >= 1.0:
        return [head, *map(_chunk, events), b"0\r\n\r\n"]
    left = int(sum(map(len, events)) * kept)
    return [head, *_cut([_chunk(event) for event in events], left)]


def _cut(parts: list[bytes], left: int) -> Iterator[bytes]:
    for part in parts:
        if left <= 0:
            return
        yield part[:left]
        left -= len(part)


def _chunk(data: bytes) -> bytes:
    return b"%x\r\n%s\r\n" % (len(data), data)


def _plain(status: int, body: dict[str, Any]) -> bytes:
    return _written(status, {"content-type": "application/json"}, json.dumps(body).encode())


def _refusal(fault: Fault) -> bytes:
    kind = "application/json" if fault.how == "status" else "text/html"
    return _written(fault.status, {"content-type": kind} | fault.headers, fault.body)


def _written(status: int, headers: dict[str, str], body: bytes) -> bytes:
    told = headers | {"content-length": str(len(body)), "connection": "close"}
    lines = [f"HTTP/1.1 {status} Answer", *(f"{name}: {value}" for name, value in told.items())]
    return "\r\n".join([*lines, "", ""]).encode() + body


def _fault_of(error: EffectError) -> Fault:
    """What a vendor would send so that our clients raise this error."""
    match error:
        case AccessDenied():
            return refuses(401, "invalid key", code="invalid_api_key")
        case RateLimited():
            wait = "" if error.retry_after is None else f"{error.retry_after:g}"
            return refuses(429, "slow down", code="rate_limit_exceeded", retry_after=wait)
        case ContextTooLong():
            return refuses(400, "maximum context length exceeded", code="context_length_exceeded")
        case TimedOut():
            return never_answers()
        case BadAnswer():
            return refuses(400, "bad request", code="invalid_request_error")
    return refuses(503, "overloaded", code="overloaded_error")


async def _read(reader: asyncio.StreamReader) -> Received:
    head = (await reader.readuntil(b"\r\n\r\n")).decode("latin-1").split("\r\n")
    method, path, _ = head[0].split(" ", 2)
    headers = {name.strip().lower(): value.strip() for name, _, value in (line.partition(":") for line in head[1:-2])}
    body = await reader.readexactly(int(headers.get("content-length", "0")))
    return Received(method=method, path=path, headers=headers, body=body.decode())
