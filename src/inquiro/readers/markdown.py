"""Markdown: front matter read, headings recorded, inline markup taken off, code and tables left alone."""

from __future__ import annotations

import re
from collections.abc import Sequence

from inquiro.core.text_blocks import Marked
from inquiro.core.types import Anchor, ReadText
from inquiro.readers._assemble import Built, Facts, assemble
from inquiro.readers._decode import decode
from inquiro.readers._headers import facts_of_headers
from inquiro.readers._inline import plain_inline, plain_row, without_badges
from inquiro.readers._licence import licence_named, licence_stated
from inquiro.readers._markdown_code import CodeLines, Fence, Margin
from inquiro.readers._markdown_comments import Comments
from inquiro.readers._sniff import expect

_ATX = re.compile(r" {0,3}(?P<marks>#{1,6})(?:[ \t]+(?P<label>.*))?$")
_CLOSING_MARKS = re.compile(r"(?:^|[ \t])#+[ \t]*$")
_SETEXT = re.compile(r" {0,3}(?:=+|-{2,})[ \t]*$")
_RULE = re.compile(r" {0,3}(?:(?:\*[ \t]*){3,}|(?:-[ \t]*){3,}|(?:_[ \t]*){3,})$")
_ITEM = re.compile(r"(?P<indent>[ \t]*)(?:(?P<bullet>[-*+])|(?P<number>\d{1,9}[.)]))[ \t]+(?P<rest>\S.*)$")
_QUOTE = re.compile(r" {0,3}(?:> ?)+")
_DEFINITION = re.compile(r" {0,3}\[(?!\^)[^\[\]]+\]:[ \t]*\S+(?:[ \t]+[\"'(].*)?$")
_CALLOUT = re.compile(r"\[![\w|-]+\][+-]?[ \t]*(?P<title>.*)$")
_BLOCK_ID = re.compile(r"(?:^|(?<=\s))\^[A-Za-z0-9-]+[ \t]*$")
_ATTRIBUTES = re.compile(r"[ \t]*\{[:#.][^{}]*\}[ \t]*$")
_FOOTNOTE = re.compile(r" {0,3}\[\^[^\[\]]+\]:[ \t]*")
_BOX = re.compile(r"(?P<indent>[ \t]*)(?:!!!|\?\?\?\+?|===[!+]?)[ \t]+(?:[\w -]+)?(?:\"(?P<title>[^\"]*)\")?[ \t]*$")
_PAIR = re.compile(r"(?P<key>[A-Za-z][\w .-]{0,40}?)[ \t]*:[ \t]*(?P<value>.*)$")


class MarkdownReader:
    name = "markdown"
    suffixes = (".md", ".markdown")
    media_types = ("text/markdown", "text/x-markdown")

    def read(self, data: bytes, name: str) -> ReadText:
        expect(data, name, "text", "text", "html")
        decoded, flags = decode(data)
        facts, body = split_front_matter(decoded)
        built = read_markdown(body, flags)
        title = facts.title or _first(built.headings)
        facts.licence = facts.licence or licence_stated(built.text, title, built.headings, code=built.code)
        return assemble(name, self.media_types[0], built, facts)


plugin = MarkdownReader


def split_front_matter(text: str) -> tuple[Facts, str]:
    """What simple `key: value` lines between the first two `---` lines say, and the text after them."""
    lines = text.split("\n")
    if lines[0].rstrip() != "---":
        return Facts(), text
    ends = [i for i, line in enumerate(lines[1:200], 1) if line.rstrip() in {"---", "..."}]
    if not ends or not all(_belongs(line) for line in lines[1 : ends[0]]):
        return Facts(), text
    pairs = [found for line in lines[1 : ends[0]] if (found := _PAIR.match(line))]
    values = {found["key"].lower(): _unquoted(found["value"]) for found in reversed(pairs)}
    return _facts(values), "\n".join(lines[ends[0] + 1 :])


def plain_markdown(text: str) -> tuple[str, list[Anchor]]:
    """Readable text and its headings, with offsets into that text."""
    built = read_markdown(text)
    return built.text, list(built.headings)


def read_markdown(text: str, flags: tuple[str, ...] = ()) -> Built:
    """Readable text, its headings, its code and its quotations, with offsets into that text."""
    page = _Page()
    lines = _lines_without_boxes(text)
    comments = Comments(lines)
    fence: Fence | None = None
    for number, line in enumerate(lines):
        if fence and (inside := fence.inside(line)) is not None:
            fence = page.fenced(fence, inside)
            continue
        fence = None if comments.open else Fence.opened(line, page.margin)
        if fence:
            page.open(fence)
            continue
        kept = comments.without(line, number)
        if kept.strip() or not line.strip():
            page.line(kept)
    return page.finished(flags)


class _Page:
    """The cleaned text as it grows: ordinary lines wait until their paragraph is complete."""

    def __init__(self) -> None:
        self._done: list[str] = []
        self._length = 0
        self._waiting: list[str] = []
        self._quoted = False  # whether the lines that wait are a quotation
        self._marked: list[Marked] = []
        self._headings: list[Anchor] = []
        self._code = CodeLines()
        self.margin = Margin()

    def verbatim(self, line: str) -> None:
        self._flush()
        self._put(line)

    def open(self, fence: Fence) -> None:
        self.verbatim(fence.line)
        self._code.begin(fence.language)

    def fenced(self, fence: Fence, line: str) -> Fence | None:
        """The same fence, or none when this line closes it."""
        if closes := fence.closed_by(line):
            self._code.end()
        else:
            self._code.line(self._length, line)
        self._put(line)
        return None if closes else fence

    def line(self, line: str) -> None:
        self.margin.see(line)
        if line.strip() and (self._waiting or not self.margin.is_code(line)):
            self._code.end()
        if heading := _ATX.match(line):
            self._flush()
            self._heading(_CLOSING_MARKS.sub("", heading["label"] or ""), len(heading["marks"]))
        elif self._waiting and _SETEXT.match(line) and not _ITEM.match(self._waiting[-1]):
            label = " ".join(waiting.strip() for waiting in self._waiting)
            self._waiting = []
            self._heading(label, 1 if "=" in line else 2)
        elif not line.strip() or _RULE.match(line) or _DEFINITION.match(line):
            self._flush()
            self._put("")
        elif line.lstrip().startswith("|") or (not self._waiting and line.startswith(("    ", "\t"))):
            if self.margin.is_code(line):
                self._code.line(self._length, line.rstrip())
                self.verbatim(line.rstrip())
            else:
                self.verbatim(plain_row(line) if line.lstrip().startswith("|") else plain_inline(line.rstrip()))
        elif line.strip()[:3] != ":::":
            self._paragraph_line(line)

    def finished(self, flags: tuple[str, ...] = ()) -> Built:
        self._flush()
        text = "\n".join(self._done)
        lead = len(text) - len(text.lstrip("\n"))
        headings = tuple(Anchor(offset=a.offset - lead, label=a.label, level=a.level) for a in self._headings)
        marked = tuple(mark._replace(start=mark.start - lead, end=mark.end - lead) for mark in self._marked)
        return Built(text.strip("\n"), headings, (), flags, tuple(self._code.spans(lead)), marked)

    def _paragraph_line(self, line: str) -> None:
        quote = _QUOTE.match(line)
        line = (line[quote.end() :] if quote else line).rstrip()
        if "^" in line:
            line = _FOOTNOTE.sub("", _BLOCK_ID.sub("", line)).rstrip()
        if quote and (callout := _CALLOUT.match(line)):
            self._flush()
            self._put("")
            self.verbatim(plain_inline(callout["title"]))
            self._put("")
            return
        self._quoted = quote is not None and (self._quoted or not self._waiting)
        if item := _ITEM.match(line):
            self._quoted = False
            self._flush()
            line = f"{item['indent']}{item['number'] or '-'} {item['rest']}"
        self._waiting.append(line)

    def _flush(self) -> None:
        if self._waiting:
            start = self._length
            self._put(plain_inline("\n".join(self._waiting)))
            if self._quoted:
                self._marked.append(Marked("quote", start, self._length - 1))
            self._waiting, self._quoted = [], False

    def _heading(self, text: str, level: int) -> None:
        label = " ".join(plain_inline(without_badges(_ATTRIBUTES.sub("", _BLOCK_ID.sub("", text)))).split())
        if label:
            self._headings.append(Anchor(offset=self._length, label=label, level=level))
            self._put(label)

    def _put(self, text: str) -> None:
        self._done.append(text)
        self._length += len(text) + 1


def _belongs(line: str) -> bool:
    """Whether a line can stand in front matter: a pair, a list item, a continuation or a comment."""
    return not line.strip() or line[0] in " \t-#" or _PAIR.match(line) is not None


def _unquoted(value: str) -> str:
    value = value.strip()
    quoted = len(value) > 1 and value[0] == value[-1] and value[0] in "\"'"
    return value[1:-1] if quoted else value.strip("[]")


def _facts(values: dict[str, str]) -> Facts:
    facts = facts_of_headers(values)
    facts.licence = licence_named(values.get("license") or values.get("licence") or "")
    return facts


def _first(headings: Sequence[Anchor]) -> str:
    return headings[0].label if headings else ""


def _lines_without_boxes(text: str) -> list[str]:
    """Each box (`!!! note "Title"` above indented lines) as its title and what it holds, no longer indented."""
    lines = text.split("\n")
    if "!!! " not in text and "???" not in text and '=== "' not in text:
        return lines
    plain: list[str] = []
    inside: list[str] = []  # the indentation of every box that is open
    for line in lines:
        bare = line[4 * len(inside) :] if line.strip() else line
        while inside and line.strip() and not line.startswith("    " * len(inside)):
            inside.pop()
            bare = line[4 * len(inside) :]
        if box := _BOX.match(bare):
            plain += ["", box["title"] or "", ""]
            inside.append(box["indent"])
        else:
            plain.append(bare)
    return plain
