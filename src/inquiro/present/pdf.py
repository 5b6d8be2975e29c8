"""PDF: a document to hand on and print, with its own letters; nothing in it is loaded from elsewhere."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime
from importlib.resources import as_file, files
from itertools import groupby

from fpdf import FPDF
from fpdf.enums import WrapMode, XPos, YPos

from inquiro.present.blocks import Document
from inquiro.present.paper import Line, PaperTable, Part, Run, paper
from inquiro.present.pdf_line import LOOK, Setter, Word
from inquiro.present.pdf_table import TableSetter
from inquiro.present.typeface import NOT_SHOWN, Typeface, add_system_fonts, close_fonts
from inquiro.present.wording import shortened

_FAMILY, _MONOSPACED = "DejaVu", "DejaVuMono"
_FONTS = {
    (_FAMILY, ""): "DejaVuSans.ttf",
    (_FAMILY, "B"): "DejaVuSans-Bold.ttf",
    (_MONOSPACED, ""): "DejaVuSansMono.ttf",
}
_UNTIMED = datetime(2000, 1, 1, tzinfo=UTC)  # times of a run stand in its last line
_SIZES = {"title": 18.0, "paragraph": 10.0, "item": 10.0, "notice": 9.0, "source": 9.0, "quote": 8.5, "small": 8.0}
_HEADINGS, _CODE_SIZE, _BOXED = (13.5, 11.0, 10.0), 8.0, 11.0
_BARS = {"notice": LOOK.glow, "quote": LOOK.rule}
_MARGIN, _BOTTOM = 22.0, 20.0
_PADDING = 4.5  # of the box
_FRONT = frozenset({"small", "notice"})  # what stands between title and answer
_DIGIT = "\u2061"  # stands for each digit of the number of pages; no text from outside can hold it
_MANY_ROWS = 1_000  # of tables: more than a hundred pages
_LEADING = 0.5  # millimetres of line height for each point of type
_INDENTS = {"item": 6.0, "quote": 6.0, "notice": 3.0}
_MISSING = (
    f"{NOT_SHOWN} stands for words in a script that this PDF has no letters for; "
    "the HTML and DOCX exports of the same report hold them."
)


def pdf(document: Document) -> bytes:
    parts = paper(document)
    rows = sum(len(part.rows) for part in parts if isinstance(part, PaperTable))
    made = _typeset(document.title, parts, digits=2 if rows < _MANY_ROWS else 3)
    if (digits := len(str(made.pages_count))) > len(made.total):
        close_fonts(made)
        made = _typeset(document.title, parts, digits)
    return bytes(made.output())


def _typeset(title: str, parts: Sequence[Part], digits: int) -> _Pages:
    """`digits`: room for the number of pages at their feet."""
    text = "".join(_texts(parts))
    typesetter = _Typesetter(title[:255], _DIGIT * digits, text)
    if typesetter.face.lacks(text):
        parts = [*parts[:3], Line(kind="notice", runs=(Run(text=_MISSING),)), *parts[3:]]
    place = 0
    for boxed, group in groupby(parts, key=lambda part: isinstance(part, Line) and part.boxed):
        listed = list(group)
        if boxed:
            typesetter.box([part for part in listed if isinstance(part, Line)])
        for at, part in enumerate([] if boxed else listed, place):
            if isinstance(part, PaperTable):
                typesetter.table(part)
            else:
                typesetter.line(part, typesetter.room_for(parts[at + 1 : at + 4]) if part.kind == "heading" else 0)
        place += len(listed)
    return typesetter.pdf


def _texts(parts: Sequence[Part]) -> list[str]:
    lines = [part.text for part in parts if isinstance(part, Line) and part.kind != "code"]
    tables = (part for part in parts if isinstance(part, PaperTable))
    return lines + [run.text for table in tables for row in table.rows for cell in row for run in cell]


class _Pages(FPDF):
    """A4 with the title and the number at the foot of each page."""

    running, total = "", ""
    face: Typeface

    def footer(self) -> None:
        self.set_text_color(*LOOK.soft)
        self.face.draw(_MARGIN, self.h - 11, self.running, bold=False, size=8)
        self.set_y(-14)
        self.set_font(_FAMILY, "", 8)
        self.set_x(self.w - _MARGIN - 24)
        self.cell(24, 5, f"{self.page_no()} / {self.total}", align="R")


class _Typesetter:
    """Writes a document from top to bottom."""

    def __init__(self, title: str, total: str, text: str) -> None:
        self.pdf = _Pages(format="A4")
        self.pdf.total = total
        self.pdf.alias_nb_pages(total)
        for (family, style), name in _FONTS.items():
            with as_file(files("inquiro.present").joinpath("assets", "fonts", name)) as path:
                self.pdf.add_font(family, style, path)
        self.face = self.pdf.face = Typeface(self.pdf, _FAMILY, add_system_fonts(self.pdf, _FAMILY, text))
        self._code_face = Typeface(self.pdf, _MONOSPACED)
        self._places: dict[int, int] = {}
        self._tables = TableSetter(self.pdf, self.face, self._place)
        self._setter = Setter(self.pdf, self.face, self._place)
        self._before = ""
        self.pdf.set_creation_date(_UNTIMED)
        self.pdf.set_title(self.face.shown(title))
        self.pdf.running = self.face.shown(shortened(title, 80))
        self.pdf.set_creator("Inquiro")
        self.pdf.set_margins(_MARGIN, 20, _MARGIN)
        self.pdf.set_auto_page_break(auto=True, margin=_BOTTOM)
        self.pdf.add_page()

    def line(self, line: Line, below: float = 0) -> None:
        """`below`: what has to fit under a heading."""
        if line.kind == "code":
            self._code(line.text)
            return
        size = self._size(line)
        height = size * _LEADING
        if line.kind not in _FRONT and self._before in _FRONT:
            self.pdf.ln(2.0)
        self._before = line.kind
        if line.kind in {"heading", "source"}:
            if self.pdf.will_page_break(height * 2 + max(height * 2, below)):  # never the last line of a page
                self.pdf.add_page()
            self.pdf.ln((3.4 if line.level == 1 else 2) if line.kind == "heading" else 1)
        if line.anchor is not None:
            self.pdf.set_link(self._place(line.anchor), y=self.pdf.get_y(), page=self.pdf.page)
        indent = _INDENTS.get(line.kind, 0)
        self._lines(line, self._broken(line, size, self.pdf.epw - indent), _MARGIN + indent, self.pdf.epw - indent)
        self.pdf.ln(0.8 if line.kind in {"quote", "source", "small"} else 1.6)

    def box(self, lines: Sequence[Line]) -> None:
        """What a reader takes away, with a bar on its left."""
        room = self.pdf.epw - 2 * _PADDING - 1
        set_lines = [(line, self._broken(line, self._size(line), room - _INDENTS.get(line.kind, 0))) for line in lines]
        tall = sum(len(rows) * self._size(line) * _LEADING + 1.2 for line, rows in set_lines) + 2 * _PADDING - 1.2
        self.pdf.ln(2)
        if self.pdf.will_page_break(tall) and tall < self.pdf.eph:
            self.pdf.add_page()
        whole = not self.pdf.will_page_break(tall)
        top = self.pdf.get_y()
        if whole:
            self.pdf.set_fill_color(*LOOK.shade)
            self.pdf.set_draw_color(*LOOK.rule)
            self.pdf.rect(_MARGIN, top, self.pdf.epw, tall, style="DF", round_corners=True, corner_radius=2)
            self.pdf.set_fill_color(*LOOK.accent)
            self.pdf.rect(_MARGIN, top, 1.1, tall, style="F", round_corners=True, corner_radius=0.5)
        self.pdf.ln(_PADDING)
        for line, rows in set_lines:
            indent = _INDENTS.get(line.kind, 0)
            self._lines(line, rows, _MARGIN + _PADDING + 1 + indent, room - indent)
            self.pdf.ln(1.2)
        self.pdf.ln(_PADDING - 1.2 + 2)
        self._before = "paragraph"

    def _size(self, line: Line) -> float:
        if line.kind == "heading":
            return _HEADINGS[min(line.level, 3) - 1]
        return _BOXED if line.boxed and line.kind in {"paragraph", "item"} else _SIZES[line.kind]

    def _broken(self, line: Line, size: float, room: float) -> list[list[Word]]:
        strong, quiet = line.kind in {"title", "heading"}, line.kind == "small"
        return self._setter.lines(line.runs, size, room, strong=strong, quiet=quiet)

    def _lines(self, line: Line, rows: Sequence[Sequence[Word]], left: float, room: float) -> None:
        """Lines one under another, beside their bullet or bar."""
        height = self._size(line) * _LEADING
        for number, words in enumerate(rows):
            if self.pdf.will_page_break(height):
                self.pdf.add_page()
            top = self.pdf.get_y()
            if line.kind == "item" and not number:
                self.pdf.set_text_color(*LOOK.soft)
                self.face.draw(left - 4.5, top + height * 0.72, line.lead, bold=False, size=self._size(line))
            if bar := _BARS.get(line.kind):
                self.pdf.set_fill_color(*bar)
                self.pdf.rect(left - 3, top, 0.7, height, style="F")
            self._setter.draw(words, left, room, top, height)
            self.pdf.set_y(top + height)

    def _code(self, code: str) -> None:
        """Line by line as it is written, on a grey ground; a line that is too long goes on in the next."""
        self.pdf.set_font(_MONOSPACED, "", _CODE_SIZE)
        self.pdf.set_text_color(*LOOK.ink)
        self.pdf.set_fill_color(*LOOK.shade)
        for line in code.expandtabs(4).split("\n"):
            self.pdf.multi_cell(
                self.pdf.epw,
                _CODE_SIZE * _LEADING,
                self._code_face.shown(line) or " ",
                align="L",
                fill=True,
                wrapmode=WrapMode.CHAR,
                new_x=XPos.LMARGIN,
                new_y=YPos.NEXT,
            )
        self._before = "code"
        self.pdf.ln(1.4)

    def table(self, table: PaperTable) -> None:
        if table.rows:
            self._tables.set(table)

    def room_for(self, parts: Sequence[Part]) -> float:
        """How much must fit below a heading for it to stand where it stands: what it heads begins on the same page."""
        needed = 0.0
        for part in parts:
            if isinstance(part, PaperTable):
                return needed + self._tables.first_height(part)
            if part.kind != "heading":
                break
            needed += _HEADINGS[min(part.level, 3) - 1] * _LEADING + 4.4
        return needed

    def _place(self, number: int) -> int:
        """Where a source stands in the list, known before it is reached."""
        if number not in self._places:
            self._places[number] = self.pdf.add_link()
        return self._places[number]
