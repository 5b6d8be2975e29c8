"""Plain progress: one line per event that means something, for logs, pipes and dumb terminals."""

from __future__ import annotations

from collections.abc import Callable
from typing import Self

import click

from inquiro.cli.picture import Picture, how_many, is_indexed
from inquiro.cli.text import count, plain
from inquiro.core.events import Event


class Lines:
    """Writes to stderr, without colour or cursor movement."""

    def __init__(self) -> None:
        self.picture = Picture()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        """Nothing is left open."""

    def __call__(self, event: Event) -> None:
        self.picture.add(event)
        if event.stage in _WORDING and (line := _WORDING[event.stage](event, self.picture)):
            self.say(line)

    def say(self, text: str) -> None:
        click.echo(plain(text), err=True)


def _start(_: Event, picture: Picture) -> str:
    folders = f" ({', '.join(picture.corpus)})" if picture.corpus else ""
    sources = f"{', '.join(picture.sources)}{folders}"
    return f"run {picture.run_id[:8]}: engine {picture.engine}, privacy {picture.privacy}, sources {sources}"


def _index(event: Event, _: Picture) -> str:
    return f"indexed {event.message}" if is_indexed(event.data) else ""


def _plan(_: Event, picture: Picture) -> str:
    choice = picture.choice()
    return f"plan: {'; '.join(item.label for item in picture.checklist)}" + (f" ({choice})" if choice else "")


def _round(_: Event, picture: Picture) -> str:
    now = picture.newest
    return f"{now.name.lower()}: {count(len(now.queries), 'query')}: {'; '.join(now.queries)}" if now else ""


def _trouble(event: Event, _: Picture) -> str:
    data = event.data
    if not (error := str(data.get("error") or "")):
        return ""
    what = str(data.get("provider") or data.get("title") or data.get("url") or "source")
    return f"failed: {error}" if error.startswith(what) else f"failed: {what}: {error}"


def _evaluate(_: Event, picture: Picture) -> str:
    now = picture.newest
    marks = " ".join(f"{item.glyph} {item.label}" for item in picture.checklist)
    return f"{now.name.lower()}: {now.summary()}: {marks} ({picture.spent()})" if now else ""


def _synthesize(event: Event, _: Picture) -> str:
    return f"writing: {count(how_many(event.data.get('claims')), 'sentence')}"


def _done(event: Event, picture: Picture) -> str:
    return f"{event.data.get('status', 'done')}: {picture.stop_reason} ({picture.seconds()} · {picture.spent()})"


_WORDING: dict[str, Callable[[Event, Picture], str]] = {
    "start": _start,
    "index": _index,
    "plan": _plan,
    "round": _round,
    "search": _trouble,
    "fetch": _trouble,
    "evaluate": _evaluate,
    "synthesize": _synthesize,
    "done": _done,
    "notice": lambda event, _: f"note: {event.message}",
}
