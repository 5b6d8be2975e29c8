"""Code in a terminal: coloured as code, and able to do nothing else."""

from __future__ import annotations

from collections.abc import Iterable

from rich.console import Console, ConsoleOptions, RenderResult
from rich.syntax import Syntax
from rich.text import Text

from inquiro.cli.rows import INDENT, Paragraph, column, wrapped
from inquiro.cli.text import packed
from inquiro.text.display import bare

BAR, GOES_ON = "│ ", "┊ "
TAB = 4
LONGEST_COLOURED = 20_000  # characters; a longer text takes a moment to colour and is shown as it is


class Code:
    """Code beside a bar, in the colours of its language; a line that is too long goes on below itself."""

    def __init__(self, code: str, language: str, indent: int = INDENT) -> None:
        self.code, self.indent = harmless(code), indent
        self.language = language if len(code) <= LONGEST_COLOURED else ""

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        room = column(options) - self.indent - len(BAR)
        syntax = Syntax("", self.language or "text", theme="ansi_dark", background_color="default")
        for line in syntax.highlight(self.code).split("\n", allow_blank=False):
            for number, piece in enumerate(wrapped(line, console, room)):
                bar = GOES_ON if number else BAR
                yield Text.assemble(" " * self.indent, (bar if piece.plain else bar.rstrip(), "dim"), piece)


class Facts:
    """`this · that`, set in, broken between the parts and, where one is too long, inside it."""

    def __init__(self, parts: Iterable[Text], indent: int) -> None:
        self.parts, self.indent = tuple(parts), indent

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        for line in packed(self.parts, column(options) - self.indent, gap=" · "):
            yield Paragraph(line, self.indent)


def harmless(code: str) -> str:
    """Code in which no character can move the cursor, hide or reorder anything; its lines and indents stay."""
    lines = code.replace("\r\n", "\n").expandtabs(TAB).split("\n")
    return "\n".join(bare(line) for line in lines)
