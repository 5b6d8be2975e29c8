"""A web on loopback: searches that take 200 ms, pages that take 100 to 2,000, one that hangs, one 403, one 429."""

from __future__ import annotations

import asyncio
import json
import random
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from urllib.parse import parse_qs, urlsplit

SEARCH_SECONDS = 0.2
PAGES_PER_SEARCH = 10
_WORDS = (
    "street tree cools shade asphalt summer noon canopy root water cost planting council budget leaf lime plane".split()
)


@dataclass
class SlowWeb:
    """What it served and when, on the clock of the loop; every page has a host of its own."""

    port: int = 0
    served: dict[str, float] = field(default_factory=dict)

    def host(self, number: int) -> str:
        return f"p{number}.slow.test"

    def delay(self, number: int) -> float:
        return random.Random(number).uniform(0.1, 2.0)

    async def handle(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            while line := await reader.readline():
                headers = await reader.readuntil(b"\r\n\r\n")
                host = next(
                    (h.split(b":")[1].strip() for h in headers.lower().split(b"\r\n") if h[:5] == b"host:"), b""
                )
                status, body, kind = await self._answer(line.split()[1].decode(), host.decode())
                head = f"HTTP/1.1 {status} X\r\ncontent-type: {kind}\r\ncontent-length: {len(body)}\r\n"
                wait = "retry-after: 30\r\n" if status == 429 else ""
                writer.write(f"{head}{wait}\r\n".encode() + body)
                await writer.drain()
                if status == 200 and b"slow.test" in host:
                    self.served[host.decode()] = asyncio.get_running_loop().time()
        except (asyncio.IncompleteReadError, asyncio.CancelledError, ConnectionError):
            return  # the run left, or the web is over
        finally:
            writer.close()

    async def _answer(self, target: str, host: str) -> tuple[int, bytes, str]:
        parts = urlsplit(target)
        if parts.path == "/robots.txt":
            return 404, b"", "text/plain"
        if parts.path == "/search":
            await asyncio.sleep(SEARCH_SECONDS)
            return 200, self._results(parse_qs(parts.query)), "application/json"
        number = int(host.split(".", maxsplit=1)[0].removeprefix("p"))
        if number % 40 == 0:
            await asyncio.sleep(3_600)
        if number % 40 == 1:
            return 403, b"no", "text/html"
        if number % 40 == 2:
            return 429, b"slow down", "text/html"
        await asyncio.sleep(self.delay(number))
        return 200, _page(number), "text/html"

    def _results(self, asked: dict[str, list[str]]) -> bytes:
        first = int(asked["start"][0])
        found = [
            {"url": f"http://{self.host(first + n)}:{self.port}/", "title": f"Page {first + n}", "snippet": "trees"}
            for n in range(PAGES_PER_SEARCH)
        ]
        return json.dumps(found).encode()


def _page(number: int) -> bytes:
    dice = random.Random(number)
    paragraphs = "".join(f"<p>{' '.join(dice.choices(_WORDS, k=60)).capitalize()} {number}.</p>" for _ in range(8))
    return (
        f"<html><head><title>Page {number}</title></head><body><article>{paragraphs}</article></body></html>".encode()
    )


@asynccontextmanager
async def slow_web() -> AsyncIterator[SlowWeb]:
    web = SlowWeb()
    server = await asyncio.start_server(web.handle, "127.0.0.1", 0)
    web.port = server.sockets[0].getsockname()[1]
    try:
        yield web
    finally:
        server.close()
