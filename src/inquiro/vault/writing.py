"""Write the `## Research` section of a note, and nothing else of it.

The note is read afresh under its lock and merged as it is at that moment; the new one replaces it in one step. What is
about to be written is noted down before, outside the vault, so that a crash between any two steps leaves the old note
or the new one, and the same call again ends with the same bytes. Where the note cannot be written, the section goes to
a note beside it.
"""

from __future__ import annotations

import os
import time
from collections.abc import Callable
from contextlib import nullcontext
from functools import partial
from hashlib import sha256
from pathlib import Path

import msgspec

from inquiro.core.errors import UsageError
from inquiro.core.types import WriteOutcome, Written
from inquiro.vault.attempts import Blocked, Desk, Sheet, Timing, attempted
from inquiro.vault.history import History, Record
from inquiro.vault.marks import mark_for
from inquiro.vault.replacing import created, replaced, told
from inquiro.vault.safe_folder import Found, SafeFolder
from inquiro.vault.section import encoded, fitted
from inquiro.vault.section_plan import Generated, Plan, generated, ours, planned
from inquiro.vault.undoing import undo_section
from inquiro.vault.whereabouts import checked, introduction, moved, siblings

__all__ = ["POINTS", "undo_section", "write_section"]
POINTS = (
    "note.before_write",  # nothing has been done
    "note.after_intent",  # what is about to be written is noted down
    "note.after_temporary",  # the new note is on disk under another name
    "note.before_rename",  # the note was compared once more
    "note.after_rename",  # the new note is in its place
    "note.after_history",  # and noted down as done
)
NEVER_CLOSED = "it ends inside a code block or a comment that nothing closes"


def write_section(
    vault: Path,
    state: Path,
    path: str,
    section: str,
    *,
    read_sha256: str,
    run_id: str,
    dry_run: bool = False,
    patience: float = 60.0,
    quiet: float = 3.0,
    clock: Callable[[], float] = time.time,
    sleep: Callable[[float], None] = time.sleep,
) -> Written:
    """Put a section that starts with `## Research` into the note at `path`; `state` is the vault's own folder of it."""
    new = generated(section, run_id)
    desk = Desk(vault, state, History(state), Timing(patience, quiet, clock, sleep), dry_run)
    result = attempted(desk, path, partial(_put, new=new, read_sha256=read_sha256))
    if isinstance(result, Blocked) and result.gone and (now_at := _moved(desk, path, read_sha256)):
        result = attempted(desk, now_at, partial(_put, new=new, read_sha256=read_sha256))
        if isinstance(result, Written):
            return msgspec.structs.replace(result, reason=f"the note was moved to '{now_at}'")
    return result if isinstance(result, Written) else _beside(desk, path, new, result.reason)


def _moved(desk: Desk, path: str, read_sha256: str) -> str | None:
    last = desk.history.load(path).last
    return moved(desk.vault, path, read_sha256, str(last.mark) if last else "")


def _put(sheet: Sheet, *, new: Generated, read_sha256: str) -> Written | Blocked | None:
    new = new._replace(mark=mark_for(new.mark.run, fitted(new.body, sheet.text)))
    plan = planned(sheet.text, new, sheet.history, sheet.desk.lookup)
    if plan is None:
        return Blocked(NEVER_CLOSED)
    touched = plan.kept > 0 or sheet.note.sha256 != read_sha256
    return replaced(sheet, plan, _record(sheet, plan, new), "merged" if touched else "written")


def _record(sheet: Sheet, plan: Plan, new: Generated) -> Record:
    record = Record(
        run=new.mark.run,
        digest=new.mark.digest,
        base=new.body,
        before=encoded(plan.before) if plan.before is not None else None,
        after=encoded(plan.core),
        lead=encoded(plan.lead),
        sha256_before=sheet.note.sha256,
        sha256_after=sha256(encoded(plan.text)).hexdigest(),
        at=sheet.desk.timing.clock(),
    )
    last = sheet.history.last
    if last and last.run == record.run and plan.before is not None:  # again: undone is all that this run wrote
        return msgspec.structs.replace(record, before=last.before, lead=last.lead, made=last.made)
    return record


def _beside(desk: Desk, path: str, new: Generated, reason: str) -> Written:
    """The section in a note of its own next to the one that cannot be written; a note of its reader's stays as it is."""
    for sibling in siblings(desk.vault, path):
        result = attempted(desk, sibling, partial(_again, new=new))
        if isinstance(result, Blocked) and result.gone:
            made = _made(desk, sibling, introduction(path, reason), new)
            result = made or attempted(desk, sibling, partial(_again, new=new))
        if isinstance(result, Written):
            if not desk.dry_run:
                desk.history.save(msgspec.structs.replace(desk.history.load(path), sibling=sibling))
            outcome: WriteOutcome = "dry_run" if desk.dry_run else "sibling"
            return msgspec.structs.replace(result, outcome=outcome, reason=f"'{path}' was not written: {reason}")
    raise UsageError(f"'{path}' could not be written ({reason}), and neither could a note beside it")


def _again(sheet: Sheet, *, new: Generated) -> Written | Blocked | None:
    """Into a sibling of before, which is known by what we wrote into it."""
    if sheet.history.last is None or ours(sheet.text, sheet.history, sheet.desk.lookup) is None:
        return Blocked("it is a note of the reader's own")
    return _put(sheet, new=new, read_sha256=sheet.note.sha256)


def _made(desk: Desk, path: str, start: str, new: Generated) -> Written | None:
    """A new note that starts so; None where somebody was faster."""
    inside, _ = checked(path)
    with SafeFolder(desk.vault, inside) as folder, nullcontext() if desk.dry_run else desk.locked(path):
        nothing = Sheet(desk, folder, path, Found(b"", os.stat_result([0] * 10)), "", desk.history.load(path))
        plan = planned(start, new, nothing.history, desk.lookup)
        if plan is None:
            raise UsageError(f"'{path}' cannot be made: its first line would hide what follows")
        if desk.dry_run:
            return told(nothing, plan, "dry_run")
        record = msgspec.structs.replace(_record(nothing, plan, new), made=True)
        return created(nothing, plan, record)
