"""Excel workbooks: every sheet a heading, every run of rows a table under the range of its cells."""

from __future__ import annotations

import posixpath
import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple
from xml.etree.ElementTree import Element

from inquiro.core.errors import ReadFailed
from inquiro.core.types import ReadText
from inquiro.readers._archive import Parts
from inquiro.readers._assemble import Facts, TextBuilder, assemble, one_line
from inquiro.readers._sniff import expect
from inquiro.readers._xlsx_formats import format_code, shown
from inquiro.readers._xml_tree import child, every, local, parse_xml, text_of
from inquiro.text.iso_dates import parse_date

_REFERENCE = re.compile(r"\$?([A-Z]{1,3})\$?([0-9]{1,7})")
_MOST_RANGES = 50  # of a sheet with more runs of rows than that none is named
_LAST_COLUMN = 16_384


class XlsxReader:
    name = "xlsx"
    suffixes = (".xlsx", ".xlsm")
    media_types = (
        "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
        "application/vnd.ms-excel.sheet.macroenabled.12",
    )

    def read(self, data: bytes, name: str) -> ReadText:
        expect(data, name, "an Excel workbook", "xlsx")
        book = _Book(Parts.opened(data, name))
        built = TextBuilder()
        for sheet, path in book.sheets():
            if built.full:
                break
            _write(sheet, list(book.rows(path)), built)
        done = built.done()
        return assemble(name, self.media_types[0], done._replace(flags=(*done.flags, *book.flags)), book.facts())


plugin = XlsxReader


class _Row(NamedTuple):
    number: int
    cells: dict[int, str]  # by column, the first is 1


class _Book:
    """The parts of a workbook that its cells point to."""

    def __init__(self, parts: Parts) -> None:
        self._parts = parts
        self.flags: list[str] = []
        root = self._part("xl/workbook.xml")
        if root is None:
            raise ReadFailed(f"{parts.name} is a damaged Excel workbook")
        self._root = root
        properties = child(root, "workbookPr")
        self._since_1904 = properties is not None and properties.get("date1904") in {"1", "true"}
        strings = self._part("xl/sharedStrings.xml")
        self._strings = [_said(one) for one in strings] if strings is not None else []
        self._formats = self._cell_formats()

    def sheets(self) -> Iterator[tuple[str, str]]:
        """The name and the part of every sheet that is shown."""
        relations = self._part("xl/_rels/workbook.xml.rels")
        targets = {one.get("Id", ""): one.get("Target", "") for one in relations} if relations is not None else {}
        for sheet in every(self._root, "sheet"):
            wanted = next((value for key, value in sheet.attrib.items() if key.endswith(":id")), "")
            if sheet.get("state", "visible") == "visible" and (target := targets.get(wanted)):
                yield sheet.get("name", ""), posixpath.normpath(posixpath.join("/xl", target)).lstrip("/")

    def rows(self, path: str) -> Iterator[_Row]:
        """Rows that show something, with what their cells show."""
        root = self._part(path)
        if root is None:
            return
        unseen = _hidden_columns(root)
        number = 0
        for row in every(root, "row"):
            number = int(row.get("r", "")) if row.get("r", "").isdecimal() else number + 1
            if row.get("hidden") in {"1", "true"}:
                continue
            cells: dict[int, str] = {}
            column = 0
            for cell in (one for one in row if local(one) == "c"):
                column = _column(cell.get("r", "")) or column + 1
                if column not in unseen and column <= _LAST_COLUMN and (said := self._shown(cell)):
                    cells[column] = said
            if cells:
                yield _Row(number, cells)

    def facts(self) -> Facts:
        core = self._part("docProps/core.xml")
        if core is None:
            return Facts()
        return Facts(
            title=text_of(child(core, "title")),
            author=text_of(child(core, "creator")) or None,
            created=parse_date(text_of(child(core, "created"))),
            language=text_of(child(core, "language")) or None,
            status=text_of(child(core, "contentStatus")),
            version=text_of(child(core, "version")),
        )

    def _part(self, path: str) -> Element | None:
        source = self._parts.text(path)
        if not source.strip():
            return None
        tree = parse_xml(source, self._parts.name)
        self.flags += tree.flags
        return tree.root

    def _cell_formats(self) -> list[str]:
        styles = self._part("xl/styles.xml")
        if styles is None:
            return []
        own = {_int(one.get("numFmtId")): one.get("formatCode", "") for one in every(styles, "numFmt")}
        formats = child(styles, "cellXfs")
        return [format_code(_int(one.get("numFmtId")), own) for one in formats] if formats is not None else []

    def _shown(self, cell: Element) -> str:
        kind = cell.get("t", "n")
        if kind == "inlineStr":
            return one_line(_said(cell))
        value = text_of(child(cell, "v"))
        if kind == "s":
            at = _int(value)
            return one_line(self._strings[at]) if 0 <= at < len(self._strings) else ""
        if kind == "b":
            return "TRUE" if value == "1" else "FALSE"
        if kind == "n" and value:
            style = _int(cell.get("s"))
            code = self._formats[style] if 0 <= style < len(self._formats) else ""
            return shown(value, code, since_1904=self._since_1904)
        return one_line(value)


def _write(sheet: str, rows: Sequence[_Row], built: TextBuilder) -> None:
    """A sheet by its runs of rows: what stands in a table without a blank row between belongs together."""
    if not rows:
        return
    built.heading(sheet, 2)
    runs: list[list[_Row]] = []
    for row in rows:
        if runs and row.number == runs[-1][-1].number + 1:
            runs[-1].append(row)
        else:
            runs.append([row])
    for run in runs:
        used = sorted({column for row in run for column in row.cells})
        if len(runs) <= _MOST_RANGES:
            built.heading(_range(used[0], run[0].number, used[-1], run[-1].number), 3)
        start = len(built)
        for number, row in enumerate(run):
            built.block(_line(row, used), gap="\n" if number else "\n\n")
        if len(used) > 1 and len(run) > 1:
            built.mark("table", start)


def _line(row: _Row, used: Sequence[int]) -> str:
    """Cells between bars; a bar in a cell is told from them by a backslash."""
    if len(used) == 1:
        return row.cells[used[0]]
    return " | ".join(row.cells.get(column, "").replace("|", "\\|") for column in used)


def _range(first: int, above: int, last: int, below: int) -> str:
    start, end = f"{_letters(first)}{above}", f"{_letters(last)}{below}"
    return start if start == end else f"{start}:{end}"


def _said(element: Element) -> str:
    """The words of a string; hints on how to say them are not among them."""
    return "".join(
        one.text or ""
        for part in element
        for one in ([part] if local(part) == "t" else _runs(part))
        if local(one) == "t"
    )


def _runs(part: Element) -> list[Element]:
    if local(part) == "is":
        return [one for inner in part for one in ([inner] if local(inner) == "t" else _runs(inner))]
    return list(part) if local(part) == "r" else []


def _hidden_columns(root: Element) -> frozenset[int]:
    unseen: set[int] = set()
    for one in every(root, "col"):
        if one.get("hidden") in {"1", "true"}:
            unseen.update(range(_int(one.get("min")), min(_int(one.get("max")), _LAST_COLUMN) + 1))
    return frozenset(unseen)


def _column(reference: str) -> int:
    found = _REFERENCE.fullmatch(reference)
    number = 0
    for letter in found[1] if found else "":
        number = number * 26 + ord(letter) - ord("A") + 1
    return number


def _letters(column: int) -> str:
    letters = ""
    while column:
        column, rest = divmod(column - 1, 26)
        letters = chr(ord("A") + rest) + letters
    return letters


def _int(value: str | None) -> int:
    return int(value) if value and value.isdecimal() and len(value) < 10 else -1
