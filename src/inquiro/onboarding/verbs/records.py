"""Record verbs of the user's own: what they say is kept under a kind and a key."""

from __future__ import annotations

from collections.abc import Sequence
from hashlib import sha256
from typing import Any

import msgspec

from inquiro.core.ledger import Arguments, Ledger
from inquiro.core.types import Json, VerbOutcome, VerbSpec
from inquiro.onboarding.verbs.entities import attribute
from inquiro.onboarding.verbs.handling import Handling
from inquiro.onboarding.verbs.named_entities import entity_named

LONGEST_KEY = 200


def recording(spec: VerbSpec) -> Handling:
    """The handler of a verb that a user declared."""

    def apply(ledger: Ledger, arguments: Arguments, found: Json) -> VerbOutcome:  # noqa: ARG001 - as every verb
        said = {name: value for name, value in arguments.items() if value is not None}
        subject = ""
        for argument in spec.arguments:
            if argument.type == "entity" and isinstance(said.get(argument.name), str):
                said[argument.name] = entity_named(ledger, said[argument.name]).id
                subject = subject or said[argument.name]
        record, change = ledger.ensure_record(
            kind=spec.record,
            key=key_of([said.get(name) for name in spec.key] if spec.key else [dict(sorted(said.items()))]),
            fields={attribute(name): value for name, value in said.items()},
            entity_id=subject,
        )
        return VerbOutcome(change=change, ref=record.id, label=f"{spec.record} {record.key}")

    return Handling(apply=apply)


def key_of(values: Sequence[Any]) -> str:
    """Readable where it is short, and the same for the same values always."""
    if len(values) == 1 and isinstance(values[0], str) and len(values[0]) <= LONGEST_KEY:
        return values[0]
    text = msgspec.json.encode(list(values), order="deterministic").decode()
    return text if len(text) <= LONGEST_KEY else sha256(text.encode()).hexdigest()
