"""After a crash: whether a write that was begun happened, as the note itself tells."""

from __future__ import annotations

from inquiro.vault.history import NoteHistory
from inquiro.vault.marks import marks_in


def settled(history: NoteHistory, note_sha256: str, text: str) -> NoteHistory:
    """The history with nothing pending in it."""
    pending = history.pending
    if pending is None:
        return history
    happened = note_sha256 == pending.sha256_after
    if not happened and not pending.undo:  # its reader may have gone on writing since
        happened = note_sha256 != pending.record.sha256_before and pending.record.mark in marks_in(text)
    return history.ended(happened=happened)
