"""`inquiro verbs`: what can be executed, files of it checked, rehearsed, and run once a person approved."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from inquiro.cli.delivery import print_json
from inquiro.cli.opened import Opened
from inquiro.cli.problems import how_many, in_order, problem_line, problem_values, told_one_by_one
from inquiro.cli.review import deciding_options, tree_options
from inquiro.cli.rows import console
from inquiro.cli.text import count
from inquiro.core.errors import UsageError

_as_json = click.option("--json", "as_json", is_flag=True, help="Print JSON on stdout, nothing else there.")
_FILE = click.Path(exists=True, dir_okay=False, path_type=Path)


@click.group()
def verbs() -> None:
    """List, check and run verbs: `(entity.ensure :name "Example SE" :as @x)`.

    Nothing runs before a person approved exactly what will run; --dry-run shows it and needs nobody.
    """


@verbs.command("list")
@click.option("--search", default="", metavar="TEXT", help="Only those with these words in their name or description.")
@_as_json
def list_verbs(search: str, as_json: bool) -> None:
    """List the verbs with their arguments and what they change."""
    from inquiro.cli.verb_views import VerbList, fitting

    with Opened() as opened:
        registry = opened.runtime.batches.verbs()
    found = fitting(registry, search)
    if as_json:
        print_json([spec.to_dict() for spec in found])
    elif found:
        console().print(VerbList(found))
    else:
        click.echo("No verb fits that.", err=True)
    for path, problems in registry.faults.items():
        for problem in in_order(problems):
            click.echo(problem_line(path, problem), err=True)


@verbs.command()
@click.argument("file", type=_FILE)
@click.option("--format", "formatted", is_flag=True, help="Print the file as the formatter writes it.")
@_as_json
@click.pass_context
def check(ctx: click.Context, file: Path, formatted: bool, as_json: bool) -> None:
    """Check a FILE of verbs before anything of it runs: every problem with its line. Exit code 1 on errors.

    A YAML file is checked for the verbs of your own that it declares.
    """
    from inquiro.onboarding.dsl.tidying import format_text
    from inquiro.runtime.folders import text_of

    with Opened() as opened:
        calls, found = opened.runtime.batches.check_verbs(file)
    problems = in_order(found)
    failed = any(one.severity == "error" for one in problems)
    text = format_text(text_of(file), str(file)) if formatted and not failed else ""
    if as_json:
        print_json({"verbs": calls, "problems": problem_values(str(file), problems)} | _formatted(text))
        ctx.exit(1 if failed else 0)
    for problem in problems:
        click.echo(problem_line(str(file), problem), err=formatted)
    click.echo(text, nl=False)
    click.echo(f"{count(calls, 'verb')}, {how_many(problems)}", err=formatted)
    ctx.exit(1 if failed else 0)


@verbs.command()
@click.argument("file", type=_FILE)
@click.option("--dry-run", is_flag=True, help="Change nothing, ask nobody outside: show what would be created.")
@click.option(
    "--override", "overrides", multiple=True, metavar="LEI=REASON", help="Let a lapsed or unverified LEI pass."
)
@deciding_options
@_as_json
@click.pass_context
def run(ctx: click.Context, /, file: Path, dry_run: bool, as_json: bool, **options: Any) -> None:
    """Run a FILE of verbs: shown, approved by you on the terminal, executed.

    Without a terminal it only becomes a review that waits for a person (exit code 0, status waiting); the same file
    again comes back to that review. A script runs it with --json first, which gives the hash, then with --token-file
    and that --hash, as often as it likes: what has run is only reported.
    """
    from inquiro.cli.approving import proposed
    from inquiro.cli.execution_views import ExecutionScreen

    with Opened() as opened, told_one_by_one():
        batches = opened.runtime.batches
        if dry_run:
            group = batches.group_of_file(file)
            report = opened.wait(opened.runtime.executions.rehearse([group]))
            print_json(report.to_dict()) if as_json else console().print(ExecutionScreen(report))
            ctx.exit(0 if report.finished else 1)
        seen_hash = options["seen_hash"]
        if options["token_file"] is not None and not seen_hash:
            raise UsageError(f"--token-file needs --hash HASH: `inquiro verbs run {file} --json` gives it")
        review = opened.wait(batches.seen_verbs(file, seen_hash) if seen_hash else batches.propose_verbs(file))
        ctx.exit(proposed(opened, review, options, as_json=as_json))


@verbs.command()
@click.option("--entity", default="", metavar="ID|LEI", help="Begin with this entity; else everything is drawn.")
@tree_options
def tree(entity: str, form: str, out: Path | None, as_json: bool) -> None:
    """Draw all that verbs have created: who owns whom, who holds which role."""
    from inquiro.cli.trees import deliver, of_everything

    with Opened() as opened:
        entities, relationships = of_everything(opened)
    deliver(entities, relationships, "json" if as_json else form, out, entity or None)


def _formatted(text: str) -> dict[str, str]:
    return {"formatted": text} if text else {}
