"""Word documents: paragraphs and tables in their order, headings by style."""

from __future__ import annotations

import io
import re
import zipfile
import zlib
from typing import Any

from inquiro.core.errors import ReadFailed
from inquiro.core.table_rows import cells
from inquiro.core.types import BlockKind, ReadText
from inquiro.readers._archive import refuse_bomb
from inquiro.readers._assemble import Built, Facts, TextBuilder, assemble, one_line, title_of
from inquiro.readers._docx_numbers import Numbers
from inquiro.readers._sniff import expect

_HEADING = re.compile(r"(?i)(heading|überschrift|título|title|titel|subtitle)\b.*")
_NUMBER = re.compile(r"\d+$")
_CAPTION = re.compile(r"(?i)(caption|beschriftung|leyenda|légende)\b.*")
_QUOTE = re.compile(r"(?i)((intense )?quote|(intensives )?zitat|cita)\b.*")
# What zipfile, lxml and python-docx raise on bytes, XML and relations that are not as they should be.
_DAMAGE = (
    zipfile.BadZipFile,
    zlib.error,
    SyntaxError,
    LookupError,
    ValueError,
    TypeError,
    AttributeError,
    RuntimeError,
    EOFError,
)
_NOBODY = {"", "python-docx"}


class DocxReader:
    name = "docx"
    suffixes = (".docx",)
    media_types = ("application/vnd.openxmlformats-officedocument.wordprocessingml.document",)

    def read(self, data: bytes, name: str) -> ReadText:
        expect(data, name, "a Word document", "docx")
        refuse_bomb(data, name)
        built, facts = _contents(data, name)
        return assemble(name, self.media_types[0], built, facts)


plugin = DocxReader


def _contents(data: bytes, name: str) -> tuple[Built, Facts]:
    """Text and facts; damage shows itself anywhere on the way, in many guises."""
    from docx import Document
    from docx.opc.exceptions import OpcError

    try:
        document = Document(io.BytesIO(data))
        built = TextBuilder()
        titles = _write(document.iter_inner_content(), built, Numbers(document))
        done = built.done()
        return done, _facts(document.core_properties, titles or [title_of(done.text, done.headings)])
    except (OpcError, *_DAMAGE) as error:
        raise ReadFailed(f"{name} is a damaged Word document ({type(error).__name__})") from error


def _write(blocks: Any, built: TextBuilder, numbers: Numbers) -> list[str]:
    """Put every block into the text; the paragraphs in Title style come back."""
    from docx.table import Table

    titles, in_list = [], False
    for block in blocks:
        if built.full:
            break
        if isinstance(block, Table):
            rows = _rows(block)
            start = built.block("\n".join(rows))
            if any(" | " in row for row in rows):
                built.mark("table", start, _header(block, rows))
            in_list = False
            continue
        styled, text = block.style, block.text
        style = str(styled.name or "") if styled is not None else ""
        mark = numbers.mark(block, styled, style)
        listed = bool(mark)
        if text.strip() and _HEADING.fullmatch(style):
            built.heading(text, _level(style))
            titles += [text] if style.lower() in {"title", "titel", "título"} else []
        elif text.strip():
            gap = ("\n" if listed and in_list else "\n\n") + mark[: len(mark) - len(mark.lstrip())]
            built.block(mark.lstrip() + text.strip() if listed else text, gap=gap, kind=_kind(style))
        in_list = listed
    return titles


def _level(style: str) -> int:
    """The title stands above every heading."""
    number = _NUMBER.search(style)
    return int(number[0]) + 1 if number else 1 + style.lower().startswith("subtitle")


def _kind(style: str) -> BlockKind | None:
    if _CAPTION.fullmatch(style):
        return "caption"
    return "quote" if _QUOTE.fullmatch(style) else None


def _header(table: Any, rows: list[str]) -> tuple[str, ...] | None:
    """The first row, where the table repeats it on every page; else its cells shall tell."""
    first = table._tbl.tr_lst[0] if table._tbl.tr_lst else None  # noqa: SLF001
    repeats = first is not None and bool(first.xpath("./w:trPr/w:tblHeader"))  # the library's rows know the prefix
    return cells(rows[0]) if repeats and rows else None


def _rows(table: Any) -> list[str]:
    """Rows with cells joined by bars, read from the XML: the library's grid repeats merged cells."""
    from docx.table import _Cell

    rows = []
    for row in table._tbl.tr_lst:  # noqa: SLF001
        cells = [one_line(" ".join(_cell_lines(_Cell(cell, table)))) for cell in row.tc_lst]
        if any(cells):
            rows.append(" | ".join(cells))
    return rows


def _cell_lines(cell: Any) -> list[str]:
    from docx.table import Table

    lines: list[str] = []
    for block in cell.iter_inner_content():
        lines += _rows(block) if isinstance(block, Table) else [block.text]
    return lines


def _facts(properties: Any, titles: list[str]) -> Facts:
    """Core properties; their date is weak, because templates and copies carry old or new ones along."""
    author = properties.author or ""
    created = properties.created or properties.modified
    return Facts(
        title=properties.title or (titles[0] if titles else ""),
        author=None if author in _NOBODY else author,
        created=created.date().isoformat() if created and author not in _NOBODY else None,
        language=properties.language or None,
    )
