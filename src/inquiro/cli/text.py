"""Text from outside on its way to a terminal: shown as data, never obeyed."""

from __future__ import annotations

from collections.abc import Iterable

from rich.cells import cell_len, set_cell_size
from rich.text import Text

from inquiro.text.display import bare


def plain(text: object) -> str:
    """One line in which no character can move the cursor, colour, hide or reorder anything."""
    return bare(" ".join(str(text).split()))


def as_it_is(text: object) -> str:
    """A line with all its spaces, for verbs and values of which a person has to see every character."""
    return bare(str(text)).replace("\n", "").replace("\t", "")


def shortened(text: object, cells: int) -> str:
    """At most that many terminal cells, cut with an ellipsis."""
    line = plain(text)
    return line if cell_len(line) <= cells else set_cell_size(line, max(cells - 1, 0)).rstrip() + "…"


def packed(pieces: Iterable[Text], width: int, gap: str = "   ") -> list[Text]:
    """Pieces side by side, broken only between them."""
    lines: list[Text] = []
    for piece in pieces:
        if lines and lines[-1].cell_len + len(gap) + piece.cell_len <= width:
            lines[-1] = Text.assemble(lines[-1], gap, piece)
        else:
            lines.append(piece)
    return lines


def money(dollars: float) -> str:
    """Cents; less than one is not called nothing."""
    return f"${dollars:.4f}" if 0 < dollars < 0.01 else f"${dollars:.2f}"


def count(number: int, noun: str) -> str:
    """`1 query`, `2 queries`."""
    if number == 1:
        return f"1 {noun}"
    return f"{number:,} {noun[:-1] + 'ies' if noun.endswith('y') else noun + 's'}"
