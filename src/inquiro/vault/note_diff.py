"""A unified diff of a note of which one stretch changed; the rest, however long, is not looked at."""

from __future__ import annotations

from typing import NamedTuple

from inquiro.vault.blocks import split_lines
from inquiro.vault.line_matches import line_matches

CONTEXT = 3


class _Step(NamedTuple):
    mark: str
    line: str


def unified_diff(before: str, after: str, path: str) -> str:
    """What `git diff` would show."""
    if before == after:
        return ""
    start, old_end, new_end = _changed(before, after)
    skipped = len(split_lines(before[:start]))
    steps = _steps(split_lines(before[start:old_end]), split_lines(after[start:new_end]))
    lines = [f"--- {path}", f"+++ {path}"]
    lines += _hunks(steps, skipped, skipped)
    return printable("\n".join(lines) + "\n")


def printable(text: str) -> str:
    """Without the stand-ins for bytes that are no UTF-8: they cannot be sent anywhere."""
    return text.encode("utf-8", "surrogateescape").decode("utf-8", "replace")


def _changed(before: str, after: str) -> tuple[int, int, int]:
    """The stretch that differs with some lines around it: from where, and where it ends on either side."""
    same = _common(before, after)
    start = _line_start(before, same, CONTEXT)
    rest = min(len(before), len(after)) - same
    tail = _common(before[len(before) - rest :][::-1], after[len(after) - rest :][::-1])
    tail = _tail_of_lines(before, tail)
    return start, len(before) - tail, len(after) - tail


def _common(one: str, other: str) -> int:
    """How many characters two texts share from the start."""
    low, high = 0, min(len(one), len(other))
    while low < high:
        middle = (low + high + 1) // 2
        if one[low:middle] == other[low:middle]:
            low = middle
        else:
            high = middle - 1
    return low


def _line_start(text: str, at: int, lines_before: int) -> int:
    begin = 0
    for _ in range(lines_before + 1):
        begin = max(text.rfind("\n", 0, at), text.rfind("\r", 0, max(at - 1, 0))) + 1
        if begin == 0:
            break
        at = begin - 1
    return begin


def _tail_of_lines(text: str, tail: int) -> int:
    """The common end without its first lines, which are context."""
    at = len(text) - tail
    for _ in range(CONTEXT + 1):
        found = text.find("\n", at)
        if found < 0:
            return 0
        at = found + 1
    return len(text) - at


def _steps(old: list[str], new: list[str]) -> list[_Step]:
    steps: list[_Step] = []
    i = j = 0
    for a, b in [*line_matches(old, new).items(), (len(old), len(new))]:
        steps += [_Step("-", line) for line in old[i:a]]
        steps += [_Step("+", line) for line in new[j:b]]
        steps += [_Step(" ", line) for line in old[a : a + 1]]
        i, j = a + 1, b + 1
    return steps


def _hunks(steps: list[_Step], old_at: int, new_at: int) -> list[str]:
    changed = [number for number, step in enumerate(steps) if step.mark != " "]
    lines: list[str] = []
    done = 0
    while changed:
        first = max(changed[0] - CONTEXT, done)
        last = changed.pop(0)
        while changed and changed[0] - last <= 2 * CONTEXT:
            last = changed.pop(0)
        stop = min(last + CONTEXT + 1, len(steps))
        passed, shown = steps[done:first], steps[first:stop]
        old_at, new_at = old_at + _count(passed, "+"), new_at + _count(passed, "-")
        olds, news = _count(shown, "+"), _count(shown, "-")
        lines.append(f"@@ -{_range(old_at, olds)} +{_range(new_at, news)} @@")
        lines += [_shown(step) for step in shown]
        old_at, new_at, done = old_at + olds, new_at + news, stop
    return lines


def _count(steps: list[_Step], without: str) -> int:
    return sum(step.mark != without for step in steps)


def _range(at: int, count: int) -> str:
    return f"{at + 1 if count else at},{count}"


def _shown(step: _Step) -> str:
    bare = step.line.rstrip("\r\n")
    return f"{step.mark}{bare}" if bare != step.line else f"{step.mark}{bare}\n\\ No newline at end of file"
