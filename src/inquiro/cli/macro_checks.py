"""What `inquiro macro check` says of one file, of several, or of a folder."""

from __future__ import annotations

from collections.abc import Sequence

import click

from inquiro.cli.macro_views import history_lines
from inquiro.cli.problems import how_many, in_order, problem_line, problem_values
from inquiro.cli.text import count, plain
from inquiro.core.types import Json
from inquiro.onboarding.macros.checked_files import Checked
from inquiro.onboarding.macros.history import Replayed

History = Sequence[Sequence[Replayed]]  # of each file


def usable(found: Sequence[Checked], history: History) -> bool:
    """Whether each can be used, and still fits what people approved."""
    broken = any(one.outcome == "broken" for past in history for one in past)
    return not broken and all(one.macro is not None for one in found)


def tell_checks(found: Sequence[Checked], history: History | None) -> None:
    """Every problem; of a single file that it has none, of several how many there are."""
    for number, one in enumerate(found):
        for problem in in_order(one.problems):
            click.echo(problem_line(str(one.path), problem))
        if len(found) == 1 and not one.problems:
            click.echo(f"{plain(one.path)}: no problems")
        if history is not None and one.macro is not None:
            for line in history_lines(one.macro, history[number]):
                click.echo(line)
    if len(found) > 1:
        unusable = sum(one.macro is None for one in found)
        refused = f" ({unusable:,} cannot be used)" if unusable else ""
        told = how_many([problem for one in found for problem in one.problems])
        click.echo(f"{count(len(found), 'macro file')}{refused}, {told}")


def checks_value(found: Sequence[Checked], history: History | None) -> Json:
    listed = [value for one in found for value in problem_values(str(one.path), in_order(one.problems))]
    if history is None:
        return {"problems": listed}
    replayed = [
        {"file": str(one.path)} | past.to_dict() for one, each in zip(found, history, strict=True) for past in each
    ]
    return {"problems": listed, "history": replayed}
