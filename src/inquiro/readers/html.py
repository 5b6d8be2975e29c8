"""HTML: the main content as text, block by block, with the offsets of its headings."""

from __future__ import annotations

import re
from collections.abc import Sequence

from inquiro.core.errors import ReadFailed
from inquiro.core.types import BlockKind, ReadText
from inquiro.readers._assemble import PILCROW, TextBuilder, assemble, one_line, opening_heading
from inquiro.readers._decode import declared_in_html, decode
from inquiro.readers._html_blocks import ListMarks, Table, is_short_entry
from inquiro.readers._html_code import Code, code_of, is_beside_code, is_row_of_code
from inquiro.readers._html_content import Page, mark_furniture
from inquiro.readers._html_facts import facts_of, licences_marked
from inquiro.readers._html_main import is_marked, kept_prose, main_parts
from inquiro.readers._html_second_opinion import agreed
from inquiro.readers._html_tree import BLOCKS, HEADINGS, Part, lines_with, part_of
from inquiro.readers._licence import licence_stated
from inquiro.readers._sniff import expect

_ENOUGH = 0.6  # where names would cut more of the main part, they mean something else
_DEEPEST = 1_000  # levels between a part and the main one
_SPACES = re.compile(r"[ \t\r\n\f]+")
_LICENCE = ("icens", "icenc", "ICENS", "ICENC")  # of the word in any case; a pattern would take longer than the reading
_POWER = re.compile(r"[-+−]?\d+")
_LONGEST_POWER = 20
_CAPTIONS = frozenset({"caption", "figcaption"})
_TOLD = frozenset({"li", "dt", "dd", *_CAPTIONS})
_SUPERSCRIPT = str.maketrans("0123456789+-−", "⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁻")


class HtmlReader:
    name = "html"
    suffixes = (".html", ".htm", ".xhtml")
    media_types = ("text/html", "application/xhtml+xml")

    def read(self, data: bytes, name: str) -> ReadText:
        from resiliparse.parse.html import HTMLTree

        expect(data, name, "an HTML page", "html", "text")
        source, flags = decode(data, declared_in_html(data))
        try:
            tree = HTMLTree.parse(source)
        except ValueError as error:  # its only complaint: the tree does not fit into memory
            raise ReadFailed(f"{name} needed more memory than allowed") from error
        if tree.body is None:
            raise ReadFailed(f"{name} holds no text")
        body = part_of(tree.body)
        built = _main_content(body, source).done()
        built = built._replace(flags=flags + built.flags)
        facts = facts_of(tree, body)
        facts.title = facts.title or opening_heading(built.text, built.headings)
        if any(part in source for part in _LICENCE):
            marked, asides = licences_marked(tree), lines_with(_LICENCE, body)
            facts.licence = licence_stated(
                built.text, facts.title, built.headings, code=built.code, marked=marked, asides=asides
            )
        return assemble(name, self.media_types[0], built, facts)


plugin = HtmlReader


def _main_content(body: Part, source: str) -> TextBuilder:
    """The main part without furniture, else everything visible."""
    page = Page(body)
    mark_furniture(body, page, in_article=False)
    parts = main_parts(body)
    main, in_article = parts[-1], is_marked(parts[-1])
    if in_article:
        mark_furniture(main, page, in_article=True)
    kept = kept_prose(main)
    if kept < _ENOUGH * (kept + sum(part.prose for part in page.named if main in part.above(_DEEPEST))):
        page.trusts_names = False
        mark_furniture(main, page, in_article=in_article)
    built = _Walk().over(agreed(parts, body, source))
    return built if len(built) else _Walk(everything=True).over([body])


class _Walk:
    """One pass over the page, without recursion: pages nest deeper than Python may."""

    def __init__(self, *, everything: bool = False) -> None:
        self._built = TextBuilder()
        self._inline: list[str] = []
        self._everything = everything
        self._rows = 0
        self._short_code: list[Code] = []  # of one line, in the row that is being written
        self._previous = ""
        self._lists = ListMarks()
        self._tables: list[Table] = []
        self._begun: dict[int, int] = {}  # where terms and quotations begin in the text

    def over(self, roots: Sequence[Part]) -> TextBuilder:
        stack = [(root, False) for root in reversed(roots)]
        while stack and not self._built.full:
            part, leaving = stack.pop()
            if leaving:
                self._leave(part)
            elif not part.tag:
                self._inline.append(_SPACES.sub(" ", part.text))
            elif not self._power(part) and not self._code(part):
                self._enter(part)
                stack.append((part, True))
                stack.extend((child, False) for child in reversed(part.children) if self._shows(child))
        self._flush("p")
        return self._built

    def _shows(self, part: Part) -> bool:
        return self._everything or not part.dropped

    def _power(self, part: Part) -> bool:
        """10 to the 5th must not become 105; a raised link is a footnote mark and goes."""
        if part.tag != "sup":
            return False
        if not part.links and part.length <= _LONGEST_POWER and _POWER.fullmatch(text := part.label.strip()):
            self._inline.append(text.translate(_SUPERSCRIPT))
            return True
        return part.links > 0

    def _code(self, part: Part) -> bool:
        """A block of code stands as it is; inside a row only where it is one line."""
        if is_beside_code(part):
            return True
        found = code_of(part)
        if found is None:
            return False
        for code in found:
            if self._rows:
                self._inline.append(f" {code.text} ")
                self._short_code.append(code)
            elif code.text.strip():
                self._flush("p")
                self._inline = []  # at most the mark of a list item that begins with code
                self._built.code(code.text, code.language)
                self._previous = "pre"
        return True

    def _enter(self, part: Part) -> None:
        tag = part.tag
        if tag == "br":
            self._inline.append(" " if self._rows else "\n")
        elif tag in {"td", "th"} and not self._rows:
            self._flush("p")
        elif tag in BLOCKS:
            self._edge("p")
            part.lays_out = part.lays_out or (tag == "tr" and is_row_of_code(part))
            self._rows += tag == "tr" and not part.lays_out
            if not self._rows:
                self._open(part)

    def _open(self, part: Part) -> None:
        """Remember what the blocks inside will need to know."""
        tag = part.tag
        if tag in {"ol", "ul"}:
            self._lists.open(part)
        elif tag == "li":
            self._inline.append(self._lists.mark(part))
        elif tag == "table":
            self._tables.append(Table())
        elif tag in {"dt", "blockquote"}:
            self._begun.setdefault(id(part.parent if tag == "dt" else part), len(self._built))

    def _leave(self, part: Part) -> None:
        tag = part.tag
        if tag in {"td", "th"}:
            self._inline.append("\x00" if self._rows else "\n")
        elif tag == "tr" and self._rows and not part.lays_out:
            self._rows -= 1
            if self._tables and not self._rows:
                self._tables[-1].see(part)
            self._edge("tr")
        elif tag in HEADINGS and not self._rows:
            self._heading(int(tag[1]))
        elif tag in BLOCKS:
            self._edge(tag if tag in _TOLD else "p")
            if not self._rows:
                self._close(part)

    def _close(self, part: Part) -> None:
        tag = part.tag
        if tag in {"ol", "ul"}:
            self._lists.close()
        elif tag == "table" and self._tables:
            self._tables.pop().mark_in(self._built)
        elif tag == "dd" and (begun := self._begun.pop(id(part.parent), None)) is not None:
            if is_short_entry(part):
                self._mark("definition", begun)
        elif tag == "blockquote" and (begun := self._begun.pop(id(part), None)) is not None and is_short_entry(part):
            self._mark("quote", begun)

    def _mark(self, kind: BlockKind, begun: int) -> None:
        """From the first letter after the gap that the block put before itself."""
        if len(self._built) > begun:
            self._built.mark(kind, begun)

    def _edge(self, kind: str) -> None:
        """The border of a block: inside a table row it is only a space."""
        if self._rows:
            self._inline.append(" ")
        else:
            self._flush(kind)

    def _heading(self, level: int) -> None:
        self._built.heading("".join(self._inline), level)
        self._inline, self._previous = [], "heading"

    def _flush(self, kind: str) -> None:
        text = "".join(self._inline)
        mark = self._lists.pending
        if text.strip(" \n\x00") and text.strip() != mark.strip():
            begins = bool(mark) and text.lstrip().startswith(mark.strip())
            kind = "li" if begins else kind
            at = self._built.block(
                self._shaped(text), gap=self._gap(kind), kind="caption" if kind in _CAPTIONS else None
            )
            for code in self._short_code:
                at = self._built.mark_code(at, code.text, code.language)
            if kind == "tr" and self._tables:
                self._tables[-1].add(at, text)
            self._lists.pending = "" if begins else mark
            self._short_code, self._previous, self._inline = [], kind, []
        elif text.strip() != mark.strip() or not mark:  # a list marker waits for its text
            self._inline = []

    def _gap(self, kind: str) -> str:
        """Items and rows follow each other; what an item says further stands under it."""
        if kind == "li":
            return ("\n" if self._previous in {"li", "in li"} or self._lists.depth > 1 else "\n\n") + self._lists.indent
        if kind == "tr" == self._previous or (kind == "dd" and self._previous in {"dt", "dd"}):
            return "\n"
        return "\n\n" + self._lists.under if kind == "p" else "\n\n"

    def _shaped(self, text: str) -> str:
        if "\x00" in text:
            return " | ".join(one_line(cell) for cell in text.rstrip("\x00 ").split("\x00"))
        lines = [one_line(line) for line in PILCROW.sub("", text).split("\n")]
        return "\n".join(line for line in lines if line)
