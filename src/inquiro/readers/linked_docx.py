"""Word documents as Markdown that keeps what citations are made of: links, footnotes, raised marks, numbers of lists."""

from __future__ import annotations

import io
import re
import zipfile
import zlib
from typing import Any

from inquiro.core.errors import ReadFailed
from inquiro.core.types import ReadText
from inquiro.readers._archive import refuse_bomb
from inquiro.readers._assemble import Built, Facts, assemble, one_line
from inquiro.readers._docx_numbers import Numbers
from inquiro.readers._sniff import expect

_W = "{http://schemas.openxmlformats.org/wordprocessingml/2006/main}"
_R = "{http://schemas.openxmlformats.org/officeDocument/2006/relationships}"
_HEADING = re.compile(r"(?i)(?:heading|überschrift|título|title|titel|subtitle)\b.*")
_NUMBERS = re.compile(r"\s*\d{1,4}(?:\s?[,;–-]\s?\d{1,4})*\s*")
_WORD_BEFORE = re.compile(r"[^\W\d_]{4,}$|[.,;:!?)\]”\"’»。」]\s*$")
_NOTES = (("footnotes.xml", "footnote", "f"), ("endnotes.xml", "endnote", "e"))
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
)  # what zipfile, lxml and python-docx raise on what is not as it should be


class LinkedDocxReader:
    name = "linked_docx"
    suffixes = ()
    media_types = ("application/docx+links",)

    def read(self, data: bytes, name: str) -> ReadText:
        expect(data, name, "a Word document", "docx")
        refuse_bomb(data, name)
        from docx import Document
        from docx.opc.exceptions import OpcError

        try:
            document = Document(io.BytesIO(data))
            lines = [*_lines(document), *_notes(data)]
            title = document.core_properties.title or ""
        except (OpcError, *_DAMAGE) as error:
            raise ReadFailed(f"{name} is a damaged Word document ({type(error).__name__})") from error
        return assemble(name, "text/markdown", Built("\n\n".join(lines)), Facts(title=one_line(title)))


plugin = LinkedDocxReader


def _lines(document: Any) -> list[str]:
    from docx.table import Table

    numbers, lines = Numbers(document), []
    relations = document.part.rels
    for block in document.iter_inner_content():
        if isinstance(block, Table):
            for row in block._tbl.tr_lst:  # noqa: SLF001 - the library's grid repeats merged cells
                cells = [one_line(" ".join(_written(p, relations) for p in cell.iter(f"{_W}p"))) for cell in row.tc_lst]
                lines += [f"| {' | '.join(cells)} |"] if any(cells) else []
            continue
        style = str(block.style.name or "") if block.style is not None else ""
        text = one_line(_written(block._p, relations))  # noqa: SLF001 - links have no public name
        if text and _HEADING.fullmatch(style):
            lines.append(f"# {text}" if style.lower().startswith("tit") else f"## {text}")
        elif text:
            lines.append(f"{numbers.mark(block, block.style, style).lstrip()}{text}")
    return lines


def _written(paragraph: Any, relations: Any) -> str:
    """The paragraph with its links, notes and raised numbers as Markdown."""
    pieces: list[str] = []
    for child in paragraph:
        if child.tag == f"{_W}hyperlink":
            shown = "".join(_run(run, "") for run in child.iter(f"{_W}r"))
            relation = relations.get(child.get(f"{_R}id") or "")
            address = str(relation.target_ref) if relation is not None and relation.is_external else ""
            pieces.append(f"[{shown}]({address.replace(')', '%29').replace('(', '%28')})" if address else shown)
        elif child.tag == f"{_W}r":
            pieces.append(_run(child, "".join(pieces)[-20:]))
        elif child.tag in {f"{_W}ins", f"{_W}smartTag", f"{_W}sdt"}:
            pieces += [_run(run, "".join(pieces)[-20:]) for run in child.iter(f"{_W}r")]
    return "".join(pieces)


def _run(run: Any, before: str) -> str:
    text = ""
    for child in run:
        if child.tag == f"{_W}t":
            text += child.text or ""
        elif child.tag in {f"{_W}tab", f"{_W}br"}:
            text += " "
        elif child.tag == f"{_W}noBreakHyphen":
            text += "-"
        for _, kind, letter in _NOTES:
            if child.tag == f"{_W}{kind}Reference":
                text += f"[^{letter}{child.get(f'{_W}id')}]"
    raised = run.find(f"{_W}rPr/{_W}vertAlign")
    if raised is not None and raised.get(f"{_W}val") == "superscript" and _NUMBERS.fullmatch(text):
        return f"[{text.strip()}]" if _WORD_BEFORE.search(before) else text.translate(_RAISED)
    return text


_RAISED = str.maketrans("0123456789", "⁰¹²³⁴⁵⁶⁷⁸⁹")


def _notes(data: bytes) -> list[str]:
    """Footnotes and endnotes as definitions; the first two of each part only draw lines."""
    from docx.oxml import parse_xml

    lines: list[str] = []
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        names = set(archive.namelist())
        for file, kind, letter in _NOTES:
            if f"word/{file}" not in names:
                continue
            links = _links(archive, names, file)
            for note in parse_xml(archive.read(f"word/{file}")).iterfind(f"{_W}{kind}"):
                text = one_line(" ".join(_note(paragraph, links) for paragraph in note.iter(f"{_W}p")))
                if text and note.get(f"{_W}type") is None:
                    lines.append(f"[^{letter}{note.get(f'{_W}id')}]: {text}")
    return lines


def _note(paragraph: Any, links: dict[str, str]) -> str:
    pieces: list[str] = []
    for child in paragraph:
        shown = "".join(_run(run, "") for run in child.iter(f"{_W}r")) if child.tag != f"{_W}r" else _run(child, "")
        address = links.get(child.get(f"{_R}id") or "") if child.tag == f"{_W}hyperlink" else None
        pieces.append(f"[{shown}]({address})" if address else shown)
    return "".join(pieces)


def _links(archive: zipfile.ZipFile, names: set[str], file: str) -> dict[str, str]:
    from docx.oxml import parse_xml

    place = f"word/_rels/{file}.rels"
    if place not in names:
        return {}
    found = parse_xml(archive.read(place))
    return {str(one.get("Id")): str(one.get("Target")) for one in found if one.get("TargetMode") == "External"}
