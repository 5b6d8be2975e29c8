"""`inquiro runs`: everything that can be done with a run after it was started."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from pathlib import Path
from typing import Any, get_args

import click

from inquiro.cli.conduct import Conductor
from inquiro.cli.delivery import FORMATS, Delivery, delivery_options, print_json
from inquiro.cli.executing import told_again
from inquiro.cli.fact_views import FactList, learned_summary
from inquiro.cli.journal_views import EffectTable, effect_summary, replay_summary, replay_verdict
from inquiro.cli.opened import LATEST, Opened
from inquiro.cli.picture import Picture
from inquiro.cli.rows import console
from inquiro.cli.run_views import RunTable, Unfinished, standing, summary, verdict
from inquiro.core.errors import InquiroError, UsageError
from inquiro.core.protocols import Texts
from inquiro.core.types import EffectRow, Report, Run, TraceStatus
from inquiro.runtime.following import EXECUTES

STATUSES = get_args(TraceStatus)
ENDED = {"completed", "failed", "cancelled"}
_QUIET = 0.3  # seconds without an event: the past has been told
_as_json = click.option("--json", "as_json", is_flag=True, help="Print JSON on stdout, nothing else there.")
_run_id = click.argument("run_id", metavar="ID")
_run_id_or_newest = click.argument("run_id", metavar="[ID]", default=LATEST)


@click.group()
def runs() -> None:
    """List, show, watch, resume, stop, replay, verify and export runs.

    ID is any unique beginning of a run's id; "latest" is the newest run.
    """


@runs.command("list")
@click.option("--limit", type=click.IntRange(min=1), default=50, show_default=True)
@click.option("--status", type=click.Choice(STATUSES), help="Only runs in this state.")
@_as_json
def list_runs(limit: int, status: TraceStatus | None, as_json: bool) -> None:
    """List runs, newest first."""
    with Opened() as opened:
        found = opened.wait(opened.runtime.runs(limit=limit, status=status))
    if as_json:
        print_json([summary(run) for run in found])
        return
    console().print(RunTable(found))


@runs.command()
@_run_id_or_newest
@click.option("--effects", is_flag=True, help="Show the journal instead: every call to the outside, numbered.")
@click.option("--facts", is_flag=True, help="Show what it learned instead: facts, and the names in them.")
@_as_json
@click.pass_context
def show(ctx: click.Context, run_id: str, effects: bool, facts: bool, as_json: bool) -> None:
    """Show a run's report, or how far it has come."""
    if effects and facts:
        raise UsageError("--effects or --facts: one at a time")
    with Opened() as opened:
        run = _find(opened, run_id)
        if facts:
            learned = opened.wait(opened.runtime.learned(run.id))
            print_json(learned_summary(learned)) if as_json else console().print(FactList(learned))
            return
        if effects:
            _show_effects(opened.wait(opened.runtime.effects(run.id)), as_json=as_json)
            return
        if run.status != "completed":
            _show_unfinished(opened, run, as_json=as_json)
            ctx.exit(0 if run.status != "failed" else 1)
        if run.tool_name == EXECUTES:
            ctx.exit(told_again(opened, run, as_json=as_json))
        delivery = Delivery(as_json=as_json)
        report = delivery.gather(opened, opened.wait(opened.runtime.report(run.id)))
    delivery.hand_over(report)


@runs.command()
@_run_id_or_newest
@delivery_options
@click.pass_context
def watch(ctx: click.Context, /, run_id: str, events: bool, **wishes: Any) -> None:
    """Follow a run, also one of another process, until it ends."""
    delivery = Delivery(events=events, **wishes)
    with Opened() as opened:
        run = _find(opened, run_id)
        Conductor(opened, events=events).watch(run.id)
        ended = _find(opened, run.id)
        if ended.status == "failed":
            raise InquiroError(ended.error_message or "the run failed")
        report = delivery.gather(opened, opened.wait(opened.runtime.report(run.id)))
    ctx.exit(delivery.hand_over(report))


@runs.command()
@_run_id
@click.argument("text")
@delivery_options
@click.pass_context
def answer(ctx: click.Context, /, run_id: str, text: str, events: bool, **wishes: Any) -> None:
    """Answer the question a run waits with, and go on with it here."""
    if not text.strip():
        raise UsageError("the answer is empty")
    delivery = Delivery(events=events, **wishes)
    with Opened() as opened:
        answered = Conductor(opened, events=events).answer(_find(opened, run_id).id, text.strip())
        report = delivery.gather(opened, answered)
    ctx.exit(delivery.hand_over(report))


@runs.command()
@click.argument("run_id", metavar="[ID]", required=False)
@delivery_options
@click.pass_context
def resume(ctx: click.Context, /, run_id: str | None, events: bool, **wishes: Any) -> None:
    """Go on with an unfinished run (the newest one without ID); nothing is paid for twice."""
    delivery = Delivery(events=events, **wishes)
    with Opened() as opened:
        known = _find(opened, run_id).id if run_id else None
        report = delivery.gather(opened, Conductor(opened, events=events).resume(known))
    ctx.exit(delivery.hand_over(report))


@runs.command()
@_run_id
@_as_json
def stop(run_id: str, as_json: bool) -> None:
    """Ask a run, also one of another process, to stop and write its report."""
    with Opened() as opened:
        run = opened.wait(opened.runtime.stop(_find(opened, run_id).id))
    if as_json:
        print_json(summary(run))
    elif run.status in ENDED:
        click.echo(f"Run {run.id[:8]} has already ended ({standing(run)}).")
    else:
        click.echo(f"Run {run.id[:8]} is asked to stop; `inquiro runs show {run.id[:8]}` shows its report.")


@runs.command()
@_run_id_or_newest
@click.option(
    "--from", "effect", type=click.IntRange(min=1), metavar="EFFECT", help="Go another way from this effect on."
)
@click.option("--model", metavar="PROVIDER:NAME", help="With --from: the model to go on with.")
@delivery_options
@click.pass_context
def replay(
    ctx: click.Context, /, run_id: str, effect: int | None, model: str | None, events: bool, **wishes: Any
) -> None:
    """Run a finished run again from its journal alone: nothing is asked outside, the report must be the same.

    With --from EFFECT (`runs show ID --effects` numbers them) a new run shares the journal up to there and goes on by
    itself; what is asked again unchanged still comes from the journal.
    """
    delivery = Delivery(events=events, **wishes)
    if effect is not None:
        with Opened() as opened:
            forked = _forked(opened, _find(opened, run_id), effect, model, events=events)
            report = delivery.gather(opened, forked)
        ctx.exit(delivery.hand_over(report))
    if model or events or delivery.out or wishes["format_name"]:
        raise UsageError("--model, --events, --format and --out go with --from EFFECT; a plain replay only compares")
    with Opened() as opened:
        replayed = opened.wait(opened.runtime.replay(_find(opened, run_id).id))
    if delivery.as_json:
        print_json(replay_summary(replayed))
    else:
        click.echo(replay_verdict(replayed))
    ctx.exit(0 if replayed.identical else 1)


@runs.command()
@_run_id_or_newest
@_as_json
@click.pass_context
def verify(ctx: click.Context, run_id: str, as_json: bool) -> None:
    """Check every citation of a report against the stored snapshots."""
    with Opened() as opened:
        checked = opened.wait(opened.runtime.verify(_find(opened, run_id).id))
    if as_json:
        print_json(checked.to_dict() | {"holds": checked.holds})
    else:
        click.echo(verdict(checked))
    ctx.exit(0 if checked.holds else 1)


@runs.command()
@_run_id
@click.option("--format", "format_name", metavar=FORMATS, help="Format of the report; --out implies it.")
@click.option("--out", metavar="FILE", type=click.Path(path_type=Path), help="File to write instead of stdout.")
@click.option(
    "--texts",
    type=click.Choice(get_args(Texts)),
    default="public",
    show_default=True,
    help="With pack: of which cited documents it holds the whole text; of the others it holds the quotes.",
)
@_as_json
def export(run_id: str, format_name: str | None, out: Path | None, texts: Texts, as_json: bool) -> None:
    """Export a run's report, or all that it rests on as a pack for `inquiro verify`."""
    if format_name is None and out is None:
        raise UsageError(f"say which format: --format {FORMATS}, or --out FILE")
    delivery = Delivery(format_name=format_name, out=out, texts=texts)
    with Opened() as opened:
        run = _find(opened, run_id)
        report = delivery.gather(opened, opened.wait(opened.runtime.report(run.id)))
    written = delivery.export(report)
    if as_json:
        print_json({"id": run.id, "file": str(written) if written else None})


def _find(opened: Opened, prefix: str) -> Run:
    return opened.wait(opened.runtime.find(opened.run_id(prefix)))


def _forked(opened: Opened, run: Run, effect: int, model: str | None, *, events: bool) -> Report:
    twin = opened.wait(opened.runtime.fork(run.id, effect, model))
    click.echo(f"Run {twin.id[:8]} goes its own way from effect {effect} of {run.id[:8]}.", err=True)
    return Conductor(opened, events=events).execute(twin.id)


def _show_effects(effects: list[EffectRow], *, as_json: bool) -> None:
    if as_json:
        print_json([effect_summary(effect) for effect in effects])
    else:
        console().print(EffectTable(effects))


def _show_unfinished(opened: Opened, run: Run, *, as_json: bool) -> None:
    picture = opened.wait(_picture(opened, run))
    if as_json:
        checklist = [{"label": item.label, "status": item.status} for item in picture.checklist]
        print_json(summary(run) | {"checklist": checklist})
    else:
        console().print(Unfinished(run, picture))


async def _picture(opened: Opened, run: Run) -> Picture:
    """What the run's events so far add up to; live ones are for `watch`."""
    picture, events = Picture(), opened.runtime.watch(run.id)
    with suppress(TimeoutError, StopAsyncIteration):
        while True:
            picture.add(await asyncio.wait_for(anext(events), _QUIET))
    return picture
