"""What an evaluation hands back: figures with their uncertainty, what they cost, and how long they took."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

from inquiro.core.settings import Settings
from inquiro.core.types import Usage, Value
from inquiro.runtime.evaluating.intervals import Interval

Tell = Callable[[str], None]


class Figure(Value, frozen=True, kw_only=True):
    """One measured number; a count of problems has no interval."""

    name: str
    n: int  # of what was looked at
    value: float
    low: float | None = None  # of the 95 % interval
    high: float | None = None
    unit: str = ""


class Problem(Value, frozen=True, kw_only=True):
    """Something wrong in one place of a text."""

    kind: str
    line: int
    text: str


class AnsweredQuestion(Value, frozen=True, kw_only=True):
    """An answer that a person can grade."""

    id: str
    question: str
    answer: str
    opening: str = ""
    refused: bool = False
    rest: tuple[str, ...] = ()  # what else stands on the page
    sources: tuple[str, ...] = ()  # addresses
    engine: str = ""
    seconds: float = 0.0


class Evaluated(Value, frozen=True, kw_only=True):
    """The figures of one evaluation."""

    name: str
    title: str
    n: int
    figures: tuple[Figure, ...]
    engine: str
    usage: Usage = Usage()
    seconds: float = 0.0
    notes: tuple[str, ...] = ()
    problems: tuple[Problem, ...] = ()
    answers: tuple[AnsweredQuestion, ...] = ()


@dataclass(frozen=True, kw_only=True)
class Task:
    """What a person wants evaluated."""

    data: Path  # the folder that holds the sets
    settings: Settings
    limit: int | None = None
    model: str | None = None
    file: Path | None = None
    tell: Tell = lambda _: None


class Evaluation(Protocol):
    """One file of `inquiro.runtime.evaluations`; its docstring is what the list of them says."""

    name: str
    takes_model: bool  # whether it makes runs, which a model can take part in
    takes_file: bool

    async def evaluate(self, task: Task) -> Evaluated: ...


def share(name: str, n: int, value: float, interval: Interval) -> Figure:
    return Figure(name=name, n=n, value=value, low=interval.low, high=interval.high)
