"""red-flag.raise: something that somebody has to look at."""

from __future__ import annotations

from collections.abc import Mapping

from inquiro.core.ledger import Arguments, Ledger
from inquiro.core.types import Json, VerbOutcome
from inquiro.onboarding.verbs.entities import chosen, constant
from inquiro.onboarding.verbs.handling import Handling, VerbFailed
from inquiro.onboarding.verbs.named_entities import entity_given, unit_given
from inquiro.onboarding.verbs.records import key_of

_FIELDS = ("severity", "description", "source", "source-url", "date", "evidence")
_CASES = ("case-id", "workstream-id")  # of somebody's own system


def raise_flag(ledger: Ledger, arguments: Arguments, found: Json) -> VerbOutcome:  # noqa: ARG001 - as every verb
    """One for each type and description of what is flagged; raised again it may become more or less severe."""
    entity, unit = entity_given(ledger, arguments, "entity-id", "lei"), unit_given(ledger, arguments)
    subject, cases = entity or unit, chosen(arguments, _CASES)
    if subject is None and not cases:
        raise VerbFailed("give :cbu-id, :entity-id, :lei, :case-id or :workstream-id")
    subject_id, unit_id = subject.id if subject else "", unit.id if unit else ""
    flag = constant(arguments["flag-type"])
    fields = {**cases, **chosen(arguments, _FIELDS), "flag_type": flag, "severity": constant(arguments["severity"])}
    if unit_id:
        fields["cbu_id"] = unit_id
    record, change = ledger.ensure_record(
        kind="red-flag",
        key=key_of([subject_id, unit_id, flag, str(arguments.get("description") or ""), *([cases] if cases else [])]),
        fields=fields,
        entity_id=subject_id,
    )
    about = subject.name if subject else ", ".join(f"{name.removesuffix('_id')} {one}" for name, one in cases.items())
    return VerbOutcome(change=change, ref=record.id, label=f"{flag} on {about}")


FLAG_HANDLERS: Mapping[str, Handling] = {"red-flag.raise": Handling(apply=raise_flag)}
