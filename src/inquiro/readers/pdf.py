"""PDF: text page by page, wrapped lines made paragraphs again, page starts recorded."""

from __future__ import annotations

import ctypes
import re
from statistics import median
from threading import Lock
from typing import Any, NamedTuple

from inquiro.core.errors import ReadFailed
from inquiro.core.types import ReadText
from inquiro.readers._assemble import TRUNCATED, Built, Facts, TextBuilder, assemble
from inquiro.readers._byline import title_near_top
from inquiro.readers._pdf_lines import (
    Line,
    Paragraph,
    Setting,
    gap_between,
    paragraphs,
    setting_of,
    without_running_lines,
)
from inquiro.readers._sniff import expect
from inquiro.text.iso_dates import parse_date

MAX_PAGES = 2000
_LOCK = Lock()  # PDFium may be entered by one thread only
_HYPHEN = "\ufffe"  # what PDFium leaves in place of a hyphen and line break
_PIECE = re.compile(rf"[^\r\n{_HYPHEN}]+{_HYPHEN}?")
_RESYNC = 64
SCANNED = "scanned, no text layer"


class PdfReader:
    name = "pdf"
    suffixes = (".pdf",)
    media_types = ("application/pdf", "application/x-pdf")

    def read(self, data: bytes, name: str) -> ReadText:
        expect(data, name, "a PDF file", "pdf")
        with _LOCK:
            found = _extracted(data, name)
        built = TextBuilder(found.flags)
        pages = without_running_lines(found.pages)
        setting = setting_of([line for page in pages for line in page])
        written = [paragraphs(lines, setting) for lines in pages]
        levels = _levels(written)
        above = None
        for page in written:
            if built.full:
                break
            _write_page(page, above, built, levels)
            above = page[-1] if page else None
        if not len(built):
            raise ReadFailed(f"{name} is {SCANNED}" if found.scanned else f"{name} holds no text")
        done, facts = built.done(), _facts(found.metadata, pages, setting)
        facts.title = facts.title or title_near_top(_first_page(done))
        return assemble(name, self.media_types[0], done, facts)


plugin = PdfReader


class _Extracted(NamedTuple):
    pages: list[list[Line]]
    metadata: dict[str, str]
    total: int  # of all pages, also of those that nobody reads
    scanned: int  # pages that are pictures

    @property
    def flags(self) -> tuple[str, ...]:
        cut = (TRUNCATED,) if self.total > MAX_PAGES else ()
        return (*cut, f"{self.scanned} of {self.total} pages {SCANNED}") if self.scanned else cut


def _extracted(data: bytes, name: str) -> _Extracted:
    """Every page's lines and the metadata; everything that PDFium owns is closed again here."""
    import pypdfium2
    import pypdfium2.raw as pdfium

    try:
        document = pypdfium2.PdfDocument(data)
    except pypdfium2.PdfiumError as error:
        encrypted = error.err_code in {pdfium.FPDF_ERR_PASSWORD, pdfium.FPDF_ERR_SECURITY}
        raise ReadFailed(f"{name} is {'encrypted' if encrypted else 'a damaged PDF file'}") from error
    try:
        count = len(document)
        pages = [_page_lines(document[number]) for number in range(min(count, MAX_PAGES))]
        scanned = sum(not lines and _is_picture(document[number]) for number, lines in enumerate(pages))
        return _Extracted(pages, document.get_metadata_dict(), count, scanned)
    except pypdfium2.PdfiumError as error:
        raise ReadFailed(f"{name} is a damaged PDF file") from error
    finally:
        document.close()


def _page_lines(page: Any) -> list[Line]:
    textpage = page.get_textpage()
    try:
        lines, index = [], 0
        for piece in _PIECE.finditer(textpage.get_text_range()):
            text = piece[0].rstrip(_HYPHEN + " ")
            if stripped := text.lstrip():
                index = _position(textpage, stripped[0], index)
                lines.append(_line(textpage, index, stripped, piece[0].endswith(_HYPHEN)))
                index += len(stripped)
        return lines
    finally:
        textpage.close()
        page.close()


def _is_picture(page: Any) -> bool:
    """A page without text is a scan where it shows an image, and blank where it does not."""
    import pypdfium2.raw as pdfium

    try:
        return any(True for _ in page.get_objects(filter=(pdfium.FPDF_PAGEOBJ_IMAGE,), max_depth=3))
    finally:
        page.close()


def _levels(pages: list[list[Paragraph]]) -> list[float]:
    """The sizes that headings are set in, the largest first."""
    return sorted({round(one.size, 1) for page in pages for one in page if one.heading}, reverse=True)


def _position(textpage: Any, char: str, index: int) -> int:
    """The number that PDFium gives a character: the text leaves some out, so it runs ahead of ours."""
    import pypdfium2.raw as pdfium

    ahead = range(index, min(index + _RESYNC, textpage.count_chars()))
    return next((i for i in ahead if pdfium.FPDFText_GetUnicode(textpage.raw, i) == ord(char)), index)


def _line(textpage: Any, index: int, text: str, hyphenated: bool) -> Line:
    import pypdfium2.raw as pdfium

    last = max(index, min(index + len(text), textpage.count_chars()) - 1)
    if not hyphenated and len(text) > 2 and text.endswith("-") and text[-2].isalpha():
        text, hyphenated = text[:-1], True
    left, bottom = textpage.get_charbox(index, loose=True)[:2]
    right = textpage.get_charbox(last, loose=True)[2]
    x, y = ctypes.c_double(), ctypes.c_double(bottom)
    pdfium.FPDFText_GetCharOrigin(textpage.raw, index, x, y)
    size = max(pdfium.FPDFText_GetFontSize(textpage.raw, i) for i in (index, last))
    bold = _is_bold(textpage, index) and _is_bold(textpage, last)
    text, tabular = _cells(textpage, index, text, size)
    return Line(text, left, right, y.value, size, bold, hyphenated, tabular)


def _cells(textpage: Any, index: int, text: str, size: float) -> tuple[str, bool]:
    """Bars where a table leaves wide gaps, so that the numbers of two columns never run together."""
    if textpage.count_rects(index, len(text)) < 2:
        return text, False
    spaces = [gap.span() for gap in re.finditer(" +", text)]
    gaps = [_gap(textpage, index + start - 1, index + end) / size if size else 0.0 for start, end in spaces]
    usual = median(gaps) if gaps else 0.0  # justified lines stretch all their gaps alike
    wide = [span for span, gap in zip(spaces, gaps, strict=True) if gap > 1.5 or (gap > 0.6 and gap > 2 * usual)]
    for start, end in reversed(wide):
        text = f"{text[:start]} | {text[end:]}"
    return text, bool(wide)


def _gap(textpage: Any, before: int, after: int) -> float:
    return float(textpage.get_charbox(after)[0] - textpage.get_charbox(before)[2])


def _is_bold(textpage: Any, index: int) -> bool:
    import pypdfium2.raw as pdfium

    name = ctypes.create_string_buffer(128)
    pdfium.FPDFText_GetFontInfo(textpage.raw, index, name, len(name), None)
    return any(mark in name.value.lower() for mark in (b"bold", b"black", b"heavy", b"semibd"))


def _write_page(page: list[Paragraph], above: Paragraph | None, built: TextBuilder, levels: list[float]) -> None:
    """Add a page; a blank one still begins somewhere."""
    built.start_page(gap_between(above, page[0], new_page=True) if page else "\n\n")
    for number, paragraph in enumerate(page):
        if paragraph.heading:
            built.heading(paragraph.text, levels.index(round(paragraph.size, 1)) + 1)
        else:
            built.block(paragraph.text, gap=gap_between(above, paragraph, new_page=number == 0))
        above = paragraph


def _facts(metadata: dict[str, str], pages: list[list[Line]], setting: Setting) -> Facts:
    return Facts(
        title=metadata.get("Title", "").strip() or _largest(pages[0] if pages else [], setting),
        author=metadata.get("Author", "").strip() or None,
        created=parse_date(metadata.get("CreationDate", "")),
    )


def _first_page(built: Built) -> str:
    """The first page that holds text: a title stands there or nowhere."""
    ends = [start for start in built.page_starts if built.text[:start].strip()]
    return built.text[: ends[0]] if ends else built.text


def _largest(lines: list[Line], setting: Setting) -> str:
    """What the first page sets largest is its title, when anything stands out."""
    titles = [(line.size, p.text) for line in lines for p in paragraphs([line], setting) if p.heading]
    if not titles:
        return ""
    size = max(size for size, _ in titles)
    headings = [p.text for p in paragraphs([line for line in lines if abs(line.size - size) < 0.1], setting)]
    return headings[0]
