"""A terminal that is drawn instead of shown: an SVG that loads nothing from anywhere."""

from __future__ import annotations

import re
from io import StringIO

from rich.console import Console

COLUMNS = 100
_REMOTE_FONTS = re.compile(r"@font-face \{[^}]*\}\s*")


def recorder() -> Console:
    """A console of fixed width that keeps what is printed."""
    return Console(
        record=True,
        width=COLUMNS,
        file=StringIO(),
        force_terminal=True,
        color_system="truecolor",
        highlight=False,
        markup=False,
        emoji=False,
    )


def svg(console: Console, title: str) -> str:
    """The picture, with the reader's own monospaced font instead of one from a server."""
    drawn = console.export_svg(title=title, unique_id="inquiro")
    return _REMOTE_FONTS.sub("", drawn).replace("Fira Code, monospace", "ui-monospace, Menlo, Consolas, monospace")
