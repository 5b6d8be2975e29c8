"""`inquiro batch`: a template of verbs run once for each row, all of it put before a person first."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from inquiro.cli.deciding import at_terminal
from inquiro.cli.delivery import print_json
from inquiro.cli.opened import Opened
from inquiro.cli.problems import in_order, problem_line, problem_values, told_one_by_one
from inquiro.cli.review import deciding_options
from inquiro.cli.rows import console
from inquiro.cli.text import plain
from inquiro.core.types import Json

_as_json = click.option("--json", "as_json", is_flag=True, help="Print JSON on stdout, nothing else there.")
_FILE = click.Path(exists=True, dir_okay=False, path_type=Path)
_OUT = click.Path(dir_okay=False, path_type=Path)


@click.group()
def batch() -> None:
    """Run a template of verbs for each row of a file or of an approved result.

    All rows are one review. What fails in one row stops that row alone; `inquiro review execute ID` goes on with what
    is left, and a row that is done is never done again.
    """


@batch.command("list")
@_as_json
def list_templates(as_json: bool) -> None:
    """List the templates: those that come with Inquiro, and your own."""
    from inquiro.cli.batch_views import TemplateList

    with Opened() as opened:
        registry = opened.runtime.batches.templates()
    if as_json:
        print_json([one.to_dict() for one in registry])
    else:
        console().print(TemplateList(list(registry)))
    for path, problems in registry.faults.items():
        for problem in in_order(problems):
            click.echo(problem_line(path, problem), err=True)


@batch.command()
@click.argument("file", type=_FILE)
@_as_json
@click.pass_context
def check(ctx: click.Context, file: Path, as_json: bool) -> None:
    """Explain every problem of a template FILE with its line. Exit code 1 if it cannot be used."""
    with Opened() as opened:
        template, found = opened.runtime.batches.check_template(file)
    problems = in_order(found)
    if as_json:
        print_json({"problems": problem_values(str(file), problems)})
    else:
        for problem in problems:
            click.echo(problem_line(str(file), problem))
        if not problems:
            click.echo(f"{plain(file)}: no problems")
    ctx.exit(0 if template else 1)


@batch.command()
@click.argument("template")
@click.argument("shared", metavar="[KEY=VALUE]...", nargs=-1)
@click.option("--from-research", "session_id", default="", metavar="SESSION", help="Rows from its approved result.")
@click.option("--input", "path", type=_FILE, metavar="FILE", help="Rows from a file: CSV, TSV, JSON or JSON lines.")
@click.option("--dry-run", is_flag=True, help="Change nothing: show what each row would create.")
@click.option(
    "--override", "overrides", multiple=True, metavar="LEI=REASON", help="Let a lapsed or unverified LEI pass."
)
@deciding_options
@_as_json
@click.pass_context
def start(
    ctx: click.Context, /, template: str, shared: tuple[str, ...], session_id: str, path: Path | None, **options: Any
) -> None:
    """Put a batch before a person and, on a terminal, decide and execute it here.

    KEY=VALUE is the same for all rows that do not say it themselves. Without a terminal it waits for a person (exit
    code 0, status waiting); the same batch again comes back to that review. A script runs it with --json first, which
    gives the hash, then with --token-file and that --hash, as often as it likes: what has run is only reported.
    """
    from inquiro.cli.approving import proposed
    from inquiro.cli.given import values_given

    given: dict[str, Any] = {"session_id": session_id, "path": path, "shared": values_given(shared)}
    seen_hash = options["seen_hash"]
    as_json, dry_run = options.pop("as_json"), options.pop("dry_run")
    with Opened() as opened, told_one_by_one():
        if dry_run:
            ctx.exit(_rehearsed(opened, template, given, as_json=as_json))
        if at_terminal():
            click.echo("Reading the rows, and looking their LEIs up in the register…", err=True)
        review = opened.wait(opened.runtime.batches.start(template, seen_hash=seen_hash, **given))
        _tell_of_rows(review.payload.params)
        ctx.exit(proposed(opened, review, options, as_json=as_json))


@batch.command()
@click.argument("batch_id", metavar="ID")
@click.option("--format", "form", type=click.Choice(("text", "mermaid", "graphml")), help="Draw what was created.")
@click.option("--out", type=_OUT, metavar="FILE", help="Write that to a file.")
@_as_json
def status(batch_id: str, form: str | None, out: Path | None, as_json: bool) -> None:
    """Show how far a batch is, row by row, and how to go on."""
    from inquiro.cli.batch_views import BatchScreen
    from inquiro.cli.trees import deliver, of_review

    with Opened() as opened:
        if form or out:
            graph = of_review(opened, batch_id)
        else:
            told = opened.wait(opened.runtime.batches.status(batch_id))
    if form or out:
        deliver(*graph, form or "text", out)
    elif as_json:
        print_json(told)
    else:
        console().print(BatchScreen(told))


def _rehearsed(opened: Opened, template: str, given: dict[str, Any], *, as_json: bool) -> int:
    from inquiro.cli.execution_views import ExecutionScreen

    planned = opened.wait(opened.runtime.batches.plan(template, **given))
    report = opened.wait(opened.runtime.executions.rehearse(planned.groups))
    if as_json:
        print_json(planned.told | report.to_dict())
    else:
        _tell_of_rows(planned.told)
        console().print(ExecutionScreen(report))
    return 0 if report.finished else 1


def _tell_of_rows(told: Json) -> None:
    from inquiro.cli.batch_views import row_remarks

    for line in row_remarks(told):
        click.echo(line, err=True)
