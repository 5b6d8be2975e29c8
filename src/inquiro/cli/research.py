"""`inquiro research`: ideas, implementations and a paper on a query."""

from __future__ import annotations

from typing import Any

import click

from inquiro.cli.asking import carried_out, filled, request_from, research_options
from inquiro.cli.delivery import chosen_delivery, delivery_options
from inquiro.core.errors import UsageError
from inquiro.core.types import MODES, ResearchMode


def _modes(_: click.Context, __: click.Parameter, values: tuple[str, ...]) -> tuple[ResearchMode, ...]:
    from inquiro.engine.modes.asked import modes_of

    try:
        return modes_of(values or None)
    except UsageError as error:
        raise click.BadParameter(str(error)) from error


@click.command()
@click.argument("query", callback=filled("query", 'inquiro research "How do I retry a failing call?"'))
@click.option(
    "--mode",
    "modes",
    multiple=True,
    metavar="|".join(MODES),
    callback=_modes,
    help="What to look for (repeatable); all three unless named.",
)
@click.option(
    "--top-k",
    type=click.IntRange(min=1),
    metavar="K",
    default=5,
    show_default=True,
    help="Ideas, and implementations, at most.",
)
@research_options
@delivery_options
@click.pass_context
def research(ctx: click.Context, /, query: str, **options: Any) -> None:
    """Collect ideas and working code on QUERY, and write a paper about it.

    Every idea and every sentence cites the exact words it rests on. Code is marked as quoted from its page or as
    written by the model; it is checked without being run.
    """
    if options["depth"] == "thorough":
        raise click.BadParameter("ideas, code and papers are researched light or deep", param_hint="--depth")
    delivery = chosen_delivery(options)
    ctx.exit(carried_out(request_from(question=query, **options), delivery))
