"""Research as a plain function call, for scripts and notebooks."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine
from os import PathLike, fspath
from typing import Any, TypeVar

from inquiro.core.errors import UsageError
from inquiro.core.events import Event
from inquiro.core.settings import Settings
from inquiro.core.types import Report, ResearchRequest
from inquiro.runtime.runtime import Runtime

Path = str | PathLike[str]
T = TypeVar("T")


async def adeep_research(
    question: str,
    *,
    context: str = "",
    max_iterations: int = 10,
    corpus: Path | list[Path] | tuple[Path, ...] = (),
    public_corpus: Path | list[Path] | tuple[Path, ...] = (),
    on_event: Callable[[Event], None] | None = None,
    settings: Settings | None = None,
    **options: Any,
) -> Report:
    """Research a question and return the cited report; nobody can be asked, so assumptions are stated instead."""
    request = request_of(question, context, max_iterations, corpus=corpus, public_corpus=public_corpus, **options)
    runtime = Runtime.open(settings)
    try:
        return await runtime.ask(request, on_event)
    finally:
        runtime.close()


def deep_research(question: str, **options: Any) -> Report:
    """The plain twin of `adeep_research`, with the same options."""
    return ended(lambda: adeep_research(question, **options), "deep_research", "adeep_research")


def ended(work: Callable[[], Coroutine[Any, Any, T]], name: str, twin: str) -> T:
    """Run it to its end; where an event loop works already, as in a notebook, only its twin can."""
    if _in_a_loop():
        raise UsageError(f"{name} cannot wait here: an event loop is running; write `await {twin}(…)` instead")
    return asyncio.run(work())


def _in_a_loop() -> bool:
    try:
        asyncio.get_running_loop()
    except RuntimeError:
        return False
    return True


def request_of(
    question: str,
    context: str = "",
    max_iterations: int = 10,
    *,
    corpus: Path | list[Path] | tuple[Path, ...] = (),
    public_corpus: Path | list[Path] | tuple[Path, ...] = (),
    **options: Any,
) -> ResearchRequest:
    """A caller's words in the request's; unless told otherwise, nobody can be asked."""
    return ResearchRequest(
        question=question,
        context=context,
        max_iterations=max_iterations,
        corpora=_paths(corpus),
        public_corpora=_paths(public_corpus),
        **{"unattended": True, **options},
    )


def _paths(given: Path | list[Path] | tuple[Path, ...]) -> tuple[str, ...]:
    many = given if isinstance(given, list | tuple) else [given]
    return tuple(fspath(one) for one in many)
