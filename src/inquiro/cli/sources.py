"""`inquiro sources`: where a run can search."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click
from rich.table import Table
from rich.text import Text

from inquiro.cli.delivery import print_json
from inquiro.cli.opened import Opened
from inquiro.cli.rows import console
from inquiro.cli.text import count, plain

if TYPE_CHECKING:
    from inquiro.runtime import SourceInfo, Tried


@click.group()
def sources() -> None:
    """List and test the sources a run can search."""


@sources.command("list")
@click.option("--domain", metavar="NAME", help="In the order in which questions of this domain ask them, and why.")
@click.option("--json", "as_json", is_flag=True, help="Print JSON on stdout, nothing else there.")
def list_sources(domain: str | None, as_json: bool) -> None:
    """List every source: whether it can be used, its rate, and what it sends outside."""
    with Opened() as opened:
        found = opened.wait(opened.runtime.sources(domain))
    if as_json:
        print_json([source.to_dict() for source in found])
    else:
        console().print(_ranking(found) if domain else _table(found))


@sources.command("test")
@click.argument("name")
@click.option("--query", default="", metavar="TEXT", help="What to search for; a harmless question otherwise.")
@click.option("--json", "as_json", is_flag=True, help="Print JSON on stdout, nothing else there.")
@click.pass_context
def test_source(ctx: click.Context, name: str, query: str, as_json: bool) -> None:
    """Make one real call to a source and show what it answers."""
    with Opened() as opened:
        tried = opened.wait(opened.runtime.try_source(name, query))
    if as_json:
        print_json(tried.to_dict())
    else:
        console().print(_told(tried))
    ctx.exit(0 if tried.ok else 1)


def _told(tried: Tried) -> Text:
    if not tried.ok:
        return Text.assemble(("✗ ", "red"), f"{tried.name}: {plain(tried.error)}")
    hits = f"{count(len(tried.hits), 'hit')} for “{plain(tried.query)}” in {tried.seconds:.1f} s"
    told = Text.assemble(("✓ ", "green"), f"{tried.name}: {hits}")
    for hit in tried.hits:
        told.append(f"\n  {plain(hit.title)}")
        told.append(f"\n    {plain(hit.url)}", style="dim")
    return told


def _ranking(found: list[SourceInfo]) -> Table:
    table = Table(box=None, pad_edge=False, header_style="dim", padding=(0, 2, 0, 0))
    for name in ("source", "score", "why"):
        table.add_column(name, overflow="fold")
    for source in found:
        score = "" if source.score is None else f"{source.score:.2f}"
        table.add_row(source.name, score, "; ".join(map(plain, source.reasons)) or plain(source.reason))
    return table


def _table(found: list[SourceInfo]) -> Table:
    table = Table(box=None, pad_edge=False, header_style="dim", padding=(0, 2, 0, 0))
    for name in ("source", "kind", "rate"):
        table.add_column(name, no_wrap=True)
    table.add_column("state, and what leaves the machine")
    for source in found:
        table.add_row(source.name, source.kind, _rate(source), Text.assemble(_state(source), (_sends(source), "dim")))
    return table


def _state(source: SourceInfo) -> Text:
    if source.available:
        return Text("available", style="green")
    return Text(plain(source.reason) or "not available", style="dim" if source.declared else "yellow")


def _sends(source: SourceInfo) -> str:
    if source.declared:
        return ""
    sent = plain(source.leaves_machine)
    more = f"; {' or '.join(source.keys)} is optional" if source.available and source.keys else ""
    return f" · sends {sent}{more}" if sent else " · sends nothing"


def _rate(source: SourceInfo) -> str:
    if source.declared:
        return ""
    return f"{source.requests_per_second:g}/s" if source.requests_per_second else "unlimited"
