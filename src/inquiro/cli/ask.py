"""`inquiro ask`: research a question."""

from __future__ import annotations

from typing import Any

import click

from inquiro.cli.asking import carried_out, request_from, research_options
from inquiro.cli.delivery import chosen_delivery, delivery_options
from inquiro.cli.writing_options import question_or_stdin, writing_options


@click.command()
@click.argument("question", callback=question_or_stdin)
@research_options
@writing_options
@delivery_options
@click.pass_context
def ask(ctx: click.Context, /, **options: Any) -> None:
    """Research QUESTION; the answer cites the exact words it rests on. With - the question is read from standard input.

    Exit codes: 0 done or waiting for an answer, 1 failed, 2 wrong usage, 3 not configured or refused,
    4 stopped early by money, time or Ctrl-C with a partial report.
    """
    delivery = chosen_delivery(options)
    ctx.exit(carried_out(request_from(**options), delivery))
