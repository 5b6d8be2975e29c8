"""Comments that start in the middle of a line and may run over many: `%% … %%`, and `<!-- … -->` after a word."""

from __future__ import annotations

import re
from bisect import bisect_right

_TICKS = re.compile("`+")
_MARKS = re.compile(r"\\.|`+|%%|<!--")


class Comments:
    """Which comment a text is in, told line by line."""

    def __init__(self, text: str) -> None:
        self._text = text
        self.running = ""  # what ends the comment that is open
        self._spans: tuple[str, dict[int, list[int]]] = ("", {})  # of one line: where runs of so many backticks end

    def read(self, line: str, following: int) -> bool:
        """Follow comments to the end of a line, behind which `following` is; True where nothing else is on the line."""
        hidden = True
        at = 0
        while True:
            if self.running:
                closed = line.find(self.running, at)
                if closed < 0:
                    return hidden
                at = closed + len(self.running)
                self.running = ""
            start, after = self._opened(line, at, following)
            hidden = hidden and not line[at : start if start >= 0 else None].strip()
            if start < 0:
                return hidden
            at = after

    def _opened(self, line: str, at: int, following: int) -> tuple[int, int]:
        """Where the next comment of the line starts and where its inside does, with `running` set; -1 for none."""
        while found := _MARKS.search(line, at):
            mark, at = found[0], found.end()
            if mark == "%%" or (mark == "<!--" and self._closes(line, at, following)):
                self.running = "%%" if mark == "%%" else "-->"
                return found.start(), at
            if mark[0] == "`":
                at = self._span_end(line, mark, at)
        return -1, -1

    def _span_end(self, line: str, mark: str, at: int) -> int:
        """Where the code span ends that a run of backticks opened: right there, if nothing closes it."""
        if self._spans[0] is not line:
            runs: dict[int, list[int]] = {}
            for run in _TICKS.finditer(line):
                runs.setdefault(len(run[0]), []).append(run.end())
            self._spans = (line, runs)
        ends = self._spans[1].get(len(mark), [])
        after = bisect_right(ends, at)
        return ends[after] if after < len(ends) else at

    def _closes(self, line: str, at: int, following: int) -> bool:
        """A stray `<!--` in running text hides nothing: its end has to come before another one starts."""
        if "-->" in line[at:]:
            return True
        other = self._text.find("<!--", following)
        return self._text.find("-->", following, other if other >= 0 else len(self._text)) >= 0
