"""Names that a program binds more than once, as templates with loops do: a use means the nearest binding before it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from collections.abc import Set as AbstractSet

from inquiro.core.types import Problem, VerbCall

_MOST_LINES = 3  # of one name that are listed in a note


def rebindings(calls: Sequence[VerbCall], bound: AbstractSet[str] = frozenset()) -> Iterator[Problem]:
    """A warning for each; `bound` are names from before the program."""
    seen = set(bound)
    for call in calls:
        if call.binds in seen:
            message = f"@{call.binds} is bound again; uses from here on mean this one"
            yield Problem(message=message, line=call.line, column=call.column, severity="warning")
        elif call.binds:
            seen.add(call.binds)


def rebinding_notes(calls: Sequence[VerbCall]) -> tuple[str, ...]:
    """The same in a line for each name: a loop over forty directors is told once."""
    messages: dict[str, list[int]] = {}
    for problem in rebindings(calls):
        messages.setdefault(problem.message, []).append(problem.line)
    return tuple(f"{_in_lines(list(dict.fromkeys(lines)))}: {message}" for message, lines in messages.items())


def _in_lines(lines: list[int]) -> str:
    if len(lines) == 1:
        return f"line {lines[0]}"
    listed = ", ".join(map(str, lines[:_MOST_LINES]))
    more = len(lines) - _MOST_LINES
    return f"lines {listed}{f' and {more:,} more' if more > 0 else ''}"
