"""What is wrong with files, edits and decisions, one line each, before the one line that ends the command."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import contextmanager

import click

from inquiro.cli.text import count, plain
from inquiro.core.errors import BadEdit, BadFile, Conflict, UsageError
from inquiro.core.types import Json, Problem


def problem_line(where: str, problem: Problem) -> str:
    """`FILE:LINE:COLUMN: message`, as editors know how to open it."""
    place = "".join(f":{number}" for number in (problem.line, problem.column) if number)
    weight = "warning: " if problem.severity == "warning" else ""
    return f"{plain(where)}{place}: {weight}{plain(problem.message)}"


def in_order(problems: Iterable[Problem]) -> list[Problem]:
    return sorted(problems, key=lambda one: (one.line, one.column, one.message))


def problem_values(where: str, problems: Iterable[Problem]) -> list[Json]:
    return [{"file": where} | problem.to_dict() for problem in problems]


def how_many(problems: Iterable[Problem]) -> str:
    """`2 errors, 1 warning`."""
    severities = [problem.severity for problem in problems]
    counted = [count(severities.count(one), one) for one in ("error", "warning") if one in severities]
    return ", ".join(counted) or "no problems"


@contextmanager
def told_one_by_one() -> Iterator[None]:
    """Errors that hold several things say each of them on stderr first."""
    try:
        yield
    except BadFile as error:
        found = in_order(error.problems)
        for problem in found:
            click.echo(problem_line(error.where, problem), err=True)
        raise UsageError(f"{error.where}: {how_many(found)}") from error
    except BadEdit as error:
        tell_edit(error)
        raise UsageError("the edit was refused; nothing was decided") from error
    except Conflict as error:
        for line in error.difference:
            click.echo(f"  {plain(line)}", err=True)
        raise


def tell_edit(error: BadEdit) -> None:
    for field, problem in error.problems:
        click.echo(f"  {plain(field) or 'all of it'}: {plain(problem)}", err=True)
