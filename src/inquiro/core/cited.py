"""Everything in a report that cites something: its sentences, and the fields of a macro's result."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from inquiro.core.types import Citation, Claim, Contradiction, FieldSupport, Report


class Cited(NamedTuple):
    text: str  # the sentence, or the path of the field
    evidence: tuple[Citation, ...]


def cited(report: Report) -> Iterator[Cited]:
    yield from (Cited(claim.text, claim.evidence) for claim in report.claims)
    yield from (Cited(field.path, field.evidence) for field in cited_fields(report))
    yield from (Cited(f"nearest: {place.heading or place.source_id}", (place,)) for place in report.nearest)


def cited_fields(report: Report) -> Iterator[FieldSupport]:
    """Of the result as it was found, and what is cited in the one that was decided on and not there."""
    found = report.macro.fields if report.macro else ()
    yield from found
    settled = report.review.result if report.review else None
    known = {citation for field in found for citation in field.evidence}
    for field in settled.fields if settled else ():
        if not known.issuperset(field.evidence):
            yield field


def told_together(one: Contradiction, claims: Iterable[Claim], apart: str = "") -> bool:
    """Whether some sentence outside the section `apart` sets the sides of a contradiction against each other."""
    sides = {side.fact_id for side in one.sides}
    return any(
        len(sides & set(claim.facts)) > 1
        for claim in claims
        if claim.label != "quoted" and claim.section != (apart or None)
    )
