"""Ownership trees on their way out: as text, Mermaid or GraphML, on stdout or in a file."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import click

from inquiro.cli.delivery import checked_target, json_text, write_whole
from inquiro.cli.execution_views import touched
from inquiro.cli.opened import Opened
from inquiro.core.errors import Conflict
from inquiro.core.types import LedgerEntity, LedgerRelationship
from inquiro.runtime.known import ORGANISATION

Graph = tuple[Sequence[LedgerEntity], Sequence[LedgerRelationship]]


def of_review(opened: Opened, review_id: str) -> Graph:
    """What the verbs of one review made."""
    review = opened.wait(opened.runtime.reviews.get(review_id))
    report = opened.wait(opened.runtime.executions.report(review.id))
    if report is None:
        raise Conflict(f"nothing of review {review.id[:8]} was executed yet: inquiro review execute {review.id[:8]}")
    return opened.wait(touched(opened.runtime.executions.ledger, report))


def of_everything(opened: Opened) -> Graph:
    ledger = opened.runtime.executions.ledger
    return opened.wait(ledger.ledger_entities(ORGANISATION)), opened.wait(ledger.ledger_relationships(ORGANISATION))


def deliver(
    entities: Sequence[LedgerEntity],
    relationships: Sequence[LedgerRelationship],
    form: str,
    out: Path | None,
    root: str | None = None,
) -> None:
    from inquiro.onboarding import trees

    draw = {"text": trees.text_tree, "mermaid": trees.mermaid, "graphml": trees.graphml, "json": _listed}[form]
    drawn = draw(entities, relationships, root)
    if out is None:
        click.echo(drawn or "There are no entities yet.\n", nl=False)
    else:
        write_whole(checked_target(out), drawn.encode())
        click.echo(f"Written: {out}", err=True)


def _listed(
    entities: Sequence[LedgerEntity], relationships: Sequence[LedgerRelationship], root: str | None = None
) -> str:
    """The same for programs, in the words of `GET /api/entities`."""
    from inquiro.onboarding.trees import part

    kept, related = part(entities, relationships, root)
    told = {"entities": [one.to_dict() for one in kept], "relationships": [one.to_dict() for one in related]}
    return f"{json_text(told)}\n"
