"""`inquiro eval`: measure retrieval, notes, evidence, claims, citations, answers, folders and fields on your own sets."""

from __future__ import annotations

import asyncio
import json
from pathlib import Path
from typing import TYPE_CHECKING

import click
from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from inquiro.cli.delivery import print_json
from inquiro.cli.rows import console
from inquiro.cli.text import count, money, plain, shortened
from inquiro.core.errors import UsageError
from inquiro.core.settings import Settings

if TYPE_CHECKING:
    from inquiro.core.registry import Registry
    from inquiro.runtime.evaluating.figures import Evaluated, Evaluation, Figure

PROBLEMS_SHOWN = 20
_TEXT_CELLS = 64


@click.command("eval")
@click.argument("name", required=False)
@click.argument("report", required=False, metavar="[FILE]", type=click.Path(dir_okay=False, path_type=Path))
@click.option(
    "--file",
    type=click.Path(dir_okay=False, path_type=Path),
    help="The report that `citations` checks, or the questions for `fields`, `folders` and `notes`.",
)
@click.option("--limit", type=click.IntRange(min=1), metavar="N", help="Only the first N questions or claims.")
@click.option("--data", type=click.Path(file_okay=False, path_type=Path), metavar="DIR", help="Folder of the sets.")
@click.option("--model", metavar="PROVIDER:NAME", help="Let a model take part in the runs; it may cost money.")
@click.option(
    "--answers",
    "answers_only",
    is_flag=True,
    help="Print what was answered, a line of JSON each: opening, refused, and what else stands there (`folders`).",
)
@click.option("--json", "as_json", is_flag=True, help="Print JSON on stdout, nothing else there.")
def evaluate(
    *,
    name: str | None,
    report: Path | None,
    file: Path | None,
    limit: int | None,
    data: Path | None,
    model: str | None,
    answers_only: bool,
    as_json: bool,
) -> None:
    """Measure what NAME says; without a name, list what can be measured.

    Each figure comes with n and a 95 % interval, and all of them with what they cost. The sets are read from
    --data, INQUIRO_EVAL_DATA or ./data. Without --model nothing leaves this machine.
    """
    from inquiro.runtime.evaluating.figures import Task  # slow to load, and a wrong option should not wait for it
    from inquiro.runtime.evaluating.sets import place_of
    from inquiro.runtime.evaluations import registry

    if name is None:
        _list(registry, as_json=as_json)
        return
    evaluation = registry.get(name)()
    if report and file:
        raise UsageError("FILE and --file name the same thing; give one of them")
    _possible(evaluation, model, report or file)
    settings = Settings.load()
    err = console(stderr=True)
    task = Task(
        data=place_of(data, settings),
        settings=settings,
        limit=limit,
        model=model,
        file=report or file,
        tell=lambda text: err.print(plain(text), style="dim"),
    )
    done = asyncio.run(evaluation.evaluate(task))
    if answers_only:
        for one in done.answers:
            click.echo(json.dumps(one.to_dict(), default=str))  # ASCII only, as `print_json`
    elif as_json:
        print_json(done.to_dict())
    else:
        console().print(_shown(done))


def _list(registry: Registry[Evaluation], *, as_json: bool) -> None:
    known = {name: plain(registry.get(name).__doc__ or "") for name in registry.names()}
    if as_json:
        print_json([{"name": name, "measures": text} for name, text in known.items()])
        return
    table = Table(box=None, pad_edge=False, show_header=False, padding=(0, 2, 0, 0))
    for name, text in known.items():
        table.add_row(name, text)
    console().print(table)


def _possible(evaluation: Evaluation, model: str | None, file: Path | None) -> None:
    if model and not evaluation.takes_model:
        raise UsageError(f"'{evaluation.name}' makes no run, so no model could take part: leave --model out")
    if file and not evaluation.takes_file:
        raise UsageError(f"'{evaluation.name}' reads sets, not a file: leave {plain(file)} out")


def _shown(done: Evaluated) -> RenderableType:
    parts: list[RenderableType] = [Text(plain(done.title), style="bold"), _table(done)]
    if done.problems:
        parts += ["", _problems(done)]
    parts += [Text(plain(note), style="dim") for note in done.notes]
    return Group(*parts, Text(_spent(done), style="dim"))


def _table(done: Evaluated) -> Table:
    table = Table(box=None, pad_edge=False, header_style="dim", padding=(0, 2, 0, 0))
    table.add_column("", overflow="fold")
    for name in ("n", "figure", "95 % interval"):
        table.add_column(name, justify="right", no_wrap=True)
    for figure in done.figures:
        table.add_row(plain(figure.name), f"{figure.n:,}", _value(figure), _interval(figure))
    return table


def _value(figure: Figure) -> str:
    if figure.unit:
        return f"{figure.value:g}"
    return f"{figure.value:.3f}" if figure.n else "–"


def _interval(figure: Figure) -> str:
    if figure.low is None or figure.high is None or not figure.n:
        return ""
    return f"{figure.low:.3f} – {figure.high:.3f}"


def _problems(done: Evaluated) -> Table:
    table = Table(box=None, pad_edge=False, header_style="dim", padding=(0, 2, 0, 0))
    table.add_column("line", justify="right")
    table.add_column("problem", no_wrap=True)
    table.add_column("where", overflow="fold")
    for problem in done.problems[:PROBLEMS_SHOWN]:
        table.add_row(str(problem.line), plain(problem.kind), shortened(problem.text, _TEXT_CELLS))
    if (more := len(done.problems) - PROBLEMS_SHOWN) > 0:
        table.add_row("", f"{more} more", "--json lists them all")
    return table


def _spent(done: Evaluated) -> str:
    each = f" ({done.seconds / done.n:.2f} s each)" if done.n else ""
    return (
        f"{plain(done.engine)} · {count(done.usage.calls, 'model call')} · {count(done.usage.tokens, 'token')} · "
        f"{money(done.usage.cost)} · {done.seconds:.1f} s{each}"
    )
