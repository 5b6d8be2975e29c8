"""`inquiro review`: what waits for a person, their decision, and what follows from it."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from inquiro.cli.deciding import Wishes
from inquiro.cli.delivery import print_json
from inquiro.cli.opened import Opened
from inquiro.cli.problems import told_one_by_one
from inquiro.cli.rows import console
from inquiro.cli.text import plain
from inquiro.core.errors import UsageError

_as_json = click.option("--json", "as_json", is_flag=True, help="Print JSON on stdout, nothing else there.")
_review_id = click.argument("review_id", metavar="ID")
_FILE = click.Path(dir_okay=False, path_type=Path)
SETTLED = ("done", "repeat", "failed")


def deciding_options(command: Any) -> Any:
    """Who decides: the same on every command that ends in a decision."""
    for option in (
        click.option("--hash", "seen_hash", default="", metavar="HASH", help="With --token-file: the payload you saw."),
        click.option("--token-file", type=_FILE, help="For scripts: a file (0600) with a token of scope review."),
        click.option("--as", "name", default="", metavar="NAME", help="Your name, if it is not that of your login."),
        click.option("--reason", default="", metavar="TEXT", help="Why; kept with the decision."),
    ):
        command = option(command)
    return command


@click.group()
def review() -> None:
    """See what waits for a person; edit, approve, reject and execute it.

    ID and SESSION are the beginning of an id, four characters or more, that no other one has. A decision is made on a
    terminal, by typing the hash of what is shown, or by a script with a review token; it is bound to exactly that
    payload and kept for ever.
    """


@review.command("list")
@click.option("--all", "everything", is_flag=True, help="Also what was decided, superseded or cleared.")
@click.option("--session", "session_id", default="", metavar="ID", help="Only reviews of this research session.")
@_as_json
def list_reviews(everything: bool, session_id: str, as_json: bool) -> None:
    """List what waits for a decision, newest first."""
    from inquiro.cli.review_views import ReviewTable, review_line

    with Opened() as opened:
        found = opened.wait(opened.runtime.reviews.list(None if everything else "pending", session_id))
    found = sorted(found, key=lambda one: one.status != "pending")
    if as_json:
        print_json([review_line(one) for one in found])
    else:
        console().print(ReviewTable(found, everything=everything))


@review.command()
@_review_id
@click.option("--full", is_flag=True, help="Cut nothing: whole values, every quote, all verbs, the macro itself.")
@_as_json
def show(review_id: str, full: bool, as_json: bool) -> None:
    """Show a review: fields in order of risk with their sources, and the verbs as they will run."""
    from inquiro.cli.review_views import ReviewScreen, next_steps

    with Opened() as opened:
        desk = opened.runtime.reviews
        view = opened.wait(desk.view(review_id))
        found = opened.wait(desk.get(review_id))
    if as_json:
        print_json(found.to_dict() | {"short_hash": view.short_hash, "view": view.to_dict()})
        return
    out = console()
    out.print(ReviewScreen(view, full=full))
    out.print("")
    out.print(next_steps(view))


@review.command()
@_review_id
@click.option("--draft", is_flag=True, help="Go on with the edit that was refused last.")
@click.option("--as", "name", default="", metavar="NAME", help="Your name, if it is not that of your login.")
@_as_json
def edit(review_id: str, draft: bool, name: str, as_json: bool) -> None:
    """Edit the data in your editor ($VISUAL, $EDITOR) and save them as a new version; nothing is decided by that."""
    from inquiro.cli.review_views import review_line
    from inquiro.cli.revising import revise

    with Opened() as opened, told_one_by_one():
        newest = revise(opened, review_id, name, draft=draft)
    if as_json:
        print_json(review_line(newest))


@review.command()
@_review_id
@click.option(
    "--edits", type=_FILE, metavar="FILE", help="Approve this data (JSON or YAML) in place of what was found."
)
@click.option("--merge", is_flag=True, help="With --edits: change only what the file names (null takes a field out).")
@click.option("--execute", is_flag=True, help="Execute the verbs at once.")
@click.option(
    "--override", "overrides", multiple=True, metavar="LEI=REASON", help="Let a lapsed or unverified LEI pass."
)
@deciding_options
@_as_json
@click.pass_context
def approve(ctx: click.Context, /, review_id: str, execute: bool, as_json: bool, **options: Any) -> None:
    """Approve a review as it is shown, with your edits if there are any.

    You see what will run and type the hash of it. Exit codes: 0 decided, or left for later; 1 failed or changed
    meanwhile; 2 wrong usage; 3 only a person can decide this.
    """
    from inquiro.cli.approving import Approval, approved, overrides_given

    wishes = Wishes(options["name"], options["token_file"], options["seen_hash"])
    overrides = overrides_given(options["overrides"])
    if options["merge"] and options["edits"] is None:
        raise UsageError("--merge goes with --edits FILE")
    approval = Approval(wishes, options["edits"], options["merge"], overrides, options["reason"])
    with Opened() as opened, told_one_by_one():
        ctx.exit(approved(opened, review_id, approval, execute=execute, as_json=as_json))


@review.command()
@_review_id
@deciding_options
@_as_json
def reject(review_id: str, *, reason: str, as_json: bool, **who: Any) -> None:
    """Reject a review: its verbs never run."""
    from inquiro.cli.approving import rejected

    with Opened() as opened, told_one_by_one():
        rejected(opened, review_id, Wishes(**who), reason, as_json=as_json)


@review.command()
@_review_id
@click.option("--settle", type=click.Choice(SETTLED), help="Say what became of the verb whose outcome nobody knows.")
@_as_json
@click.pass_context
def execute(ctx: click.Context, review_id: str, settle: Any, as_json: bool) -> None:
    """Execute the verbs of an approved review, or go on where they stopped; a second time changes nothing.

    Exit codes: 0 done, 1 a verb failed or is held for you, 3 nobody has approved it, 4 stopped.
    """
    from inquiro.cli.executing import carried_out, hand_over

    with Opened() as opened, told_one_by_one():
        found = opened.wait(opened.runtime.reviews.get(review_id))
        if settle:
            step = opened.wait(opened.runtime.executions.settle(found.id, settle))
            click.echo(f"Settled as {settle}: {plain(step.verb)}", err=True)
        report, told = carried_out(opened, found.id)
        ctx.exit(hand_over(opened, report, told, as_json=as_json))


@review.command()
@click.argument("session_id", metavar="SESSION")
@_as_json
def status(session_id: str, as_json: bool) -> None:
    """Show where a research session stands, and its history."""
    from inquiro.cli.session_views import SessionScreen

    with Opened() as opened:
        told = opened.wait(opened.runtime.reviews.status(session_id))
    if as_json:
        print_json(told)
    else:
        console().print(SessionScreen(told))


@review.command()
@click.argument("session_id", metavar="SESSION")
@_as_json
def clear(session_id: str, as_json: bool) -> None:
    """Take an undecided result off a research session; it stays in the history, and decisions stay."""
    with Opened() as opened:
        session = opened.wait(opened.runtime.reviews.clear(session_id))
    if as_json:
        print_json(session.to_dict())
    else:
        click.echo(f"Session {plain(session.id)} is {session.state}.")


def tree_options(command: Any) -> Any:
    for option in (
        _as_json,
        click.option("--out", type=_FILE, metavar="FILE", help="Write it to a file."),
        click.option(
            "--format", "form", type=click.Choice(("text", "mermaid", "graphml")), default="text", show_default=True
        ),
    ):
        command = option(command)
    return command


@review.command()
@_review_id
@tree_options
def tree(review_id: str, form: str, out: Path | None, as_json: bool) -> None:
    """Draw what the verbs of a review created: who owns whom, who holds which role."""
    from inquiro.cli.trees import deliver, of_review

    with Opened() as opened:
        entities, relationships = of_review(opened, review_id)
    deliver(entities, relationships, "json" if as_json else form, out)
