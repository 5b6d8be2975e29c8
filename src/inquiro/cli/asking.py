"""What every command that starts research can be told, and the request that becomes of it."""

from __future__ import annotations

import math
import re
from collections.abc import Callable
from datetime import date
from pathlib import Path
from typing import Any, TypeVar

import click

from inquiro.cli.delivery import Delivery
from inquiro.core.types import PRIVACY_MODES, Filters, ResearchRequest, Run

_FOLDER = click.Path(exists=True, file_okay=False, readable=True, path_type=Path)
_HOST = re.compile(r"(?!-)[\w-]+(\.[\w-]+)+(:\d+)?", re.IGNORECASE)
_LANGUAGE = re.compile(r"[A-Za-z]{2,3}(-[A-Za-z0-9]{2,8})*")
F = TypeVar("F", bound=Callable[..., Any])


def filled(what: str, example: str) -> Callable[[click.Context, click.Parameter, str], str]:
    """A callback that refuses what says nothing."""

    def said(_: click.Context, __: click.Parameter, value: str) -> str:
        if not value.strip():
            raise click.BadParameter(f"the {what} is empty; ask something, for example: {example}")
        return value.strip()

    return said


def _finite(_: click.Context, __: click.Parameter, value: float | None) -> float | None:
    if value is not None and not math.isfinite(value):
        raise click.BadParameter("give a number")
    return value


def _day(_: click.Context, __: click.Parameter, value: str | None) -> str | None:
    """A year or a month stands for its first day."""
    if value is None:
        return None
    try:
        return date.fromisoformat(value + "-01-01"[len(value) - 4 :] if len(value) in {4, 7} else value).isoformat()
    except ValueError:
        raise click.BadParameter(f"'{value}' is not a date; write 2024, 2024-05 or 2024-05-31") from None


def _hosts(_: click.Context, __: click.Parameter, values: tuple[str, ...]) -> tuple[str, ...]:
    for value in values:
        if not _HOST.fullmatch(value):
            raise click.BadParameter(f"'{value}' is not a host; write example.org")
    return tuple(value.lower() for value in values)


def _language(_: click.Context, __: click.Parameter, value: str | None) -> str | None:
    if value is not None and not _LANGUAGE.fullmatch(value):
        raise click.BadParameter(f"'{value}' is not a language code; write en, de or pt-BR")
    return value


_OPTIONS = {
    "context": click.option(
        "--context", default="", metavar="TEXT", help="Background that is not part of the question."
    ),
    "corpora": click.option(
        "--corpus", "corpora", multiple=True, type=_FOLDER, help="Folder of private documents to search."
    ),
    "public_corpora": click.option(
        "--public-corpus", "public_corpora", multiple=True, type=_FOLDER, help="Folder that holds no secrets."
    ),
    "sources": click.option(
        "--source",
        "sources",
        multiple=True,
        metavar="NAME",
        help="Search only these: a source, web, academic, reference, registry, or all (repeatable).",
    ),
    "domain": click.option("--domain", metavar="NAME", help="Field of the question, when it should not be guessed."),
    "depth": click.option(
        "--depth",
        type=click.Choice(["light", "deep", "thorough"]),
        default="deep",
        show_default=True,
        help="One quick round; rounds until nothing new is expected; or those with several points of view, compared "
        "outlines and critics whose findings are searched for (with a model).",
    ),
    "max_rounds": click.option(
        "--max-rounds", type=click.IntRange(min=1), metavar="N", default=10, show_default=True, help="Rounds at most."
    ),
    "max_seconds": click.option(
        "--max-seconds",
        type=click.FloatRange(0, min_open=True),
        metavar="S",
        show_default="600; 1800 with --depth thorough",
        callback=_finite,
        help="Stop in time for this.",
    ),
    "max_cost": click.option(
        "--max-cost", type=click.FloatRange(min=0), metavar="USD", callback=_finite, help="Stop below this cost."
    ),
    "max_tokens": click.option(
        "--max-tokens", type=click.IntRange(min=1), metavar="N", help="Stop below this number of model tokens."
    ),
    "privacy": click.option("--privacy", type=click.Choice(PRIVACY_MODES), help="What may leave the machine."),
    "model": click.option(
        "--model", metavar="PROVIDER:NAME", help="Language model to reason with; extractive for none."
    ),
    "since": click.option("--since", metavar="DATE", callback=_day, help="Only sources published since then."),
    "sites": click.option(
        "--site", "sites", multiple=True, metavar="HOST", callback=_hosts, help="Only this site (repeatable)."
    ),
    "language": click.option("--language", metavar="CODE", callback=_language, help="Only sources in this language."),
    "strict": click.option("--strict", is_flag=True, help="Leave out every sentence that is not fully supported."),
    "fresh": click.option("--fresh", is_flag=True, help="Take nothing from the cache of earlier runs."),
    "follow": click.option(
        "--follow", metavar="RUN", help="Answer from what this run (or latest) read first; search only what is missing."
    ),
}


def research_options(command: F) -> F:
    """Where to search, how long and how openly: the same on every command that starts research."""
    return some_options(*_OPTIONS)(command)


def some_options(*names: str) -> Callable[[F], F]:
    """Those of them that a command has a use for, in their usual order."""

    def add(command: F) -> F:
        for name in reversed(_OPTIONS):
            if name in names:
                command = _OPTIONS[name](command)
        return command

    return add


def request_from(
    *,
    corpora: tuple[Path, ...],
    public_corpora: tuple[Path, ...],
    max_rounds: int,
    since: str | None,
    sites: tuple[str, ...],
    language: str | None,
    **same: Any,
) -> ResearchRequest:
    """The command line's words in the request's; the others have the same name in both."""
    return ResearchRequest(
        corpora=tuple(str(folder) for folder in corpora),
        public_corpora=tuple(str(folder) for folder in public_corpora),
        max_iterations=max_rounds,
        filters=Filters(since=since, sites=sites, language=language),
        **same,
    )


def carried_out(request: ResearchRequest, delivery: Delivery, *, answering: Callable[[str], str] | None = None) -> int:
    """Research it here, hand the report over, and return the exit code."""
    from inquiro.cli.conduct import Conductor
    from inquiro.cli.opened import Opened

    with Opened() as opened:
        _mention_unfinished(opened.wait(opened.runtime.unfinished()))
        report = delivery.gather(
            opened, Conductor(opened, events=delivery.events, answering=answering).research(request)
        )
    return delivery.hand_over(report)


def _mention_unfinished(runs: list[Run]) -> None:
    """Work that was cut off is not forgotten: one line says how to go on with the newest of it."""
    if runs:
        from inquiro.cli.run_views import going_on

        many = "1 unfinished run" if len(runs) == 1 else f"{len(runs)} unfinished runs, the newest"
        click.echo(f"{many}: {going_on(runs[-1])}", err=True)
