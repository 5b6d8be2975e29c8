"""`inquiro sources`: where a run can search."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click
from rich.table import Table
from rich.text import Text

from inquiro.cli.delivery import print_json
from inquiro.cli.opened import Opened
from inquiro.cli.rows import console
from inquiro.cli.text import plain

if TYPE_CHECKING:
    from inquiro.runtime import SourceInfo


@click.group()
def sources() -> None:
    """List the sources a run can search."""


@sources.command("list")
@click.option("--json", "as_json", is_flag=True, help="Print JSON on stdout, nothing else there.")
def list_sources(as_json: bool) -> None:
    """List every source: whether it can be used, its rate, and what it sends outside."""
    with Opened() as opened:
        found = opened.wait(opened.runtime.sources())
    if as_json:
        print_json([source.to_dict() for source in found])
    else:
        console().print(_table(found))


def _table(found: list[SourceInfo]) -> Table:
    table = Table(box=None, pad_edge=False, header_style="dim", padding=(0, 2, 0, 0))
    for name in ("source", "kind"):
        table.add_column(name, no_wrap=True)
    for name in ("state", "rate", "leaves the machine", "keys"):
        table.add_column(name, overflow="fold")
    for source in found:
        sent = "" if source.declared else plain(source.leaves_machine) or "nothing"
        table.add_row(source.name, source.kind, _state(source), _rate(source), sent, "\n".join(source.keys))
    return table


def _state(source: SourceInfo) -> Text:
    if source.available:
        return Text("available", style="green")
    return Text(plain(source.reason) or "not available", style="dim" if source.declared else "yellow")


def _rate(source: SourceInfo) -> str:
    if source.declared:
        return ""
    return f"{source.requests_per_second:g}/s" if source.requests_per_second else "unlimited"
