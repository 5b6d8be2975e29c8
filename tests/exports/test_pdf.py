"""The PDF export: its own letters, numbered pages, links to its sources, and nothing that acts or loads."""

from __future__ import annotations

import re

import pypdfium2
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from inquiro.core.types import Citation, Claim, Report, ReportSource
from inquiro.exports.pdf import PdfExport


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
    places = [text.index(part) for part in ("Does rain fall?", "Rain falls. [1]", "Sources", "On Rain", "Method")]
    assert places == sorted(places)
    long = pages(PdfExport().render(report(answer="\n\n".join(["Rain falls. [1]"] * 120))))
    assert len(long) > 2
    assert [page.endswith(f" {number}") for number, page in enumerate(long, 1)] == [True] * len(long)


def test_a_source_is_linked_and_a_mark_leads_to_it():
    data = PdfExport().render(report())
    assert addresses(data) == [b"https://example.org/a"]
    assert data.count(b"/Subtype /Link") == 2


@pytest.mark.parametrize("told", ["Žluťoučký kůň", "Μέτρα", "Москва", "½ ≤ 3 °C → €", "{nb} of {nb}", "e\u0301"])
def test_its_letters_set_many_scripts(told):
    [text] = pages(PdfExport().render(report(question=told)))
    assert text.startswith(told.replace("e\u0301", "é"))
    assert "[…]" not in text


@pytest.mark.parametrize("told", ["東京の気温", "درجة الحرارة", "शहर", "😀"])
def test_what_it_has_no_letters_for_is_said_and_not_drawn_as_boxes(told):
    [text] = pages(PdfExport().render(report(question=f"Is {told} so?")))
    assert text.startswith("Is […] so?")
    assert "[…] stands for words in a script that this PDF has no letters for" in text


def test_a_line_is_broken_between_words():
    answer = " ".join(f"Considerable{number}measurements [1]" for number in range(40))
    told = " ".join(pages(PdfExport().render(report(answer=answer, claims=()))))
    assert all(f"Considerable{number}measurements" in told for number in range(40))


@pytest.mark.fault(32)
@pytest.mark.parametrize("url", ["javascript:alert(1)", "file:///shelf/someone/secret/plan.md", "data:text/html,x"])
def test_only_pages_are_linked(url):
    source = ReportSource(id="src_1", type="web", title="T", url=url, snippet="")
    data = PdfExport().render(report(sources=(source,)))
    assert addresses(data) == []
    assert "/shelf/someone" not in "".join(pages(data))


@pytest.mark.fault(35)
@settings(max_examples=25, deadline=None)
@given(st.text(alphabet='a()<>\\&"\n\r\x00\x1b\ufffe\ud800\u202e東ع\u0301', max_size=40))
def test_any_text_makes_a_document_that_opens_and_does_nothing(text):
    source = ReportSource(
        id="src_1", type="web", title=text, url=f"https://example.org/{text}", snippet="", author=text
    )
    data = PdfExport().render(report(question=text, answer=f"{text} [1]", sources=(source,), stop_reason=text))
    assert pages(data)
    assert all(address.startswith(b"https://example.org/") for address in addresses(data))
    assert not re.search(rb"/(JavaScript|JS|Launch|OpenAction|EmbeddedFile|RichMedia)\b.*\(", data)
