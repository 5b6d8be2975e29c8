"""How much a template may ask for; macro files come from anywhere."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from inquiro.core.errors import UsageError
from inquiro.core.types import Problem
from inquiro.onboarding.handlebars.nodes import Place


class Limits(NamedTuple):
    """What one template may take before it is refused."""

    output: int = 1_000_000  # characters
    steps: int = 200_000  # tags met, iterations made, parts of values looked at
    depth: int = 100  # blocks in blocks, lists in lists
    expression: int = 40  # parentheses in parentheses
    tags: int = 20_000
    template: int = 1_000_000  # characters


LIMITS = Limits()


class TemplateError(UsageError):
    """A template cannot be used; every problem has its line."""

    def __init__(self, problems: Iterable[Problem]) -> None:
        self.problems = tuple(problems)
        super().__init__("\n".join(f"template: {problem}" for problem in self.problems))


class LimitReached(TemplateError):
    """Rendering was stopped; the message names the limit."""


class Meter:
    """Counts steps, which whoever loops over data pays; knows which tag is being rendered."""

    def __init__(self, limits: Limits) -> None:
        self.limits = limits
        self.place = Place()
        self._left = limits.steps

    def spend(self, steps: int = 1) -> None:
        self._left -= steps
        if self._left < 0:
            raise LimitReached([self.problem(f"rendering takes more than {self.limits.steps:,} steps")])

    def deeper(self, depth: int) -> int:
        if depth >= self.limits.depth:
            raise LimitReached([self.problem(f"values are nested deeper than {self.limits.depth} levels")])
        return depth + 1

    def fits(self, length: int, room: int | None = None) -> None:
        """Refuses text that is longer than there is room for."""
        most = self.limits.output if room is None else room
        if length > most:
            raise TooLong([self.problem(f"the output is longer than {most:,} characters")])

    def problem(self, message: str) -> Problem:
        return Problem(message=message, line=self.place.line, column=self.place.column)


class TooLong(LimitReached):
    """There is no room for a text."""
