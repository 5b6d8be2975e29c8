"""What is known of a note: found by its path and by the run, bounded, and never half written."""

from __future__ import annotations

import pytest

from inquiro.vault.history import MOST, History, NoteHistory, Record, note_key
from inquiro.vault.marks import Mark


def record(run: str, base: str = "x") -> Record:
    return Record(run=run, digest="0" * 12, base=base, before=b"\xff", after=b"y")


def test_it_is_found_by_path_and_by_run(tmp_path):
    history = History(tmp_path)
    known = NoteHistory(path="a.md", records=(record("r1"), record("r2")))
    history.save(known)
    assert history.load("a.md") == known
    assert history.load("b.md") == NoteHistory(path="b.md")
    assert history.by_run("r2") == known
    assert history.by_run("r9") is None
    assert known.by_mark(Mark("r1", "f" * 12)) == known.records[0]
    assert known.by_mark(Mark("r9", "f" * 12)) is None


def test_only_the_last_writes_are_kept(tmp_path):
    history = History(tmp_path)
    known = NoteHistory(path="a.md")
    for number in range(MOST + 5):
        known = known.begun(record(f"r{number}"), "sha").ended()
        history.save(known)
    assert len(history.load("a.md").records) == MOST
    assert history.by_run("r0") is None
    assert history.by_run(f"r{MOST + 4}")


def test_an_ended_write_is_a_record_and_an_undone_one_takes_those_after_it_along():
    known = NoteHistory(path="a.md", records=(record("r1"), record("r2"), record("r3")))
    assert known.begun(record("r4"), "s").ended().last == record("r4")
    assert known.begun(record("r3", "again"), "s").ended().records[2:] == (record("r3", "again"),)
    assert known.begun(record("r2"), "s", undo=True).ended().records == (record("r1"),)
    assert known.begun(record("r4"), "s").ended(happened=False) == known


@pytest.mark.parametrize("damage", [b"", b"{", b'{"path": 1}', b"\xff"])
def test_a_damaged_file_is_as_good_as_none(tmp_path, damage):
    (tmp_path / "written").mkdir()
    (tmp_path / "written" / note_key("a.md")).write_bytes(damage)
    assert History(tmp_path).load("a.md") == NoteHistory(path="a.md")


def test_spellings_that_a_file_system_takes_for_one_have_one_key():
    assert note_key("Caf\u00e9.md") == note_key("cafe\u0301.md")
    assert note_key("a.md") != note_key("b.md")
