from __future__ import annotations

import io
import zipfile
from datetime import UTC, datetime

import pytest
from docx import Document
from hypothesis import given, settings
from hypothesis import strategies as st

from inquiro.core.errors import ReadFailed
from inquiro.readers import docx as docx_module
from inquiro.readers.docx import DocxReader


def saved(document) -> bytes:
    buffer = io.BytesIO()
    document.save(buffer)
    return buffer.getvalue()


def report():
    document = Document()
    document.add_heading("Walking on hot days", 0)
    document.add_paragraph("Published: 21 May 2024")
    document.add_heading("Counts", 1)
    document.add_paragraph("People were counted.")
    table = document.add_table(rows=2, cols=3)
    for cell, text in zip(
        (c for row in table.rows for c in row.cells), ("Street", "Mild", "Hot", "Mill", "212", "176"), strict=True
    ):
        cell.text = text
    document.add_paragraph("shade", style="List Bullet")
    document.add_paragraph("benches", style="List Bullet")
    return document


def test_paragraphs_tables_and_lists_in_their_order():
    result = DocxReader().read(saved(report()), "walk.docx")
    assert result.text == (
        "Walking on hot days\n\nPublished: 21 May 2024\n\nCounts\n\nPeople were counted.\n\n"
        "Street | Mild | Hot\nMill | 212 | 176\n\n- shade\n- benches"
    )
    assert [(a.label, a.offset) for a in result.headings] == [("Walking on hot days", 0), ("Counts", 45)]
    assert (result.title, result.published, result.author) == ("Walking on hot days", "2024-05-21", None)


def test_the_first_heading_of_whatever_level_is_the_title_and_never_a_row_or_an_item():
    document = Document()
    document.add_paragraph("User manual of the thing at large")
    document.add_heading("Lexicon¶", 2)
    document.add_paragraph("This section gives an introduction.")
    table = document.add_table(rows=1, cols=4)
    for cell, text in zip(table.rows[0].cells, ("A to B", "C to D", "E to O", "P to Z"), strict=True):
        cell.text = text
    document.add_heading("Wallet", 3)
    assert DocxReader().read(saved(document), "words.docx").title == "Lexicon"


def test_core_properties_come_first_but_their_date_last():
    document = report()
    document.core_properties.title, document.core_properties.author = "Proper title", "Ann Lee"
    document.core_properties.created = datetime(2020, 1, 2, tzinfo=UTC)
    result = DocxReader().read(saved(document), "walk.docx")
    assert (result.title, result.author, result.published) == ("Proper title", "Ann Lee", "2024-05-21")


def test_the_date_of_creation_serves_when_nothing_better_is_known():
    document = Document()
    document.add_paragraph("Only words.")
    assert DocxReader().read(saved(document), "a.docx").published is None  # the template's own date means nothing
    document.core_properties.author = "Ann Lee"
    document.core_properties.created = datetime(2020, 1, 2, tzinfo=UTC)
    assert DocxReader().read(saved(document), "a.docx").published == "2020-01-02"


def test_merged_cells_appear_once():
    document = Document()
    table = document.add_table(rows=1, cols=3)
    table.rows[0].cells[0].merge(table.rows[0].cells[1]).text = "wide"
    table.rows[0].cells[2].text = "narrow"
    assert DocxReader().read(saved(document), "a.docx").text == "wide | narrow"


@pytest.mark.fault(35)
def test_invisible_characters_go():
    document = Document()
    document.add_paragraph("pay\u200bment")
    result = DocxReader().read(saved(document), "a.docx")
    assert (result.text, result.flags) == ("payment", ("invisible characters removed",))


@pytest.mark.fault(22)
def test_archives_and_damaged_documents_are_refused():
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w") as archive:
        archive.writestr("a.txt", "x")
    with pytest.raises(ReadFailed, match="is a zip archive, not a Word document"):
        DocxReader().read(buffer.getvalue(), "a.docx")
    with zipfile.ZipFile(buffer, "a") as archive:
        archive.writestr("word/document.xml", "<broken")
    with pytest.raises(ReadFailed, match="damaged Word document"):
        DocxReader().read(buffer.getvalue(), "a.docx")
    with pytest.raises(ReadFailed, match="holds no text"):
        DocxReader().read(saved(Document()), "a.docx")


def test_a_bomb_is_refused_before_it_is_opened(monkeypatch):
    buffer = io.BytesIO(saved(report()))
    with zipfile.ZipFile(buffer, "a", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("word/media/zeros.bin", bytes(12_000_000))
    monkeypatch.setattr(docx_module, "_contents", lambda *_: pytest.fail("opened"))
    with pytest.raises(ReadFailed, match="would unpack to"):
        DocxReader().read(buffer.getvalue(), "a.docx")


@settings(max_examples=30, deadline=None)
@given(st.data())
def test_a_damaged_file_is_read_or_refused(data):
    good = bytearray(saved(report()))
    for position in data.draw(st.lists(st.integers(0, len(good) - 1), max_size=10)):
        good[position] = data.draw(st.integers(0, 255))
    try:
        DocxReader().read(bytes(good), "a.docx")
    except ReadFailed:
        return


def test_numbered_items_are_steps_and_captions_are_told():
    document = Document()
    document.add_paragraph("Do this:")
    for text in ("Open it.", "Close it."):
        document.add_paragraph(text, style="List Number")
    document.add_paragraph("one", style="List Bullet")
    document.add_paragraph("Figure 1: A tree", style="Caption")
    document.add_paragraph("So he said.", style="Quote")
    result = DocxReader().read(saved(document), "a.docx")
    assert [(block.kind, result.text[block.start : block.end]) for block in result.blocks] == [
        ("paragraph", "Do this:"),
        ("steps", "1. Open it.\n2. Close it."),
        ("list", "- one"),
        ("caption", "Figure 1: A tree"),
        ("quote", "So he said."),
    ]


def test_tables_are_blocks_with_headers_and_headings_have_levels():
    result = DocxReader().read(saved(report()), "walk.docx")
    table = next(block for block in result.blocks if block.kind == "table")
    assert (table.header, len(table.parts)) == (("Street", "Mild", "Hot"), 1)
    assert [anchor.level for anchor in result.headings] == [1, 2]
