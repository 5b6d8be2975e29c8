"""Live progress: finished steps scroll up and stay, the work under way moves below them."""

from __future__ import annotations

from time import monotonic
from typing import Self

from rich.cells import cell_len
from rich.console import Console, ConsoleOptions, RenderResult
from rich.live import Live
from rich.spinner import Spinner
from rich.text import Text

from inquiro.cli.picture import Picture
from inquiro.cli.rows import INDENT, LABEL, Checklist, column
from inquiro.cli.steps import Steps
from inquiro.cli.text import count, shortened
from inquiro.core.events import Event

QUERIES_SHOWN = 4


class Progress:
    """A display for a terminal."""

    def __init__(self, console: Console) -> None:
        self._steps = Steps(console)
        self._live = Live(
            _Work(self._steps.picture), console=console, refresh_per_second=8, transient=True, redirect_stdout=False
        )

    def __enter__(self) -> Self:
        self._live.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._live.stop()

    def __call__(self, event: Event) -> None:
        self._steps(event)
        if event.stage in {"done", "waiting", "failed"}:
            self._live.stop()

    def say(self, text: str) -> None:
        self._steps.say(text)


class _Work:
    """The part that moves: a spinner with the time, the open checklist, the queries on their way."""

    def __init__(self, picture: Picture) -> None:
        self._picture = picture
        self._spinner = Spinner("dots", style="cyan")
        self._began = monotonic()

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        picture, now, width = self._picture, self._picture.newest, column(options)
        name = f"{now.name} · " if now and not now.judged else ""
        figures = f"{monotonic() - self._began:.0f} s · {picture.spent()}"
        text = shortened(f"{name}{picture.doing}", width - INDENT - 4 - len(figures))
        gap = " " * (width - INDENT - 2 - cell_len(text) - len(figures))
        yield Text.assemble(" " * INDENT, self._turn(console), f" {text}{gap}", (figures, "dim"))
        if now is None or now.judged:
            return
        for query, hits in list(now.queries.items())[-QUERIES_SHOWN:]:
            answered = "…" if hits is None else count(hits, "hit")
            line = shortened(query, width - INDENT - LABEL - 12)
            yield Text.assemble(" " * (INDENT + LABEL), ("→ ", "cyan"), line, (f"  {answered}", "dim"))
        yield Checklist(picture.checklist)

    def _turn(self, console: Console) -> Text:
        frame = self._spinner.render(console.get_time())
        return frame if isinstance(frame, Text) else Text("·")
