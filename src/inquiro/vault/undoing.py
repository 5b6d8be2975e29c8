"""Take back the last write of a section; what its reader has edited since stays."""

from __future__ import annotations

import time
from collections.abc import Callable
from functools import partial
from pathlib import Path

from inquiro.core.errors import UsageError
from inquiro.core.types import Written
from inquiro.vault.attempts import Blocked, Desk, Sheet, Timing, attempted
from inquiro.vault.history import History, Record
from inquiro.vault.marks import marks_in
from inquiro.vault.replacing import removed, replaced
from inquiro.vault.section import Section
from inquiro.vault.section_plan import ours, without
from inquiro.vault.whereabouts import checked, moved

UNKNOWN = "nothing is known to have been written into this note"


def undo_section(
    vault: Path,
    state: Path,
    path: str,
    *,
    dry_run: bool = False,
    patience: float = 60.0,
    quiet: float = 3.0,
    clock: Callable[[], float] = time.time,
    sleep: Callable[[float], None] = time.sleep,
) -> Written:
    """The section as it was before the last write, or no section where there was none; again for the write before."""
    checked(path)
    desk = Desk(vault, state, History(state), Timing(patience, quiet, clock, sleep), dry_run)
    sibling = desk.history.load(path).sibling
    at = sibling if sibling and desk.history.load(sibling).last else path
    result = attempted(desk, at, _undone)
    last = desk.history.load(at).last
    if isinstance(result, Blocked) and result.gone and last:
        now_at = moved(vault, at, last.sha256_after, str(last.mark))
        result = attempted(desk, now_at, _undone) if now_at else result
    if isinstance(result, Blocked) and last is None:
        return Written(outcome="nothing", path=at, reason=UNKNOWN)
    if isinstance(result, Blocked):
        raise UsageError(f"the research in '{at}' cannot be taken back: {result.reason}")
    return result


def _undone(sheet: Sheet) -> Written | Blocked | None:
    nothing = partial(Written, outcome="nothing", path=sheet.path)
    last = sheet.history.last
    if last is None:
        return nothing(reason=UNKNOWN)
    section = ours(sheet.text, sheet.history, sheet.desk.lookup)
    if section is None:
        return nothing(reason="the section is no longer there")
    record = _of(sheet, section, last)
    if record.made and sheet.note.sha256 == record.sha256_after:
        return removed(sheet, record)
    plan = without(sheet.text, record, section)
    if plan is None:
        return Blocked("with what was edited in it since, it would no longer be one section; edit it by hand")
    return replaced(sheet, plan, record, "merged" if plan.kept else "written", undo=True)


def _of(sheet: Sheet, section: Section, last: Record) -> Record:
    """The write that left this section: not the last one where a sync brought back an older note."""
    marks = marks_in(sheet.text[section.start : section.end])
    found = [record for mark in marks if (record := sheet.history.by_mark(mark))]
    return found[-1] if found else last
