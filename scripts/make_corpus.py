"""Build the PDF and DOCX documents of the example corpus from Markdown sources.

Every ``examples/sources/*.md`` becomes one file in ``examples/corpus``. Its front matter
(plain ``key: value`` lines) decides how:

    format: pdf | docx      required
    title, author           document properties
    date: YYYY-MM-DD        document date, also the fixed creation date of the file

Supported Markdown: headings (#, ##, ###), paragraphs, ``-`` and ``1.`` lists, pipe tables and
``**bold**``. PDF text is limited to Windows-1252, which has the euro and degree signs. The same
source always gives the same bytes (with the same library versions).

Needs: pip install fpdf2 python-docx
"""

from __future__ import annotations

import argparse
import io
import re
import sys
import zipfile
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Literal

from docx import Document
from docx.text.paragraph import Paragraph
from fpdf import FPDF
from fpdf.enums import WrapMode, XPos, YPos
from fpdf.errors import FPDFException
from fpdf.fonts import FontFace

ROOT = Path(__file__).resolve().parent.parent
DEFAULT_DATE = datetime(2025, 1, 1, tzinfo=UTC)
PDF_LINE_MM = 5.6
PDF_HEADING_PT = {1: 17, 2: 13, 3: 11}

BlockKind = Literal["heading", "paragraph", "bullet", "number", "table"]


@dataclass(frozen=True)
class Block:
    """One block of a source; ``level`` is the heading level or the number of a list item."""

    kind: BlockKind
    text: str = ""
    level: int = 0
    rows: tuple[tuple[str, ...], ...] = ()


@dataclass(frozen=True)
class Source:
    """A parsed Markdown source."""

    format: str
    title: str
    author: str
    date: datetime
    blocks: tuple[Block, ...]


class SourceError(ValueError):
    """A source file cannot be converted."""


def parse_source(text: str, name: str) -> Source:
    """Split a source into front matter and blocks."""
    match = re.match(r"---\n(.*?)\n---\n(.*)", text, re.DOTALL)
    if match is None:
        raise SourceError("no front matter")
    meta: dict[str, str] = {}
    for line in match[1].splitlines():
        key, _, value = line.partition(":")
        meta[key.strip()] = value.strip().strip("\"'")
    if meta.get("format") not in WRITERS:
        raise SourceError("front matter needs 'format: pdf' or 'format: docx'")
    date = DEFAULT_DATE
    if "date" in meta:
        date = datetime.fromisoformat(meta["date"]).replace(tzinfo=UTC)
    return Source(
        format=meta["format"],
        title=meta.get("title", name),
        author=meta.get("author", ""),
        date=date,
        blocks=tuple(parse_blocks(match[2])),
    )


def parse_blocks(body: str) -> Iterator[Block]:
    """Yield the blocks of a Markdown body, which are separated by blank lines."""
    for chunk in re.split(r"\n\s*\n", body.strip()):
        lines = chunk.strip().splitlines()
        if lines[0].startswith("|"):
            yield Block("table", rows=parse_table(lines))
            continue
        block: Block | None = None
        for raw in lines:
            start = start_block(raw)
            if start is None and block is not None and block.kind != "heading":
                block = Block(block.kind, f"{block.text} {raw.strip()}", block.level)
                continue
            if block is not None:
                yield block
            block = start or Block("paragraph", raw.strip())
        if block is not None:
            yield block


def start_block(line: str) -> Block | None:
    """Return the heading or list item that a line starts, if it starts one."""
    if match := re.match(r"(#{1,3}) +(.+)", line):
        return Block("heading", match[2].strip(), len(match[1]))
    if match := re.match(r"[-*] +(.+)", line):
        return Block("bullet", match[1].strip())
    if match := re.match(r"(\d+)\. +(.+)", line):
        return Block("number", match[2].strip(), int(match[1]))
    return None


def parse_table(lines: Sequence[str]) -> tuple[tuple[str, ...], ...]:
    """Return the rows of a pipe table without its separator line."""
    rows = (tuple(cell.strip() for cell in line.strip().strip("|").split("|")) for line in lines)
    return tuple(row for row in rows if not all(re.fullmatch(r":?-+:?", cell) for cell in row))


class CorpusPdf(FPDF):
    """A4 pages in a core font with a page number at the foot."""

    def footer(self) -> None:
        """Print the page number (called by fpdf2 at the end of each page)."""
        self.set_y(-15)
        self.set_font("Helvetica", size=9)
        self.cell(0, 8, str(self.page_no()), align="C")


def write_pdf(source: Source) -> bytes:
    """Render a source as PDF."""
    pdf = CorpusPdf(format="A4")
    pdf.core_fonts_encoding = "cp1252"  # latin-1, the default, has no euro sign
    pdf.set_creation_date(source.date)
    pdf.set_title(source.title)
    pdf.set_author(source.author)
    pdf.set_margin(24)
    pdf.set_auto_page_break(True, margin=24)
    pdf.add_page()

    def put(text: str, indent: float = 0.0, *, markdown: bool = True) -> None:
        pdf.set_x(pdf.l_margin + indent)
        pdf.multi_cell(
            0,
            PDF_LINE_MM * pdf.font_size_pt / 11,
            text,
            align="L",
            new_x=XPos.LMARGIN,
            new_y=YPos.NEXT,
            markdown=markdown,
            wrapmode=WrapMode.WORD,
        )

    for block in source.blocks:
        pdf.set_font("Helvetica", size=11)
        if block.kind == "heading":
            if pdf.will_page_break(30):  # keep a heading with its first lines
                pdf.add_page()
            pdf.ln(2)
            pdf.set_font("Helvetica", "B", PDF_HEADING_PT[block.level])
            put(block.text, markdown=False)
            pdf.ln(1.5)
        elif block.kind == "table":
            pdf.set_font("Helvetica", size=10)
            head = FontFace(emphasis="BOLD")
            with pdf.table(block.rows, headings_style=head, text_align="LEFT", line_height=6):
                pass
            pdf.ln(3)
        elif block.kind == "paragraph":
            put(block.text)
            pdf.ln(2.5)
        else:
            mark = "\N{BULLET}" if block.kind == "bullet" else f"{block.level}."
            put(f"{mark} {block.text}", indent=4)
            pdf.ln(1)
    return bytes(pdf.output())


def write_docx(source: Source) -> bytes:
    """Render a source as DOCX with heading, list and table styles."""
    doc = Document()
    props = doc.core_properties
    props.title, props.author, props.last_modified_by = source.title, source.author, source.author
    props.created = props.modified = source.date
    props.comments = ""
    for block in source.blocks:
        if block.kind == "heading":
            doc.add_heading(block.text, block.level)
        elif block.kind == "table":
            table = doc.add_table(len(block.rows), len(block.rows[0]), style="Table Grid")
            for i, row in enumerate(block.rows):
                for cell, text in zip(table.rows[i].cells, row, strict=True):
                    add_runs(cell.paragraphs[0], text, bold=i == 0)
            doc.add_paragraph()
        else:
            style = {"bullet": "List Bullet", "number": "List Number"}.get(block.kind)
            add_runs(doc.add_paragraph(style=style), block.text)
    raw = io.BytesIO()
    doc.save(raw)
    return fix_zip_dates(raw.getvalue(), source.date)


def add_runs(paragraph: Paragraph, text: str, *, bold: bool = False) -> None:
    """Add text to a paragraph; ``**...**`` becomes bold."""
    for i, part in enumerate(text.split("**")):
        if part:
            paragraph.add_run(part).bold = bold or i % 2 == 1


def fix_zip_dates(data: bytes, date: datetime) -> bytes:
    """Rewrite a zip archive so that its members carry ``date`` instead of the current time."""
    out = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(data)) as old, zipfile.ZipFile(out, "w") as new:
        for name in old.namelist():
            info = zipfile.ZipInfo(name, date.timetuple()[:6])
            info.compress_type = zipfile.ZIP_DEFLATED
            new.writestr(info, old.read(name))
    return out.getvalue()


WRITERS: dict[str, Callable[[Source], bytes]] = {"pdf": write_pdf, "docx": write_docx}


def main(argv: Sequence[str] | None = None) -> int:
    """Convert all sources; return the process exit code."""
    parser = argparse.ArgumentParser(description="Build the PDF and DOCX example documents.")
    parser.add_argument("--sources", type=Path, default=ROOT / "examples" / "sources")
    parser.add_argument("--out", type=Path, default=ROOT / "examples" / "corpus")
    args = parser.parse_args(argv)
    args.out.mkdir(parents=True, exist_ok=True)
    for path in sorted(args.sources.glob("*.md")):
        try:
            source = parse_source(path.read_text(encoding="utf-8"), path.name)
            data = WRITERS[source.format](source)
        except (ValueError, FPDFException) as error:
            print(f"{path.name}: {error}", file=sys.stderr)
            return 1
        target = args.out / f"{path.stem}.{source.format}"
        target.write_bytes(data)
        print(f"{target}  {len(data)} bytes")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
