"""What the tools do with runs, without a word of the protocol: start, follow, answer, stop and read."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping
from contextlib import asynccontextmanager, suppress
from typing import Any

import msgspec

from inquiro.core.decoders import convert
from inquiro.core.errors import PrivacyRefused
from inquiro.core.events import Event
from inquiro.core.settings import Settings
from inquiro.core.types import (
    Json,
    NoteDepth,
    NoteFilter,
    NoteResult,
    PrivacyMode,
    Report,
    ResearchRequest,
    Run,
    SearchMode,
    Value,
    tighter,
)
from inquiro.engine.notes.agreement import told_held
from inquiro.mcp import wording
from inquiro.mcp.compact_notes import found_notes, note_part
from inquiro.mcp.macro_desk import MacroDesk
from inquiro.present.compact_result import compact_result
from inquiro.present.size_limits import clipped
from inquiro.runtime import Runner, Runtime
from inquiro.runtime.clients_vault import clients_note, clients_request, clients_search
from inquiro.runtime.following import EXECUTES
from inquiro.runtime.vault import vault_followed

Tell = Callable[[Event], Awaitable[None]]
LONGEST_LINE = 300


class Folders(Value, frozen=True, kw_only=True):
    """The operator's document folders, searched by every run."""

    private: tuple[str, ...] = ()
    public: tuple[str, ...] = ()


class Desk:
    """One server's runs: they work in the background, whoever listens."""

    def __init__(self, runtime: Runtime, runner: Runner, folders: Folders) -> None:
        self._runtime = runtime
        self._runner = runner
        self._folders = folders
        self.macros = MacroDesk(runtime, runner)

    def lets_decide(self, client: str) -> bool:
        """Whether the operator named this client as one whose forms a person fills in."""
        return client.casefold() in {name.casefold() for name in self._runtime.settings.elicit_decisions}

    @classmethod
    @asynccontextmanager
    async def open(cls, folders: Folders, settings: Settings | None = None) -> AsyncIterator[Desk]:
        """Take up what an earlier server left unfinished; at the end, leave everything resumable."""
        runtime = Runtime.open(settings)
        runner = Runner(runtime)
        runner.start()
        try:
            await runner.recover()
            async with vault_followed(runtime.settings):
                yield cls(runtime, runner, folders)
        finally:
            await asyncio.to_thread(runner.close)
            runtime.close()

    async def start(self, request: ResearchRequest) -> Run:
        request = msgspec.structs.replace(
            request,
            corpora=self._folders.private,
            public_corpora=self._folders.public,
            privacy=self._allowed(request.privacy),
        )
        run = await self._runtime.start(request)
        self._runner.submit(run.id)
        return run

    async def note_request(self, path: str, depth: NoteDepth, focus: str | None, *, dry_run: bool) -> ResearchRequest:
        """For a note of the operator's vault; one that is not there is refused before a run is started."""
        settings = self._runtime.settings
        return await asyncio.to_thread(clients_request, settings, path, depth, focus, dry_run=dry_run)

    async def find_notes(self, query: str, mode: SearchMode, n_results: int, narrowed: NoteFilter) -> Json:
        settings = self._runtime.settings
        return found_notes(await asyncio.to_thread(clients_search, settings, query, mode, n_results, narrowed))

    async def read_note(self, path: str, offset: int, length: int) -> Json:
        return note_part(await asyncio.to_thread(clients_note, self._runtime.settings, path, offset, length))

    async def start_macro(
        self, name: str, params: Mapping[str, Any], session_id: str, privacy: PrivacyMode | None
    ) -> Run:
        options = {
            "corpora": self._folders.private,
            "public_corpora": self._folders.public,
            "privacy": self._allowed(privacy),
        }
        return await self.macros.execute(name, params, session_id, options)

    async def macro_place(self, run: Run) -> Json:
        """Which session a macro's result goes into, and where a person will decide on it."""
        ask = convert(run.input_params, ResearchRequest).macro
        return {"result_id": run.id, "session_id": ask.session_id if ask else "", "review": self.macros.where(run.id)}

    async def find(self, run_id: str) -> Run:
        return await self._runtime.find(run_id)

    async def follow(self, run_id: str, seconds: float, tell: Tell) -> Run:
        """Wait until the run ends or waits for a person, but no longer; past events are not told again."""
        run = await self.find(run_id)
        past = await self._runtime.events(run.id)
        with suppress(TimeoutError):
            async with asyncio.timeout(seconds):
                async for event in self._runtime.watch(run.id, past[-1].seq if past else 0):
                    await tell(event)
        return await self.find(run.id)

    async def answer(self, run_id: str, text: str) -> Run:
        run = await self.find(run_id)
        return await self._runner.accept(run.id, text)

    async def stop(self, run_id: str) -> Run:
        return await self._runtime.stop(run_id)

    async def status(self, run: Run) -> Json:
        """How far a run is, and what to do next."""
        events = await self._runtime.events(run.id)
        newest = events[-1] if events and run.status != "pending" else None  # a pending run has its turn yet to come
        built: Json = {
            "run_id": run.id,
            "status": run.status,
            "progress": round(max(run.progress, newest.progress if newest else 0.0), 3),
            "stage": newest.stage if newest else run.status,
            "message": clipped(newest.message, LONGEST_LINE) if newest else "",
            "iterations": max((event.data.get("round", 0) for event in events), default=0),
            "checklist": _checklist(events),
        }
        return built | _stub(run) | _next(run)

    async def result(self, run: Run, *, full: bool) -> Json:
        """The report of a finished run; of any other, its status."""
        if run.status != "completed":
            return await self.status(run)
        if run.tool_name == EXECUTES:
            return await self._execution(run)
        report = await self._runtime.report(run.id)
        held = told_held(report.note.held) if report.note else ""
        return compact_result(report, full=full, held_back=held) | {"note": wording.HOW_TO_READ}

    async def _execution(self, run: Run) -> Json:
        """What became of verbs."""
        told = await self.macros.batch(str(run.input_params["review_id"]))
        return {"run_id": run.id, "execution": told, "counts": (run.result or {}).get("counts", {})}

    def _allowed(self, wanted: PrivacyMode | None) -> PrivacyMode:
        """The server's own mode or a stricter one: whoever calls a tool can only tighten."""
        own = self._runtime.settings.privacy
        if wanted is not None and tighter(wanted, own) != wanted:
            raise PrivacyRefused(
                f"privacy '{wanted}' is wider than this server's '{own}': a call can only tighten it; "
                "its operator sets INQUIRO_PRIVACY"
            )
        return wanted or own


def question_of(run: Run) -> str | None:
    """What a waiting run wants to know."""
    if run.status != "waiting" or run.result is None:
        return None
    return convert(run.result, Report).clarification


def _stub(run: Run) -> Json:
    """All that has to be remembered of a note that was researched: the rest stands in it."""
    note = (run.result or {}).get("note")
    return convert(note, NoteResult).stub() if run.status == "completed" and note else {}


def _next(run: Run) -> Json:
    if question := question_of(run):
        return {"clarification": clipped(question, LONGEST_LINE * 10), "next": wording.WAITING_NEXT}
    if run.status == "completed":
        return {"next": wording.DONE_NEXT}
    if run.status in {"failed", "cancelled"}:
        return {"error": clipped(run.error_message or f"the run was {run.status}", LONGEST_LINE)}
    return {"next": wording.WORKING_NEXT}


def _checklist(events: list[Event]) -> list[Json]:
    """The newest one that an event carried."""
    newest: list[Json] = next(
        (event.data["checklist"] for event in reversed(events) if event.data.get("checklist")), []
    )
    return [{"label": clipped(str(item["label"]), LONGEST_LINE), "status": item["status"]} for item in newest]
