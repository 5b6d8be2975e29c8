"""`inquiro note --all`: every note with a tag or in a folder, a line for each, and at the end what changed."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path
from types import TracebackType
from typing import TYPE_CHECKING, Any, Self

import click

from inquiro.cli.delivery import print_json
from inquiro.cli.text import count, money, plain, shortened
from inquiro.core.errors import RunNotFound, UsageError
from inquiro.core.events import Event
from inquiro.core.types import NoteFilter, Report, ResearchRequest

if TYPE_CHECKING:
    from inquiro.cli.opened import Opened
    from inquiro.runtime.many_notes import ManyNotes, NoteOutcome

_ENDED_BADLY = ("failed", "cancelled")
_LONGEST_REASON = 300


def research_many(vault: Path, narrowed: NoteFilter, wishes: dict[str, Any], *, dry_run: bool, as_json: bool) -> int:
    """Research them and say what became of each; returns the exit code."""
    from inquiro.cli.opened import Opened
    from inquiro.core.settings import Settings
    from inquiro.runtime.many_notes import Limits, NoteRound, selected_notes

    settings = Settings.load()
    limits = Limits(**{name: wishes.pop(f"max_{name}") for name in ("seconds", "cost", "tokens")})
    paths = selected_notes(settings, vault, narrowed)
    if not paths:
        raise UsageError(f"no note of {vault} fits: `inquiro vault search` shows which tags and folders notes have")
    together = NoteRound(settings, vault, wishes, limits)
    if dry_run:
        done = together.foreseen(paths)
    else:
        with Opened() as opened:
            done = together.go(paths, CommandWorker(opened), NoteLines(len(paths)))
    if as_json:
        print_json(done.to_dict() | {"counts": done.counts()})
    else:
        for line in summary(done):
            click.echo(line)
    return 4 if done.stopped else 1 if done.counts().get("failed") else 0


class CommandWorker:
    """Runs of this command: Ctrl-C is heard, and one that was cut off goes on."""

    def __init__(self, opened: Opened) -> None:
        from inquiro.cli.conduct import Conductor

        self._opened = opened
        self._conductor = Conductor(opened, shown=Quiet(), going_on="the same command")
        self._begun: set[str] = set()

    def begin(self, request: ResearchRequest) -> str:
        run_id = self._opened.wait(self._opened.runtime.start(request)).id
        self._begun.add(run_id)
        return run_id

    def finish(self, run_id: str) -> Report:
        return self._conductor.execute(run_id) if run_id in self._begun else self._conductor.resume(run_id)

    def known(self, run_id: str) -> bool:
        try:
            return self._opened.wait(self._opened.runtime.find(run_id)).status not in _ENDED_BADLY
        except RunNotFound:
            return False


class Quiet:
    """Shows nothing of a run: a line for each note is enough."""

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None, /
    ) -> None:
        return

    def __call__(self, event: Event) -> None:  # noqa: ARG002 - as every display
        return

    def say(self, text: str) -> None:
        click.echo(f"\n{text}", err=True)


class NoteLines:
    """On stderr; on a terminal a note is named while it is worked on, and the line ends with what became of it."""

    def __init__(self, total: int) -> None:
        self._total = total
        self._live = sys.stderr.isatty()

    def __call__(self, number: int, told: NoteOutcome | str) -> None:
        head = f"{number:>{len(str(self._total))}} of {self._total}  "
        if isinstance(told, str):
            if self._live:
                click.echo(f"{head}{plain(told)} … ", nl=False, err=True)
            return
        click.echo(_said(told) if self._live else f"{head}{plain(told.path)}: {_said(told)}", err=True)


def summary(done: ManyNotes) -> Iterator[str]:
    for note in done.notes:
        if note.outcome not in {"done before", "not reached"}:
            yield f"{plain(note.path)}: {_said(note)}"
            if note.outcome == "would be researched":
                yield from (f"  → {plain(query)}" for query in note.queries)
    told = ", ".join(f"{number:,} {outcome}" for outcome, number in done.counts().items())
    yield f"{count(len(done.notes), 'note')}: {told}." + (f" {money(done.usage.cost)}" if done.usage.cost else "")
    if done.stopped:
        yield f"Not all were reached, {done.stopped}: the same command goes on with the rest."


def _said(note: NoteOutcome) -> str:
    details = [count(note.topics, "topic")] if note.outcome == "changed" and note.topics else []
    details += [shortened(note.reason, _LONGEST_REASON)] if note.reason else []
    details += [f"run {note.run_id[:8]}"] if note.run_id and note.outcome in {"changed", "nothing new"} else []
    return f"{note.outcome} ({', '.join(details)})" if details else note.outcome
