"""The look of the terminal: a narrow column of labels, text beside it, figures at the right edge."""

from __future__ import annotations

from collections.abc import Sequence

from rich.console import Console, ConsoleOptions, RenderResult
from rich.text import Text

from inquiro.cli.picture import Item
from inquiro.cli.text import packed

WIDEST = 100  # longer lines are hard to read
INDENT, LABEL = 2, 12
STICKY = "\ue000"  # a blank at which no line is broken; text from outside cannot hold it
COLOURS = {"satisfied": "green", "partial": "yellow", "unsatisfied": "dim"}


def console(*, stderr: bool = False) -> Console:
    """A console that takes text as it is: no markup, no emoji names, no guessing at colours."""
    return Console(stderr=stderr, highlight=False, markup=False, emoji=False)


def column(options: ConsoleOptions) -> int:
    """How wide the text may be."""
    return min(options.max_width, WIDEST)


class Paragraph:
    """Wrapped text, set in from the left; `hang` sets the lines after the first in further."""

    def __init__(self, text: Text, indent: int = INDENT, hang: int = 0) -> None:
        self.text, self.indent, self.hang = text, indent, hang

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        for number, line in enumerate(wrapped(self.text, console, column(options) - self.indent - self.hang)):
            yield Text(" " * (self.indent + (self.hang if number else 0))) + line


class Row:
    """One labelled line; figures stand at its right edge, or below where there is no room."""

    def __init__(self, label: str, text: str | Text, figures: str = "", style: str = "") -> None:
        self.label = label
        self.text = Text(text, style=style) if isinstance(text, str) else text
        self.figures = figures

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        room = column(options) - INDENT - LABEL
        lines = wrapped(self.text, console, room)
        left = room - lines[0].cell_len - len(self.figures)
        if self.figures and len(lines) == 1 and left >= 2:
            lines[0] = Text.assemble(lines[0], " " * left, (self.figures, "dim"))
        elif self.figures:
            lines.append(Text(self.figures, style="dim"))
        for number, line in enumerate(lines):
            label = self.label if number == 0 else ""
            yield Text.assemble(" " * INDENT, (f"{label:<{LABEL}}", "bold cyan"), line)


class Checklist:
    """`✓ cooling effect   ◐ health   ○ water use`, broken between items."""

    def __init__(self, items: Sequence[Item], indent: int = INDENT + LABEL) -> None:
        self.items, self.indent = items, indent

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        pieces = [Text.assemble((i.glyph, COLOURS.get(i.status, "dim")), " ", i.label) for i in self.items]
        for line in packed(pieces, column(options) - self.indent):
            yield Paragraph(line, self.indent)


def wrapped(text: Text, console: Console, width: int) -> list[Text]:
    """At least one line, none wider than asked, no blanks at the end."""
    lines = list(text.wrap(console, max(width, 10), overflow="fold")) or [Text()]
    for line in lines:
        line.rstrip()
        line.plain = line.plain.replace(STICKY, " ")
    return lines


class Parts:
    """`this · that`, broken between the parts so that each command can be copied."""

    def __init__(self, parts: Sequence[str]) -> None:
        self.parts = parts

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        for line in packed((Text(part, style="dim") for part in self.parts), column(options) - INDENT, gap=" · "):
            yield Paragraph(line)
