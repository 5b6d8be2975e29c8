"""What is to be executed, and what became of it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from typing import Literal

import msgspec

from inquiro.core.types import Value, VerbGroup, VerbStep

GroupStatus = Literal["done", "failed", "held", "skipped", "stopped"]


class Execution(Value, frozen=True, kw_only=True):
    """The verbs of one decision."""

    run_id: str
    decision_id: str
    org_id: str = "local"
    groups: tuple[VerbGroup, ...] = ()
    blocked: Mapping[str, str] = msgspec.field(default_factory=dict)  # LEI -> why a call that names it cannot run


class GroupReport(Value, frozen=True, kw_only=True):
    key: str
    title: str
    status: GroupStatus
    steps: tuple[VerbStep, ...] = ()  # as far as it came
    total: int = 0  # calls
    error: str = ""  # or why it was skipped


class ExecutionReport(Value, frozen=True, kw_only=True):
    groups: tuple[GroupReport, ...] = ()
    counts: Mapping[str, int] = msgspec.field(default_factory=dict)  # created, updated, unchanged, …
    rehearsed: bool = False  # nothing of it happened

    @property
    def finished(self) -> bool:
        return all(group.status in {"done", "skipped"} for group in self.groups)

    def of(self, status: GroupStatus) -> list[GroupReport]:
        return [group for group in self.groups if group.status == status]


def reported(groups: Iterable[GroupReport], *, rehearsed: bool = False) -> ExecutionReport:
    groups = tuple(groups)
    changes = Counter(
        str(step.outcome["change"])
        for group in groups
        for step in group.steps
        if step.status in {"done", "waiting"} and "change" in step.outcome
    )
    return ExecutionReport(groups=groups, counts=dict(changes), rehearsed=rehearsed)
