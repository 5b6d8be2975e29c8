"""Where a research session stands, on the screen."""

from __future__ import annotations

from collections.abc import Iterator

from rich.console import Console, ConsoleOptions, RenderResult
from rich.text import Text

from inquiro.cli.review_views import STATUS_STYLES
from inquiro.cli.rows import Row, column
from inquiro.cli.text import count, plain, shortened
from inquiro.core.types import Json

STATES = {
    "idle": "idle: nothing waits",
    "pending_review": "a result waits for a decision",
    "verbs_ready": "approved: its verbs are ready to be executed",
    "executed": "executed",
}


class SessionScreen:
    def __init__(self, told: Json) -> None:
        self.told = told

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        told = self.told
        yield Row("Session", plain(told["session_id"]))
        yield Row("State", STATES.get(str(told["state"]), plain(told["state"])), style="bold")
        yield Row("Approved", count(int(told["approved_count"]), "result"))
        yield from _decisions(told["decision_chain"])
        for number, one in enumerate(told["history"]):
            status = (f"{one['status']:<10}", STATUS_STYLES.get(one["status"], "dim"))
            title = shortened(one["title"], max(column(options) - 36, 12))
            yield Row("" if number else "History", Text.assemble(f"{one['review_id'][:8]}  ", status, f"  {title}"))
        if short := str(told["review_id"] or "")[:8]:
            command = {"pending_review": "show", "verbs_ready": "execute"}.get(str(told["state"]))
            if command:
                yield Row("Next", f"inquiro review {command} {short}", style="dim")


def _decisions(chain: Json) -> Iterator[Row]:
    """Whether they still say what was said; the newest hash is there to be noted down elsewhere."""
    old = f", {chain['not_chained']} not chained" if chain["not_chained"] else ""
    if chain["decisions"]:
        newest = f"; newest hash {chain['head']}" if chain["head"] else ""
        yield Row("Decisions", f"{chain['decisions']}{old}{newest}")
    yield from (Row("Warning", plain(one["message"]), style="red") for one in chain["problems"])
