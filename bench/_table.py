"""How every benchmark shows its figures: a name, a figure, an aim, and whether it was met."""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from typing import Literal, NamedTuple

from inquiro.core.types import Report


class Row(NamedTuple):
    """One figure; `aim` is a bound that `better` says how to read."""

    name: str
    figure: float
    unit: str = ""
    aim: float | None = None
    better: Literal["lower", "higher"] = "lower"

    @property
    def met(self) -> bool:
        if self.aim is None:
            return True
        return self.figure <= self.aim if self.better == "lower" else self.figure >= self.aim

    @property
    def verdict(self) -> str:
        if self.aim is None:
            return ""
        return f"{'<=' if self.better == 'lower' else '>='} {self.aim:g}  {'met' if self.met else 'MISSED'}"


def show(title: str, rows: Sequence[Row]) -> None:
    """A small table on standard output."""
    print(f"{title:54} {'figure':>10} {'':10} aim")
    for row in rows:
        print(f"  {row.name:52} {row.figure:10.{_digits(row.figure)}f} {row.unit:10} {row.verdict}".rstrip())
    print(flush=True)


def sound(report: Report) -> Report:
    """The report, where there is something to measure; a run that failed ends the benchmark, and its figures with it."""
    if not did_work(report):
        sys.exit(f"the run ended as {report.status}, with nothing done: {report.stop_reason}")
    return report


def did_work(report: Report) -> bool:
    """Whether a source answered: a run that asks nobody is fast."""
    return report.status != "error" and any(turn.results_count for turn in report.rounds)


def exit_code(*tables: Sequence[Row]) -> int:
    """1 when an aim of any table was missed."""
    return int(not all(row.met for rows in tables for row in rows))


def best(measure: Callable[[], float], repetitions: int) -> float:
    """The least disturbed of several measurements: other work on a shared machine only ever adds."""
    return min(measure() for _ in range(repetitions))


def percentile(values: Sequence[float], share: float) -> float:
    """The smallest value that so many are not above."""
    ordered = sorted(values)
    return ordered[min(int(share * len(ordered)), len(ordered) - 1)]


def _digits(figure: float) -> int:
    return 0 if abs(figure) >= 1_000 else 1 if abs(figure) >= 100 else 2 if abs(figure) >= 10 else 3
