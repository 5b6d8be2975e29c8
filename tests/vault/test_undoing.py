"""Undo takes back what was written, and nothing that the reader did."""

from __future__ import annotations

from hashlib import sha256

import pytest

from inquiro.core.errors import UsageError
from inquiro.vault.writing import undo_section, write_section

FIRST = "## Research\n\nOne.\n\nTwo.\n"
SECOND = "## Research\n\nThree.\n\nTwo.\n"


@pytest.fixture
def note(tmp_path):
    (tmp_path / "vault").mkdir()
    file = tmp_path / "vault" / "a.md"
    file.write_bytes(b"Words.\n")
    return file


def write(note, section, run):
    read = sha256(note.read_bytes()).hexdigest()
    return write_section(
        note.parent, note.parents[1] / "state", note.name, section, read_sha256=read, run_id=run, quiet=0
    )


def undo(note):
    return undo_section(note.parent, note.parents[1] / "state", note.name, quiet=0)


def test_what_was_edited_since_is_merged(note):
    write(note, FIRST, "1")
    write(note, SECOND, "2")
    note.write_bytes(note.read_bytes().replace(b"Two.", b"Two.\n\nMine."))
    assert (undo(note).outcome, undo(note).outcome) == ("merged", "merged")
    assert note.read_bytes() == b"Words.\n\n## Research\n\nMine.\n"
    assert undo(note).outcome == "nothing"


def test_text_after_the_section_stays_apart(note):
    note.write_bytes(b"Words.")
    write(note, FIRST, "1")
    note.write_bytes(note.read_bytes() + b"## Next\n")
    undo(note)
    assert note.read_bytes() == b"Words.\n\n## Next\n"


def test_the_section_that_a_sync_brought_back_is_the_one_that_is_undone(note):
    write(note, FIRST, "1")
    older = note.read_bytes()
    write(note, SECOND, "2")
    note.write_bytes(older)
    undo(note)
    assert note.read_bytes() == b"Words.\n"


def test_a_section_that_is_gone_is_not_brought_back(note):
    write(note, FIRST, "1")
    note.write_bytes(b"Words.\n")
    assert "no longer there" in undo(note).reason
    assert note.read_bytes() == b"Words.\n"


def test_a_run_that_wrote_twice_is_undone_as_one(note):
    write(note, FIRST, "1")
    write(note, SECOND, "1")
    undo(note)
    assert note.read_bytes() == b"Words.\n"


def test_a_renamed_note_is_found(note):
    write(note, FIRST, "1")
    note.rename(note.with_name("b.md"))
    assert undo(note).path == "b.md"
    assert note.with_name("b.md").read_bytes() == b"Words.\n"


def test_a_note_that_nobody_wrote_and_one_that_cannot_be(note):
    assert undo(note).outcome == "nothing"
    assert undo(note.with_name("other.md")).outcome == "nothing"
    write(note, FIRST, "1")
    note.write_bytes(b"a\0b")
    with pytest.raises(UsageError, match="taken back"):
        undo(note)
