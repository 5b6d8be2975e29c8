"""`inquiro demo`: the first five minutes, without a key and without a network."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from inquiro.cli.conduct import Conductor
from inquiro.cli.delivery import EXIT_CODES, Delivery, delivery_options, write_whole
from inquiro.cli.example_corpus import QUESTION, example_corpus
from inquiro.cli.opened import Opened
from inquiro.core.types import ResearchRequest


@click.command()
@click.option("--record", type=click.Path(dir_okay=False, path_type=Path), hidden=True, help="Picture of the run.")
@delivery_options
@click.pass_context
def demo(ctx: click.Context, /, record: Path | None, events: bool, **wishes: Any) -> None:
    """Research a question over the example corpus: no key, no network, nothing leaves the machine."""
    delivery = Delivery(events=events, **wishes)
    request = ResearchRequest(
        question=QUESTION,
        public_corpora=(str(example_corpus()),),
        privacy="local_only",
        model="extractive",  # the same for everybody, whatever else is set up
        unattended=True,
    )
    with Opened() as opened:
        if record:
            ctx.exit(_recorded(opened, request, record))
        report = delivery.gather(opened, Conductor(opened, events=events).research(request))
    ctx.exit(delivery.hand_over(report))


def _recorded(opened: Opened, request: ResearchRequest, target: Path) -> int:
    """The same run, drawn: what a terminal of 100 columns shows when it is over."""
    from inquiro.cli.recording import recorder, svg
    from inquiro.cli.render import Answer
    from inquiro.cli.steps import Steps

    console = recorder()
    report = Conductor(opened, shown=Steps(console)).research(request)
    console.print(Answer(report))
    write_whole(target, svg(console, title="inquiro demo").encode())
    click.echo(f"Written: {target}", err=True)
    return EXIT_CODES[report.status]
