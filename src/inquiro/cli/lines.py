"""Plain progress: one line per event that means something, for logs, pipes and dumb terminals."""

from __future__ import annotations

from collections.abc import Callable
from typing import Self

import click

from inquiro.cli.picture import Picture, asked_for, how_many, is_indexed
from inquiro.cli.text import count, money, plain
from inquiro.core.events import Event
from inquiro.present.note import ONLY_HERE


class Lines:
    """Writes to stderr, without colour or cursor movement."""

    def __init__(self) -> None:
        self.picture = Picture()
        self._troubles: set[str] = set()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        """Nothing is left open."""

    def __call__(self, event: Event) -> None:
        self.picture.add(event)
        if event.stage in _WORDING and (line := _WORDING[event.stage](event, self.picture)):
            again = event.stage == "model" and event.data.get("error") and line in self._troubles
            self._troubles.add(line)
            if not again:  # a model is asked several times, and mostly fails for the same reason
                self.say(line)

    def say(self, text: str) -> None:
        click.echo(plain(text), err=True)


def _start(_: Event, picture: Picture) -> str:
    folders = f" ({', '.join(picture.corpus)})" if picture.corpus else ""
    sources = f"{', '.join(picture.sources)}{folders}"
    return f"run {picture.run_id[:8]}: engine {picture.engine}, privacy {picture.privacy}, sources {sources}"


def _index(event: Event, _: Picture) -> str:
    return f"indexed {event.message}" if is_indexed(event.data) else ""


def _model(event: Event, _: Picture) -> str:
    """One line per answer or failure; that it is asked is for those who watch."""
    data = event.data
    asked = f"model: {data.get('model')} ({asked_for(data)})"
    if error := data.get("error"):
        return f"{asked}: {error}"
    if "tokens" not in data:
        return ""
    cost = float(data.get("cost") or 0)
    return f"{asked}: {count(int(data['tokens']), 'token')}" + (f" · {money(cost)}" if cost else "")


def _plan(_: Event, picture: Picture) -> str:
    choice = picture.choice()
    return f"plan: {'; '.join(item.label for item in picture.checklist)}" + (f" ({choice})" if choice else "")


def _topics(_: Event, picture: Picture) -> str:
    told = f"topics: {'; '.join(f'{label or ONLY_HERE} ({kind})' for kind, label in picture.topics)}"
    return f"{told} (would ask {', '.join(picture.unasked)})" if picture.unasked else told


def _process(_: Event, picture: Picture) -> str:
    return f"searched: {picture.found()}" if picture.topics else ""  # any other run tells it when it judges a round


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
    if "ideas" in event.data:  # of a research, which counts its parts itself
        return f"writing: {event.message}"
    return f"writing: {count(how_many(event.data.get('claims')), 'sentence')}"


def _done(event: Event, picture: Picture) -> str:
    return f"{event.data.get('status', 'done')}: {picture.stop_reason} ({picture.seconds()} · {picture.spent()})"


_WORDING: dict[str, Callable[[Event, Picture], str]] = {
    "document": lambda event, _: f"read: {event.message}",
    "reference": lambda event, _: event.message,
    "references": lambda event, _: f"references: {event.message}",
    "start": _start,
    "index": _index,
    "model": _model,
    "plan": _plan,
    "note": lambda event, _: event.message,
    "topics": _topics,
    "round": _round,
    "search": _trouble,
    "fetch": _trouble,
    "process": _process,
    "evaluate": _evaluate,
    "critique": lambda event, _: f"critics: {event.message}",
    "synthesize": _synthesize,
    "register": lambda event, _: event.message,
    "fill": lambda event, _: event.message,
    "write": lambda event, _: event.message,
    "done": _done,
    "notice": lambda event, _: f"note: {event.message}",
}
