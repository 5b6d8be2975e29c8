"""Comments in Markdown, `<!-- … -->` and `%% … %%`, which no page shows; in code they are code."""

from __future__ import annotations

import re
from collections.abc import Sequence

_OPENING = re.compile(r"(?P<ticks>`+)|<!--|(?<![\w%])%%(?!%)")
_CLOSES = {"<!--": "-->", "%%": "%%"}


class Comments:
    """Takes comments out of the lines of a text; one that nobody closes is text, not a reason to lose the rest."""

    def __init__(self, lines: Sequence[str]) -> None:
        self._last = {
            mark: max((at for at, line in enumerate(lines) if mark in line), default=-1) for mark in _CLOSES.values()
        }
        self._awaited = ""  # what ends the comment that is open

    @property
    def open(self) -> bool:
        return bool(self._awaited)

    def without(self, line: str, number: int) -> str:
        """The visible part of a line."""
        if not self._awaited and "<!--" not in line and "%%" not in line:
            return line
        kept: list[str] = []
        at = 0
        while True:
            if self._awaited:
                closed = line.find(self._awaited, at)
                if closed < 0:
                    return "".join(kept)
                at, self._awaited = closed + len(self._awaited), ""
            opened = self._opening(line, at, number)
            if opened is None:
                return "".join((*kept, line[at:]))
            kept.append(line[at : opened.start()])
            at, self._awaited = opened.end(), _CLOSES[opened[0]]

    def _opening(self, line: str, at: int, number: int) -> re.Match[str] | None:
        """The next comment that is closed somewhere and does not stand in code."""
        while found := _OPENING.search(line, at):
            at = found.end()
            if ticks := found["ticks"]:
                closed = line.find(ticks, at)
                at = closed + len(ticks) if closed >= 0 else at
            elif number < self._last[_CLOSES[found[0]]] or line.find(_CLOSES[found[0]], at) >= 0:
                return found
        return None
