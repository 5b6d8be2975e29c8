"""Which display a command uses: live on a terminal, plain lines elsewhere, nothing beside events on one screen."""

from __future__ import annotations

import os
import sys
from types import TracebackType
from typing import Protocol, Self

from inquiro.core.events import Event


class Display(Protocol):
    """Shows a run on stderr; entered while the run works, left while a person is asked."""

    def __enter__(self) -> Self: ...
    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None, /
    ) -> None: ...
    def __call__(self, event: Event) -> None: ...
    def say(self, text: str) -> None: ...


def display(*, events: bool) -> Display:
    """The display that fits where stderr goes."""
    if sys.stderr.isatty() and os.environ.get("TERM") != "dumb" and not (events and sys.stdout.isatty()):
        from inquiro.cli.progress import Progress
        from inquiro.cli.rows import console

        return Progress(console(stderr=True))
    from inquiro.cli.lines import Lines

    return Lines()
