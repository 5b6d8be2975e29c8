"""Whether a write that was begun happened: the note tells."""

from __future__ import annotations

import pytest

from inquiro.vault.history import NoteHistory, Record
from inquiro.vault.settling import settled

RECORD = Record(run="r1", digest="0" * 12, base="x", before=None, after=b"y", sha256_before="old", sha256_after="new")


@pytest.mark.parametrize(
    ("sha", "text", "happened"),
    [("new", "", True), ("old", "", False), ("edited", f"a\n{RECORD.mark}\nb", True), ("edited", "a", False)],
)
def test_a_write(sha, text, happened):
    history = NoteHistory(path="a.md").begun(RECORD, "new")
    assert settled(history, sha, text) == NoteHistory(path="a.md", records=(RECORD,) if happened else ())


@pytest.mark.parametrize(("sha", "left"), [("old", 0), ("new", 1), ("edited", 1)])
def test_an_undo(sha, left):
    history = NoteHistory(path="a.md", records=(RECORD,)).begun(RECORD, "old", undo=True)
    assert len(settled(history, sha, f"{RECORD.mark}").records) == left


def test_nothing_to_settle():
    assert settled(NoteHistory(path="a.md"), "x", "") == NoteHistory(path="a.md")
