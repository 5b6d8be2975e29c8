"""DOCX: a document to hand on, edit and print; nothing in it is loaded from elsewhere."""

from __future__ import annotations

import io
import re
import zipfile
from collections.abc import Mapping
from datetime import datetime
from typing import Any

from docx import Document
from docx.enum.text import WD_TAB_ALIGNMENT
from docx.opc.constants import RELATIONSHIP_TYPE
from docx.oxml import OxmlElement
from docx.oxml.ns import qn
from docx.shared import Mm, Pt, RGBColor
from msgspec.structs import replace

from inquiro.present.blocks import Document as Told
from inquiro.present.paper import Line, PaperTable, Run, paper, right_to_left
from inquiro.present.wording import shortened

_STYLES = {
    "title": "Title",
    "paragraph": "Normal",
    "item": "List Bullet",
    "notice": "Intense Quote",
    "source": "Normal",
    "quote": "Quote",
    "small": "Normal",
    "code": "Normal",
}
_MONOSPACED = "Consolas"
_SHADE, _ACCENT, _RULE = "FAF9F6", "1B5A9C", "DEDAD2"
_TEXT_WIDTH = 162  # millimetres
_INK, _QUIET, _LINK = RGBColor(0x1F, 0x23, 0x28), RGBColor(0x56, 0x5D, 0x66), RGBColor(0x1B, 0x5A, 0x9C)
_TONES = {"good": RGBColor(0x1C, 0x6B, 0x3C), "warn": RGBColor(0x8A, 0x53, 0x00), "bad": RGBColor(0xA3, 0x26, 0x2A)}
_UNTIMED = datetime(2000, 1, 1)  # noqa: DTZ001 - the format knows no zones; times of a run stand in its last line
_AFTER_BIDI = ("w:adjustRightInd", "w:snapToGrid", "w:spacing", "w:ind", "w:contextualSpacing", "w:jc", "w:rPr")
_LANGUAGE = re.compile(r"[A-Za-z]{2,8}(?:-[A-Za-z0-9]{1,8})*")


def docx(told: Told) -> bytes:
    document = Document()
    _set_up(document, told)
    styles = {style.name: style.style_id for style in document.styles}  # looked up once: the library is slow at it
    for part in paper(told):
        if isinstance(part, PaperTable):
            _table(document, part)
        else:
            _line(document, part, styles)
    written = io.BytesIO()
    document.save(written)
    return _untimed(written.getvalue())


def _set_up(document: Any, told: Told) -> None:
    package = document.part.package
    for key in [key for key, relation in package.rels.items() if relation.reltype.endswith("/thumbnail")]:
        package.rels.pop(key)  # the picture of an empty template
    properties = document.core_properties
    properties.title, properties.author = told.title[:255], "Inquiro"
    properties.comments = properties.last_modified_by = ""
    properties.created = properties.modified = _UNTIMED
    if _LANGUAGE.fullmatch(told.language):
        properties.language = told.language
        for spelling in document.styles.element.iter(qn("w:lang")):
            spelling.set(qn("w:val"), told.language)
    section = document.sections[0]
    section.page_width, section.page_height = Mm(210), Mm(297)
    section.left_margin = section.right_margin = Mm(24)
    section.top_margin = section.bottom_margin = Mm(22)
    styles = document.styles
    styles["Normal"].font.name, styles["Normal"].font.size = "Calibri", Pt(10.5)
    styles["Normal"].paragraph_format.space_after = Pt(6)
    styles["Title"].font.size, styles["Title"].font.color.rgb = Pt(20), _INK
    for level in (1, 2, 3):
        styles[f"Heading {level}"].font.color.rgb = _INK
    for name in ("Intense Quote", "Quote"):
        styles[name].font.color.rgb = _INK
        styles[name].font.bold = False
    _footer(section, properties.title)


def _footer(section: Any, title: str) -> None:
    """The title on the left, the page and how many there are on the right."""
    footer = section.footer.paragraphs[0]
    footer.style.paragraph_format.tab_stops.clear_all()  # of a template with other margins
    footer.paragraph_format.tab_stops.add_tab_stop(Mm(_TEXT_WIDTH), WD_TAB_ALIGNMENT.RIGHT)
    for text in (shortened(title, 80), "\t"):
        _quiet(footer.add_run(text))
    _field(footer, "PAGE")
    _quiet(footer.add_run(" / "))
    _field(footer, "NUMPAGES")


def _field(paragraph: Any, name: str) -> None:
    field = OxmlElement("w:fldSimple")
    field.set(qn("w:instr"), name)
    number = paragraph.add_run("1")  # until whoever opens it has counted
    _quiet(number)
    field.append(number._r)  # noqa: SLF001 - the library has no fields, only their elements
    paragraph._p.append(field)  # noqa: SLF001


def _quiet(run: Any) -> None:
    run.font.size, run.font.color.rgb = Pt(8), _QUIET


def _line(document: Any, line: Line, styles: Mapping[str, str]) -> None:
    style = f"Heading {min(line.level, 3)}" if line.kind == "heading" else _STYLES[line.kind]
    if line.kind == "item" and line.lead != "•":
        line, style = replace(line, runs=(Run(text=f"{line.lead} ", bold=True), *line.runs)), "Normal"
    paragraph = document.add_paragraph()
    if style != "Normal":
        paragraph._p.style = styles[style]  # noqa: SLF001
    if line.kind == "code":
        _code(paragraph, line.text)
        return
    if line.kind == "source":
        paragraph.paragraph_format.keep_with_next = True
        paragraph.paragraph_format.space_before = Pt(6)
    _fill(paragraph, line.runs, small=line.kind == "small")
    if line.boxed:
        _box(paragraph)
    if line.anchor is not None:
        _bookmark(paragraph, line.anchor)


def _box(paragraph: Any) -> None:
    """A frame with a bar on its left; paragraphs that follow each other in one share it."""
    borders = OxmlElement("w:pBdr")
    for side, size, colour in (("top", 4, _RULE), ("left", 36, _ACCENT), ("bottom", 4, _RULE), ("right", 4, _RULE)):
        line = OxmlElement(f"w:{side}")
        for name, value in (("val", "single"), ("sz", str(size)), ("space", "8"), ("color", colour)):
            line.set(qn(f"w:{name}"), value)
        borders.append(line)
    paragraph._p.get_or_add_pPr().insert_element_before(borders, "w:shd", "w:bidi", *_AFTER_BIDI)  # noqa: SLF001
    _ground(paragraph)
    for run in paragraph.runs:
        run.font.size = run.font.size or Pt(11.5)


def _code(paragraph: Any, code: str) -> None:
    """Line by line as it is written, on a grey ground, and never checked for spelling."""
    written = paragraph.add_run(code.expandtabs(4))
    written.font.name, written.font.size, written.font.no_proof = _MONOSPACED, Pt(8.5), True
    paragraph.paragraph_format.line_spacing = 1.0
    _ground(paragraph)


def _ground(paragraph: Any) -> None:
    ground = OxmlElement("w:shd")
    for name, value in (("w:val", "clear"), ("w:color", "auto"), ("w:fill", _SHADE)):
        ground.set(qn(name), value)
    paragraph._p.get_or_add_pPr().insert_element_before(ground, "w:bidi", *_AFTER_BIDI)  # noqa: SLF001


def _fill(paragraph: Any, runs: tuple[Run, ...], *, small: bool = False) -> None:
    backwards = right_to_left("".join(run.text for run in runs))
    if backwards:
        # the format has one order of elements
        paragraph._p.get_or_add_pPr().insert_element_before(OxmlElement("w:bidi"), *_AFTER_BIDI)  # noqa: SLF001
    for run in runs:
        if run.text:
            _run(paragraph, run, small=small, backwards=backwards)


def _run(paragraph: Any, run: Run, *, small: bool, backwards: bool) -> None:
    written = paragraph.add_run(run.text)
    written.bold = run.bold or None
    if small or run.quiet:
        written.font.size, written.font.color.rgb = Pt(9), _QUIET
    if run.tone:
        written.font.color.rgb = _TONES[run.tone]
    if run.source is not None:
        written.font.size, written.bold = Pt(8), True
    if backwards:
        written.font.rtl = True
    if run.url or run.source is not None:
        written.font.color.rgb = _LINK
        link = OxmlElement("w:hyperlink")
        if run.url:
            link.set(qn("r:id"), paragraph.part.relate_to(run.url, RELATIONSHIP_TYPE.HYPERLINK, is_external=True))
        else:
            link.set(qn("w:anchor"), f"source_{run.source}")
        paragraph._p.append(link)  # noqa: SLF001
        link.append(written._r)  # noqa: SLF001


def _bookmark(paragraph: Any, number: int) -> None:
    for name, place in (("w:bookmarkStart", 1), ("w:bookmarkEnd", None)):
        mark = OxmlElement(name)
        mark.set(qn("w:id"), str(number))
        if place is not None:
            mark.set(qn("w:name"), f"source_{number}")
        paragraph._p.append(mark)  # noqa: SLF001


def _table(document: Any, table: PaperTable) -> None:
    if not table.rows:
        return
    made = document.add_table(rows=0, cols=len(table.widths), style="Table Grid" if table.head else None)
    made.autofit = False
    for column, share in zip(made.columns, table.widths, strict=True):
        column.width = Mm(_TEXT_WIDTH * share / 100)
    head = [tuple((Run(text=name, bold=True),) for name in table.head)] if table.head else []
    for cells in (*head, *table.rows):
        row = made.add_row()
        row._tr.get_or_add_trPr().append(OxmlElement("w:cantSplit"))  # noqa: SLF001
        for cell, runs, share in zip(row.cells, cells, table.widths, strict=True):
            cell.width = Mm(_TEXT_WIDTH * share / 100)
            paragraph = cell.paragraphs[0]
            paragraph.paragraph_format.space_after = Pt(2)
            _fill(paragraph, runs, small=False)
    if head:
        repeated = OxmlElement("w:tblHeader")
        made.rows[0]._tr.get_or_add_trPr().append(repeated)  # noqa: SLF001
        for cell in made.rows[0].cells:
            shade = OxmlElement("w:shd")
            for name, value in (("w:val", "clear"), ("w:color", "auto"), ("w:fill", _SHADE)):
                shade.set(qn(name), value)
            cell._tc.get_or_add_tcPr().append(shade)  # noqa: SLF001
    document.add_paragraph().paragraph_format.space_after = Pt(0)


def _untimed(data: bytes) -> bytes:
    """The same parts in a container that does not say when it was written."""
    target = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(data)) as made, zipfile.ZipFile(target, "w", zipfile.ZIP_DEFLATED) as written:
        for name in made.namelist():
            entry = zipfile.ZipInfo(name, (1980, 1, 1, 0, 0, 0))
            entry.compress_type = zipfile.ZIP_DEFLATED
            written.writestr(entry, made.read(name))
    return target.getvalue()
