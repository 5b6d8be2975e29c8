"""Calls inside one transaction: each in a savepoint, its journal row beside what it changed."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any, NamedTuple

import msgspec

from inquiro.core.decoders import convert
from inquiro.core.errors import BudgetExhausted, InquiroError, StoreError
from inquiro.core.ledger import Ledger
from inquiro.core.types import Json, VerbOutcome, VerbStep
from inquiro.onboarding.executing.arguments import (
    Bindings,
    Blocked,
    blocked_among,
    check_entities,
    entity_lei,
    plain_arguments,
)
from inquiro.onboarding.executing.programs import PlannedCall
from inquiro.onboarding.verbs.handling import VerbFailed

_Perform = Callable[[PlannedCall, Bindings, Json, int], VerbStep]


class Pending(NamedTuple):
    """The next calls of one group."""

    calls: Sequence[PlannedCall]
    bindings: Bindings
    last: int  # index of the group's last call
    found: Json | None = None  # by the first of them, which looked outside


class Performed(NamedTuple):
    steps: list[VerbStep]
    elsewhere: dict[str, str]  # group -> the run that was first to finish it


class Performer(NamedTuple):
    """One transaction of a run."""

    ledger: Ledger
    run_id: str
    blocked: Blocked

    def perform(self, portion: Sequence[Pending]) -> Performed:
        """What became of each call; a group ends at its first failure, the others go on.

        All together first, since a savepoint for each call costs as much as the call; if one of them fails, all are
        taken back and done again, each apart. The transaction itself may be done a second time when nobody heard of
        its commit: what is done already stays done.
        """
        if known := self._known(portion):
            return Performed(known, {})
        try:
            with self.ledger.apart():
                return Performed([step for pending in portion for step in self._smoothly(pending)], {})
        except (_Amiss, _Elsewhere):
            return self._apart(portion)

    def arguments(self, planned: PlannedCall, bindings: Bindings) -> dict[str, Any]:
        """As the handler gets them; VerbFailed if one of them may not be used."""
        arguments = plain_arguments(planned.call, planned.spec, bindings)
        if why := blocked_among(arguments, self.blocked):
            raise VerbFailed(why)
        check_entities(self.ledger, planned.spec, arguments, self.blocked)
        if planned.handling.fetch is None:
            return arguments
        known = entity_lei(self.ledger, planned.spec, arguments)
        if planned.handling.prepare is not None:
            known |= planned.handling.prepare(self.ledger, arguments)
            if why := blocked_among(known, self.blocked):
                raise VerbFailed(why)
        return arguments | known

    def settled(self, planned: PlannedCall, outcome: VerbOutcome, last: int) -> Performed:
        """A call that was made outside is done, whoever finished its group."""
        try:
            return Performed([self._finish(planned, outcome, last)], {})
        except _Elsewhere as first:
            return Performed([], {planned.group: first.run_id})

    def _finish(self, planned: PlannedCall, outcome: VerbOutcome, last: int) -> VerbStep:
        """The call is done, and with its last call the group."""
        step = msgspec.structs.replace(planned.step(self.run_id), status="done", outcome=outcome.to_dict())
        self.ledger.keep(step)
        if planned.index == last and (finisher := self.ledger.finish(planned.group)) != self.run_id:
            raise _Elsewhere(finisher)
        return step

    def _known(self, portion: Sequence[Pending]) -> list[VerbStep]:
        """What is done already: all of the portion or nothing, since it is one transaction."""
        first = portion[0].calls[0]
        if not any(step.status == "done" for step in self.ledger.steps(first.group, first.index)):
            return []
        return [step for one in portion for step in self.ledger.steps(one.calls[0].group, one.calls[0].index)]

    def _smoothly(self, pending: Pending) -> Iterator[VerbStep]:
        try:
            yield from self._group(pending, self._call)
        except (StoreError, BudgetExhausted):
            raise
        except InquiroError as error:
            raise _Amiss from error

    def _apart(self, portion: Sequence[Pending]) -> Performed:
        performed = Performed([], {})
        for pending in portion:
            try:
                performed.steps.extend(self._group(pending, self._call_apart))
            except _Elsewhere as first:
                performed.elsewhere[pending.calls[0].group] = first.run_id
        return performed

    def _group(self, pending: Pending, perform: _Perform) -> Iterator[VerbStep]:
        bindings = dict(pending.bindings)
        for number, planned in enumerate(pending.calls):
            found = pending.found if number == 0 else None
            step = perform(planned, bindings, found or {}, pending.last)
            yield step
            if step.status != "done":
                return
            if planned.call.binds:
                bindings[planned.call.binds] = convert(step.outcome, VerbOutcome)

    def _call(self, planned: PlannedCall, bindings: Bindings, found: Json, last: int) -> VerbStep:
        return self._finish(planned, self._outcome(planned, bindings, found), last)

    def _call_apart(self, planned: PlannedCall, bindings: Bindings, found: Json, last: int) -> VerbStep:
        try:
            with self.ledger.apart():
                return self._call(planned, bindings, found, last)
        except (StoreError, BudgetExhausted):
            raise
        except InquiroError as error:
            step = failed(planned, self.run_id, error)
            self.ledger.keep(step)
            return step

    def _outcome(self, planned: PlannedCall, bindings: Bindings, found: Json) -> VerbOutcome:
        arguments = self.arguments(planned, bindings)
        if planned.handling.apply is None:
            return VerbOutcome(change="found", value=found)
        return planned.handling.apply(self.ledger, arguments, found)


class _Amiss(Exception):
    """One of the calls failed."""


class _Elsewhere(Exception):
    """Another run finished the group while this one was at it."""

    def __init__(self, run_id: str) -> None:
        super().__init__(run_id)
        self.run_id = run_id


def failed(planned: PlannedCall, run_id: str, error: InquiroError) -> VerbStep:
    said = str(error) or type(error).__name__
    return msgspec.structs.replace(planned.step(run_id), status="failed", error=said)
