"""Executes the verbs of a decision: each exactly once, whatever dies in between.

Consecutive calls that need nothing from outside share a transaction; what a call changed and the row that says so are
committed together. A call that looks something up does so before its transaction. A call that changes the world
beyond our store is written down before and after: found half-way, it is repeated only if its verb says that is safe.
"""

from __future__ import annotations

import contextlib
from collections import deque
from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import takewhile
from typing import TypeVar

from inquiro.core.crash_points import reach
from inquiro.core.errors import BudgetExhausted, InquiroError, Stopped, StoreError
from inquiro.core.events import Emit
from inquiro.core.ledger import LedgerStore
from inquiro.core.register import Register
from inquiro.core.types import Json, Lease
from inquiro.onboarding.executing.acting import act
from inquiro.onboarding.executing.performing import Pending, Performed, Performer, failed
from inquiro.onboarding.executing.programs import PlannedCall, Program, read_groups
from inquiro.onboarding.executing.progress import Progress, resumed
from inquiro.onboarding.executing.reports import Execution, ExecutionReport, reported
from inquiro.onboarding.verbs.handling import Handling
from inquiro.onboarding.verbs.registry import VerbRegistry

T = TypeVar("T")
TOGETHER = 64  # calls of one transaction: every commit waits for the disk
POINTS = (
    "verbs.before_look",  # nothing has been asked
    "verbs.after_look",  # answered, nothing is written
    "verbs.before_commit",  # the portion is ready, nothing of it is written
    "verbs.after_commit",  # written, and nobody has heard of it yet
    "verbs.before_act",  # written down as begun, not yet called
    "verbs.after_act",  # it happened, and is not written down
    "verbs.after_acted",  # written down
)
RegisterFor = Callable[[str], Register]


async def execute(
    store: LedgerStore,
    lease: Lease,
    execution: Execution,
    *,
    registry: VerbRegistry,
    handlers: Mapping[str, Handling],
    register_for: RegisterFor,
    emit: Emit,
    stopping: Callable[[], bool],
) -> ExecutionReport:
    """Everything that is not done yet, in order; BadFile, and nothing done, if any of it cannot be right."""
    programs = read_groups(execution.groups, registry=registry, handlers=handlers, blocked=execution.blocked)
    executor = _Executor(store, lease, execution, register_for)
    await executor.resume(programs)
    executor.tell(emit)
    with contextlib.suppress(Stopped):  # what was asked and not answered is asked again by whoever goes on
        while not stopping() and await executor.advance():
            executor.tell(emit)
    return reported(progress.report() for progress in executor.groups)


class _Executor:
    def __init__(self, store: LedgerStore, lease: Lease, execution: Execution, register_for: RegisterFor) -> None:
        self._store = store
        self._lease = lease
        self._execution = execution
        self._register_for = register_for
        self._by_key: dict[str, Progress] = {}
        self._open: deque[Progress] = deque()
        self._news: list[Progress] = []  # groups that came to an end
        self._done = 0
        self._total = 0

    @property
    def groups(self) -> Iterable[Progress]:
        return self._by_key.values()

    async def resume(self, programs: Sequence[Program]) -> None:
        groups = await self._in_ledger(lambda it: [resumed(it.ledger, program) for program in programs])
        self._by_key = {group.program.group.key: group for group in groups}
        self._open.extend(group for group in groups if group.status is None)
        self._news.extend(group for group in groups if group.status is not None)
        self._done = sum(step.status == "done" for group in groups for step in group.steps)
        self._total = sum(len(group.program.calls) for group in groups)

    async def advance(self) -> bool:
        """The next call, and with it all that can be done in the same transaction; False when nothing is left."""
        while self._open and self._open[0].status is not None:
            self._open.popleft()
        if not self._open:
            return False
        group = self._open[0]
        head = group.left[0]
        if head.handling.act is not None:
            acted = Pending([head], group.bindings, group.last)
            self._take(await act(self._in_ledger, acted, self._execution.run_id))
            return True
        found = await self._look(group, head) if head.handling.fetch is not None else None
        if group.status is None:
            await self._commit(self._portion(found))
        return True

    def tell(self, emit: Emit) -> None:
        """Groups that came to an end, and how far it is on the whole."""
        for group in self._news:
            if group.status in {"failed", "held", "skipped"}:
                name = group.program.group.title or group.program.group.key
                emit(
                    "verbs", f"{name}: {group.status}: {group.error}", status=group.status, key=group.program.group.key
                )
        self._news.clear()
        done, total = self._done, self._total
        emit("verbs", f"{done} of {total} calls done", done / (total or 1), done=done, total=total)

    async def _look(self, group: Progress, planned: PlannedCall) -> Json | None:
        """What the register says; a failure is the outcome of the call."""
        assert planned.handling.fetch is not None
        reach("verbs.before_look", planned.key)
        try:
            arguments = await self._in_ledger(lambda it: it.arguments(planned, group.bindings))
            found = await planned.handling.fetch(self._register_for(step_name(planned)), arguments)
        except (StoreError, BudgetExhausted, Stopped):
            raise
        except InquiroError as error:
            step = failed(planned, self._execution.run_id, error)
            await self._in_ledger(lambda it: it.ledger.keep(step))
            self._take(Performed([step], {}))
            return None
        reach("verbs.after_look", planned.key)
        return found

    def _portion(self, found: Json | None) -> list[Pending]:
        """From the next call on, as far as nothing has to be waited for."""
        portion: list[Pending] = []
        room = TOGETHER
        for group in self._open:
            if group.status is None and room > 0:
                ready = [*takewhile(_ready, group.left[1 if not portion else 0 : room])]
                calls = [*(group.left[:1] if not portion else ()), *ready]
                if calls:
                    portion.append(Pending(calls, group.bindings, group.last, None if portion else found))
                room -= len(calls)
                if len(calls) < len(group.left):
                    break
        return portion

    async def _commit(self, portion: Sequence[Pending]) -> None:
        reach("verbs.before_commit")
        performed = await self._in_ledger(lambda it: it.perform(portion))
        reach("verbs.after_commit")
        self._take(performed)

    def _take(self, performed: Performed) -> None:
        for step in performed.steps:
            self._by_key[step.group].take(step)
            self._done += step.status == "done"
        for key, run_id in performed.elsewhere.items():
            self._by_key[key].skip(run_id)
        touched = dict.fromkeys([*(step.group for step in performed.steps), *performed.elsewhere])
        self._news.extend(self._by_key[key] for key in touched if self._by_key[key].status is not None)

    async def _in_ledger(self, work: Callable[[Performer], T]) -> T:
        run_id, blocked = self._execution.run_id, self._execution.blocked
        return await self._store.in_ledger(
            self._lease,
            self._execution.org_id,
            self._execution.decision_id,
            lambda ledger: work(Performer(ledger, run_id, blocked)),
        )


def step_name(planned: PlannedCall) -> str:
    """Under which what a call asks is journaled: the same for the same call, in whatever attempt."""
    return f"verb:{planned.key}"


def _ready(planned: PlannedCall) -> bool:
    """Whether it needs nothing from outside."""
    return planned.handling.fetch is None and planned.handling.act is None
