"""The DOCX export: a document with working links to its sources, and nothing that acts or loads."""

from __future__ import annotations

import io
import zipfile
from datetime import UTC, datetime

import docx
import pytest
from docx.oxml.ns import qn
from hypothesis import given, settings
from hypothesis import strategies as st

from inquiro.core.types import Citation, Claim, Report, ReportSource
from inquiro.exports.docx import DocxExport


def report(**more) -> Report:
    cited = Citation(source_id="src_1", quote="Rain falls.", start=0, end=11, page=3)
    claim = Claim(text="Rain falls.", label="quoted", evidence=(cited,))
    source = ReportSource(
        id="src_1", type="web", title="On Rain", url="https://example.org/a?b=1&c=2", snippet="", retracted=True
    )
    defaults = {"question": "Does rain fall?", "answer": "Rain falls. [1]", "sources": (source,), "claims": (claim,)}
    return Report(trace_id="t", **(defaults | more))


def opened(data: bytes):
    return docx.Document(io.BytesIO(data))


def targets(data: bytes) -> list[str]:
    """Everything outside that any part of the file points to."""
    found = []
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        for name in archive.namelist():
            if name.endswith(".rels"):
                found += [
                    relation.get("Target")
                    for relation in docx.oxml.parse_xml(archive.read(name))
                    if relation.get("TargetMode") == "External"
                ]
    return found


def test_a_mark_leads_to_its_source_and_the_source_to_its_page():
    data = DocxExport().render(report())
    body = opened(data).element.body
    anchors = [link.get(qn("w:anchor")) for link in body.iter(qn("w:hyperlink"))]
    places = [mark.get(qn("w:name")) for mark in body.iter(qn("w:bookmarkStart"))]
    assert anchors == ["source_1", None, "source_1"]  # the mark, the source's page, the table of statements
    assert places == ["source_1"]
    assert targets(data) == ["https://example.org/a?b=1&c=2"]


def test_the_parts_of_a_document_have_their_styles():
    document = opened(DocxExport().render(report()))
    styles = {paragraph.text: paragraph.style.name for paragraph in document.paragraphs}
    assert styles["Does rain fall?"] == "Title"
    assert styles["Sources"] == styles["How this report was made"] == "Heading 1"
    assert styles["“Rain falls.” — page 3"] == "Quote"
    assert any("retracted" in text for text in styles)


def test_pages_are_numbered_and_nothing_tells_when_it_was_written():
    data = DocxExport().render(report())
    footer = opened(data).sections[0].footer.paragraphs[0]._p
    assert [field.get(qn("w:instr")) for field in footer.iter(qn("w:fldSimple"))] == ["PAGE", "NUMPAGES"]
    assert opened(data).sections[0].footer.paragraphs[0].text.startswith("Does rain fall?\t")
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        assert {entry.date_time for entry in archive.infolist()} == {(1980, 1, 1, 0, 0, 0)}
        assert not [name for name in archive.namelist() if "thumbnail" in name or "vba" in name.lower()]


def test_it_is_dated_and_says_how_sure_each_statement_is():
    claim = Claim(text="Rain falls.", label="quoted", basis="0.72 = 1 origin", evidence=report().claims[0].evidence)
    made = report(claims=(claim,), created_at=datetime(2026, 11, 14, 9, 30, tzinfo=UTC))
    document = opened(DocxExport().render(made))
    assert document.paragraphs[1].text == "2026-11-14 · research report by Inquiro"
    [table] = [table for table in document.tables if table.cell(0, 0).text == "No."]
    assert [cell.text for cell in table.rows[1].cells][1:4] == ["Rain falls.", "quoted", "0.72 = 1 origin"]


def test_a_retracted_source_is_flagged_where_it_is_cited_and_listed():
    told = [paragraph.text for paragraph in opened(DocxExport().render(report())).paragraphs]
    assert "Rain falls.\u00a0[1, retracted]" in told  # no line begins with a mark
    assert any(text.startswith("[1] RETRACTED: On Rain") for text in told)


def test_rows_stay_whole_and_the_head_of_a_table_comes_again_on_each_page():
    body = opened(DocxExport().render(report())).element.body
    rows = list(body.iter(qn("w:tr")))
    assert all(row.find(f".//{qn('w:cantSplit')}") is not None for row in rows)
    assert len(list(body.iter(qn("w:tblHeader")))) == 1
    widths = [sum(int(column.get(qn("w:w"))) for column in grid) for grid in body.iter(qn("w:tblGrid"))]
    assert widths
    assert all(abs(width - 162 / 25.4 * 1440) < 20 for width in widths)


def test_a_text_from_right_to_left_is_set_so():
    body = opened(DocxExport().render(report(question="هل تبرد الأشجار المدينة؟"))).element.body
    assert len(list(body.iter(qn("w:bidi")))) == 1


@pytest.mark.fault(32)
@pytest.mark.parametrize("url", ["javascript:alert(1)", "file:///shelf/someone/secret/plan.md", "data:text/html,x"])
def test_only_pages_are_linked(url):
    source = ReportSource(id="src_1", type="web", title="T", url=url, snippet="")
    data = DocxExport().render(report(sources=(source,)))
    assert targets(data) == []
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        assert b"/shelf/someone" not in archive.read("word/document.xml")


@pytest.mark.fault(35)
@settings(max_examples=min(25, settings().max_examples // 2), deadline=None)
@given(st.text(alphabet='a<>&"\n\r\x00\x0b\x1b\ufffe\ud800\u202e東ع{}', max_size=40))
def test_any_text_makes_a_document_that_opens(text):
    source = ReportSource(
        id="src_1", type="web", title=text, url=f"https://example.org/{text}", snippet="", author=text
    )
    data = DocxExport().render(report(question=text, answer=f"{text} [1]", sources=(source,), stop_reason=text))
    told = "".join(paragraph.text for paragraph in opened(data).paragraphs)
    assert not set(told) & set("\x00\x0b\x1b\ufffe\ud800\u202e")
    assert all(target.startswith("https://example.org/") for target in targets(data))
