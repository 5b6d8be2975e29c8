"""PDF: a document to hand on and print, with its own letters; nothing in it is loaded from elsewhere."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime
from importlib.resources import as_file, files

from fpdf import FPDF
from fpdf.enums import WrapMode, XPos, YPos
from fpdf.fonts import TTFFont
from msgspec.structs import replace

from inquiro.core.types import Report
from inquiro.exports._display import one_line, shortened
from inquiro.exports._letters import NOT_SHOWN, Letters
from inquiro.exports._paper import paper
from inquiro.exports._paper_text import Line, Part, Run, Table
from inquiro.exports._pdf_table import Look, TableSetter

_FAMILY, _MONOSPACED = "DejaVu", "DejaVuMono"
_FONTS = {
    (_FAMILY, ""): "DejaVuSans.ttf",
    (_FAMILY, "B"): "DejaVuSans-Bold.ttf",
    (_MONOSPACED, ""): "DejaVuSansMono.ttf",
}
_UNTIMED = datetime(2000, 1, 1, tzinfo=UTC)  # times of a run stand in its last line
_INK, _QUIET, _LINK, _SHADE = (31, 41, 55), (107, 114, 128), (29, 78, 216), (243, 244, 246)
_SIZES = {"title": 18.0, "paragraph": 10.0, "item": 10.0, "notice": 9.0, "source": 9.5, "quote": 9.0, "small": 8.0}
_HEADINGS, _CODE_SIZE = (13.0, 11.0, 10.0), 8.0
_RULE = (203, 213, 225)
_BARS = {"notice": (202, 138, 4), "quote": _RULE}
_MARGIN = 22.0
_FRONT = frozenset({"small", "notice"})  # what stands between title and answer
_DIGIT = "\u2061"  # stands for each digit of the number of pages; no text from outside can hold it
_MANY_ROWS = 1_000  # of tables: more than a hundred pages
_LEADING = 0.5  # millimetres of line height for each point of type
_INDENTS = {"item": 6.0, "quote": 8.0, "notice": 3.0}
_MISSING = (
    f"{NOT_SHOWN} stands for words in a script that this PDF has no letters for; "
    "the HTML and DOCX exports of the same report hold them."
)


class PdfExport:
    name = "pdf"
    suffix = ".pdf"
    media_type = "application/pdf"

    def render(self, report: Report) -> bytes:
        title, parts = one_line(report.question)[:255] or "Report", paper(report)
        rows = sum(len(part.rows) for part in parts if isinstance(part, Table))
        made = _typeset(title, parts, digits=2 if rows < _MANY_ROWS else 3)
        if (digits := len(str(made.pages_count))) > len(made.total):
            made = _typeset(title, parts, digits)
        return bytes(made.output())


def _typeset(title: str, parts: Sequence[Part], digits: int) -> _Pages:
    """`digits`: room for the number of pages at their feet."""
    typesetter = _Typesetter(title, _DIGIT * digits)
    if typesetter.letters.lacks(parts):
        parts = [*parts[:3], Line(kind="notice", runs=(Run(text=_MISSING),)), *parts[3:]]
    for place, part in enumerate(parts):
        if isinstance(part, Table):
            typesetter.table(part)
        else:
            heads = part.kind == "heading"
            typesetter.line(part, typesetter.room_for(parts[place + 1 : place + 4]) if heads else 0)
    return typesetter.pdf


class _Pages(FPDF):
    """A4 with the title and the number at the foot of each page."""

    running, total = "", ""

    def footer(self) -> None:
        self.set_y(-14)
        self.set_font(_FAMILY, "", 8)
        self.set_text_color(*_QUIET)
        self.cell(self.epw - 24, 5, self.running, new_x=XPos.RIGHT, new_y=YPos.TOP)
        self.cell(24, 5, f"{self.page_no()} / {self.total}", align="R")


class _Typesetter:
    """Writes a document from top to bottom."""

    def __init__(self, title: str, total: str) -> None:
        self.pdf = _Pages(format="A4")
        self.pdf.total = total
        self.pdf.alias_nb_pages(total)
        for (family, style), name in _FONTS.items():
            with as_file(files("inquiro.exports").joinpath("assets", "fonts", name)) as path:
                self.pdf.add_font(family, style, path)
        self.letters, self._code_letters = self._letters(_FAMILY), self._letters(_MONOSPACED)
        self._places: dict[int, int] = {}
        self._tables = TableSetter(self.pdf, self.letters, Look(_FAMILY, _INK, _LINK, _SHADE, _RULE), self._place)
        self._before = ""
        self.pdf.set_creation_date(_UNTIMED)
        self.pdf.set_title(self.letters.shown(title))
        self.pdf.running = self.letters.shown(shortened(title, 80))
        self.pdf.set_creator("Inquiro")
        self.pdf.set_margins(_MARGIN, 20, _MARGIN)
        self.pdf.set_auto_page_break(auto=True, margin=20)
        self.pdf.add_page()

    def _letters(self, family: str) -> Letters:
        font = self.pdf.fonts[family.lower()]
        assert isinstance(font, TTFFont)
        return Letters(frozenset(font.cmap))

    def line(self, line: Line, below: float = 0) -> None:
        """`below`: what has to fit under a heading."""
        if line.kind == "code":
            self._code(line.text)
            return
        size = _HEADINGS[min(line.level, 3) - 1] if line.kind == "heading" else _SIZES[line.kind]
        height = size * _LEADING
        if line.kind not in _FRONT and self._before in _FRONT:
            self.pdf.ln(2.5)
        self._before = line.kind
        if line.kind in {"heading", "source"}:
            if self.pdf.will_page_break(height * 2 + max(height * 2, below)):  # never the last line of a page
                self.pdf.add_page()
            self.pdf.ln(3 if line.kind == "heading" else 1)
        if line.anchor is not None:
            self.pdf.set_link(self._place(line.anchor), y=self.pdf.get_y(), page=self.pdf.page)
        self._indented(line, size, height)
        self.pdf.ln(height + 1.4)

    def _indented(self, line: Line, size: float, height: float) -> None:
        """The line's runs beside its bullet or bar."""
        indent = _INDENTS.get(line.kind, 0)
        top, page = self.pdf.get_y(), self.pdf.page
        self.pdf.set_left_margin(_MARGIN + indent)
        self.pdf.set_x(_MARGIN + indent)
        if line.kind == "item":
            self._type("", size, _QUIET)
            self.pdf.set_x(_MARGIN + 1.5)
            self.pdf.cell(indent - 1.5, height, "•", new_x=XPos.RIGHT, new_y=YPos.TOP)
            self.pdf.set_x(_MARGIN + indent)
        for run in _flowing(line.runs):
            self._run(run, size, height, strong=line.kind in {"title", "heading"}, quiet=line.kind == "small")
        self.pdf.set_left_margin(_MARGIN)
        if line.kind in {"notice", "quote"} and page == self.pdf.page:
            self.pdf.set_fill_color(*_BARS[line.kind])
            self.pdf.rect(_MARGIN + indent - 3, top + 0.4, 0.8, self.pdf.get_y() + height - top - 0.8, style="F")

    def _code(self, code: str) -> None:
        """Line by line as it is written, on a grey ground; a line that is too long goes on in the next."""
        self.pdf.set_font(_MONOSPACED, "", _CODE_SIZE)
        self.pdf.set_text_color(*_INK)
        self.pdf.set_fill_color(*_SHADE)
        for line in code.expandtabs(4).split("\n"):
            self.pdf.multi_cell(
                self.pdf.epw,
                _CODE_SIZE * _LEADING,
                self._code_letters.shown(line) or " ",
                align="L",
                fill=True,
                wrapmode=WrapMode.CHAR,
                new_x=XPos.LMARGIN,
                new_y=YPos.NEXT,
            )
        self._before = "code"
        self.pdf.ln(1.4)

    def table(self, table: Table) -> None:
        if table.rows:
            self._tables.set(table)

    def room_for(self, parts: Sequence[Part]) -> float:
        """How much must fit below a heading for it to stand where it stands: what it heads begins on the same page."""
        needed = 0.0
        for part in parts:
            if isinstance(part, Table):
                return needed + self._tables.first_height(part)
            if part.kind != "heading":
                break
            needed += _HEADINGS[min(part.level, 3) - 1] * _LEADING + 4.4
        return needed

    def _run(self, run: Run, size: float, height: float, *, strong: bool, quiet: bool) -> None:
        small = run.quiet or quiet
        self._type("B" if run.bold or strong else "", min(size, 8.5) if small else size, _QUIET if small else _INK)
        link: str | int = run.url
        if run.source is not None:
            link = self._place(run.source)
        if link:
            self.pdf.set_text_color(*_LINK)
        if shown := self.letters.shown(run.text):
            self.pdf.write(height, shown, link=link)

    def _type(self, style: str, size: float, colour: tuple[int, int, int]) -> None:
        self.pdf.set_font(_FAMILY, style, size)
        self.pdf.set_text_color(*colour)

    def _place(self, number: int) -> int:
        """Where a source stands in the list, known before it is reached."""
        if number not in self._places:
            self._places[number] = self.pdf.add_link()
        return self._places[number]


def _flowing(runs: tuple[Run, ...]) -> list[Run]:
    """The same text with every space before its word: a line can only be broken there."""
    flowing: list[Run] = []
    for run in runs:
        before = flowing.pop() if flowing else None
        if before is None:
            flowing.append(run)
        elif replace(before, text="") == replace(run, text=""):
            flowing.append(replace(before, text=before.text + run.text))
        else:
            kept = before.text.rstrip(" ")
            spaces = before.text[len(kept) :]
            flowing += [replace(before, text=kept), replace(run, text=spaces + run.text)]
    return flowing


plugin = PdfExport
