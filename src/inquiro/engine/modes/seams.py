"""Looking ahead in an answer: where code ends, what follows a tag at once, what closes a CDATA section or a thought.

A fence that nobody closed must not swallow the items behind it. Where a tag closes what the code itself never opened,
and the next tag follows at once, the structure goes on: a seam.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Set as AbstractSet

from inquiro.core.fences import least_width
from inquiro.engine.modes.markup import CONTENT, ITEM, LOOSE_ITEM, RESULT, SOURCE, THINK, Mark, marks, without_comments

_MOST_BEGUN = 12  # in one example
STRUCTURE = frozenset({RESULT, ITEM, LOOSE_ITEM, SOURCE, CONTENT})


class Ahead:
    """The marks of a text; no look goes further than the first seam, so that all of them together stay short."""

    def __init__(self, text: str, items: bool) -> None:
        self.text, self.marks = text, marks(text)
        self._items = items

    def end_of_code(self, number: int) -> tuple[int, bool]:
        """Which mark ends the code that this one opens, and whether it is its fence."""
        opening, body, least = self.marks[number].fence, self.marks[number].end, math.inf
        opened: Counter[str] = Counter()
        other = False  # whether code begins behind such an item: then the fence that closes is not of this code
        begun: list[int] = []  # items, as they seem: an example in code that is closed, else real ones behind it
        for at in range(number + 1, len(self.marks)):
            mark, within = self.marks[at], opened[ITEM] + opened[LOOSE_ITEM]
            if mark.fence is not None and opening is not None:
                least = min(least, least_width(self.text[body : mark.start]))
                if mark.fence.closes(opening, least):
                    return (begun[0], False) if begun and (within or other) else (at, True)
                other = other or bool(begun and mark.fence.info.strip())
                least, body = min(least, least_width(self.text[mark.start : mark.end])), mark.end
            if mark.kind == "open":
                if self._items and self.begins_item(at):
                    if begun and (within or len(begun) >= _MOST_BEGUN):
                        return begun[0], False  # no example has an item within an item
                    begun.append(at)
                opened[mark.name] += 1
            elif mark.kind == "close" and opened[mark.name]:
                opened[mark.name] -= 1
            elif mark.kind == "close" and self._seam(at, mark):
                return (begun[0] if begun else at), False
        return (begun[0] if begun else len(self.marks)), False

    def _seam(self, at: int, mark: Mark) -> bool:
        """A closing tag alone proves nothing, since code may hold one: what follows it has to go on as results do."""
        if mark.name == RESULT:
            return self._alone(mark) or self.next(at, STRUCTURE)
        if not self._items or mark.name not in {ITEM, LOOSE_ITEM, CONTENT}:
            return False
        after = self.marks[at + 1] if at + 1 < len(self.marks) else None
        if after is None or not (self.next(at, STRUCTURE) or (mark.name == ITEM and self._alone(mark))):
            return after is None and self.next(at, STRUCTURE)
        if after.kind == "close":
            ends = mark.name == CONTENT and after.name in {ITEM, LOOSE_ITEM}
            return after.name == RESULT or (ends and self._seam(at + 1, after))
        return after.name == RESULT or self.begins_item(at + 1)

    def begins_item(self, at: int) -> bool:
        first, second = self.marks[at], self.marks[at + 1] if at + 1 < len(self.marks) else None
        begins = first.kind == "open" and first.name in {ITEM, LOOSE_ITEM} and second is not None
        return begins and second is not None and second.kind == "open" and self.next(at, {SOURCE, CONTENT})

    def _alone(self, mark: Mark) -> bool:
        """On its line, or at the end of one of tags."""
        start = max(0, mark.start - 40)
        _, line_end, before = self.text[start : mark.start].rpartition("\n")
        after = self.text[mark.end : mark.end + 40].partition("\n")[0]
        first = not before.strip() and (bool(line_end) or not start)
        return not after.strip() and (first or before.rstrip().endswith(">"))

    def next(self, number: int, names: AbstractSet[str]) -> bool:
        """Whether nothing stands between this mark and one of these, or the end of the text."""
        after = self.marks[number + 1] if number + 1 < len(self.marks) else None
        end = after.start if after else len(self.text)
        between = self.text[self.marks[number].end : end]
        return (after is None or after.name in names) and not without_comments(between).strip()

    def ends_of_cdata(self) -> dict[int, int]:
        """For every CDATA mark the one that ends it: best one that a tag or another section follows at once."""
        ends: dict[int, int] = {}
        best = plain = -1
        for number in range(len(self.marks) - 1, -1, -1):
            mark = self.marks[number]
            if mark.kind == "cdata end":
                plain = number
                best = number if self._followed(number) else best
            elif mark.kind == "cdata":
                if (end := best if best >= 0 else plain) >= 0:
                    ends[number] = end
                best = plain = -1
            elif mark.name in {ITEM, LOOSE_ITEM, RESULT}:
                plain = -1  # not beyond the item
        return ends

    def _followed(self, number: int) -> bool:
        after = self.marks[number + 1] if number + 1 < len(self.marks) else None
        if after is None or after.kind == "cdata":
            return after is not None and self.marks[number].end == after.start
        return self.next(number, STRUCTURE) and (after.kind == "close" or after.name in {ITEM, LOOSE_ITEM, RESULT})

    def ends_of_thoughts(self) -> dict[int, int]:
        ends: dict[int, int] = {}
        end = -1
        for number in range(len(self.marks) - 1, -1, -1):
            mark = self.marks[number]
            if mark.name == THINK and mark.kind == "close":
                end = number
            elif mark.name == THINK and mark.kind == "open" and end >= 0:
                ends[number] = end
        return ends
