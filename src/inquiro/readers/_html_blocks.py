"""Lists, tables and entries of an HTML page while it is written: what marks an item, and what heads a column."""

from __future__ import annotations

from inquiro.readers._assemble import TextBuilder, one_line
from inquiro.readers._html_tree import Part

_LONGEST_ITEM = 3_000  # letters: what holds more is a layout
_LONGEST_ENTRY = 1_500


class ListMarks:
    """The lists that are open, each with the number that its last item had."""

    def __init__(self) -> None:
        self._open: list[int | None] = []
        self.pending = ""  # the mark of an item whose text has not begun
        self._long = False

    @property
    def depth(self) -> int:
        return len(self._open)

    def open(self, part: Part) -> None:
        self._open.append((part.number or 1) - 1 if part.tag == "ol" else None)

    def close(self) -> None:
        if self._open:
            self._open.pop()
        self.pending = ""

    def mark(self, item: Part) -> str:
        last = self._open[-1] if self._open else None
        if last is None:
            self.pending = "- "
        else:
            self._open[-1] = item.number or last + 1
            self.pending = f"{self._open[-1]}. "
        self._long = item.length > _LONGEST_ITEM
        return self.pending

    @property
    def indent(self) -> str:
        """How far in an item of the innermost list stands."""
        return "  " * (len(self._open) - 1)

    @property
    def under(self) -> str:
        """How far in stands what an item says further."""
        return "" if self._long else "  " * len(self._open)


class Table:
    """The rows of a table as they are written, to say at its end where they are and what heads their columns."""

    def __init__(self) -> None:
        self._start: int | None = None
        self._header: tuple[str, ...] | None = None
        self._heads = False  # whether the row that comes next names the columns
        self._rows = 0
        self._columns = 0

    def see(self, row: Part) -> None:
        """Before a row is written: cells that head something decide which way the table reads."""
        tags = [cell.tag for cell in row.children if cell.tag in {"td", "th"}]
        in_head = row.parent is not None and row.parent.tag == "thead"
        self._heads = bool(tags) and (in_head or set(tags) == {"th"}) and self._rows < 3 and not self._body_begun
        if not self._heads and tags and tags[0] == "th" and self._header is None:
            self._header = ()

    @property
    def _body_begun(self) -> bool:
        return self._rows > 0 and not self._header

    def add(self, start: int, text: str) -> None:
        cells = tuple(one_line(cell) for cell in text.rstrip("\x00 ").split("\x00"))
        self._start = start if self._start is None else self._start
        self._columns = max(self._columns, len(cells))
        self._rows += 1
        if self._heads and len(cells) > 1:
            self._header = cells

    def mark_in(self, built: TextBuilder) -> None:
        if self._start is not None and self._columns > 1:
            built.mark("table", self._start, self._header)


def is_short_entry(part: Part) -> bool:
    """An explanation or a quotation of a paragraph or so, not half a page with lists and titles in it."""
    return part.length <= _LONGEST_ENTRY and not part.lays_out
