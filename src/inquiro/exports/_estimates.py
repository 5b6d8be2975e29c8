"""How much was found and how much more there may be, for formats without drawings."""

from __future__ import annotations

from inquiro.core.estimates import counted, course, how_many_more
from inquiro.core.types import Report


def estimate_facts(report: Report) -> list[tuple[str, str]]:
    """Names and values; the course of the rounds as a line of blocks."""
    if report.estimate is None:
        return []
    names = {item.id: item.label or item.description for item in report.checklist}
    items = [f"{names[one.item]}: {counted(one)}" for one in report.item_estimates if one.item in names]
    return [
        ("Facts found", f"{course(report.rounds) or report.estimate.found}; {how_many_more(report.estimate)}"),
        ("Point by point", "; ".join(items)),
    ]
