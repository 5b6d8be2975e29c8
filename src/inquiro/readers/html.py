"""HTML: the main content as text, block by block, with the offsets of its headings."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

from inquiro.core.errors import ReadFailed
from inquiro.core.types import ReadText
from inquiro.readers._assemble import TextBuilder, assemble, one_line
from inquiro.readers._decode import declared_in_html, decode
from inquiro.readers._html_content import facts_of, is_skipped, is_unseen, prose_of
from inquiro.readers._html_main import main_parts
from inquiro.readers._sniff import expect

_ELEMENT, _TEXT, _CDATA = 1, 3, 4
_HEADINGS = frozenset({"h1", "h2", "h3", "h4", "h5", "h6"})
_BLOCKS = _HEADINGS | frozenset(
    {
        "address",
        "article",
        "aside",
        "blockquote",
        "body",
        "caption",
        "center",
        "dd",
        "details",
        "dialog",
        "div",
        "dl",
        "dt",
        "fieldset",
        "figcaption",
        "figure",
        "footer",
        "form",
        "header",
        "hgroup",
        "hr",
        "legend",
        "li",
        "main",
        "nav",
        "ol",
        "p",
        "pre",
        "search",
        "section",
        "summary",
        "table",
        "tbody",
        "tfoot",
        "thead",
        "tr",
        "ul",
    }
)
_SPACES = re.compile(r"[ \t\r\n\f]+")
_POWER = re.compile(r"[-+−]?\d+")
_SUPERSCRIPT = str.maketrans("0123456789+-−", "⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁻")
_LAYOUT = "table, h1, h2, h3, p + p, ul, ol, article"


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
        built = _main_content(tree).done()
        built = built._replace(flags=flags + built.flags)
        return assemble(name, self.media_types[0], built, facts_of(tree))


plugin = HtmlReader


def _main_content(tree: Any) -> TextBuilder:
    """The main part without furniture, else everything visible."""
    prose = prose_of(tree.body)
    parts = main_parts(tree.body, lambda node: is_skipped(node, in_article=False, page_prose=prose))
    built = _Walk(in_article=parts[-1].tag != "body", page_prose=prose).over(parts)
    return built if len(built) else _Walk(in_article=True, everything=True).over([tree.body])


class _Walk:
    """One pass over the tree, without recursion: pages nest deeper than Python may."""

    def __init__(self, *, in_article: bool, everything: bool = False, page_prose: int = 0) -> None:
        self._built = TextBuilder()
        self._inline: list[str] = []
        self._articles = int(in_article)
        self._everything = everything
        self._page_prose = page_prose
        self._rows = 0
        self._pre = 0
        self._previous = ""

    def over(self, roots: Sequence[Any]) -> TextBuilder:
        stack: list[tuple[Any, bool]] = [(root, False) for root in reversed(roots)]
        while stack and not self._built.full:
            node, leaving = stack.pop()
            if leaving:
                self._leave(node)
            elif node.type in {_TEXT, _CDATA}:
                self._inline.append(node.value or "" if self._pre else _SPACES.sub(" ", node.value or ""))
            elif node.type == _ELEMENT and not self._skipped(node) and not self._power(node):
                self._enter(node)
                stack.append((node, True))
                stack.extend((child, False) for child in reversed(node.child_nodes))
        self._flush("p")
        return self._built

    def _skipped(self, node: Any) -> bool:
        if self._everything:
            return is_unseen(node)
        return is_skipped(node, in_article=self._articles > 0, page_prose=self._page_prose)

    def _power(self, node: Any) -> bool:
        """10 to the 5th must not become 105; a raised link is a footnote mark and goes."""
        if node.tag != "sup":
            return False
        text = node.text.strip()
        if _POWER.fullmatch(text) and node.query_selector("a") is None:
            self._inline.append(text.translate(_SUPERSCRIPT))
            return True
        return node.query_selector("a") is not None

    def _enter(self, node: Any) -> None:
        tag = node.tag
        self._articles += tag in {"article", "main"}
        self._pre += tag == "pre"
        if tag == "br":
            self._inline.append(" " if self._rows else "\n")
        elif tag in {"td", "th"} and not self._rows:
            self._flush("p")
        elif tag in _BLOCKS:
            self._edge("p")
            self._rows += tag == "tr" and not _is_layout(node)
            if tag == "li" and not self._rows:
                self._inline.append("- ")

    def _leave(self, node: Any) -> None:
        tag = node.tag
        if tag in {"td", "th"}:
            self._inline.append("\x00" if self._rows else "\n")
        elif tag == "tr" and self._rows and not _is_layout(node):
            self._rows -= 1
            self._edge("tr")
        elif tag in _HEADINGS and not self._rows:
            self._heading()
        elif tag in _BLOCKS:
            self._edge("li" if tag == "li" else "p")
        self._articles -= tag in {"article", "main"}
        self._pre -= tag == "pre"

    def _edge(self, kind: str) -> None:
        """The border of a block: inside a table row it is only a space."""
        if self._rows:
            self._inline.append(" ")
        else:
            self._flush(kind)

    def _heading(self) -> None:
        self._built.heading("".join(self._inline))
        self._inline, self._previous = [], "heading"

    def _flush(self, kind: str) -> None:
        text = "".join(self._inline)
        if text.strip(" \n-\x00"):
            kind = "li" if text.startswith("- ") else kind
            together = kind == self._previous and kind in {"li", "tr"}
            self._built.block(self._shaped(text), gap="\n" if together else "\n\n")
            self._previous = kind
            self._inline = []
        elif text.strip() != "-":  # a list marker waits for its text
            self._inline = []

    def _shaped(self, text: str) -> str:
        if "\x00" in text:
            return " | ".join(one_line(cell) for cell in text.rstrip("\x00 ").split("\x00"))
        if self._pre:
            return text.strip("\n")
        lines = [one_line(line) for line in text.split("\n")]
        return "\n".join(line for line in lines if line)


def _is_layout(row: Any) -> bool:
    """A table row that lays out a page instead of holding values."""
    return row.query_selector(_LAYOUT) is not None
