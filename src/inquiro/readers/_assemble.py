"""Building a text with exact positions, and the last touches that every reader shares."""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import PurePosixPath
from typing import NamedTuple

import msgspec

from inquiro.core.errors import ReadFailed
from inquiro.core.text_blocks import Marked, text_blocks
from inquiro.core.types import Anchor, BlockKind, CodeSpan, ReadText
from inquiro.readers._byline import author_near_top, names_of, published_near_top, title_near_top
from inquiro.readers._clean import clean

MAX_CHARACTERS = 5_000_000
_GROWING: frozenset[BlockKind] = frozenset({"definition", "quote"})  # those that follow each other are one block
TRUNCATED = "truncated"
_TOP = 2_000  # characters: what is set as large further down heads a part
_NEAR_TOP = 500
_SPACES = re.compile(r"\s+")
_JOINS = re.compile(r"_|(?<!\d)-|-(?!\d)")  # between words of a file's name
PILCROW = re.compile(r"[ \t]*[¶⚓🔗\uf0c1]\s*$")  # what a page links its own headings with
_BLANK_LINES_BEFORE = re.compile(r"^(?:[ \t]*\n)+")


class Facts(msgspec.Struct, kw_only=True):
    """What a file says about itself; `created` is the weak date that any re-saving changes."""

    title: str = ""
    published: str | None = None
    created: str | None = None
    author: str | None = None
    language: str | None = None
    licence: str = ""
    status: str = ""
    version: str = ""


class Built(NamedTuple):
    """A text and the positions in it."""

    text: str
    headings: tuple[Anchor, ...] = ()
    page_starts: tuple[int, ...] = ()
    flags: tuple[str, ...] = ()
    code: tuple[CodeSpan, ...] = ()
    marked: tuple[Marked, ...] = ()


class TextBuilder:
    """Collects blocks and remembers where headings and pages begin."""

    def __init__(self, flags: tuple[str, ...] = (), *, cleaned: bool = False) -> None:
        self._cleaned = cleaned  # what is added was decoded by us and needs no second look
        self._headings: list[Anchor] = []
        self._page_starts: list[int] = []
        self._flags = list(flags)
        self._parts: list[str] = []
        self._length = 0
        self._code: list[CodeSpan] = []
        self._marked: list[Marked] = []

    def block(self, text: str, gap: str = "\n\n", kind: BlockKind | None = None) -> int:
        """Add a block after a gap and return where it begins; a blank one leaves no trace."""
        text = self._clean(text).strip()
        if text and self._parts:
            self._append(gap)
        start = self._length
        self._append(text)
        if kind and text:
            self.mark(kind, start)
        return start

    def mark(self, kind: BlockKind, start: int, header: tuple[str, ...] | None = None) -> None:
        """Say what the text from there on is, where its characters do not tell."""
        last = self._marked[-1] if self._marked else None
        if last and last.kind == kind in _GROWING and start - last.end <= 2:
            start, _ = last.start, self._marked.pop()
        self._marked.append(Marked(kind, start, self._length, header))

    def ends_with(self, kind: BlockKind) -> bool:
        """Whether the last thing in the text so far was marked so."""
        return bool(self._marked) and self._marked[-1].kind == kind and self._marked[-1].end == self._length

    def code(self, text: str, language: str = "", gap: str = "\n\n", indent: str = "") -> None:
        """Add a block of code: every line stays as it is, further in under an item, and its span is remembered."""
        text = self._clean(text)
        if indent:
            text = "\n".join(indent + line if line else "" for line in text.split("\n"))
        text = _BLANK_LINES_BEFORE.sub("", text).rstrip()
        if not text:
            return
        if self._parts:
            self._append(gap)
        self._append(text)
        self._code.append(CodeSpan(start=self._length - len(text), end=self._length, language=language))

    def mark_code(self, start: int, code: str, language: str = "") -> int:
        """Remember code of one line that already stands in the last block, from there on; returns where it ends."""
        code = clean(code)[0].strip()
        at = self._parts[-1].find(code, max(0, start - self._length + len(self._parts[-1]))) if self._parts else -1
        if at < 0 or not code:
            return start
        begin = self._length - len(self._parts[-1]) + at
        self._code.append(CodeSpan(start=begin, end=begin + len(code), language=language))
        return begin + len(code)

    def heading(self, text: str, level: int = 0) -> None:
        """Add a heading as a block of its own, on one line; level 1 is the highest."""
        start = self.block(one_line(PILCROW.sub("", text)))
        if self._length > start:
            self._headings.append(Anchor(offset=start, label=self._parts[-1], level=level))

    def start_page(self, gap: str = "\n\n") -> None:
        """Mark where the next page begins: after the gap that its first block will put before itself."""
        start = self._length + (len(gap) if self._parts else 0)
        self._page_starts.append(max([start, *self._page_starts[-1:]]))

    @property
    def full(self) -> bool:
        return self._length > MAX_CHARACTERS

    def __len__(self) -> int:
        return self._length

    def done(self) -> Built:
        pages = tuple(min(start, self._length) for start in self._page_starts)  # blank last pages begin at the end
        return Built(
            "".join(self._parts),
            tuple(self._headings),
            pages,
            tuple(self._flags),
            tuple(self._code),
            tuple(self._marked),
        )

    def _clean(self, text: str) -> str:
        if self._cleaned:
            return text
        text, found = clean(text)
        self._flags += found
        return text

    def _append(self, text: str) -> None:
        if text:
            self._parts.append(text)
            self._length += len(text)


def one_line(text: str) -> str:
    return _SPACES.sub(" ", text).strip()


def assemble(name: str, media_type: str, built: Built, facts: Facts) -> ReadText:
    """The reader's result: capped, with title, date and author filled in from the first lines where missing."""
    text, headings, page_starts, flags, code, marked = built
    if not text.strip():
        raise ReadFailed(f"{name} holds no text")
    if len(text) > MAX_CHARACTERS:
        text, flags = text[:MAX_CHARACTERS], (*flags, TRUNCATED)
    title = facts.title or highest_heading(text, headings) or _stem(name)
    headings = tuple(a for a in headings if a.offset + len(a.label) <= len(text))
    code = tuple(span for span in code if span.end <= len(text))
    marked = tuple(one for one in marked if one.end <= len(text))
    return ReadText(
        text=text,
        media_type=media_type,
        title=_tidy(title),
        headings=headings,
        page_starts=tuple(start for start in page_starts if start <= len(text)),
        published=facts.published or published_near_top(text) or facts.created,
        author=_tidy(names_of(facts.author or author_near_top(text) or "")) or None,
        language=_tidy(facts.language or "") or None,
        flags=tuple(dict.fromkeys(flags)),
        code=code,
        licence=_tidy(facts.licence),
        blocks=text_blocks(text, headings, code, marked),
        status=_tidy(facts.status),
        version=_tidy(facts.version),
    )


def highest_heading(text: str, headings: Sequence[Anchor]) -> str:
    """The heading that names the whole document: of the first level, and the only one of it or before all text."""
    highest = [anchor for anchor in headings if anchor.level <= 1]
    if not highest or highest[0].offset > _TOP or not (len(highest) == 1 or not text[: highest[0].offset].strip()):
        return ""
    return highest[0].label


def title_of(text: str, headings: Sequence[Anchor]) -> str:
    """Of a text without marks for titles: what its highest heading or its first lines say."""
    return highest_heading(text, headings) or opening_heading(text, headings) or title_near_top(text)


def opening_heading(text: str, headings: Sequence[Anchor]) -> str:
    """The heading that a text begins with, of whatever level, unless others stand beside it and text above."""
    top = min((anchor.level for anchor in headings), default=0)
    highest = [anchor for anchor in headings if anchor.level == top]
    if not highest or highest[0].offset > _NEAR_TOP:
        return ""
    return highest[0].label if len(highest) == 1 or not text[: highest[0].offset].strip() else ""


def _tidy(value: str) -> str:
    """Metadata is shown beside the text, so it is held to the same rules."""
    return one_line(clean(value)[0])[:500]


def _stem(name: str) -> str:
    """The name of a file as words: one that has blanks already is written as it is meant, and a date keeps its dashes."""
    stem = PurePosixPath(name.partition("?")[0]).stem
    return stem if " " in stem else _JOINS.sub(" ", stem)
