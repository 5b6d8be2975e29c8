"""HTML as Markdown that keeps what citations are made of: links, footnote marks, numbers of lists.

The other reader of HTML gives the main content as words alone; whoever checks a document needs its marks and addresses.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any
from urllib.parse import urljoin

from inquiro.core.errors import ReadFailed
from inquiro.core.types import ReadText
from inquiro.readers._assemble import Built, Facts, assemble, one_line
from inquiro.readers._decode import declared_in_html, decode
from inquiro.readers._sniff import expect

_ELEMENT, _TEXT = 1, 3
_NEVER = frozenset("script style noscript template svg canvas iframe object form button select head nav".split())
_BLOCKS = frozenset(
    "p div section article main header footer aside blockquote ul ol li table tr dl dt dd figure figcaption pre h1 h2 h3 h4 "
    "h5 h6 hr body address details summary".split()
)
_FURNITURE = re.compile(r"(?i)\b(?:cookie|consent|newsletter|share|social|breadcrumb|menu|sidebar|related|comments?)\b")
_NOTES = re.compile(r"(?i)foot-?note|end-?note|reference|citation|bibliograph|\bnotes?\b|\bsources?\b|quellen|fn")
_BACK = re.compile(r"^[\s↩︎↑^⤴🔙]*$")
_NUMBER = re.compile(r"\[?\(?(\d{1,4}|[a-z*†‡])\)?\]?")
_SPACES = re.compile(r"[ \t\r\n\f]+")
_DEEPEST = 150  # three calls a level
_WORD_BEFORE = re.compile(r"[^\W\d_]{4,}$|[.,;:!?)\]”\"’»。」]\s*$")
_RAISED = str.maketrans("0123456789+-−", "⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁻")


class LinkedHtmlReader:
    name = "linked_html"
    suffixes = ()
    media_types = ("text/html+links",)

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
        walk = _Walk(name if "://" in name else "")
        walk.over(tree.body)
        return assemble(name, "text/html", Built(walk.text(), flags=flags), Facts(title=one_line(tree.title or "")))


plugin = LinkedHtmlReader


class _Walk:
    """One pass over the page that writes Markdown."""

    def __init__(self, base: str) -> None:
        self._base = base
        self._lines: list[str] = []
        self._inline: list[str] = []
        self._prefix = ""
        self._lists: list[int | None] = []

    def text(self) -> str:
        return "\n\n".join(self._lines)

    def over(self, node: Any, depth: int = 0) -> None:
        for child in _children(node):
            if child.type == _TEXT:
                self._inline.append(_SPACES.sub(" ", child.text))
            elif child.type == _ELEMENT and not _is_furniture(child):
                if depth < _DEEPEST:
                    self._element(child, depth)
                else:
                    self._inline.append(f" {one_line(child.text)} ")  # words alone: nobody cites down there
        if depth == 0:
            self._flush()

    def _element(self, node: Any, depth: int) -> None:
        tag = node.tag
        if tag == "a":
            self._link(node)
        elif tag == "sup":
            self._raised(node)
        elif tag == "br":
            self._inline.append("\n")
        elif tag in {"td", "th"}:
            self.over(node, depth + 1)
            self._inline.append(" | ")
        elif tag in _BLOCKS:
            self._block(node, depth)
        else:
            self.over(node, depth + 1)

    def _block(self, node: Any, depth: int) -> None:
        tag = node.tag
        self._flush()
        before = self._prefix
        if tag in {"ol", "ul"}:
            start = node.getattr("start") or "1"
            self._lists.append((int(start) if start.isdecimal() and len(start) < 5 else 1) if tag == "ol" else None)
        elif tag == "li":
            self._prefix = self._item()
        elif tag[0] == "h" and tag[1:].isdigit():
            self._prefix = "#" * int(tag[1:]) + " "
        elif tag == "blockquote":
            self._prefix = "> "
        elif tag == "tr":
            self._prefix = "| "
        self.over(node, depth + 1)
        self._flush()
        if tag in {"ol", "ul"} and self._lists:
            self._lists.pop()
        self._prefix = before if tag != "li" else ""

    def _item(self) -> str:
        if not self._lists or self._lists[-1] is None:
            return "- "
        number = self._lists[-1]
        self._lists[-1] = number + 1
        return f"{number}. "

    def _link(self, node: Any) -> None:
        href, shown = (node.getattr("href") or "").strip(), one_line(node.text)
        if href.startswith("#") or not href:
            mark = _NUMBER.fullmatch(shown)
            if mark and href:
                self._inline.append(f"[{mark[1]}]")
            elif not _BACK.match(shown):
                self._inline.append(shown)
            return
        address = urljoin(self._base, href) if self._base else href
        if not address.lower().startswith(("http://", "https://")):
            self._inline.append(shown)
        elif shown == address:
            self._inline.append(f"<{address}>")
        else:
            safe = address.replace(" ", "%20").replace("(", "%28").replace(")", "%29")
            self._inline.append(f"[{shown.replace('[', '(').replace(']', ')')}]({safe})" if shown else "")

    def _raised(self, node: Any) -> None:
        """A footnote mark, or a power: `10²` is none."""
        shown = one_line(node.text)
        marks = re.fullmatch(r"\[?(\d{1,4}(?:\s?[,;–-]\s?\d{1,4})*|[a-z*†‡])\]?", shown)
        linked = any(child.type == _ELEMENT and child.tag == "a" for child in _children(node))
        if marks and (linked or _WORD_BEFORE.search("".join(self._inline)[-20:])):
            self._inline.append(f"[{marks[1]}]")
        else:
            self._inline.append(shown.translate(_RAISED) if shown.strip("+-−").isdigit() else shown)

    def _flush(self) -> None:
        lines = [one_line(line) for line in "".join(self._inline).split("\n")]
        text = "\n".join(line for line in lines if line)
        self._inline = []
        if text:
            self._lines.append(f"{self._prefix}{text}")
            if self._prefix[:1] not in {">", "|"}:
                self._prefix = ""  # what an item says further stands under it


def _children(node: Any) -> Iterator[Any]:
    return iter(node.child_nodes)


def _is_furniture(node: Any) -> bool:
    """Menus, banners and the like; a list of notes is kept wherever it stands."""
    if node.tag in _NEVER:
        return True
    named = f"{node.getattr('class') or ''} {node.getattr('id') or ''} {node.getattr('role') or ''}"
    if _NOTES.search(named):
        return False
    hidden = node.getattr("hidden") is not None or (node.getattr("aria-hidden") or "").strip().lower() == "true"
    outer = node.tag in {"header", "footer", "aside"} and node.parent is not None and node.parent.tag == "body"
    return hidden or outer or bool(_FURNITURE.search(named))
