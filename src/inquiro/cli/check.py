"""`inquiro check`: whether the references of a document exist, and whether its sentences are borne out by them."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from inquiro.cli.asking import carried_out, filled, some_options
from inquiro.cli.delivery import Delivery, delivery_options
from inquiro.core.types import Report

GRAVE = 1


@click.command()
@click.argument("document", metavar="FILE|URL", callback=filled("document", "inquiro check draft.docx"))
@click.option("--strict", is_flag=True, help="Exit with 1 if anything grave was found.")
@click.option(
    "--max-seconds",
    type=click.FloatRange(0, min_open=True),
    metavar="S",
    default=1_800.0,
    show_default=True,
    help="Stop in time for this.",
)
@some_options("corpora", "privacy", "fresh")
@delivery_options
@click.pass_context
def check(
    ctx: click.Context, /, document: str, strict: bool, corpora: tuple[Path, ...], max_seconds: float, **options: Any
) -> None:
    """Check the references and the sentences of FILE or URL: Markdown, HTML, DOCX, PDF or plain text.

    References are looked up at Crossref, OpenAlex, arXiv and PubMed, links are opened, and every sentence is held
    against what it cites. Of the document nothing leaves this machine but its references and addresses.

    Exit codes: 0 done, 1 failed (with --strict: something grave was found), 2 wrong usage, 3 not configured or
    refused, 4 stopped early.
    """
    wishes = {name: options.pop(name) for name in ("format_name", "out", "as_json", "events")}
    delivery = CheckDelivery(strict=strict, **wishes)
    from inquiro.runtime.checks import check_request

    request = check_request(document, corpus=corpora, max_seconds=max_seconds, **options)
    ctx.exit(carried_out(request, delivery))


class CheckDelivery(Delivery):
    """At the end an editor sees the verdict first, then what is grave; `--strict` makes that the exit code."""

    def __init__(self, *, strict: bool, **wishes: Any) -> None:
        super().__init__(**wishes)
        self._strict = strict

    def hand_over(self, report: Report) -> int:
        code = super().hand_over(report)
        found = report.check is not None and bool(report.check.grave)
        return GRAVE if self._strict and found and code == 0 else code
