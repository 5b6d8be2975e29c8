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


def raise_flag(ledger: Ledger, arguments: Arguments, found: Json) -> VerbOutcome:  # noqa: ARG001 - as every verb
    """One for each type and description of what is flagged; raised again it may become more or less severe."""
    entity, unit = entity_given(ledger, arguments, "entity-id", "lei"), unit_given(ledger, arguments)
    subject = entity or unit
    if subject is None:
        raise VerbFailed("give :cbu-id, :entity-id or :lei")
    flag = constant(arguments["flag-type"])
    fields = {**chosen(arguments, _FIELDS), "flag_type": flag, "severity": constant(arguments["severity"])}
    if unit is not None:
        fields["cbu_id"] = unit.id
    record, change = ledger.ensure_record(
        kind="red-flag",
        key=key_of([subject.id, unit.id if unit else "", flag, str(arguments.get("description") or "")]),
        fields=fields,
        entity_id=subject.id,
    )
    return VerbOutcome(change=change, ref=record.id, label=f"{flag} on {subject.name}")


FLAG_HANDLERS: Mapping[str, Handling] = {"red-flag.raise": Handling(apply=raise_flag)}
