"""A report as a file and in a notebook."""

from __future__ import annotations

import html
import re

import pytest

from inquiro.core.errors import UnknownName, UsageError
from inquiro.core.types import Report

REPORT = Report(trace_id="7f3a", question="Do trees cool?", answer="They do, by <b>1.6 °C</b>.")


def test_text_formats_are_text_and_the_others_bytes():
    assert REPORT.export().startswith("# Do trees cool?")
    assert REPORT.export("pdf").startswith(b"%PDF")
    assert '"trace_id": "7f3a"' in REPORT.export("json")


@pytest.mark.parametrize(
    ("name", "begins"), [("x.pdf", b"%PDF"), ("x.docx", b"PK"), ("X.HTML", b"<!doctype html>"), ("x.csl.json", b"[")]
)
def test_the_ending_of_a_file_says_which_format(tmp_path, name, begins):
    assert REPORT.save(tmp_path / name) == tmp_path / name
    assert (tmp_path / name).read_bytes().startswith(begins)
    assert list(tmp_path.iterdir()) == [tmp_path / name]


def test_a_named_format_wins_over_the_ending(tmp_path):
    REPORT.save(str(tmp_path / "report.txt"), format="md")
    assert (tmp_path / "report.txt").read_text().startswith("# Do trees cool?")


def test_what_cannot_be_written_is_told_with_what_can(tmp_path):
    with pytest.raises(UsageError, match=r"no format has the ending '.foo'; known: .bib"):
        REPORT.save(tmp_path / "x.foo")
    with pytest.raises(UnknownName, match="unknown format 'word'; known: bibtex, csl, docx"):
        REPORT.export("word")
    with pytest.raises(UsageError, match="runs export 7f3a --format pack"):
        REPORT.export("pack")
    with pytest.raises(UsageError, match="does not exist"):
        REPORT.save(tmp_path / "missing" / "x.md")
    (tmp_path / "x.md").mkdir()
    with pytest.raises(UsageError, match="is a folder"):
        REPORT.save(tmp_path / "x.md")


def test_a_file_stays_as_it_was_where_the_new_one_cannot_be_made(tmp_path, monkeypatch):
    (tmp_path / "x.md").write_text("mine")
    monkeypatch.setattr("pathlib.Path.replace", lambda *_: (_ for _ in ()).throw(OSError("disk full")))
    with pytest.raises(OSError, match="disk full"):
        REPORT.save(tmp_path / "x.md")
    assert {path.name: path.read_text() for path in tmp_path.iterdir()} == {"x.md": "mine"}


def test_a_notebook_shows_the_page_in_a_frame_that_reaches_nothing_around_it():
    shown = REPORT._repr_html_()
    opening = shown[: shown.index(">") + 1]
    assert "allow-same-origin" not in opening
    page = html.unescape(re.search(r'srcdoc="([^"]*)"', shown)[1])
    assert page.startswith("<!doctype html>")
    assert "Do trees cool?" in page
