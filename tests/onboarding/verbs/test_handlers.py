from __future__ import annotations

from inquiro.core.types import VerbSpec
from inquiro.onboarding.verbs.handlers import HANDLERS, handler_for
from inquiro.onboarding.verbs.registry import bundled_verbs


def test_every_verb_has_a_handler_and_every_handler_a_verb():
    assert {spec.name for spec in bundled_verbs()} == set(HANDLERS)


def test_a_verb_that_only_looks_never_writes_by_itself():
    looking = [spec.name for spec in bundled_verbs() if spec.effects == "read"]
    assert looking
    assert all(HANDLERS[name].fetch is not None and HANDLERS[name].act is None for name in looking)


def test_a_verb_of_the_users_own_is_recorded_and_others_have_none():
    assert handler_for(VerbSpec(name="note.write", record="note")).apply is not None
    assert handler_for(VerbSpec(name="note.write")) is None
