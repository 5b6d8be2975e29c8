"""A line on stderr that moves on a terminal and is gone in the end."""

from __future__ import annotations

import os
import sys
from typing import Self

from rich.live import Live

from inquiro.cli.rows import console


class MovingLine:
    """`live` is None where nothing can move: then a few lines that stay have to do."""

    def __init__(self) -> None:
        self.console = console(stderr=True)
        moving = sys.stderr.isatty() and os.environ.get("TERM") != "dumb"
        self.live = Live(console=self.console, transient=True, refresh_per_second=8) if moving else None

    def __enter__(self) -> Self:
        if self.live:
            self.live.start()
        return self

    def __exit__(self, *_: object) -> None:
        if self.live:
            self.live.stop()
