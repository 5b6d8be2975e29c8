"""How far a group has come: rebuilt from its journal, so that a resume goes on where the last attempt ended."""

from __future__ import annotations

from dataclasses import dataclass, field

from inquiro.core.decoders import convert
from inquiro.core.errors import Conflict
from inquiro.core.ledger import Ledger
from inquiro.core.types import VerbOutcome, VerbStep
from inquiro.onboarding.executing.programs import PlannedCall, Program
from inquiro.onboarding.executing.reports import GroupReport, GroupStatus


@dataclass
class Progress:
    program: Program
    status: GroupStatus | None = None  # None: there is more to do
    error: str = ""
    steps: list[VerbStep] = field(default_factory=list)  # one for each call that is done, and the last one
    bindings: dict[str, VerbOutcome] = field(default_factory=dict)

    @property
    def left(self) -> tuple[PlannedCall, ...]:
        """From the first call on that is not done."""
        return self.program.calls[len(self.steps) :]

    @property
    def last(self) -> int:
        return len(self.program.calls) - 1

    def take(self, step: VerbStep) -> None:
        """What became of the next call."""
        self.steps[step.index :] = [step]
        planned = self.program.calls[step.index]
        if step.status == "done":
            if planned.call.binds:
                self.bindings[planned.call.binds] = outcome_of(step)
            if step.index == self.last:
                self.status = "done"
        elif step.status in {"failed", "held"}:
            self.status = "failed" if step.status == "failed" else "held"
            self.error = f"line {planned.call.line}, {step.verb}: {step.error}"

    def skip(self, run_id: str) -> None:
        self.status, self.error = "skipped", f"already done in run {run_id}"

    def report(self) -> GroupReport:
        group = self.program.group
        return GroupReport(
            key=group.key,
            title=group.title,
            status=self.status or "stopped",
            steps=tuple(self.steps),
            total=len(self.program.calls),
            error=self.error,
        )


def resumed(ledger: Ledger, program: Program) -> Progress:
    """Where a group stands now; one whose last call a person settled is finished here."""
    progress = Progress(program)
    if elsewhere := ledger.executed_elsewhere(program.group.key):
        progress.skip(elsewhere)
        return progress
    if program.refusal:
        progress.status, progress.error = "failed", program.refusal
        return progress
    for step in ledger.steps(program.group.key):
        if step.index >= len(program.calls) or step.key != program.calls[step.index].key:
            raise Conflict(f"the verbs of {program.group.title or program.group.key} are not those that were begun")
        if step.status in {"done", "held"}:  # what failed is tried again
            progress.take(step)
    if not progress.left and progress.status in {None, "done"}:
        ledger.finish(program.group.key)
        progress.status = "done"
    return progress


def outcome_of(step: VerbStep) -> VerbOutcome:
    return convert(step.outcome, VerbOutcome)
