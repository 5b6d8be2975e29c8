"""A web server in a thread of its own, which writes down everything it is asked."""

from __future__ import annotations

import asyncio
import contextlib
import threading
from collections.abc import Callable
from dataclasses import dataclass, field
from time import monotonic
from typing import Self
from urllib.parse import parse_qs, unquote, urlsplit


@dataclass(frozen=True)
class Asked:
    """A request as it arrived."""

    method: str
    host: str
    target: str
    headers: dict[str, str]
    body: str = ""
    at: float = field(default_factory=monotonic)

    @property
    def path(self) -> str:
        return unquote(urlsplit(self.target).path)

    @property
    def params(self) -> dict[str, str]:
        """Of the query, or of a form."""
        text = self.body if self.method == "POST" else urlsplit(self.target).query
        return {name: values[0] for name, values in parse_qs(text).items()}


@dataclass(frozen=True)
class Answered:
    body: bytes | str = b""
    status: int = 200
    media_type: str = "text/html; charset=utf-8"
    headers: dict[str, str] = field(default_factory=dict)
    hangs: bool = False  # the request is taken and never answered


TLS = b"\x16"  # how a handshake begins
Respond = Callable[[Asked], Answered]


class Server:
    """`respond` decides what is answered; `asked` and `statuses` keep what was."""

    def __init__(self, respond: Respond) -> None:
        self._respond = respond
        self.asked: list[Asked] = []
        self.statuses: list[tuple[str, int]] = []
        self.connections = 0
        self.port = 0
        self._loop = asyncio.new_event_loop()
        self._stop = asyncio.Event()
        self._ready = threading.Event()
        self._thread = threading.Thread(target=self._live, name="small-internet", daemon=True)

    def __enter__(self) -> Self:
        self._thread.start()
        self._ready.wait(10)
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Nobody answers any more; may be called twice."""
        if self._thread.is_alive():
            self._loop.call_soon_threadsafe(self._stop.set)
            self._thread.join(10)

    def count(self, prefix: str) -> int:
        return sum(one.path.startswith(prefix) for one in self.asked)

    def to(self, prefix: str) -> list[Asked]:
        return [one for one in self.asked if one.path.startswith(prefix)]

    def _live(self) -> None:
        with contextlib.closing(self._loop):
            self._loop.run_until_complete(self._serve())

    async def _serve(self) -> None:
        talks: set[asyncio.Task[None]] = set()

        def met(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
            self.connections += 1
            talk = asyncio.ensure_future(self._talk(reader, writer))
            talks.add(talk)
            talk.add_done_callback(talks.discard)

        server = await asyncio.start_server(met, "127.0.0.1", self.port)
        self.port = server.sockets[0].getsockname()[1]
        self._ready.set()
        await self._stop.wait()
        server.close()
        for talk in talks:
            talk.cancel()
        await asyncio.gather(*talks, return_exceptions=True)

    async def _talk(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            asked = await _read(reader)
            self.asked.append(asked)
            answer = self._respond(asked)
            if answer.hangs:
                await self._stop.wait()
                return
            self.statuses.append((asked.path, answer.status))
            writer.write(_written(answer))
            await writer.drain()
        except (ConnectionError, asyncio.IncompleteReadError):
            pass  # whoever asked went away
        finally:
            writer.close()
            with contextlib.suppress(ConnectionError):
                await writer.wait_closed()


async def _read(reader: asyncio.StreamReader) -> Asked:
    if (first := await reader.readexactly(1)) == TLS:
        return Asked(method="", host="", target="/", headers={})  # answered in plain HTTP, as such servers do
    head = (first + await reader.readuntil(b"\r\n\r\n")).decode("latin-1").split("\r\n")
    method, target, _ = head[0].split(" ", 2)
    headers = {name.strip().lower(): value.strip() for name, _, value in (line.partition(":") for line in head[1:-2])}
    body = await reader.readexactly(int(headers.get("content-length", "0")))
    return Asked(method=method, host=headers.get("host", ""), target=target, headers=headers, body=body.decode())


def _written(answer: Answered) -> bytes:
    body = answer.body.encode() if isinstance(answer.body, str) else answer.body
    told = {"content-type": answer.media_type, "content-length": str(len(body)), "connection": "close"}
    lines = [
        f"HTTP/1.1 {answer.status} Answer",
        *(f"{name}: {value}" for name, value in (told | answer.headers).items()),
    ]
    return "\r\n".join([*lines, "", ""]).encode() + body
