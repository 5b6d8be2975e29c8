"""A report on paper: the text first, proof at the end where citations lead, and nothing that only a program wants."""

from __future__ import annotations

from inquiro.core.types import ChecklistItem, Citation, Claim, Report, ReportSource
from inquiro.present.paper import Line, PaperTable, paper
from inquiro.present.report import document


def parts(**more) -> list[Line | PaperTable]:
    cited = Citation(source_id="src_1", quote="It rains in May.", start=0, end=16, heading="Weather")
    sources = tuple(
        ReportSource(id=f"src_{n}", type="web", title=f"Title {n}", url=f"https://example.org/{n}", snippet="")
        for n in (1, 2)
    )
    claim = Claim(text="May is wet.", label="supported", evidence=(cited,))
    return paper(document(Report(trace_id="t", question="q", answer="", sources=sources, claims=(claim,), **more)))


def test_sources_are_a_line_each_and_their_quotes_stand_at_the_end_where_marks_lead():
    lines = [part for part in parts() if isinstance(part, Line)]
    headings = [line.text for line in lines if line.kind == "heading" and line.level == 1]
    assert headings == ["Sources", "How this report was made", "Quotes", "How sure each statement is"]
    anchors = {line.anchor: line.text for line in lines if line.anchor is not None}
    assert anchors == {1: "[1] Title 1", 2: "[2] Title 2 · example.org · quality 0.50"}
    at = [line.text for line in lines].index("[1] Title 1")
    assert lines[at + 1].text == "“It rains in May.” — under “Weather”"


def test_what_few_readers_want_is_not_printed():
    told = [part.text for part in parts(checklist=(ChecklistItem(id="a", description="Who?", status="satisfied"),))
            if isinstance(part, Line)]  # fmt: skip
    assert "What was asked for" not in told
    assert "How sure each statement is" in told
