"""A rehearsal: everything that would happen, in a transaction that is taken back, and nobody outside is asked."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec

from inquiro.core.decoders import convert
from inquiro.core.errors import BudgetExhausted, InquiroError, StoreError
from inquiro.core.ledger import Ledger, LedgerStore
from inquiro.core.types import Reference, VerbGroup, VerbOutcome, VerbStep
from inquiro.onboarding.executing.arguments import ENTITY_LEI, Blocked
from inquiro.onboarding.executing.performing import Performer, failed
from inquiro.onboarding.executing.programs import PlannedCall, Program, read_groups
from inquiro.onboarding.executing.reports import ExecutionReport, GroupReport, reported
from inquiro.onboarding.verbs.gleif_refreshing import STALE_LEIS
from inquiro.onboarding.verbs.handling import Handling
from inquiro.onboarding.verbs.registry import VerbRegistry

_UNTOLD = "depends on what an earlier call finds out"


async def dry_run(
    store: LedgerStore,
    groups: tuple[VerbGroup, ...],
    *,
    org_id: str,
    registry: VerbRegistry,
    handlers: Mapping[str, Handling],
    blocked: Blocked,
) -> ExecutionReport:
    """What would be created, updated or left as it is; BadFile if the verbs cannot be right."""
    programs = read_groups(groups, registry=registry, handlers=handlers, blocked=blocked)

    def rehearse(ledger: Ledger) -> list[GroupReport]:
        return [_group(Performer(ledger, "", blocked), program) for program in programs]

    return reported(await store.rehearse(org_id, rehearse), rehearsed=True)


def _group(performer: Performer, program: Program) -> GroupReport:
    report = GroupReport(
        key=program.group.key, title=program.group.title, status="done", total=len(program.calls), error=program.refusal
    )
    if elsewhere := performer.ledger.executed_elsewhere(program.group.key):
        return msgspec.structs.replace(report, status="skipped", error=f"already done in run {elsewhere}")
    if program.refusal:
        return msgspec.structs.replace(report, status="failed")
    steps: list[VerbStep] = []
    bindings: dict[str, VerbOutcome] = {}
    for planned in program.calls:
        step = _step(performer, planned, bindings)
        steps.append(step)
        if step.status == "failed":
            error = f"line {planned.call.line}, {step.verb}: {step.error}"
            return msgspec.structs.replace(report, status="failed", steps=tuple(steps), error=error)
        outcome = convert(step.outcome, VerbOutcome)
        if planned.call.binds:
            _bind(bindings, planned.call.binds, outcome)
    return msgspec.structs.replace(report, steps=tuple(steps))


def _bind(bindings: dict[str, VerbOutcome], name: str, outcome: VerbOutcome) -> None:
    """What cannot be told yet hides what the same name was bound to before."""
    if outcome == VerbOutcome(label=outcome.label):
        bindings.pop(name, None)
    else:
        bindings[name] = outcome


def _step(performer: Performer, planned: PlannedCall, bindings: Mapping[str, VerbOutcome]) -> VerbStep:
    if any(name not in bindings for name in _references(planned.call.arguments)):
        return _told(planned, VerbOutcome(label=_UNTOLD))
    try:
        with performer.ledger.apart():
            return _told(planned, _outcome(performer, planned, bindings))
    except (StoreError, BudgetExhausted):
        raise
    except InquiroError as error:
        return failed(planned, "", error)


def _outcome(performer: Performer, planned: PlannedCall, bindings: Mapping[str, VerbOutcome]) -> VerbOutcome:
    arguments = performer.arguments(planned, bindings)
    if planned.handling.act is not None:
        return VerbOutcome(label="would be called outside")
    if planned.handling.fetch is not None:
        return _asked(performer.ledger, planned, arguments)
    assert planned.handling.apply is not None
    return planned.handling.apply(performer.ledger, arguments, {})


def _asked(ledger: Ledger, planned: PlannedCall, arguments: Mapping[str, Any]) -> VerbOutcome:
    """An entity that the register would be asked for stands in for itself, so that later calls can name it."""
    lei = str(arguments.get("lei") or arguments.get(ENTITY_LEI) or "")
    several = f"so many that have grown old: {len(arguments[STALE_LEIS])}" if STALE_LEIS in arguments else ""
    label = f"would ask the register for {lei or several or arguments.get('name') or 'it'}"
    if planned.spec.yields != "entity" or not lei:
        return VerbOutcome(label=label)
    if known := ledger.find_entities(lei=lei):
        return VerbOutcome(change="found", ref=known[0].id, label=label)
    made, _ = ledger.ensure_entity(kind="limited-company", name=lei, lei=lei)
    return VerbOutcome(change="created", ref=made.id, label=label)


def _told(planned: PlannedCall, outcome: VerbOutcome) -> VerbStep:
    return msgspec.structs.replace(planned.step(""), outcome=outcome.to_dict())


def _references(value: Any) -> list[str]:
    if isinstance(value, Reference):
        return [value.name]
    inner = value.values() if isinstance(value, dict) else value if isinstance(value, list | tuple) else ()
    return [name for one in inner for name in _references(one)]
