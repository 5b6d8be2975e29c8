"""What stays on the screen of a run: header, question, plan, rounds, and why it stopped.

A failure and a question to the person are the command's to tell: they also end runs that nobody watched.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Self

from rich.console import Console, RenderableType
from rich.text import Text

from inquiro import __version__
from inquiro.cli.picture import Picture, is_indexed
from inquiro.cli.rows import Checklist, Paragraph, Row
from inquiro.cli.text import count, plain
from inquiro.core.events import Event
from inquiro.present.note import ONLY_HERE

FEW = 3  # sources that the header names; of more, the plan names those that are asked


class Steps:
    """Prints each finished step once."""

    def __init__(self, console: Console) -> None:
        self.console = console
        self.picture = Picture()
        self._told: set[str] = set()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        """Nothing is left open."""

    def __call__(self, event: Event) -> None:
        self.picture.add(event)
        for step in self._steps(event):
            self.console.print(step)

    def say(self, text: str) -> None:
        self.console.print(Row("", plain(text), style="yellow"))

    def _steps(self, event: Event) -> Iterator[RenderableType]:
        match event.stage:
            case "start" if "header" not in self._told:  # an answered question starts the run once more
                self._told.add("header")
                yield from self._header()
            case "index" if is_indexed(event.data):
                yield Row("Corpus", plain(event.message))
            case "plan":
                things = f"{count(len(self.picture.checklist), 'thing')} to find out"
                seconds = event.data.get("seconds")
                yield Row("Plan", things, f"{float(seconds):.1f} s" if seconds is not None else "")
                if choice := self.picture.choice():
                    yield Row("Sources", choice)
            case "note":
                yield Row("Read", plain(event.message).removeprefix("read "))
            case "document":
                yield Row("Read", plain(event.message))
            case "reference" if event.data.get("state") not in {"exists", "at_hand"}:
                yield Row("", plain(event.message), style="yellow")
            case "references":
                yield Row("References", plain(event.message))
            case "topics":
                yield from self._topics()
            case "register":
                yield Row("Register", plain(event.message).removeprefix("the register knows "))
            case "fill":
                yield Row("Filled", plain(event.message))
            case "search":
                yield from self._trouble(event)
            case "process" if self.picture.topics:
                yield Row("Searched", self.picture.found())
            case "evaluate":
                yield from self._round()
            case "critique":
                yield Row("Critics", plain(event.message))
            case "done":
                figures = f"{self.picture.seconds()} · {self.picture.spent()}"
                yield Row("Stopped", self.picture.stop_reason or plain(event.message), figures)
            case "notice":
                yield Row("Note", plain(event.message), style="yellow")

    def _header(self) -> Iterator[RenderableType]:
        picture = self.picture
        parts = [f"Inquiro {__version__}", f"engine: {picture.engine}", f"privacy: {picture.privacy}"]
        if 0 < len(picture.sources) <= FEW:
            parts.append(f"sources: {', '.join(picture.sources)}")
        yield Paragraph(Text(" · ".join(parts), style="dim"))
        yield ""
        yield Row("Question", picture.question, style="bold")

    def _topics(self) -> Iterator[RenderableType]:
        for number, (kind, label) in enumerate(self.picture.topics):
            yield Row("" if number else "Topics", Text.assemble((f"{kind:<9}", "dim"), label or ONLY_HERE))
        if self.picture.unasked:
            yield Row("Would ask", ", ".join(self.picture.unasked))

    def _trouble(self, event: Event) -> Iterator[RenderableType]:
        """A source that fails again and again is told of once."""
        provider = plain(event.data.get("provider", "source"))
        if event.data.get("error") and provider not in self._told:
            self._told.add(provider)
            yield Row("", f"⚠ {provider}: {plain(event.data['error'])}", style="yellow")

    def _round(self) -> Iterator[RenderableType]:
        if now := self.picture.newest:
            yield Row("Earlier", f"▸ {now.name}: {now.summary()}") if now.run else Row(now.name, f"▸ {now.summary()}")
            yield Checklist(self.picture.checklist)
