"""`inquiro macro`: research with a declared question and a declared result, put before a person at its end."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from inquiro.cli.asking import some_options
from inquiro.cli.delivery import EXIT_CODES, print_json
from inquiro.cli.opened import Opened
from inquiro.cli.problems import in_order, problem_line
from inquiro.cli.rows import console
from inquiro.cli.text import plain
from inquiro.core.errors import UsageError

if TYPE_CHECKING:
    from inquiro.core.types import Json, Report

_as_json = click.option("--json", "as_json", is_flag=True, help="Print JSON on stdout, nothing else there.")
_OF_RESEARCH = ("corpora", "public_corpora", "sources", "max_rounds", "max_seconds", "max_cost", "max_tokens")
_OF_RUNS = ("privacy", "model", "fresh")


@click.group()
def macro() -> None:
    """Run research with a declared result, and check macro files.

    A macro names its parameters, the shape of its result and the verbs that follow from it. Its result waits for a
    person: `inquiro review` shows it, and nothing is executed before a decision.
    """


@macro.command("list")
@click.option("--search", default="", metavar="TEXT", help="Only those that these words fit, best first.")
@_as_json
def list_macros(search: str, as_json: bool) -> None:
    """List the macros: those that come with Inquiro, and your own."""
    from inquiro.cli.macro_views import MacroList, macro_line

    with Opened() as opened:
        registry = opened.runtime.macros.registry
        held = [registry.held(one.name) for one in registry.list(search)]
        unusable = registry.problems()
        folder = opened.runtime.settings.home / "macros"
    if as_json:
        print_json([macro_line(one) for one in held])
    elif held:
        console().print(MacroList(held))
    else:
        click.echo(f"No macro fits that. Your own belong in {folder}.", err=True)
    for one in held:
        for note in one.notes():
            click.echo(plain(note), err=True)
    for broken in unusable:
        first = in_order(broken.problems)[:1]
        for problem in first:
            click.echo(f"{problem_line(broken.path, problem)} (inquiro macro check {plain(broken.path)})", err=True)


@macro.command()
@click.argument("name")
@_as_json
def show(name: str, as_json: bool) -> None:
    """Show a macro: parameters, prompt, the fields of its result, the verbs that follow, an example."""
    from inquiro.cli.macro_views import MacroScreen, macro_line

    with Opened() as opened:
        held = opened.runtime.macros.registry.held(name)
    if as_json:
        print_json(held.macro.to_dict() | {"origin": macro_line(held)["origin"]})
    else:
        console().print(MacroScreen(held))


@macro.command()
@click.argument("files", metavar="FILE...", nargs=-1, required=True, type=click.Path(exists=True, path_type=Path))
@click.option("--strict", is_flag=True, help="Take every warning for an error.")
@click.option("--history", is_flag=True, help="Hold past decisions against it: what would come out otherwise now.")
@_as_json
@click.pass_context
def check(ctx: click.Context, files: tuple[Path, ...], strict: bool, history: bool, as_json: bool) -> None:
    """Explain every problem of macro FILEs, or of all in a folder, with its line. Exit code 1 if one cannot be used."""
    from inquiro.cli.macro_checks import checks_value, tell_checks, usable

    with Opened() as opened:
        found = opened.runtime.macros.check(files, strict=strict)
        past = [opened.wait(opened.runtime.macros.history(one.macro)) if history and one.macro else [] for one in found]
    if as_json:
        print_json(checks_value(found, past if history else None))
    else:
        tell_checks(found, past if history else None)
    ctx.exit(0 if usable(found, past) else 1)


@macro.command()
@click.argument("name")
@click.argument("params", metavar="[KEY=VALUE]...", nargs=-1)
@click.option("--session", "session_id", default="", metavar="ID", help="Research session to go on with.")
@some_options(*_OF_RESEARCH, *_OF_RUNS)
@_as_json
@click.option("--events", is_flag=True, help="Print events as JSON lines on stdout.")
@click.pass_context
def run(ctx: click.Context, /, name: str, params: tuple[str, ...], *, as_json: bool, events: bool, **how: Any) -> None:
    """Run the macro NAME with its parameters; the result waits for your decision.

    KEY=@FILE takes a value from a file. Exit codes: 0 done, 1 failed, 2 wrong usage, 3 not configured or refused
    (a macro may need a model), 4 stopped early.
    """
    from inquiro.cli.conduct import Conductor
    from inquiro.cli.given import values_given
    from inquiro.cli.macro_views import Outcome, result_value
    from inquiro.cli.result_views import Result

    if as_json and events:
        raise UsageError("--json and --events both want stdout; choose one")
    given = values_given(params)
    with Opened() as opened:
        request = opened.wait(opened.runtime.macros.request(name, given, texts=True, **_options(how)))
        report = Conductor(opened, events=events).research(request)
        summary, place = _waiting(opened, report)
    if as_json:
        print_json(result_value(report) | place)
    elif not events:
        console().print(Result(report, brief=True))
        console().print(Outcome(report, summary))
    ctx.exit(EXIT_CODES[report.status])


def _options(how: dict[str, Any]) -> dict[str, Any]:
    """The command line's words in the request's; the others have the same name in both."""
    corpora, public = how.pop("corpora"), how.pop("public_corpora")
    folders = {"corpora": tuple(map(str, corpora)), "public_corpora": tuple(map(str, public))}
    return {**folders, "max_iterations": how.pop("max_rounds"), **how}


def _waiting(opened: Opened, report: Report) -> tuple[str, Json]:
    """What the reviewer will find, as the review itself says it, and where they decide on it."""
    if report.macro is None or report.macro.state != "pending_review":
        return "", {}
    reviews, review_id = opened.runtime.reviews, report.macro.result_id
    return opened.wait(reviews.view(review_id)).summary, reviews.where(review_id)
