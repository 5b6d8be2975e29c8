"""The outside of a run with a model, in a process of its own: a model API, a search, pages, and a log of all of it."""

from __future__ import annotations

import asyncio
import json
import multiprocessing
import sys
import time
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from multiprocessing.connection import Connection
from pathlib import Path
from typing import NamedTuple
from urllib.parse import parse_qs, urlsplit

from _prose import page, title
from inquiro.core.models import Heard, ModelAnswer, ModelRequest
from inquiro.core.types import Json
from inquiro.testing import DiligentModel

sys.path.append(str(Path(__file__).resolve().parents[1] / "tests"))
from model_server import ModelServer  # type: ignore[import-not-found]  # a package of the tests

MODEL_SECONDS, WEB_SECONDS = 0.3, 0.1
WEB = 100_000  # searches: no two find the same pages


class Served(NamedTuple):
    """One request, from its last byte in to the last byte out, on the clock that all processes of a machine share."""

    what: str  # "search", "page", or the step that asked the model
    began: float
    ended: float

    @property
    def seconds(self) -> float:
        return self.ended - self.began


class Asked(NamedTuple):
    """What a model was asked, and what that came to by the count of the server."""

    step: str
    prompt: str
    schema: str
    read: int
    said: int


class Log(NamedTuple):
    served: list[Served]
    asked: list[Asked]


@dataclass
class Outside:
    """How the other process is reached."""

    model_url: str
    web_url: str
    _pipe: Connection

    def log(self) -> Log:
        """What was served since the start or the last look; whoever judges begins anew."""
        self._pipe.send("log")
        found: Log = self._pipe.recv()
        return found


@contextmanager
def outside(rounds: int, hits: int, searches: int = WEB) -> Iterator[Outside]:
    """`searches` of so many hits have pages of their own, others share them. Nothing of it runs in our process: its work is not ours, and ours does not slow its clock."""
    here, there = multiprocessing.Pipe()
    child = multiprocessing.get_context("spawn").Process(
        target=_live, args=(there, rounds, hits, searches), daemon=True
    )
    child.start()
    there.close()
    try:
        model_url, web_url = here.recv()
        yield Outside(model_url, web_url, here)
    finally:
        here.close()
        child.join(10)


class Noting(DiligentModel):
    """Notes what it was asked."""

    def __init__(self, rounds: int) -> None:
        super().__init__(rounds_needed=rounds)
        self.notes: list[Asked] = []

    async def complete(self, request: ModelRequest, heard: Heard | None = None) -> ModelAnswer:
        answer = await super().complete(request, heard)
        prompt = "\n".join(message.text for message in request.messages)
        schema = json.dumps(request.schema) if request.schema else ""
        self.notes.append(Asked(request.schema_name, prompt, schema, answer.usage.input, answer.usage.output))
        return answer


def _live(pipe: Connection, rounds: int, hits: int, searches: int) -> None:
    asyncio.run(_serve(pipe, rounds, hits, searches))


async def _serve(pipe: Connection, rounds: int, hits: int, searches: int) -> None:
    web = Web(hits, searches)
    model = Noting(rounds)
    server = await asyncio.start_server(web.talk, "127.0.0.1", 0)
    with ModelServer(model, delay=MODEL_SECONDS) as models:
        pipe.send((models.url, f"http://127.0.0.1:{server.sockets[0].getsockname()[1]}"))
        while True:
            try:
                await asyncio.to_thread(pipe.recv)
            except EOFError:
                return
            while len(models.spans) < len(model.notes):  # noqa: ASYNC110 - another thread's; the last answer is going out
                await asyncio.sleep(0.01)
            answered = [Served(note.step, *span) for note, span in zip(model.notes, models.spans, strict=True)]
            pipe.send(Log([*web.served, *answered], model.notes))
            web.served, models.spans = [], []
            models.model = model = Noting(rounds)


class Web:
    """A search whose every query finds pages of its own, and those pages; robots.txt costs no time."""

    def __init__(self, hits: int, searches: int) -> None:
        self.hits, self.searches = hits, searches
        self.served: list[Served] = []

    async def talk(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            while line := await reader.readline():
                await reader.readuntil(b"\r\n\r\n")
                await self._answer(line.split()[1].decode(), writer)
        except (asyncio.IncompleteReadError, asyncio.CancelledError, ConnectionError):
            return  # the run left
        finally:
            writer.close()

    async def _answer(self, target: str, writer: asyncio.StreamWriter) -> None:
        began = time.perf_counter()
        parts = urlsplit(target)
        if parts.path == "/robots.txt":
            await _write(writer, 404, b"", "text/plain")
            return
        if parts.path == "/search":
            what, body, kind = (
                "search",
                _results(parse_qs(parts.query)["q"][0], self.hits, self.searches),
                "application/json",
            )
        else:
            what, body, kind = "page", page(int(parts.path.rpartition("/")[2])), "text/html"
        await asyncio.sleep(began + WEB_SECONDS - time.perf_counter())
        await _write(writer, 200, body, kind)
        self.served.append(Served(what, began, time.perf_counter()))


def _results(query: str, hits: int, searches: int) -> bytes:
    first = zlib.crc32(query.encode()) % searches * hits
    found: list[Json] = [
        {"url": f"/pages/{number}", "title": title(number), "snippet": "A report on street trees."}
        for number in range(first, first + hits)
    ]
    return json.dumps(found).encode()


async def _write(writer: asyncio.StreamWriter, status: int, body: bytes, kind: str) -> None:
    head = f"HTTP/1.1 {status} Answer\r\ncontent-type: {kind}\r\ncontent-length: {len(body)}\r\n\r\n"
    writer.write(head.encode() + body)
    await writer.drain()
