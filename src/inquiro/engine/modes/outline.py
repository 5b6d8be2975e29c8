"""Which marks of an answer are its structure: result blocks, their items, and each item's source and content.

A tag within code is code, a tag in its place is structure, and a tag in a wrong place is words.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from typing import Literal

from inquiro.engine.modes.markup import (
    CONTENT,
    ITEM,
    LOOSE_ITEM,
    RESULT,
    SOURCE,
    THINK,
    Mark,
    prose_read,
)
from inquiro.engine.modes.seams import STRUCTURE, Ahead

Place = Literal["source", "content", "loose", "spare"]


@dataclass
class Item:
    """As it is written: its parts in pieces, code as it stands and prose with its entities read."""

    implied: bool = False  # it began with its source, without a tag of its own
    named: str = ITEM
    sources: list[list[str]] = field(default_factory=list)
    content: list[str] | None = None
    loose: list[str] = field(default_factory=list)  # what stands in it beside source and content
    behind: list[str] | None = None  # since its content was closed, that tag included


@dataclass
class Block:
    start: int
    end: int = -1
    closed: bool = False  # by its own tag
    left: bool = False  # another block began in it
    thought: bool = False  # before a thinking part ended
    items: list[Item] = field(default_factory=list)


@dataclass
class Outline:
    blocks: list[Block]
    problems: Counter[str]


def outlined(text: str, *, items: bool, thinking: bool = False, decode: bool = True) -> Outline:
    """`thinking`: also what stands in `<think>`; `decode`: entities in prose are still to be read."""
    reader = _Reader(text, items, thinking, decode)
    reader.read()
    return Outline(reader.blocks, reader.problems)


class _Reader:
    """Goes over the marks once; looking ahead from an open fence stops at the first seam."""

    def __init__(self, text: str, items: bool, thinking: bool, decode: bool) -> None:
        self.blocks: list[Block] = []
        self.problems: Counter[str] = Counter()
        self._text, self._items, self._thinking, self._decode = text, items, thinking, decode
        self._ahead = Ahead(text, items)
        self._marks = self._ahead.marks
        self._cdata_ends = self._ahead.ends_of_cdata()
        self._thoughts = self._ahead.ends_of_thoughts()
        self._block: Block | None = None
        self._item: Item | None = None
        self._place: Place = "loose"
        self._at = 0  # everything before has been dealt with
        self._nested = 0  # <content> within content

    def read(self) -> None:
        number = 0
        while number < len(self._marks):
            mark = self._marks[number]
            if mark.start < self._at:  # within what was taken whole
                number += 1
            elif self._item is not None:
                number = self._in_item(number, mark)
            elif self._block is not None:
                number = self._in_block(number, mark)
            else:
                number = self._outside(number, mark)
        self._leave(len(self._text))

    # -- outside, and in a block ----------------------------------------------------------------------------------

    def _outside(self, number: int, mark: Mark) -> int:
        if mark.name == THINK:
            if mark.kind == "open" and not self._thinking and (end := self._thoughts.get(number)):
                return end + 1
            if mark.kind == "close":
                self._thought()
        elif mark.name == RESULT and mark.kind in {"open", "empty"}:
            self._enter(mark)
        elif self._items and ((mark.name == ITEM and mark.kind == "open") or self._ahead.begins_item(number)):
            self.problems["items stand outside of a <research_result>"] += 1
            self._block = Block(mark.start)
            self.blocks.append(self._block)
            return number  # read as part of it
        return number + 1

    def _enter(self, mark: Mark) -> None:
        self._block = Block(mark.end)
        self.blocks.append(self._block)
        if mark.kind == "empty":
            self._close(mark)

    def _close(self, mark: Mark) -> None:
        if self._block is not None:
            self._block.end, self._block.closed = max(mark.start, self._block.start), True
            self._block = None

    def _thought(self) -> None:
        for block in reversed(self.blocks):
            if block.thought:
                break
            block.thought = True

    def _in_block(self, number: int, mark: Mark) -> int:
        if mark.name == RESULT:
            if mark.kind == "close":
                self._close(mark)
            else:
                self._leave(mark.start, left=True)
                self._enter(mark)
            return number + 1
        if not self._items:
            if mark.name == THINK and mark.kind == "close":
                self._thought()
            return self._in_report(number, mark)
        if mark.kind == "open" and mark.name in STRUCTURE:
            implied = mark.name in {SOURCE, CONTENT}
            self._begin(Item(implied=implied, named=mark.name), mark.start if implied else mark.end)
            return number if implied else number + 1
        if mark.kind == "empty" and mark.name == ITEM and self._block is not None:
            self._block.items.append(Item())
        return number + 1

    def _in_report(self, number: int, mark: Mark) -> int:
        """Code, and what is marked as characters alone, is passed over whole."""
        if mark.kind == "cdata" and (end := self._cdata_ends.get(number)) is not None:
            return end + 1
        if mark.kind == "fence" and self._opens(mark):
            reached, closed = self._ahead.end_of_code(number)
            return reached + 1 if closed else reached
        return number + 1

    def _leave(self, end: int, *, left: bool = False) -> None:
        """A block ends without its tag: at another one, or with the text."""
        self._finish(end)
        if self._block is not None:
            self._block.end, self._block.left = end, left
            self._block = None
            if not left:
                self.problems["a <research_result> is never closed"] += 1

    # -- in an item -----------------------------------------------------------------------------------------------

    def _begin(self, item: Item, at: int) -> None:
        self._item, self._place, self._at, self._nested = item, "loose", at, 0

    def _in_item(self, number: int, mark: Mark) -> int:
        if mark.kind == "cdata":
            return self._characters(number, mark)
        if mark.kind == "fence":
            return self._code(number, mark) if self._holds_code() and self._opens(mark) else number + 1
        if mark.kind == "cdata end" or mark.name == THINK:
            return number + 1
        if self._ends_item(number, mark):
            return self._end_item(number, mark)
        if self._place == "source":
            return self._in_source(number, mark)
        if self._place in {"content", "spare"}:
            return self._in_content(number, mark)
        return self._in_loose(number, mark)

    def _ends_item(self, number: int, mark: Mark) -> bool:
        if mark.name in {RESULT, ITEM}:
            return True
        if mark.name == LOOSE_ITEM:
            if mark.kind == "close":
                return self._item is not None and (self._item.named == LOOSE_ITEM or self._place == "loose")
            return self._place == "loose" or self._ahead.next(number, {SOURCE})
        return False

    def _end_item(self, number: int, mark: Mark) -> int:
        own = mark.kind == "close" and mark.name in {ITEM, LOOSE_ITEM}
        if not own and self._item is not None and not self._item.implied:
            self.problems["a <research_item> is never closed"] += 1
        self._finish(mark.start)
        self._at = mark.end if own else mark.start
        return number + 1 if own else number

    def _finish(self, end: int) -> None:
        """The item is over, whatever of it is still open."""
        item, block = self._item, self._block
        if item is None or block is None:
            return
        if self._place == "source":
            self._end_source(end)
        elif self._place == "content":
            self.problems["a <content> is never closed"] += 1
        self._take(end)
        self._item = None
        if item.implied and item.content is None and not "".join(item.loose).strip() and block.items:
            self.problems["two <source> in one item: the first counts"] += 1
        else:
            block.items.append(item)

    def _in_source(self, number: int, mark: Mark) -> int:
        if mark.name == CONTENT:
            self._end_source(mark.start)
            return number
        if mark.name == SOURCE and mark.kind != "open":
            self._take(mark.start)
            self._place, self._at = "loose", mark.end
        return number + 1

    def _end_source(self, end: int) -> None:
        """Never closed: its first line is the source, what follows is text."""
        self.problems["a <source> is never closed"] += 1
        written = self._text[self._at : end]
        lead = len(written) - len(written.lstrip())
        line = written.find("\n", lead)
        self._take(self._at + line if line >= 0 else end)
        self._place = "loose"

    def _in_content(self, number: int, mark: Mark) -> int:
        if mark.name != CONTENT:
            return number + 1  # <source> is a tag of HTML too
        if mark.kind == "open":
            self._nested += 1
            return number + 1
        if mark.kind == "close":
            structure = self._ahead.next(number, STRUCTURE)
            if not structure and self._nested:
                self._nested -= 1
                return number + 1
            self._take(mark.start)
            if self._place == "content" and self._item is not None:
                self._item.behind = [self._text[mark.start : mark.end]]
            self._place, self._at, self._nested = "loose", mark.end, 0
        return number + 1

    def _in_loose(self, number: int, mark: Mark) -> int:
        item = self._item
        if item is None or mark.name not in {SOURCE, CONTENT}:
            return number + 1
        if mark.name == SOURCE and mark.kind == "open" and item.content is not None and self._another(number, item):
            self._finish(mark.start)
            self._begin(Item(implied=True), mark.start)
            return number
        self._take(mark.start)
        self._at = mark.end
        if mark.name == SOURCE:
            if mark.kind != "close":
                item.sources.append([])
                if mark.kind == "open":
                    self._place = "source"
                item.sources[-1] += [f" {mark.more} "] if "://" in mark.more else []
        elif mark.kind == "open":
            self._open_content(item)
        elif mark.kind == "close" and item.content is not None and item.behind and "".join(item.behind[1:]).strip():
            item.content += item.behind  # the tag before this one was part of the words
            item.behind = [self._text[mark.start : mark.end]]
        return number + 1

    def _another(self, number: int, item: Item) -> bool:
        """Whether a source behind a content begins an item: a content of its own follows it, or the item has one."""
        following = self._marks[number + 1 : number + 3]
        return bool(item.sources) or [(one.kind, one.name) for one in following] == [
            ("close", SOURCE),
            ("open", CONTENT),
        ]

    def _open_content(self, item: Item) -> None:
        if item.content is None:
            item.content, self._place = [], "content"
        else:
            self.problems["two <content> in one item: the first counts"] += 1
            self._place = "spare"
            item.behind = None

    # -- text and code --------------------------------------------------------------------------------------------

    def _take(self, end: int, *, as_is: bool = False) -> None:
        """What stands up to here goes to where the reader is."""
        written = self._text[self._at : end]
        self._at = max(self._at, end)
        item = self._item
        if not written or item is None:
            return
        if self._place == "source":
            item.sources[-1].append(written)
            return
        read = written if as_is or not self._decode else prose_read(written)
        if self._place == "content" and item.content is not None:
            item.content.append(read)
        elif self._place == "loose":
            item.loose.append(read)
            if item.behind is not None:
                item.behind.append(read)

    def _characters(self, number: int, mark: Mark) -> int:
        end = self._cdata_ends.get(number)
        self._take(mark.start)
        self._at = mark.end
        if end is None:
            self.problems["a CDATA section is never closed"] += 1
            return number + 1
        self._take(self._marks[end].start, as_is=True)
        self._at = self._marks[end].end
        return end + 1

    def _holds_code(self) -> bool:
        """In its content, or where that would be: before its source a fence is one around the tags."""
        item = self._item
        loose = self._place == "loose" and item is not None and bool(item.sources) and item.content is None
        return loose or self._place in {"content", "spare"}

    def _opens(self, mark: Mark) -> bool:
        return mark.fence is not None and mark.fence.opens and self._text[mark.end : mark.end + 1] != "<"

    def _code(self, number: int, mark: Mark) -> int:
        reached, closed = self._ahead.end_of_code(number)
        end = self._marks[reached] if reached < len(self._marks) else None
        self._take(mark.start)
        if not closed:
            self.problems["a code fence is never closed"] += 1
        self._take(len(self._text) if end is None else end.end if closed else end.start, as_is=True)
        return reached + 1 if closed else reached
