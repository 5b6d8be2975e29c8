"""`inquiro knowledge`: what runs found, kept for later ones."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING

import click

from inquiro.cli.delivery import checked_target, print_json, write_whole
from inquiro.cli.opened import Opened
from inquiro.core.errors import UsageError

if TYPE_CHECKING:
    from inquiro.core.types import Ingested, KnownFact
    from inquiro.knowledge.graphs import GraphExport

_as_json = click.option("--json", "as_json", is_flag=True, help="Print JSON on stdout, nothing else there.")


@click.group(invoke_without_command=True)
@click.pass_context
def knowledge(ctx: click.Context) -> None:
    """Keep what runs found, search it and take it elsewhere; later runs read it as a source."""
    if ctx.invoked_subcommand is None:
        from inquiro.cli.knowledge_views import EMPTY, summary

        with Opened() as opened:
            size = opened.wait(opened.runtime.knowledge_size())
        click.echo(summary(size, _now()) if size.facts or size.items else EMPTY)
        click.echo("`inquiro knowledge --help` lists the commands.", err=True)


@knowledge.command()
@click.argument("run", metavar="RUN")
@click.option("--all", "everything", is_flag=True, help="Also keep facts that the report does not rest on.")
@_as_json
def add(run: str, everything: bool, as_json: bool) -> None:
    """Keep what RUN found: facts with their words, names, relations, pages, ideas and code. Twice changes nothing.

    Of the facts, those that the report rests on are kept. RUN is any unique beginning of a run's id; "latest" is the
    newest run.
    """
    from inquiro.cli.knowledge_views import taken_in

    with Opened() as opened:
        told = opened.wait(opened.runtime.knowledge_add(opened.run_id(run), everything=everything))
    if _shown(told, taken_in, as_json=as_json):
        click.echo(f"Later runs read it too. To take it back: inquiro knowledge remove {told.run_id[:8]}", err=True)


@knowledge.command()
@click.argument("run", metavar="RUN")
@_as_json
def remove(run: str, as_json: bool) -> None:
    """Take back what only RUN gave; the run itself stays."""
    from inquiro.cli.knowledge_views import taken_back

    with Opened() as opened:
        gone = opened.wait(opened.runtime.knowledge_remove(opened.run_id(run)))  # the run itself may be gone already
    _shown(gone, taken_back, as_json=as_json)


def _shown(told: Ingested, lines: Callable[[Ingested, str], Iterable[str]], *, as_json: bool) -> bool:
    """As JSON, or as lines for a person: then True."""
    if as_json:
        print_json(told.to_dict())
        return False
    for line in lines(told, told.run_id[:8]):
        click.echo(line)
    return True


@knowledge.command()
@click.argument("query")
@click.option(
    "--limit", type=click.IntRange(min=1), metavar="N", default=10, show_default=True, help="At most so many."
)
@_as_json
def search(query: str, limit: int, as_json: bool) -> None:
    """List what is known about QUERY, best first; contradictions are marked."""
    from inquiro.cli.knowledge_views import EMPTY, KnownList, thing_of
    from inquiro.cli.knowledge_views import as_json as told
    from inquiro.cli.rows import console

    if not query.strip():
        raise UsageError('the query is empty; say what to look for, for example: inquiro knowledge search "trees"')
    with Opened() as opened:
        found = opened.wait(opened.runtime.knowledge_search(query, limit))
        size = opened.wait(opened.runtime.knowledge_size())
        state = opened.wait(opened.runtime.knowledge.index_state())
    if state.unread:
        click.echo(f"{state.unread:,} known things are not in the index yet: ask again in a moment.", err=True)
    if as_json:
        print_json([{"score": one.score} | told(thing_of(one)) for one in found])
    elif found:
        console().print(KnownList(found, _now()))
    elif not state.unread:
        click.echo("Nothing is known about that." if size.facts or size.items else EMPTY, err=True)


@knowledge.command()
@click.argument("known_id", metavar="ID")
@_as_json
def show(known_id: str, as_json: bool) -> None:
    """Show a fact, name or item with the exact words it rests on; any unique part of ID from its start will do."""
    from inquiro.cli.knowledge_views import KnownView
    from inquiro.cli.knowledge_views import as_json as told
    from inquiro.cli.rows import console
    from inquiro.core.types import KnownFact

    with Opened() as opened:
        found = opened.wait(opened.runtime.knowledge_show(known_id))
        against = [one.fact_id for one in found.opposed] if isinstance(found, KnownFact) and not as_json else []
        others = [opened.wait(opened.runtime.knowledge_show(one)) for one in against]
    if as_json:
        print_json(told(found))
        return
    facts: dict[str, KnownFact] = {one.id: one for one in others if isinstance(one, KnownFact)}
    console().print(KnownView(found, facts, _now()))


@knowledge.command()
@click.option("--format", "format_name", metavar="graphml|jsonld", help="Format of the graph; --out implies it.")
@click.option("--out", metavar="FILE", type=click.Path(path_type=Path), help="Write the graph to a file.")
@click.option("--all", "everything", is_flag=True, help="What was read in private documents too.")
def export(format_name: str | None, out: Path | None, everything: bool) -> None:
    """Write the knowledge base as a graph: facts, names, pages and items, and what ties them together."""
    from inquiro.cli.knowledge_views import EMPTY
    from inquiro.knowledge.graphs import public_part

    target = checked_target(out) if out else None
    form = _format(format_name, out)
    with Opened() as opened:
        graph = opened.wait(opened.runtime.knowledge_graph())
    shared, left_out = (graph, 0) if everything else public_part(graph)
    if not (graph.facts or graph.items):
        click.echo(EMPTY, err=True)
    if left_out:
        private = "1 private entry is" if left_out == 1 else f"{left_out:,} private entries are"
        click.echo(f"{private} left out (--all adds them).", err=True)
    if target is None and _to_a_terminal():
        target = Path(f"inquiro-knowledge{form.suffix}")  # a graph would only clutter a terminal
    if target is None:
        click.echo(form.render(shared), nl=False)
    else:
        write_whole(target, form.render(shared))
        click.echo(f"Written: {target}", err=True)


def _format(name: str | None, out: Path | None) -> GraphExport:
    from inquiro.knowledge.graphs import registry

    if name is not None or out is None:
        return registry.get(name or "graphml")()
    known = [registry.get(one)() for one in registry.names()]
    fitting = [form for form in known if out.name.lower().endswith(form.suffix)]
    if not fitting:
        suffixes = ", ".join(form.suffix for form in known)
        raise UsageError(f"--out {out}: no format has the suffix '{out.suffix}'; known: {suffixes} (or give --format)")
    return fitting[0]


def _to_a_terminal() -> bool:
    return sys.stdout.isatty()


def _now() -> datetime:
    return datetime.now(UTC)
