"""The note with its new section, worked out before anything is written."""

from __future__ import annotations

import pytest

from inquiro.core.errors import BadAnswer
from inquiro.vault.history import NoteHistory, Record
from inquiro.vault.section_plan import generated, ours, planned

NEW = generated("## Research\n\nNew words.\n", "22222222-run")
KNOWN = Record(run="11111111", digest="0" * 12, base="\nOld words.\n\nMore.", before=None, after=b"")
HISTORY = NoteHistory(path="a.md", records=(KNOWN,))


def plan(text: str, history: NoteHistory = HISTORY):
    return planned(text, NEW, history, lambda _: None)


def test_what_is_generated_loses_its_heading_and_other_runs_marks():
    assert NEW.body == "\nNew words."
    assert generated(f"## Research\r\n\r\nNew words.\r\n\r\n{KNOWN.mark}\r\n", "22222222-run") == NEW
    for broken in ("", "# Research\n", "## Research\n\n# More\n", "## Research\n\n<!-- open\n"):
        with pytest.raises(BadAnswer):
            generated(broken, "1")


def test_the_section_of_a_mark_comes_before_one_with_known_words_and_that_before_the_first():
    first, worded, marked = (
        "## Research\n\nMine.\n\n",
        "## Research\n\nMore.\n\n",
        f"## Research\n\nMore.\n\n{KNOWN.mark}\n",
    )
    for text, at in ((first + worded + marked, 2), (first + worded, 1), (first + first, 0)):
        assert plan(text).text.split("## Research")[at + 1].count("New words.") == 1


def test_a_section_whose_mark_was_deleted_is_known_by_its_words():
    text = "## Research\n\nOld words.\n\nMore.\n\nMine.\n"
    assert plan(text).core == f"## Research\n\nNew words.\n\nMine.\n\n{NEW.mark}"
    assert ours(text, HISTORY, lambda _: None)
    assert ours("## Research\n\nMine.\n", HISTORY, lambda _: None) is None


def test_a_section_that_was_emptied_is_filled_again():
    assert plan("## Research\n").core == f"## Research\n\nNew words.\n\n{NEW.mark}"


def test_the_heading_stays_as_it_is_written():
    for heading in ("## RESEARCH ##", "Research\n--------", " ##  Research"):
        assert plan(f"{heading}\n\nOld words.\n").core.startswith(f"{heading}\n\nNew words.")


def test_a_section_at_an_open_end_is_not_written_into():
    assert plan("## Research\n\n```\nopen") is None
    assert plan("text\n\n%% open") is None
