"""Research as a streaming tool for agent loops: progress is yielded while it happens, the result comes last.

The plain generator hands its result back as generators do (`result = yield from stream_deep_research(…)`, or
`StopIteration.value`); the async twin yields it as its last item. Closing either early stops the run gently.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, Generator
from concurrent.futures import ThreadPoolExecutor, wait
from queue import SimpleQueue
from typing import Any

import msgspec

from inquiro.core.events import Event
from inquiro.core.settings import Settings
from inquiro.core.types import Json, Report, Value
from inquiro.exports.json import as_dict
from inquiro.runtime.calls import request_of
from inquiro.runtime.runtime import Runtime

RESULT_TYPE = "deep_research_result"


class ToolProgress(Value, frozen=True, kw_only=True):
    """One step of a tool's work."""

    stage: str
    message: str
    progress: float = 0.0
    data: Json = msgspec.field(default_factory=dict)


class ToolResult(Value, frozen=True, kw_only=True):
    """What a tool has to say in the end, for people and for programs."""

    text: str
    payload: Json = msgspec.field(default_factory=dict)


def stream_deep_research(
    question: str, *, settings: Settings | None = None, **options: Any
) -> Generator[ToolProgress, None, ToolResult]:
    """Research with the options of `deep_research`; the run goes on while its caller handles a step."""
    request = request_of(question, **options)
    told: SimpleQueue[Event | None] = SimpleQueue()
    runtime = Runtime.open(settings)
    with ThreadPoolExecutor(2, "inquiro-tool") as threads:  # one works, the other can stop it
        try:
            request = threads.submit(asyncio.run, runtime.following(request)).result()
            run = threads.submit(asyncio.run, runtime.start(request)).result()
            working = threads.submit(asyncio.run, runtime.execute(run.id, told.put))
            working.add_done_callback(lambda _: told.put(None))
            try:
                while (event := told.get()) is not None:
                    yield progress_of(event)
            finally:
                if not working.done():
                    threads.submit(asyncio.run, runtime.stop(run.id)).result()
                    wait([working])
            return result_of(working.result())
        finally:
            runtime.close()


async def astream_deep_research(
    question: str, *, settings: Settings | None = None, **options: Any
) -> AsyncGenerator[ToolProgress | ToolResult, None]:
    """The async twin: progress, and the result as the last item."""
    request = request_of(question, **options)
    told: asyncio.Queue[Event | None] = asyncio.Queue()
    runtime = Runtime.open(settings)
    try:
        run = await runtime.start(await runtime.following(request))
        working = asyncio.create_task(runtime.execute(run.id, told.put_nowait))
        working.add_done_callback(lambda _: told.put_nowait(None))
        try:
            while (event := await told.get()) is not None:
                yield progress_of(event)
        finally:
            if not working.done():
                await runtime.stop(run.id)
                await asyncio.wait([working])
        yield result_of(await working)
    finally:
        runtime.close()


def progress_of(event: Event) -> ToolProgress:
    return ToolProgress(stage=event.stage, message=event.message, progress=event.progress, data=event.data)


def result_of(report: Report) -> ToolResult:
    return ToolResult(text=report.answer, payload={"type": RESULT_TYPE, "data": as_dict(report)})
