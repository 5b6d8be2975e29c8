"""The list of sources: short, and where the words stand."""

from __future__ import annotations

import pytest

from inquiro.core.types import Citation, Claim, Report, ReportSource
from inquiro.present.sources import first_author, source_rows, where


def row(source: ReportSource, *cited: Citation):
    claim = Claim(text="x", label="quoted", evidence=cited)
    [made] = source_rows(Report(trace_id="t", question="q", answer="", sources=(source,), claims=(claim,)))
    return made


def source(**more) -> ReportSource:
    known = {"type": "local", "title": "Costs", "url": "file:///d/plan%20b.md", "snippet": ""}
    return ReportSource(id="src_1", **(known | more))


def cite(start: int = 0, **more) -> Citation:
    return Citation(source_id="src_1", quote="q", start=start, end=start + 1, **more)


@pytest.mark.parametrize(
    ("url", "said"),
    [
        ("file:///data/a%20b.pdf", "a b.pdf"),
        ("https://user:secret@www.example.org:8080/x", "example.org:8080"),
        ("notes/plain.md", "plain.md"),
        ("http://[broken", "http://[broken"),
    ],
)
def test_where_a_source_is(url, said):
    assert where(url) == said


def test_it_names_the_file_and_the_heading():
    assert row(source(), cite(heading="Tiers"), cite(9, heading="Costs")).facts == ("plan b.md › Tiers",)
    assert row(source(), cite(page=3), cite(9, page=1)).facts == ("plan b.md › pages 1, 3",)


def test_a_file_that_is_called_what_its_title_says_is_named_once():
    made = row(source(title="Plan B"))
    assert (made.title, made.facts) == ("plan b.md", ())


@pytest.mark.parametrize(
    ("names", "said"),
    [
        ("Sam Gross", "Sam Gross"),
        ("Meyer, Carl", "Meyer, Carl"),
        ("Germán Méndez Bravo, Carl Meyer", "Germán Méndez Bravo, Carl Meyer"),
        ("A. One, B. Two, C. Three", "A. One and others"),
        ("", ""),
    ],
)
def test_a_long_list_of_authors_is_cut(names, said):
    assert first_author(names) == said


def test_ones_own_files_have_no_quality():
    assert row(source(quality=0.6)).quality == ""
    assert (
        row(source(type="web", quality=0.6, quality_reasons=("peer reviewed",))).quality
        == "quality 0.60: peer reviewed"
    )
