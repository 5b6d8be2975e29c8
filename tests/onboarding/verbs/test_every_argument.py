"""Every argument that a writing verb declares changes what is written, or names what it is written about."""

from __future__ import annotations

import asyncio
from datetime import UTC, datetime, timedelta

import msgspec
import pytest

from inquiro.core.types import VerbSpec
from inquiro.onboarding.executing.arguments import entity_lei
from inquiro.onboarding.verbs.argument_types import filled, type_problem
from inquiro.onboarding.verbs.handlers import handler_for
from inquiro.onboarding.verbs.registry import bundled_verbs
from inquiro.testing.ledger import MemoryLedger

WRITING = [spec for spec in bundled_verbs() if spec.effects == "store"]
LEAST = {  # the least that each verb can be called with
    "cbu.ensure": {"name": "Unit"},
    "cbu.assign-role": {"cbu-id": "Unit", "entity-id": "Alpha", "role": "ASSET_OWNER"},
    "cbu.role:assign-ownership": {"owner-entity-id": "Alpha", "owned-entity-id": "Beta"},
    "cbu.role:mark-ubo-terminus": {"entity-id": "Alpha", "reason": "listed"},
    "entity.ensure": {"name": "Delta"},
    "entity.ensure-limited-company": {"name": "Delta"},
    "entity.set-ubo-terminus": {"entity-id": "Alpha", "reason": "listed"},
    "gleif.enrich": {"lei": "CHILD"},
    "gleif.import-tree": {"lei": "CHILD"},
    "gleif.import-managed-funds": {"lei": "CHILD"},
    "gleif.resolve-successor": {"lei": "ENDED"},
    "gleif.refresh": {},
    "red-flag.raise": {"entity-id": "Alpha", "flag-type": "PEP", "severity": "LOW"},
    "ubo.add-ownership": {"owner-entity-id": "Alpha", "owned-entity-id": "Beta"},
    "ubo.create": {"entity-id": "Alpha", "name": "Jane Doe"},
}
SAID = {  # where the type alone does not tell what to say
    ("gleif.import-tree", "direction"): "down",
    ("gleif.import-tree", "depth"): 1,
    ("gleif.import-tree", "create-entities"): False,
    ("gleif.import-managed-funds", "limit"): 1,
    ("gleif.import-tree", "limit"): 1,
    ("gleif.refresh", "stale-days"): 60,
    ("gleif.refresh", "limit"): 1,
}
BY_TYPE = {
    "string": "Something else",
    "percentage": 12.5,
    "boolean": True,
    "date": "2024-02-29",
    "lei": "APEX",
    "entity": "Gamma",
    "map": {"colour": "green"},
    "any": ["a deed"],
}
UNITS = {"cbu-id": "Second unit"}


@pytest.fixture(scope="module")
def world(gleif_server):
    made, ended = gleif_server.nordwind(), gleif_server.with_check_digits("ENDED")
    second = gleif_server.with_check_digits("SECOND")
    made.facts.add(ended, "Ended AG", entity_status="INACTIVE", registration="MERGED", successors=(gleif_server.APEX,))
    made.facts.add(second, "Second Fonds", category="FUND")
    low = made.facts.add(gleif_server.with_check_digits("LOW"), "Low GmbH", parent=gleif_server.CHILD)
    made.facts.add(gleif_server.with_check_digits("LOWER"), "Lower GmbH", parent=low)
    made.facts.edges.append(gleif_server.Edge(second, gleif_server.CHILD, "fund-managed-by"))
    leis = {"APEX": gleif_server.APEX, "CHILD": gleif_server.CHILD, "ENDED": ended}
    return gleif_server.register_of(made), leis


def office(leis):
    ledger = MemoryLedger()
    for kind, name in (("cbu", "Unit"), ("cbu", "Second unit"), ("limited-company", "Alpha")):
        ledger.ensure_entity(kind=kind, name=name)
    for name in ("Beta", "Gamma"):
        ledger.ensure_entity(kind="limited-company", name=name)
    for lei, days in (("APEX", 40), ("CHILD", 70)):
        entity, _ = ledger.ensure_entity(kind="limited-company", name=lei, lei=leis[lei], source="GLEIF")
        made = datetime.now(UTC) - timedelta(days=days)
        ledger.entities[entity.id] = msgspec.structs.replace(entity, created_at=made)
    return ledger


def written(world, spec: VerbSpec, given):
    """The whole ledger after a call, but for its times."""
    register, leis = world
    said = {name: leis.get(value, value) if isinstance(value, str) else value for name, value in given.items()}
    for argument in spec.arguments:
        assert argument.name not in said or not type_problem(argument, said[argument.name])
    ledger, handling = office(leis), handler_for(spec)
    arguments, found = filled(spec, said), {}
    if handling.fetch is not None:
        arguments |= entity_lei(ledger, spec, arguments)
        arguments |= handling.prepare(ledger, arguments) if handling.prepare else {}
        found = asyncio.run(handling.fetch(register, arguments))
    handling.apply(ledger, arguments, found)
    kept = [*ledger.entities.values(), *ledger.relations.values(), *ledger.records.values()]
    return [msgspec.structs.replace(one, created_at=None) for one in kept]


def another(spec, argument):
    if argument.name in UNITS:
        return UNITS[argument.name]
    if argument.type == "entity" and spec.name.startswith("gleif."):
        return "APEX"
    return SAID.get((spec.name, argument.name), BY_TYPE.get(argument.type))


def selectors(spec):
    return [set(group) for group in (*spec.one_of, spec.about_all_without)]


@pytest.mark.parametrize("spec", WRITING, ids=lambda spec: spec.name)
def test_every_argument_has_an_effect(world, spec):
    least = LEAST[spec.name]
    without = written(world, spec, least)
    for argument in spec.arguments:
        said = {**least, argument.name: another(spec, argument)}
        for group in selectors(spec):
            if argument.name in group:
                said = {name: value for name, value in said.items() if name not in group or name == argument.name}
        assert said != least, argument.name
        assert written(world, spec, said) != without, f"{spec.name} drops :{argument.name}"


def test_no_writing_verb_is_left_out():
    assert LEAST.keys() == {spec.name for spec in WRITING}


def test_what_is_said_of_a_person_who_is_known_is_kept_too(world):
    spec = next(spec for spec in WRITING if spec.name == "ubo.create")
    least = {"entity-id": "Alpha", "person-id": "Gamma"}
    without = written(world, spec, least)
    for name in ("name", "nationality", "country-of-residence", "date-of-birth", "is-pep", "cbu-id"):
        argument = next(one for one in spec.arguments if one.name == name)
        assert written(world, spec, {**least, name: another(spec, argument)}) != without, name
