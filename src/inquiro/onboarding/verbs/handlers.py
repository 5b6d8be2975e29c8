"""What stands behind each verb that comes with Inquiro, and behind those of the user's own."""

from __future__ import annotations

from collections.abc import Mapping

from inquiro.core.types import VerbSpec
from inquiro.onboarding.verbs.entities import ENTITY_HANDLERS
from inquiro.onboarding.verbs.flags import FLAG_HANDLERS
from inquiro.onboarding.verbs.gleif import GLEIF_HANDLERS
from inquiro.onboarding.verbs.handling import Handling
from inquiro.onboarding.verbs.ownership import OWNERSHIP_HANDLERS
from inquiro.onboarding.verbs.records import recording
from inquiro.onboarding.verbs.units import UNIT_HANDLERS

HANDLERS: Mapping[str, Handling] = {
    **ENTITY_HANDLERS,
    **UNIT_HANDLERS,
    **OWNERSHIP_HANDLERS,
    **FLAG_HANDLERS,
    **GLEIF_HANDLERS,
}


def handler_for(spec: VerbSpec, handlers: Mapping[str, Handling] = HANDLERS) -> Handling | None:
    """None: nobody wrote one."""
    return recording(spec) if spec.record else handlers.get(spec.name)
