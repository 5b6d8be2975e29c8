"""What every line of a note is: front matter, code, a comment, a heading… exact to the character.

CommonMark's block structure (containers, lazy lines, all seven kinds of HTML block), and on top of it what Obsidian
adds: front matter, `%% comments %%` that may run over blocks, and `$$` blocks.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final, Literal, NamedTuple

from inquiro.vault.hidden import Comments
from inquiro.vault.html_blocks import html_block

Kind = Literal["front", "code", "comment", "html", "math", "quote", "heading", "text", "blank"]


class Line(NamedTuple):
    """One line with its line break. Of a heading that has several lines only the first has a level."""

    start: int
    end: int
    kind: Kind
    level: int = 0


BOM = "\ufeff"
_LINE = re.compile(r"[^\r\n]*(?:\r\n?|\n)|[^\r\n]+")
_FRONT = re.compile(r"---[ \t]*(?:\r\n?|\n)")
_FRONT_END = re.compile(r"(?:(?<=\n)|(?<=\r))---[ \t]*(?:\r\n?|\n|\Z)")
_ATX = re.compile(r"(#{1,6})(?: |$)")
_FENCE = re.compile(r"(`{3,})[^`]*$|(~{3,})")
_SETEXT = re.compile(r"(=+|-+) *$")
_ITEM = re.compile(r"([-+*]|(\d{1,9})[.)])(?: +|$)")
_DEFINITION = re.compile(r"""\[[^\[\]]+\]: *\S+(?: +(?:"[^"]*"|'[^']*'|\([^()]*\)))? *$""")  # of a link, on one line
_PLAIN = re.compile(r"[^\W\d_]")  # a letter starts nothing but a paragraph
_BREAKS = frozenset({"\n", "\r\n", "\r"})
_QUOTE: Final = -1
_DEEPEST = 32  # containers; a line costs as much as it has containers


def split_lines(text: str) -> list[str]:
    """The lines with their breaks: LF, CRLF or CR, and nothing else that Unicode would break a line at."""
    return _LINE.findall(text)


def lines_of(text: str) -> list[Line]:
    """The whole text, line by line, without gaps."""
    return list(each_line(text))


def each_line(text: str) -> Iterator[Line]:
    """The same for a text that is too large to hold twice."""
    yield from _Blocks(text).read()


def heading_title(text: str, lines: list[Line], index: int) -> str:
    """The words of the heading that starts at `index`, without its marks."""
    first = lines[index]
    raw = text[first.start : first.end].strip(BOM).strip()
    if _ATX.match(raw.expandtabs(4)):
        return re.sub(r"(?:^|[ \t]+)#+$", "", raw.lstrip("#")).strip()
    words = [raw]
    for line in lines[index + 1 :]:
        if line.kind != "heading" or line.level:
            break
        words.append(text[line.start : line.end].strip())
    return " ".join(words[:-1])


def _is_break(rest: str) -> bool:
    marks = rest.replace(" ", "")
    return len(marks) > 2 and not marks.strip(marks[0])


class _Blocks:
    def __init__(self, text: str) -> None:
        self.text = text
        self.containers: list[int] = []  # a quote, or how far the content of a list item is indented
        self.hollow = False  # the innermost list item has no content yet
        self.leaf = ""  # "", para, fence, html, math, indented
        self.fence = ("", 0)
        self.end: re.Pattern[str] | None = None  # of an HTML block; None: a blank line ends it
        self.html: Kind = "html"
        self.comments = Comments(text)
        self.paragraph: list[Line] = []  # held back, since the line after may make a heading of it

    def read(self) -> Iterator[Line]:
        text, paragraph = self.text, self.paragraph
        begin = 1 if text.startswith(BOM) else 0
        position = 0
        if _FRONT.match(text, begin) and (front := _FRONT_END.search(text, begin + 3)):
            position = front.end()
            for found in _LINE.finditer(text, 0, position):
                yield Line(found.start(), found.end(), "front")
        for found in _LINE.finditer(text, position):
            start, end = found.span()
            raw = text[start:end]
            done = self._easy(start, end, raw)
            if done is None:
                line = (raw[1:] if start == 0 and begin else raw).rstrip("\r\n")
                done = self._line(start, end, line.expandtabs(4) if "\t" in line else line)
            if self.leaf == "para":
                paragraph.append(done)
                continue
            if paragraph:
                yield from paragraph
                paragraph.clear()
            yield done
        yield from paragraph

    def _easy(self, start: int, end: int, raw: str) -> Line | None:
        """Most lines of most notes: `_line` would say the same, and take its time."""
        if self.containers or self.comments.running:
            return None
        if self.leaf == "fence":
            return Line(start, end, "code") if self.fence[0] not in raw else None
        if self.leaf in {"html", "math"}:
            return None
        if raw in _BREAKS:
            self.leaf = ""
            return Line(start, end, "blank")
        if _PLAIN.match(raw) and "%%" not in raw and "<!--" not in raw:
            self.leaf = "para"
            return Line(start, end, "text")
        return None

    def _line(self, start: int, end: int, s: str) -> Line:
        """What the line is, which paragraph included: a line that ends one leaves another leaf, or none."""
        if self.comments.running:
            self.comments.read(s, end)
            self.leaf = ""
            return Line(start, end, "comment")
        at, matched = self._match(s)
        whole = matched == len(self.containers)
        if whole and self.leaf in {"fence", "html", "math"}:
            return self._inside(start, end, s, at)
        if not whole and self.leaf != "para":
            self._leave(matched)
        if not s[at:].strip(" "):
            return self._blank(start, end, matched)
        return self._start(start, end, s, at, matched)

    def _match(self, s: str) -> tuple[int, int]:
        """How far the line goes on with the containers that are open, and with how many of them."""
        at = 0
        for number, container in enumerate(self.containers):
            rest = len(s) - at
            indent = rest - len(s[at:].lstrip(" ")) if at else len(s) - len(s.lstrip(" "))
            if container == _QUOTE:
                if indent > 3 or indent == rest or s[at + indent] != ">":
                    return at, number
                at += indent + 1
                at += s[at : at + 1] == " "
            elif indent == rest:
                if self.hollow and number == len(self.containers) - 1:
                    return at, number
            elif indent >= container:
                at += container
            else:
                return at, number
        return at, len(self.containers)

    def _leave(self, matched: int) -> None:
        del self.containers[matched:]
        self.leaf = ""

    def _blank(self, start: int, end: int, matched: int) -> Line:
        if self.leaf == "para":
            self.leaf = ""
        del self.containers[matched:]
        self.hollow = False
        return Line(start, end, "quote" if _QUOTE in self.containers else "blank")

    def _inside(self, start: int, end: int, s: str, at: int) -> Line:
        rest = s[at:]
        if self.leaf == "fence":
            mark, size = self.fence
            bare = rest.strip(" ")
            closes = len(bare) >= size and not bare.strip(mark) and len(rest) - len(rest.lstrip(" ")) < 4
            self.leaf = "" if closes else "fence"
            return Line(start, end, "code")
        if self.leaf == "math":
            self.leaf = "" if "$$" in rest else "math"
            return Line(start, end, "math")
        if self.end is None and not rest.strip(" "):
            self.leaf = ""
            return self._blank(start, end, len(self.containers))
        if self.end is not None and self.end.search(rest):
            self.leaf = ""
        return Line(start, end, self.html)

    def _start(self, start: int, end: int, s: str, at: int, matched: int) -> Line:
        """A line with something on it, after the containers that it goes on with."""
        tip = self.leaf == "para"  # a paragraph that this line may belong to, even lazily
        own = tip and matched == len(self.containers)
        while True:
            indent = len(s) - at - len(s[at:].lstrip(" "))
            rest = s[at + indent :]
            if not rest:
                self.leaf, self.hollow = "", bool(self.containers) and self.containers[-1] != _QUOTE
                return self._plain(start, end)
            if indent > 3:
                return self._indented(start, end, rest, tip=tip)
            if rest[0] == ">" and len(self.containers) < _DEEPEST:
                self._open(matched, _QUOTE, tip=tip)
                at += indent + 1
                at += s[at : at + 1] == " "
            elif (leaf := self._leaf(start, end, rest, matched, tip=tip, own=own)) is not None:
                return leaf
            elif width := self._item(rest, own=own):
                self._open(matched, indent + width, tip=tip)
                at += min(indent + width, len(s) - at)
            else:
                self.leaf = "" if not tip and _DEFINITION.match(rest) else "para"
                return self._text(start, end, rest)
            matched, tip, own = len(self.containers), False, False

    def _open(self, matched: int, container: int, *, tip: bool) -> None:
        if tip:
            del self.containers[matched:]
        self.containers.append(container)
        self.leaf, self.hollow = "", False

    def _item(self, rest: str, *, own: bool) -> int:
        """How wide the mark of a list item is with the spaces after it; 0 where none starts."""
        found = _ITEM.match(rest)
        if not found or len(self.containers) >= _DEEPEST:
            return 0
        empty = found.end() == len(rest)
        if own and (empty or (found[2] and int(found[2]) != 1)):
            return 0
        mark = len(found[1])
        spaces = found.end() - mark
        return mark + (spaces if 1 <= spaces <= 4 and not empty else 1)

    def _leaf(self, start: int, end: int, rest: str, matched: int, *, tip: bool, own: bool) -> Line | None:
        """A heading, fence, HTML block, `$$` block or thematic break, if one starts here."""
        if rest[0] == "#" and (found := _ATX.match(rest)):
            self._close(matched, tip=tip)
            self.comments.read(rest[len(found[1]) :], end)
            return self._plain(start, end) if self.containers else Line(start, end, "heading", len(found[1]))
        if rest[0] in "`~" and (found := _FENCE.match(rest)):
            self._close(matched, tip=tip)
            mark = found[1] or found[2]
            self.leaf, self.fence = "fence", (mark[0], len(mark))
            return Line(start, end, "code")
        if rest[0] == "<" and (block := html_block(rest, interrupting=tip)) is not None:
            self._close(matched, tip=tip)
            self.html, self.end = "comment" if rest.startswith("<!--") else "html", block.end
            self.leaf = "" if block.end is not None and block.end.search(rest) else "html"
            return Line(start, end, self.html)
        if rest.startswith("$$") and self._is_math(start, rest):
            self._close(matched, tip=tip)
            self.leaf = "math"
            return Line(start, end, "math")
        if own and _SETEXT.match(rest):
            self._underline(1 if rest[0] == "=" else 2)
            return self._plain(start, end) if self.containers else Line(start, end, "heading")
        if rest[0] in "*-_" and _is_break(rest):
            self._close(matched, tip=tip)
            return self._plain(start, end)
        return None

    def _close(self, matched: int, *, tip: bool) -> None:
        if tip:
            del self.containers[matched:]
        self.leaf, self.hollow = "", False

    def _is_math(self, start: int, rest: str) -> bool:
        if "$$" in rest[2:]:
            return False
        return rest.strip() == "$$" or self.text.find("$$", self.text.find("$$", start) + 2) >= 0

    def _underline(self, level: int) -> None:
        """Make a heading of the paragraph before."""
        if not self.containers:
            self.paragraph[:] = [line._replace(kind="heading") for line in self.paragraph]
            self.paragraph[0] = self.paragraph[0]._replace(level=level)
        self.leaf = ""

    def _plain(self, start: int, end: int) -> Line:
        return Line(start, end, "quote" if _QUOTE in self.containers else "text")

    def _indented(self, start: int, end: int, rest: str, *, tip: bool) -> Line:
        if tip:
            self.leaf = "para"
            return self._text(start, end, rest)
        self.leaf, self.hollow = "indented", False
        return Line(start, end, "code")

    def _text(self, start: int, end: int, rest: str) -> Line:
        self.hollow = False
        if "%%" not in rest and "<!--" not in rest:
            return self._plain(start, end)
        hidden = self.comments.read(rest, end)
        if self.comments.running:
            self.leaf = ""
        return Line(start, end, "comment") if hidden else self._plain(start, end)
