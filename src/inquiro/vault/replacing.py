"""Carry out what was planned for a note: noted down before, done in one step, noted down after."""

from __future__ import annotations

from hashlib import sha256

import msgspec

from inquiro.core.crash_points import reach
from inquiro.core.types import WriteOutcome, Written
from inquiro.vault.attempts import Sheet
from inquiro.vault.blocks import split_lines
from inquiro.vault.history import Record
from inquiro.vault.note_diff import printable, unified_diff
from inquiro.vault.section import encoded
from inquiro.vault.section_plan import Plan


def replaced(sheet: Sheet, plan: Plan, record: Record, outcome: WriteOutcome, *, undo: bool = False) -> Written | None:
    """Write what was planned; None where the note changed before it could be."""
    data = encoded(plan.text)
    same = data == sheet.note.data
    written = told(sheet, plan, "unchanged" if same else outcome)
    if sheet.desk.dry_run:
        return msgspec.structs.replace(written, outcome="dry_run")
    store, done = sheet.desk.history, msgspec.structs.replace(sheet.history, sibling="")
    if not same or undo:
        begun = done.begun(record, sha256(data).hexdigest(), undo=undo)
        store.save(begun)
        reach("note.after_intent", sheet.path)
        if not same and not sheet.folder.replace(sheet.name, data, sheet.note):
            store.save(sheet.history)
            return None
        done = begun.ended()
    if done != store.load(sheet.path):
        store.save(done)
    reach("note.after_history", sheet.path)
    return written


def created(sheet: Sheet, plan: Plan, record: Record) -> Written | None:
    """A note that had not been there; None where there is one by now."""
    store = sheet.desk.history
    begun = sheet.history.begun(record, record.sha256_after)
    store.save(begun)
    reach("note.after_intent", sheet.path)
    sheet.folder.tidy(sheet.name)
    if not sheet.folder.create(sheet.name, encoded(plan.text)):
        store.save(sheet.history)
        return None
    store.save(begun.ended())
    reach("note.after_history", sheet.path)
    return told(sheet, plan, "sibling")


def removed(sheet: Sheet, record: Record) -> Written | None:
    """Take away a note that was made for the section and that nobody has touched; None where somebody has."""
    written = told(sheet, Plan("", "", sheet.text), "dry_run" if sheet.desk.dry_run else "written")
    if sheet.desk.dry_run:
        return written
    if not sheet.folder.remove(sheet.name, sheet.note):
        return None
    sheet.desk.history.save(sheet.history.begun(record, "", undo=True).ended())
    reach("note.after_history", sheet.path)
    return written


def told(sheet: Sheet, plan: Plan, outcome: WriteOutcome) -> Written:
    return Written(
        outcome=outcome,
        path=sheet.path,
        diff=unified_diff(sheet.text, plan.text, sheet.path),
        section=printable("\n".join(line.rstrip("\r\n") for line in split_lines(plan.core))),
        kept=plan.kept,
    )
