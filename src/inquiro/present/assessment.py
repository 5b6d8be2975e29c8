"""What a report's sentences amount to: how sure each one is, where independent origins agree, and what is missing."""

from __future__ import annotations

from inquiro.core.phrases import is_refusal
from inquiro.core.types import Claim, ClaimLabel, ItemStatus, JudgedBy, Report, Value
from inquiro.core.types.critique import CRITIC
from inquiro.present.sections import answered, titles
from inquiro.present.wording import one_line, source_numbers

LONGEST_STATEMENT = 240  # characters in a table; the whole sentence stands in the answer
MOST_SILENT = 3  # points that are named right below the answer; more of them are a list of their own
_SEVERAL = 2


class Assessed(Value, frozen=True, kw_only=True):
    """A sentence, its label, what its confidence is made of, and the sources it cites."""

    number: int
    text: str
    label: ClaimLabel
    by: JudgedBy
    sure: str
    sources: tuple[int, ...]


class Agreement(Value, frozen=True, kw_only=True):
    """A sentence that several independent origins bear out."""

    text: str
    origins: int
    sources: tuple[int, ...]
    disputed: bool  # and somebody says otherwise


class OpenPoint(Value, frozen=True, kw_only=True):
    """What was asked and not, or only in part, answered; what was searched for it stands in the JSON."""

    description: str
    status: ItemStatus
    missing: str = ""  # what a model finds lacking in what was found: it says more than what was asked
    label: str = ""

    @property
    def told(self) -> str:
        return self.missing or self.description


def assessed(report: Report) -> list[Assessed]:
    numbers = source_numbers(report)
    return [
        Assessed(
            number=place,
            text=one_line(claim.statement),
            label=claim.label,
            by=claim.by,
            sure=one_line(claim.basis) or (f"{claim.confidence:.2f}" if claim.confidence else "–"),
            sources=_cited(claim, numbers),
        )
        for place, claim in enumerate(report.claims, 1)
    ]


def agreements(report: Report) -> list[Agreement]:
    """Most origins first."""
    numbers = source_numbers(report)
    disputed = {side.fact_id for one in report.contradictions for side in one.sides}
    found = [
        Agreement(
            text=one_line(claim.statement),
            origins=claim.origins,
            sources=_cited(claim, numbers),
            disputed=not disputed.isdisjoint(claim.facts),
        )
        for claim in report.claims
        if claim.origins >= _SEVERAL
    ]
    return sorted(found, key=lambda one: -one.origins)


def points_answered(report: Report) -> str:
    """`7 of 10 points answered, 2 in part`; nothing where there is only one."""
    points = [item for item in report.checklist if item.asker != CRITIC]
    if len(points) < _SEVERAL:
        return ""
    done, partly = (sum(item.status == status for item in points) for status in ("satisfied", "partial"))
    return f"{done} of {len(points)} points answered" + (f", {partly} in part" if partly else "")


def open_points(report: Report) -> list[OpenPoint]:
    """Each once, and none that is answered above: the only one, or one in part whose section stands there."""
    if is_refusal(report.claims, report.language) or (len(report.checklist) == 1 and answered(report)):
        return []
    shown = titles(report)
    told = {claim.item for claim in report.claims if claim.evidence}
    found = []
    for item in report.checklist:
        names = {one_line(item.description).casefold(), one_line(item.label).casefold()}
        above = item.id in told or not shown.isdisjoint(names - {""})
        if item.satisfied or (item.status == "partial" and above):
            continue
        judged = report.engine.startswith("llm")
        missing = one_line(item.note) if item.status == "partial" and judged else ""
        # Without a model what was found and is not shown says nothing on it.
        found.append(
            OpenPoint(
                description=one_line(item.description),
                missing=missing,
                status=item.status if judged else "unsatisfied",
                label=one_line((judged and item.label) or item.description),  # the label of rules is words of a query
            )
        )
    gaps = () if report.checklist else map(one_line, report.checklist_coverage.gaps)
    found += [OpenPoint(description=gap, status="unsatisfied") for gap in dict.fromkeys(gaps)]
    once: dict[str, OpenPoint] = {}
    for point in found:
        once.setdefault(point.told.casefold(), point)
    return list(once.values())


def silent_points(report: Report) -> list[OpenPoint]:
    """What was asked and nothing was found on, where something else is answered: an answer must not hide it."""
    asked = {one_line(item.description) for item in report.checklist if item.asker != CRITIC}
    found = [one for one in open_points(report) if one.status == "unsatisfied" and one.description in asked]
    return found if answered(report) and len(found) <= MOST_SILENT else []


def _cited(claim: Claim, numbers: dict[str, int]) -> tuple[int, ...]:
    found = (numbers[citation.source_id] for citation in claim.evidence if citation.source_id in numbers)
    return tuple(dict.fromkeys(found))
