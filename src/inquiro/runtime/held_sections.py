"""Sections that runs hold until a person accepts them: shown against the note as it is by now, then written."""

from __future__ import annotations

import asyncio
from pathlib import Path

import msgspec

from inquiro.core.decoders import convert
from inquiro.core.errors import Conflict
from inquiro.core.types import PREVIEW, NoteAsk, NoteResult, Report, ResearchRequest, Run, Written
from inquiro.effects import Paid
from inquiro.runtime.answering import journal_of, short_lease
from inquiro.storage.store import SqlStore
from inquiro.vault.state import state_of


class HeldSections:
    """Of runs that were asked to `hold`."""

    def __init__(self, store: SqlStore, home: Path) -> None:
        self._store, self._home = store, home

    async def write(self, run_id: str, *, dry_run: bool = False) -> Written:
        """Merged with what the reader did since; the same call again changes nothing more."""
        run = await self._store.get_run(run_id)
        asked, report, note = _held(run)
        done = await asyncio.to_thread(self._put, Path(asked.vault), note, run.id, dry_run=dry_run)
        if dry_run:
            return msgspec.structs.replace(done, outcome="held" if done.diff else "unchanged")
        if note.written and note.written.outcome == "held":
            await self._keep(run, report, done)
        return done

    async def _keep(self, run: Run, report: Report, done: Written) -> None:
        """In the run's journal, then in its report: a replay tells the same, and so does a second try after a crash."""
        from inquiro.workflows.note import ACCEPTED, WROTE  # brings LangGraph along

        async def accepted() -> Paid:
            return Paid(value=done)

        assert report.note is not None
        async with short_lease(self._store, run.id) as lease:
            effects = await journal_of(self._store, lease, run)
            kept = await effects.step(ACCEPTED).settle(WROTE, accepted, Written)
            preview = (kept.section or report.note.section)[:PREVIEW]
            note = msgspec.structs.replace(report.note, written=kept, preview=preview)
            await self._store.update_run(lease, result=msgspec.structs.replace(report, note=note).to_dict())

    def _put(self, vault: Path, note: NoteResult, run_id: str, *, dry_run: bool) -> Written:
        from inquiro.vault.writing import write_section  # of no use to other runs

        state = state_of(self._home, vault)
        return write_section(
            vault, state, note.path, note.section, read_sha256=note.sha256, run_id=run_id, dry_run=dry_run
        )


def _held(run: Run) -> tuple[NoteAsk, Report, NoteResult]:
    asked = convert(run.input_params, ResearchRequest).note if run.input_params.get("note") else None
    if asked is None or not asked.hold or asked.dry_run:
        raise Conflict(f"run {run.id[:8]} holds no section: start it with `hold`")
    report = convert(run.result, Report) if run.status == "completed" and run.result else None
    note = report.note if report else None
    if report is None or note is None or note.written is None:
        raise Conflict(f"run {run.id[:8]} is {run.status} and has no section yet")
    if note.written.outcome == "nothing":
        raise Conflict(note.written.reason or "nothing was found, so there is nothing to write")
    return asked, report, note
