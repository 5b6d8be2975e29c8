from __future__ import annotations

import pytest

from inquiro.engine.notes.extractive import topics_of
from inquiro.vault.reading import read_note
from inquiro.vault.recurring_lines import MOST_NOTES, _sample, recurring_lines

FOOTER = "This page is written by volunteers, and every donation keeps the garden project alive."
TEXT = f"# Tomatoes\n\nBlossom end rot is caused by a lack of calcium in the fruit.\n\n## See also\n\n{FOOTER}\n"


@pytest.fixture
def vault(tmp_path):
    (tmp_path / "Garden").mkdir()
    (tmp_path / "Garden" / "Tomatoes.md").write_text(TEXT)
    for number in range(6):
        (tmp_path / f"Note {number}.md").write_text(f"# Number {number}\n\nSomething else {number}.\n\n{FOOTER}  \n")
    return tmp_path


def test_a_line_of_many_notes_is_no_topic(vault):
    note = read_note(vault, "Tomatoes")
    assert note.recurring == (FOOTER,)
    assert FOOTER in note.text  # what is secret in it stays known
    assert all("donation" not in topic.label for topic in topics_of(note, None))
    assert any("calcium" in topic.label for topic in topics_of(note, None))


def test_a_line_of_two_others_is_the_notes_own(vault):
    for number in range(4):
        (vault / f"Note {number}.md").unlink()
    assert read_note(vault, "Tomatoes").recurring == ()


def test_few_are_looked_at_in_a_large_vault_those_beside_it_first():
    others = [f"A/{number}.md" for number in range(5_000)] + [f"B/{number}.md" for number in range(30)]
    chosen = _sample("B/x.md", others)
    assert set(others[-30:]) <= set(chosen)
    assert len(chosen) <= MOST_NOTES


def test_what_cannot_be_read_tells_nothing(vault):
    (vault / "Link.md").symlink_to(vault / "Note 1.md")
    files = ["Note 1.md", "Note 2.md", "Note 3.md", "Link.md", "gone.md"]
    assert recurring_lines(vault, "Garden/Tomatoes.md", TEXT, files) == (FOOTER,)
