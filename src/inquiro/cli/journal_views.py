"""A run's journal on the screen, and the verdict of a replay."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import TYPE_CHECKING
from urllib.parse import unquote

from rich.console import Console, ConsoleOptions, RenderResult
from rich.text import Text

from inquiro.cli.rows import column
from inquiro.cli.text import count, money, plain, shortened
from inquiro.core.types import EffectRow, Json

if TYPE_CHECKING:
    from inquiro.runtime import Replayed

_STYLES = {"failed": "red", "intent": "yellow"}
_WIDTHS = (4, 15, 8, 10)  # number, step, kind, name


class EffectTable:
    """One line per effect; its number is what `runs replay --from` takes."""

    def __init__(self, effects: Sequence[EffectRow]) -> None:
        self.effects = effects

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        if not self.effects:
            yield Text("No effects yet.")
            return
        room = column(options) - sum(_WIDTHS) - 2 * len(_WIDTHS) - 18
        yield Text(_line("no", "step", "kind", "name", f"{'request':<{room}}  status  seconds"), style="dim")
        for effect in self.effects:
            asked = shortened(_request(effect), room)
            padded = asked + " " * (room - Text(asked).cell_len)
            status = "cached" if effect.cached and effect.status == "done" else effect.status
            figures = f"{status:<6}  {effect.seconds:>7.2f}"
            yield Text(
                _line(str(effect.seq), effect.step, effect.kind, _name(effect), f"{padded}  {figures}"),
                style=_STYLES.get(effect.status, ""),
            )


def effect_summary(effect: EffectRow) -> Json:
    """An effect for a list: what was asked, and how it ended."""
    kept = ("seq", "step", "kind", "name", "request", "status", "cached", "seconds", "error")
    built = effect.to_dict()
    spent = {name: built["usage"][name] for name in ("tokens", "cost")} if effect.usage.tokens else {}
    return {name: built[name] for name in kept} | spent


def replay_verdict(replayed: Replayed) -> str:
    """The sceptic's answer: the same report, or the fields in which it differs."""
    source = f"from {count(replayed.effects, 'journaled effect')}, nothing was asked outside"
    if not replayed.identical:
        return f"different: {', '.join(replayed.differences)}; {source}"
    report = replayed.report
    return f"identical: {count(len(report.claims), 'sentence')}, {count(len(report.sources), 'source')}, {source}"


def replay_summary(replayed: Replayed) -> Json:
    return {
        "id": replayed.report.trace_id,
        "identical": replayed.identical,
        "differences": list(replayed.differences),
        "sentences": len(replayed.report.claims),
        "sources": len(replayed.report.sources),
        "effects": replayed.effects,
    }


def _name(effect: EffectRow) -> str:
    """Of a model what tells it from others: neither its vendor nor the folders of its name."""
    return effect.name.partition(":")[2].rpartition("/")[2] if effect.kind == "model" else effect.name


def _request(effect: EffectRow) -> str:
    """The one thing a request is about, or all of it; of a model's, which nobody reads in a line, what it came to."""
    request = effect.request
    if effect.kind == "model":
        return _spent(effect)
    known = next((str(request[name]) for name in ("query", "url", "prompt", "question") if request.get(name)), "")
    if known.startswith("file:"):
        known = unquote(known.rpartition("/")[2])
    return plain(known or (json.dumps(request, ensure_ascii=False, default=str) if request else ""))


def _spent(effect: EffectRow) -> str:
    if effect.error:
        return plain(effect.error.get("message", ""))
    usage = effect.usage
    return f"{money(usage.cost)} {count(usage.tokens, 'token')}" if usage.tokens else ""


def _line(*cells: str) -> str:
    *fixed, last = cells
    padded = [f"{shortened(cell, width):<{width}}" for cell, width in zip(fixed, _WIDTHS, strict=True)]
    return "  ".join([*padded, last])
