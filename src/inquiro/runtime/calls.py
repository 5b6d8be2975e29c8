"""Research as a plain function call, for scripts and notebooks."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable, Coroutine, Generator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextvars import copy_context
from os import PathLike, fspath
from typing import Any, TypedDict, TypeVar, Unpack

from inquiro.core.errors import UnknownName
from inquiro.core.events import Event
from inquiro.core.settings import Settings
from inquiro.core.types import Depth, Filters, PrivacyMode, Report, ResearchRequest, Style
from inquiro.runtime.runtime import Runtime

Path = str | PathLike[str]
Paths = Path | Sequence[Path]
Listener = Callable[[Event], None]
T = TypeVar("T")


class StandingOptions(TypedDict, total=False):
    """What a research can be told, by the names of the command line where it has them; all but its depth."""

    context: str
    max_iterations: int
    max_seconds: float | None
    max_cost: float | None
    max_tokens: int | None
    privacy: PrivacyMode | None
    model: str | None
    corpus: Paths
    public_corpus: Paths
    sources: Sequence[str]
    domain: str | None
    filters: Filters
    since: str | None
    sites: Sequence[str]
    language: str | None
    strict: bool
    fresh: bool
    unattended: bool
    follow: str | None


class ResearchOptions(StandingOptions, total=False):
    """Those of an answer too; ideas, code and papers have a form of their own."""

    depth: Depth
    style: Style | None
    brief: bool
    outline: Sequence[str]


class CallOptions(ResearchOptions, total=False):
    on_event: Listener | None
    settings: Settings | None


class Research(Coroutine[Any, Any, Report]):
    """A research that can be awaited for its report, or followed: `async for event in research`, then its `report`."""

    def __init__(self, question: str, options: CallOptions) -> None:
        self._told = options.pop("on_event", None)
        self._settings = options.pop("settings", None)
        self._request = request_of(question, **options)
        self._running: Coroutine[Any, Any, Report] | None = None
        self.report: Report | None = None

    async def _run(self, listener: Listener | None) -> Report:
        runtime = Runtime.open(self._settings)
        try:
            self.report = await runtime.ask(self._request, listener)
        finally:
            runtime.close()
        return self.report

    async def __aiter__(self) -> AsyncIterator[Event]:
        """Events as they come; whoever stops listening stops the research, which can be resumed."""
        waiting: asyncio.Queue[Event | None] = asyncio.Queue()
        loop = asyncio.get_running_loop()

        def hear(event: Event) -> None:
            if self._told:
                self._told(event)
            loop.call_soon_threadsafe(waiting.put_nowait, event)

        work = asyncio.ensure_future(self._run(hear))
        work.add_done_callback(lambda _: loop.call_soon(waiting.put_nowait, None))
        try:
            while (event := await waiting.get()) is not None:
                yield event
        finally:
            if not work.done():
                work.cancel()
            await asyncio.wait([work])
        work.result()

    def _coroutine(self) -> Coroutine[Any, Any, Report]:
        if self._running is None:
            self._running = self._run(self._told)
        return self._running

    def __await__(self) -> Generator[Any, Any, Report]:
        return self._coroutine().__await__()

    def send(self, value: Any) -> Any:
        return self._coroutine().send(value)

    def throw(self, *raised: Any) -> Any:
        return self._coroutine().throw(*raised)

    def close(self) -> None:
        if self._running is not None:
            self._running.close()


def adeep_research(question: str, **options: Unpack[CallOptions]) -> Research:
    """Research a question: await the cited report, or follow its events; nobody can be asked, so assumptions are
    stated instead."""
    return Research(question, options)


def deep_research(question: str, **options: Unpack[CallOptions]) -> Report:
    """The plain twin of `adeep_research`, with the same options."""
    return ended(lambda: adeep_research(question, **options))


def ended(work: Callable[[], Coroutine[Any, Any, T]]) -> T:
    """Run it to its end; where an event loop works already, as in a notebook, in a thread with a loop of its own."""
    if not _in_a_loop():
        return asyncio.run(work())
    with ThreadPoolExecutor(1, thread_name_prefix="inquiro") as thread:
        return thread.submit(copy_context().run, lambda: asyncio.run(work())).result()


def _in_a_loop() -> bool:
    try:
        asyncio.get_running_loop()
    except RuntimeError:
        return False
    return True


def request_of(question: str, context: str = "", max_iterations: int = 10, **options: Any) -> ResearchRequest:
    """A caller's words in the request's; unless told otherwise, nobody can be asked."""
    given: dict[str, Any] = {"unattended": True, **options}
    narrowed = {name: given.pop(name) for name in ("since", "sites", "language") if name in given}
    if narrowed:
        narrowed["sites"] = _texts(narrowed.get("sites", ()))
        given["filters"] = Filters(**narrowed)
    given["sources"] = _texts(given.get("sources", ()))
    if isinstance(outline := given.get("outline"), list):
        given["outline"] = tuple(outline)
    for name in given.keys() - set(ResearchRequest.__struct_fields__) - {"corpus", "public_corpus"}:
        raise UnknownName("option", name, sorted(ResearchOptions.__annotations__))
    return ResearchRequest(
        question=question,
        context=context,
        max_iterations=max_iterations,
        corpora=_paths(given.pop("corpus", ())),
        public_corpora=_paths(given.pop("public_corpus", ())),
        **given,
    )


def _texts(given: str | Sequence[str]) -> tuple[str, ...]:
    return (given,) if isinstance(given, str) else tuple(given)


def _paths(given: Paths) -> tuple[str, ...]:
    many = [given] if isinstance(given, str | PathLike) else given
    return tuple(fspath(one) for one in many)
