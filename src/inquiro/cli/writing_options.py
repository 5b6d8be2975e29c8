"""How an answer is to be written, as the command line is told."""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar

import click

from inquiro.core.errors import UsageError
from inquiro.core.outline import outline_of

F = TypeVar("F", bound=Callable[..., Any])


def writing_options(command: F) -> F:
    for option in reversed(_OPTIONS):
        command = option(command)
    return command


def question_or_stdin(_: click.Context, __: click.Parameter, value: str) -> str:
    """`-` stands for what comes through a pipe."""
    said = sys.stdin.read() if value == "-" else value
    if not said.strip():
        raise click.BadParameter('the question is empty; ask something, for example: inquiro ask "Do trees cool?"')
    return said.strip()


def _outline(ctx: click.Context, _: click.Parameter, value: Path | None) -> tuple[str, ...]:
    if value is None:
        return ()
    if ctx.params.get("brief"):
        raise click.BadParameter("a brief answer has no sections; leave out --brief or --outline")
    try:
        return outline_of(value.read_text("utf-8"))
    except UnicodeDecodeError:
        raise click.BadParameter(f"'{value}' is not a text file in UTF-8") from None
    except (UsageError, OSError) as error:
        raise click.BadParameter(str(error)) from None


_OPTIONS: tuple[Callable[[Any], Any], ...] = (
    click.option(
        "--style",
        type=click.Choice(["answer", "report"]),
        help="A short answer, or a full report; by default as the question asks for it.",
    ),
    click.option("--brief", is_flag=True, is_eager=True, help="Two to five sentences and their sources."),
    click.option(
        "--outline",
        type=click.Path(exists=True, dir_okay=False, path_type=Path),
        callback=_outline,
        metavar="FILE",
        help="Your own headings, one a line: the report has exactly these (with a model).",
    ),
)
