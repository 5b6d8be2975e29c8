"""A tree's lines on the terminal: which colour each piece has, and how long lines are broken."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from rich.console import RenderableType
from rich.text import Text

from inquiro.cli.code_view import Code
from inquiro.cli.rows import INDENT, STICKY, Paragraph, Row
from inquiro.present.terminal import Piece, ScreenCode, ScreenPart
from inquiro.text.display import bare

STYLES = {"bold": "bold", "dim": "dim", "mark": "cyan", "good": "green", "warn": "yellow", "bad": "red", "": ""}


def drawn(parts: Iterable[ScreenPart]) -> Iterator[RenderableType]:
    for part in parts:
        if isinstance(part, ScreenCode):
            yield Code(part.code, part.language, INDENT + part.indent)
        elif part.label is not None:
            yield Row(bare(part.label), _line(part.pieces))
        elif not part.pieces:
            yield ""
        else:
            yield Paragraph(_line(part.pieces), INDENT + part.indent, part.hang)


def _line(pieces: Iterable[Piece]) -> Text:
    line = Text()
    for piece in pieces:
        if piece.sticky:
            line.rstrip()
            line.append(STICKY)
        text = bare(piece.text).replace("\n", " ").replace("\t", " ").replace(STICKY, "")
        line.append(text, style=STYLES[piece.style])
    line.rstrip()
    return line
