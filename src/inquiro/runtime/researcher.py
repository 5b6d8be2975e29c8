"""Ideas, implementations and papers as plain calls, for scripts and notebooks."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any, Unpack

import msgspec

from inquiro.core.errors import UnknownName
from inquiro.core.events import Event
from inquiro.core.settings import Settings
from inquiro.core.types import Depth, Report, ResearchFindings, ResearchMode, ResearchRequest
from inquiro.engine.modes.asked import at_least_one, modes_of
from inquiro.runtime.calls import StandingOptions, ended, request_of
from inquiro.runtime.runtime import Runtime
from inquiro.runtime.wiring import checked

Listener = Callable[[Event], None]
Modes = ResearchMode | str | Sequence[str]
OPTIONS = frozenset(StandingOptions.__annotations__)
MOST_PROBLEMS = 10


class Researcher:
    """Researches queries in one or more modes; `options` are those of `deep_research` and hold for every query.

    `report` is the whole report of the newest research: its sources, claims, gaps and cost.
    """

    def __init__(self, settings: Settings | None = None, **options: Unpack[StandingOptions]) -> None:
        _only_known(options)
        self._settings = settings
        self._options = options
        self.report: Report | None = None

    def research(
        self,
        query: str,
        mode: Modes | None = None,
        top_k: int = 5,
        depth: Depth = "deep",
        *,
        on_event: Listener | None = None,
        **options: Unpack[StandingOptions],
    ) -> ResearchFindings:
        """Ideas, implementations and a paper, or those that `mode` names; at most `top_k` of the first two."""
        request = self._request(query, mode, top_k, depth, options)
        return ended(lambda: self._carry_out(request, on_event))

    async def aresearch(
        self,
        query: str,
        mode: Modes | None = None,
        top_k: int = 5,
        depth: Depth = "deep",
        *,
        on_event: Listener | None = None,
        **options: Unpack[StandingOptions],
    ) -> ResearchFindings:
        """The async twin of `research`."""
        return await self._carry_out(self._request(query, mode, top_k, depth, options), on_event)

    def _request(
        self, query: str, mode: Modes | None, top_k: int, depth: Depth, options: StandingOptions
    ) -> ResearchRequest:
        """What is wrong with it is said here, before anything is opened or written."""
        _only_known(options)
        asked: dict[str, Any] = {"modes": modes_of(mode), "top_k": at_least_one(top_k), "depth": depth}
        return checked(request_of(query, **{**self._options, **options, **asked}))

    async def _carry_out(self, request: ResearchRequest, on_event: Listener | None) -> ResearchFindings:
        runtime = Runtime.open(self._settings)
        try:
            self.report = await runtime.ask(request, on_event)
        finally:
            runtime.close()
        return findings_of(self.report, request)


def findings_of(report: Report, request: ResearchRequest) -> ResearchFindings:
    """What a run found; of one that could find nothing, empty lists and the reasons."""
    if report.findings is not None:
        return msgspec.structs.replace(report.findings, trace_id=report.trace_id)
    return ResearchFindings(
        request.question,
        list(request.modes),
        request.top_k,
        problems=list(dict.fromkeys(_reasons(report)))[:MOST_PROBLEMS],
        trace_id=report.trace_id,
    )


def _reasons(report: Report) -> Iterator[str]:
    yield f"the run ended without findings: {report.stop_reason or report.status}"
    yield from report.notices
    for loss in report.lost:
        yield f"{loss.what}: {loss.reason}"


def _only_known(options: StandingOptions) -> None:
    for name in options:
        if name not in OPTIONS:
            raise UnknownName("option", name, OPTIONS)
