"""Tables of a PDF: lines are broken once by the letters' widths, which keeps thousands of rows quick to set."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import partial
from itertools import islice
from typing import NamedTuple

from fpdf import FPDF

from inquiro.present.paper import PaperTable, Run
from inquiro.present.pdf_line import LOOK
from inquiro.present.typeface import Typeface

SIZE, LINE, PADDING, MOST_LINES = 8.5, 4.6, 1.2, 44  # points, millimetres, millimetres; a row is never parted
_MOST_LETTERS = 20_000  # more than that many lines can hold
_BASELINE = 3.4  # millimetres below the top of a line


class _Cell(NamedTuple):
    lines: list[str]
    bold: bool
    link: int | None
    marks: bool  # and nothing else


class TableSetter:
    """Sets tables on the pages of one document; `place` gives the link to a numbered source."""

    def __init__(self, pdf: FPDF, face: Typeface, place: Callable[[int], int]) -> None:
        self._pdf, self._face, self._place = pdf, face, place

    def set(self, table: PaperTable) -> None:
        head = self._head(table)
        for number, cells in enumerate(table.rows):
            row = self._row(cells, table)
            needed = _height(row) + (_height(head) if head and not number else 0)
            turned = self._pdf.will_page_break(needed)
            if turned:
                self._pdf.add_page()
            if head and (turned or not number):
                self._draw(head, table, shaded=True)
            self._draw(row, table)
        self._pdf.ln(2)

    def first_height(self, table: PaperTable) -> float:
        """Of what must stand together at its beginning."""
        head = self._head(table)
        return (_height(head) if head else 0) + (_height(self._row(table.rows[0], table)) if table.rows else 0)

    def _head(self, table: PaperTable) -> list[_Cell]:
        return self._row(tuple((Run(text=name, bold=True),) for name in table.head), table) if table.head else []

    def _row(self, cells: Iterable[tuple[Run, ...]], table: PaperTable) -> list[_Cell]:
        return [self._cell(runs, width) for runs, width in zip(cells, self._columns(table), strict=True)]

    def _columns(self, table: PaperTable) -> list[float]:
        return [self._pdf.epw * share / sum(table.widths) for share in table.widths]

    def _cell(self, runs: tuple[Run, ...], width: float) -> _Cell:
        bold = bool(runs) and all(run.bold for run in runs)
        text = "".join(run.text for run in runs).strip()
        room = (width - 2 * PADDING) * self._pdf.k * 1000 / SIZE  # in the units of a font
        lines: list[str] = []
        for paragraph in text[:_MOST_LETTERS].split("\n"):
            lines.extend(
                islice(
                    broken(self._face.shown(paragraph).strip(), room, partial(self._face.width, bold=bold)),
                    MOST_LINES + 1,
                )
            )
        if len(lines) > MOST_LINES:
            lines = [*lines[: MOST_LINES - 1], f"{lines[MOST_LINES - 1]}…"]
        link = next((self._place(run.source) for run in runs if run.source is not None), None)
        return _Cell(lines, bold, link, all(run.source is not None for run in runs))

    def _draw(self, row: list[_Cell], table: PaperTable, *, shaded: bool = False) -> None:
        pdf, height = self._pdf, _height(row)
        left, top = pdf.l_margin, pdf.get_y()
        if shaded:
            pdf.set_fill_color(*LOOK.shade)
            pdf.rect(left, top, pdf.epw, height, style="F")
        for cell, width in zip(row, self._columns(table), strict=True):
            self._write(cell, left + PADDING, top + PADDING)
            if cell.link is not None:
                pdf.link(left + PADDING, top + PADDING, width - 2 * PADDING, len(cell.lines) * LINE, cell.link)
            left += width
        if table.head:
            pdf.set_draw_color(*LOOK.rule)
            pdf.line(pdf.l_margin, top + height, pdf.l_margin + pdf.epw, top + height)
        pdf.set_y(top + height)

    def _write(self, cell: _Cell, left: float, top: float) -> None:
        self._pdf.set_text_color(*(LOOK.accent if cell.link is not None and cell.marks else LOOK.ink))
        for number, line in enumerate(cell.lines):
            if line:
                self._face.draw(left, top + number * LINE + _BASELINE, line, bold=cell.bold, size=SIZE)


def broken(text: str, room: float, width_of: Callable[[str], float]) -> Iterator[str]:
    """Lines that fit, broken between words; a word that is wider than a line is broken where it must be."""
    line, used, blank = "", 0.0, width_of(" ")
    for word in text.split(" "):
        rest, width = word, width_of(word)
        if line and used + blank + width <= room:
            line, used = f"{line} {word}", used + blank + width
            continue
        if line:
            yield line
        while width > room and len(rest) > 1:
            kept = _fitting(rest, room, width_of)
            yield rest[:kept]
            rest, width = rest[kept:], width - width_of(rest[:kept])
        line, used = rest, width
    yield line


def _fitting(word: str, room: float, width_of: Callable[[str], float]) -> int:
    """How many of its letters fit; at least one."""
    used = 0.0
    for place, letter in enumerate(word):
        used += width_of(letter)
        if used > room and place:
            return place
    return len(word)


def _height(row: list[_Cell]) -> float:
    return max(len(cell.lines) for cell in row) * LINE + 2 * PADDING
