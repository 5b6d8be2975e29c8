from __future__ import annotations

import time
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime

import pytest
from fpdf import FPDF
from hypothesis import given, settings
from hypothesis import strategies as st
from PIL import Image

from inquiro.core.errors import ReadFailed
from inquiro.readers import pdf as pdf_module
from inquiro.readers.pdf import PdfReader

LONG = (
    "The mean radiant temperature under wide crowns was far lower than in the sun, and this held in both cities. " * 4
)


def document(*pages: str, title: str = "") -> FPDF:
    pdf = FPDF()
    pdf.set_creation_date(datetime(2023, 12, 12, tzinfo=UTC))
    pdf.set_font("Helvetica", size=11)
    if title:
        pdf.set_title(title)
    for text in pages:
        pdf.add_page()
        if text:
            pdf.multi_cell(0, 6, text, align="L", new_x="LMARGIN", new_y="NEXT")
    return pdf


def read(pdf: FPDF):
    return PdfReader().read(bytes(pdf.output()), "study.pdf")


def test_wrapped_lines_become_sentences_again():
    result = read(document(f"{LONG}\n\n{LONG}", title="A study"))
    assert result.text == f"{LONG.strip()}\n\n{LONG.strip()}"
    assert (result.title, result.media_type) == ("A study", "application/pdf")


def test_pages_begin_where_they_say():
    result = read(document("First page.", "", "Third page.", "Fourth page."))
    assert len(result.page_starts) == 4
    assert list(result.page_starts) == sorted(result.page_starts)
    assert [result.text[start:].split("\n")[0] for start in result.page_starts] == [
        "First page.",
        "Third page.",
        "Third page.",
        "Fourth page.",
    ]


def test_a_list_over_two_pages_keeps_exact_page_starts():
    result = read(document("1. First item of the list", "2. Second item of the list"))
    assert result.text[result.page_starts[1] :] == "2. Second item of the list"


def test_a_sentence_over_two_pages_stays_whole():
    result = read(document("One engine can pull ten cars with little", "additional effort."))
    assert result.text == "One engine can pull ten cars with little additional effort."
    assert result.text[result.page_starts[1] :] == "additional effort."


def test_hyphens_at_line_ends():
    result = read(document("The mean tempera-\nture was high in well-\nknown streets."))
    assert result.text == "The mean temperature was high in well-known streets."


def test_headings_by_size_and_weight_and_title_from_the_largest():
    pdf = document("Some notice.")
    for style, size, text in (
        ("", 18, "Trees in the city"),
        ("B", 11, "Method"),
        ("", 11, LONG),
        ("B", 11, "Limits"),
        ("", 11, LONG),
    ):
        pdf.set_font("Helvetica", style, size)
        pdf.multi_cell(0, 8, text, align="L", new_x="LMARGIN", new_y="NEXT")
    result = read(pdf)
    assert result.title == "Trees in the city"
    assert [a.label for a in result.headings] == ["Trees in the city", "Method", "Limits"]
    assert all(result.text[a.offset :].startswith(a.label) for a in result.headings)


def test_table_cells_do_not_run_together():
    pdf = document("Results of the count.")
    pdf.ln(20)
    with pdf.table() as table:
        for row in (("Street", "Trees", "Drop"), ("Mill Street", "12", "14")):
            table.row(row)
    assert "Street | Trees | Drop\nMill Street | 12 | 14" in read(pdf).text


def test_no_row_of_a_table_is_a_title():
    pdf = document("ii")
    pdf.ln(20)
    with pdf.table() as table:
        for row in (("NUMBER", "DATE", "DESCRIPTION", "NAME"), ("2.8.0", "2023-01-25", "Current release", "X")):
            table.row(row)
    pdf.add_page()
    pdf.multi_cell(0, 8, "Reported by Jonathan Laventhol", align="L")
    assert PdfReader().read(bytes(pdf.output()), "nut-faq.pdf").title == "nut faq"


def test_a_line_on_the_first_page_beats_the_creation_date():
    assert read(document("Title of it\nPublished: 14 March 2021\nText.")).published == "2021-03-14"
    assert read(document("Only text here.")).published == "2023-12-12"


@pytest.mark.fault(22)
@pytest.mark.parametrize(
    ("data", "reason"),
    [
        (b"<html><body>not found</body></html>", "is an HTML page, not a PDF file"),
        (b"%PDF-1.7 and then nothing", "damaged"),
        (b"", "is empty"),
        (b"just words", "is text, not a PDF file"),
    ],
)
def test_what_is_no_pdf_is_refused(data, reason):
    with pytest.raises(ReadFailed, match=reason):
        PdfReader().read(data, "a.pdf")


def test_encrypted_and_scanned_files_say_so():
    locked = document("secret")
    locked.set_encryption(owner_password="a", user_password="b")
    with pytest.raises(ReadFailed, match="is encrypted"):
        read(locked)
    with pytest.raises(ReadFailed, match=r"holds no text"):
        read(document("", ""))


def test_the_page_cap_cuts_and_says_so(monkeypatch):
    monkeypatch.setattr(pdf_module, "MAX_PAGES", 2)
    result = read(document("One page.", "Two pages.", "Three pages."))
    assert result.flags == ("truncated",)
    assert "Three" not in result.text


def test_threads_take_turns():
    data = bytes(document(LONG, LONG).output())
    with ThreadPoolExecutor(4) as pool:
        results = list(pool.map(lambda _: PdfReader().read(data, "a.pdf").text, range(12)))
    assert len(set(results)) == 1


def test_a_page_takes_milliseconds():
    data = bytes(document(*[LONG * 6] * 20).output())
    started = time.process_time()
    PdfReader().read(data, "a.pdf")
    assert time.process_time() - started < 3


@settings(max_examples=25, deadline=None)
@given(
    st.lists(st.text(alphabet="ab cd.-\n1•", max_size=60).map(lambda t: t.replace("•", "-")), min_size=1, max_size=4)
)
def test_any_pages_give_valid_positions(pages):
    try:
        result = read(document(*pages))
    except ReadFailed:
        return
    assert len(result.page_starts) >= len(pages)  # a long text flows over
    assert list(result.page_starts) == sorted(result.page_starts)
    assert all(0 <= start <= len(result.text) for start in result.page_starts)
    assert all(result.text[a.offset : a.offset + len(a.label)] == a.label for a in result.headings)


@settings(max_examples=40, deadline=None)
@given(st.data())
def test_a_damaged_file_is_read_or_refused(data):
    good = bytearray(document("Some words on a page.").output())
    for position in data.draw(st.lists(st.integers(0, len(good) - 1), max_size=20)):
        good[position] = data.draw(st.integers(0, 255))
    try:
        PdfReader().read(bytes(good), "a.pdf")
    except ReadFailed:
        return


def scanned(*pages: str) -> FPDF:
    pdf = document(*pages)
    pdf.add_page()
    pdf.image(Image.new("L", (40, 40), 128), x=0, y=0, w=200)
    return pdf


def test_pages_that_are_pictures_are_told():
    with pytest.raises(ReadFailed, match=r"study\.pdf is scanned, no text layer"):
        read(scanned())
    assert read(scanned(LONG)).flags == ("1 of 2 pages scanned, no text layer",)


def test_larger_headings_stand_higher():
    pdf = document()
    pdf.add_page()
    for text, size in (("Trees", 22), (LONG, 11), ("Roots", 15), (LONG, 11)):
        pdf.set_font("Helvetica", size=size)
        pdf.multi_cell(0, 8, text, align="L", new_x="LMARGIN", new_y="NEXT")
    assert [(a.label, a.level) for a in read(pdf).headings] == [("Trees", 1), ("Roots", 2)]
