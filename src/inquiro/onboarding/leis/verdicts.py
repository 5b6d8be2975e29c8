"""What is to be thought of an LEI, from its own characters and from what the register says."""

from __future__ import annotations

from typing import Any, NamedTuple

from inquiro.core.lei import lei_problem
from inquiro.core.register import RegisterRecord
from inquiro.core.types import LeiFinding, LeiVerdict
from inquiro.onboarding.leis.jurisdictions import same_place
from inquiro.onboarding.leis.lookalikes import lookalikes
from inquiro.onboarding.leis.names import name_match
from inquiro.onboarding.leis.places import LeiClaim

_ENDED = {
    "RETIRED": "the entity has ended",
    "ANNULLED": "the registration was declared invalid",
    "MERGED": "the entity was merged into another",
    "DUPLICATE": "the entity has another LEI",
    "CANCELLED": "it was never issued",
    "TRANSFERRED": "it is kept elsewhere",
}
_GOOD = frozenset({"ISSUED", "PENDING_TRANSFER", "PENDING_ARCHIVAL", ""})


class Unreachable(NamedTuple):
    """The register could not be asked, and why."""

    reason: str


def verdict_of(claim: LeiClaim, answer: RegisterRecord | Unreachable | None) -> LeiFinding:
    """The gravest objection counts: a mismatch that can be forgiven never hides one that cannot."""
    if problem := lei_problem(claim.lei):
        return _finding(claim, "malformed", f"it {problem}", hints=lookalikes(claim.lei))
    if isinstance(answer, Unreachable):
        return _finding(claim, "unverified", f"the register could not be asked: {answer.reason}")
    if answer is None:
        return _finding(claim, "not_found", "the register has no such LEI: it may be invented")
    verdict, reason = _judged(claim, answer)
    return _finding(
        claim,
        verdict,
        reason,
        record_name=answer.name,
        record_jurisdiction=answer.jurisdiction,
        registration=answer.registration,
        entity_status=answer.entity_status,
        successors=answer.successors,
    )


def _judged(claim: LeiClaim, record: RegisterRecord) -> tuple[LeiVerdict, str]:
    if reason := _inactive(record):
        return "inactive", reason
    if claim.name and not (match := name_match(claim.name, record)):
        return "name_differs", match.reason
    if not _same_place(claim, record):
        where = f"the register gives {record.jurisdiction}, not {claim.jurisdiction or claim.country}"
        return "jurisdiction_differs", where
    if record.registration == "LAPSED":
        due = f"; it was due on {record.next_renewal}" if record.next_renewal else ""
        return "lapsed", f"the registration was not renewed{due}"
    if record.registration not in _GOOD:
        return "inactive", f"the registration is {record.registration}"
    return "confirmed", "" if claim.name else "no name stands beside it: only the LEI itself was checked"


def _same_place(claim: LeiClaim, record: RegisterRecord) -> bool:
    if claim.jurisdiction or not claim.country:
        return same_place(claim.jurisdiction, record.jurisdiction)
    return any(same_place(claim.country, place) for place in (record.jurisdiction, record.country) if place)


def _inactive(record: RegisterRecord) -> str:
    ended = _ENDED.get(record.registration, "")
    if not ended and record.entity_status != "INACTIVE":
        return ""
    told = f"the registration is {record.registration}: {ended}" if ended else "the entity is INACTIVE"
    return told + (f"; successor: {', '.join(record.successors)}" if record.successors else "")


def _finding(claim: LeiClaim, verdict: LeiVerdict, reason: str, **known: Any) -> LeiFinding:
    return LeiFinding(
        path=claim.path,
        lei=claim.lei,
        verdict=verdict,
        reason=reason,
        name=claim.name,
        jurisdiction=claim.jurisdiction or claim.country,
        **known,
    )
