"""Clients with a scripted web, real servers on loopback, and what vendors stream."""

from __future__ import annotations

import asyncio
import contextlib
import re
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from typing import Any

import msgspec
import pytest

from inquiro.core.models import Message, ModelRequest
from inquiro.core.protocols import ProviderContext
from inquiro.core.settings import Secret, Settings
from inquiro.core.web import WebAnswer
from inquiro.providers.llm import client_for
from inquiro.testing import ScriptedWeb

KEYS = {
    name: Secret(f"sk-{name.lower()}-0123456789abcdef")
    for name in (
        "OPENAI_API_KEY",
        "ANTHROPIC_API_KEY",
        "FIREWORKS_API_KEY",
        "GROQ_API_KEY",
        "OPENROUTER_API_KEY",
        "MINE_API_KEY",
    )
}


def sse(*events: Any, done: bool = False) -> bytes:
    """What a vendor would stream for these events."""
    parts = [b"data: " + (msgspec.json.encode(event)) + b"\n\n" for event in events]
    return b"".join(parts) + (b"data: [DONE]\n\n" if done else b"")


def stream(body: bytes, status: int = 200) -> WebAnswer:
    return WebAnswer(url="https://a.example/", status=status, headers={"content-type": "text/event-stream"}, body=body)


def whole(body: Any, status: int = 200, **headers: str) -> WebAnswer:
    told = {"content-type": "application/json"} | {name.replace("_", "-"): value for name, value in headers.items()}
    return WebAnswer(url="https://a.example/", status=status, headers=told, body=msgspec.json.encode(body))


# The shortest streams that are a whole answer of "Hi there." in each vendor's way.
HELLO = {
    "openai": sse(
        {"type": "response.output_text.delta", "delta": "Hi "},
        {"type": "response.output_text.delta", "delta": "there."},
        {
            "type": "response.completed",
            "response": {
                "status": "completed",
                "model": "gpt-6-sol-2026-09-22",
                "output": [{"type": "message", "content": [{"type": "output_text", "text": "Hi there."}]}],
                "usage": {"input_tokens": 7, "output_tokens": 3, "input_tokens_details": {"cached_tokens": 4}},
            },
        },
    ),
    "anthropic": sse(
        {"type": "message_start", "message": {"model": "claude", "usage": {"input_tokens": 3, "output_tokens": 1}}},
        {"type": "content_block_start", "index": 0, "content_block": {"type": "text", "text": ""}},
        {"type": "content_block_delta", "index": 0, "delta": {"type": "text_delta", "text": "Hi "}},
        {"type": "ping"},
        {"type": "content_block_delta", "index": 0, "delta": {"type": "text_delta", "text": "there."}},
        {"type": "content_block_stop", "index": 0},
        {
            "type": "message_delta",
            "delta": {"stop_reason": "end_turn"},
            "usage": {"output_tokens": 3, "cache_read_input_tokens": 4},
        },
        {"type": "message_stop"},
    ),
    "fireworks": sse(
        {"model": "m", "choices": [{"index": 0, "delta": {"role": "assistant", "content": "Hi "}}]},
        {"choices": [{"index": 0, "delta": {"content": "there."}, "finish_reason": None}]},
        {"choices": [{"index": 0, "delta": {}, "finish_reason": "stop"}]},
        {
            "choices": [],
            "usage": {"prompt_tokens": 7, "completion_tokens": 3, "prompt_tokens_details": {"cached_tokens": 4}},
        },
        done=True,
    ),
}


@pytest.fixture
def hello() -> dict[str, bytes]:
    return HELLO


@pytest.fixture(name="sse")
def _sse() -> Callable[..., bytes]:
    return sse


@pytest.fixture(name="stream")
def _stream() -> Callable[..., WebAnswer]:
    return stream


@pytest.fixture(name="whole")
def _whole() -> Callable[..., WebAnswer]:
    return whole


@pytest.fixture
def context(settings: Settings) -> Callable[..., ProviderContext]:
    def make(*answers: Any, web: Any = None, pace: Any = None, **changes: Any) -> ProviderContext:
        changed = msgspec.structs.replace(settings, **{"keys": KEYS, **changes})
        parts = {"pace": pace} if pace else {}
        return ProviderContext(settings=changed, web=web or ScriptedWeb(*answers), **parts)

    return make


@pytest.fixture
def ask(context: Callable[..., ProviderContext]) -> Callable[..., Any]:
    """Asks a model once; gives the answer, the body that was sent, and what was heard on the way."""

    def run(model: str, answer: Any, **request: Any) -> tuple[Any, Any, list[str]]:
        web = ScriptedWeb(answer)
        heard: list[str] = []
        request.setdefault("messages", (Message(role="system", text="Be brief."), Message(role="user", text="Hello?")))
        client = client_for(model, context(web=web))
        said = asyncio.run(client.complete(ModelRequest(**request), heard.append))
        return said, msgspec.json.decode(web.requests[-1].body or b""), heard

    return run


Answering = Callable[[asyncio.StreamWriter], Awaitable[None]]


@pytest.fixture
def server() -> Callable[..., Any]:
    """A real server on loopback that answers every request the same way; yields its address and what it received."""

    @asynccontextmanager
    async def start(answer: Answering) -> AsyncIterator[tuple[str, list[str]]]:
        received: list[str] = []
        tasks: set[asyncio.Task[None]] = set()

        async def connected(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
            task = asyncio.current_task()
            assert task is not None
            tasks.add(task)
            with contextlib.suppress(ConnectionError, asyncio.IncompleteReadError, asyncio.CancelledError):
                head = (await reader.readuntil(b"\r\n\r\n")).decode("latin-1")
                length = re.search(r"content-length: (\d+)", head)
                body = (await reader.readexactly(int(length[1]))).decode() if length else ""
                received.append(head + body)
                await answer(writer)
                await writer.drain()
            writer.close()

        running = await asyncio.start_server(connected, "127.0.0.1", 0)
        try:
            yield f"http://127.0.0.1:{running.sockets[0].getsockname()[1]}", received
        finally:
            running.close()
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)
            await asyncio.sleep(0)

    return start
