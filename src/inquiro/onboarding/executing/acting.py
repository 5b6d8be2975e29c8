"""Calls that change the world beyond our store: begun in the journal first, so that none is ever repeated blindly."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Any, Literal, NamedTuple

import msgspec

from inquiro.core.crash_points import reach
from inquiro.core.decoders import convert
from inquiro.core.errors import (
    AccessDenied,
    BudgetExhausted,
    Deferred,
    EffectError,
    InquiroError,
    NoAddress,
    RateLimited,
    StoreError,
    UsageError,
)
from inquiro.core.ledger import LedgerStore
from inquiro.core.types import Lease, VerbOutcome, VerbStep
from inquiro.onboarding.executing.performing import Pending, Performed, Performer, failed
from inquiro.onboarding.executing.programs import PlannedCall

InLedger = Callable[[Callable[[Performer], Any]], Awaitable[Any]]
Settled = Literal["done", "repeat", "failed"]
_NEVER_HAPPENED = (AccessDenied, RateLimited, NoAddress, Deferred)  # refused at the door
_UNKNOWN = "nobody knows whether it happened; look there, then say so: done, repeat, or failed"


class _Begun(NamedTuple):
    arguments: dict[str, Any] | None  # None: it is settled without being called
    performed: Performed


async def act(in_ledger: InLedger, pending: Pending, run_id: str) -> Performed:
    """Called at most once unless its verb is idempotent; an outcome that nobody heard of is held for a person."""
    planned = pending.calls[0]
    assert planned.handling.act is not None
    begun: _Begun = await in_ledger(lambda it: _begin(it, pending))
    if begun.arguments is None:
        return begun.performed
    reach("verbs.before_act", planned.key)
    try:
        outcome = await planned.handling.act(begun.arguments, planned.key)
    except (StoreError, BudgetExhausted):
        raise
    except InquiroError as error:
        return await _kept(in_ledger, _after_error(planned, run_id, error))
    reach("verbs.after_act", planned.key)
    performed: Performed = await in_ledger(lambda it: it.settled(planned, outcome, pending.last))
    reach("verbs.after_acted", planned.key)
    return performed


async def settle_held(
    store: LedgerStore,
    lease: Lease,
    step: VerbStep,
    outcome: Settled,
    *,
    org_id: str,
    decision_id: str,
    value: Any = None,
) -> VerbStep:
    """What a person found out about a call whose outcome nobody knew, and what it gave; a resume goes on from there."""
    if step.status != "held":
        raise UsageError(f"{step.verb} is {step.status}: only a call that is held can be settled")
    settled = msgspec.structs.replace(step, at=None, error="")
    match outcome:
        case "done":
            settled = msgspec.structs.replace(settled, status="done", outcome=VerbOutcome(value=value).to_dict())
        case "repeat":
            settled = msgspec.structs.replace(settled, status="waiting")
        case "failed":
            settled = msgspec.structs.replace(settled, status="failed", error="it did not happen, says who looked")
    await store.in_ledger(lease, org_id, decision_id, lambda ledger: ledger.keep(settled))
    return settled


def _begin(performer: Performer, pending: Pending) -> _Begun:
    planned = pending.calls[0]
    ledger, step = performer.ledger, planned.step(performer.run_id)
    mine = next(iter(ledger.steps(planned.group, planned.index)), None)
    others = ledger.begun_elsewhere(planned.key)
    if others is not None and others.status == "done":
        outcome = convert(others.outcome, VerbOutcome)
        return _Begun(None, performer.settled(planned, outcome, pending.last))
    asked = mine is not None and mine.status == "waiting"  # a person said to repeat it
    unknown = not asked and (others is not None or (mine is not None and mine.status in {"begun", "held"}))
    if unknown and not planned.spec.idempotent:
        where = f" in run {others.run_id}" if others is not None else ""
        return _settle(performer, msgspec.structs.replace(step, status="held", error=f"begun{where}: {_UNKNOWN}"))
    try:
        arguments = performer.arguments(planned, pending.bindings)
    except (StoreError, BudgetExhausted):
        raise
    except InquiroError as error:
        return _settle(performer, failed(planned, performer.run_id, error))
    ledger.keep(msgspec.structs.replace(step, status="begun"))
    return _Begun(arguments, Performed([], {}))


def _settle(performer: Performer, step: VerbStep) -> _Begun:
    performer.ledger.keep(step)
    return _Begun(None, Performed([step], {}))


async def _kept(in_ledger: InLedger, step: VerbStep) -> Performed:
    await in_ledger(lambda it: it.ledger.keep(step))
    return Performed([step], {})


def _after_error(planned: PlannedCall, run_id: str, error: InquiroError) -> VerbStep:
    """An answer that never came leaves open what happened there."""
    step = failed(planned, run_id, error)
    heard = not isinstance(error, EffectError) or isinstance(error, _NEVER_HAPPENED)
    if heard or planned.spec.idempotent:
        return step
    return msgspec.structs.replace(step, status="held", error=f"{step.error}; {_UNKNOWN}")
