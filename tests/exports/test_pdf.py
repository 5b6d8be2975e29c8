"""The PDF export: its own letters, numbered pages, links to its sources, and nothing that acts or loads."""

from __future__ import annotations

import re
from datetime import UTC, datetime

import pypdfium2
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from inquiro.core.types import Citation, Claim, Contradiction, ContradictionSide, Report, ReportSource
from inquiro.exports.pdf import PdfExport
from inquiro.present import typeface


def report(**more) -> Report:
    cited = Citation(source_id="src_1", quote="Rain falls.", start=0, end=11, page=3)
    claim = Claim(text="Rain falls.", label="quoted", evidence=(cited,))
    source = ReportSource(id="src_1", type="web", title="On Rain", url="https://example.org/a", snippet="")
    defaults = {"question": "Does rain fall?", "answer": "Rain falls. [1]", "sources": (source,), "claims": (claim,)}
    return Report(trace_id="t", **(defaults | more))


def pages(data: bytes) -> list[str]:
    document = pypdfium2.PdfDocument(data)
    try:
        return [" ".join(page.get_textpage().get_text_bounded().split()) for page in document]
    finally:
        document.close()


def addresses(data: bytes) -> list[bytes]:
    return re.findall(rb"/URI \((.*?)\)", data)


def test_it_tells_the_answer_before_its_sources_and_numbers_its_pages():
    [text] = pages(PdfExport().render(report()))
    places = [
        text.index(part)
        for part in ("Does rain fall?", "Rain falls. [1]", "Sources", "On Rain", "How this report was made")
    ]
    assert places == sorted(places)
    long = pages(PdfExport().render(report(claims=report().claims * 120)))
    assert len(long) > 2
    assert all(page.endswith(f"Does rain fall? {number} / {len(long)}") for number, page in enumerate(long, 1))


def test_it_is_dated_and_says_how_sure_each_statement_is():
    claim = Claim(text="Rain falls.", label="quoted", basis="0.72 = 1 origin", evidence=report().claims[0].evidence)
    made = report(claims=(claim,), created_at=datetime(2026, 11, 14, 9, 30, tzinfo=UTC))
    [text] = pages(PdfExport().render(made))
    assert text.startswith("Does rain fall? 2026-11-14 · research report by Inquiro")
    assert "1 Rain falls. quoted 0.72 = 1 origin [1]" in text


def test_a_retracted_source_is_flagged_where_it_is_cited_and_listed():
    source = ReportSource(id="src_1", type="web", title="On Rain", url="", snippet="", retracted=True)
    [text] = pages(PdfExport().render(report(sources=(source,))))
    assert "Rain falls. [1, retracted]" in text
    assert "[1] RETRACTED: On Rain" in text


@pytest.mark.parametrize("long", ["word " * 3_000, "x" * 4_000, "https://example.org/" + "a-b_c/" * 400])
def test_a_table_with_a_text_longer_than_a_page_is_set_all_the_same(long):
    side = ContradictionSide(statement=long, fact_id="f", document_id="d")
    found = Contradiction(about="Rain", kind="unit", explanation=long, sides=(side, side))
    told = pages(PdfExport().render(report(contradictions=(found,), stop_reason=long)))
    assert any("Where sources disagree" in page for page in told)
    assert any("How this report was made" in page for page in told)


def test_a_source_is_linked_and_a_mark_leads_to_it():
    data = PdfExport().render(report())
    assert addresses(data) == [b"https://example.org/a"]
    assert data.count(b"/Subtype /Link") == 3  # the mark, the source, and the table of statements


@pytest.mark.parametrize("told", ["Žluťoučký kůň", "Μέτρα", "Москва", "½ ≤ 3 °C → €", "{nb} of {nb}", "e\u0301"])
def test_its_letters_set_many_scripts(told):
    [text] = pages(PdfExport().render(report(question=told)))
    assert text.startswith(told.replace("e\u0301", "é"))
    assert "[…]" not in text


@pytest.mark.parametrize("told", ["東京の気温", "درجة الحرارة", "שלום", "शहर", "😀"])
def test_what_it_has_no_letters_for_is_said_and_not_drawn_as_boxes(told, monkeypatch):
    monkeypatch.setattr(typeface, "system_fonts", lambda named: ())
    [text] = pages(PdfExport().render(report(question=f"Is {told} so?")))
    assert text.startswith("Is […] so?")
    assert "[…] stands for words in a script that this PDF has no letters for" in text


def test_a_line_is_broken_between_words():
    answer = " ".join(f"Considerable{number}measurements [1]" for number in range(40))
    told = " ".join(pages(PdfExport().render(report(answer=answer, claims=()))))
    assert all(f"Considerable{number}measurements [1]" in told for number in range(40))


@pytest.mark.fault(32)
@pytest.mark.parametrize("url", ["javascript:alert(1)", "file:///shelf/someone/secret/plan.md", "data:text/html,x"])
def test_only_pages_are_linked(url):
    source = ReportSource(id="src_1", type="web", title="T", url=url, snippet="")
    data = PdfExport().render(report(sources=(source,)))
    assert addresses(data) == []
    assert "/shelf/someone" not in "".join(pages(data))


@pytest.mark.fault(35)
@settings(max_examples=min(25, settings().max_examples // 2), deadline=None)
@given(st.text(alphabet='a()<>\\&"\n\r\x00\x1b\ufffe\ud800\u202e東ع\u0301', max_size=40))
def test_any_text_makes_a_document_that_opens_and_does_nothing(text):
    source = ReportSource(
        id="src_1", type="web", title=text, url=f"https://example.org/{text}", snippet="", author=text
    )
    data = PdfExport().render(report(question=text, answer=f"{text} [1]", sources=(source,), stop_reason=text))
    assert pages(data)
    assert all(address.startswith(b"https://example.org/") for address in addresses(data))
    assert not re.search(rb"/(JavaScript|JS|Launch|OpenAction|EmbeddedFile|RichMedia)\b.*\(", data)
