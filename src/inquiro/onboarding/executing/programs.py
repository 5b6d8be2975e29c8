"""Groups of verbs, read and checked as a whole before anything of them runs."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from hashlib import sha256
from typing import NamedTuple

import msgspec

from inquiro.core.errors import BadFile
from inquiro.core.types import Problem, VerbCall, VerbGroup, VerbSpec, VerbStep
from inquiro.onboarding.dsl.reading import read_program
from inquiro.onboarding.dsl.writing import format_call
from inquiro.onboarding.executing.arguments import Blocked, blocked_among
from inquiro.onboarding.verbs.checking import check_program
from inquiro.onboarding.verbs.handlers import handler_for
from inquiro.onboarding.verbs.handling import Handling
from inquiro.onboarding.verbs.registry import VerbRegistry


@dataclass(frozen=True, slots=True)
class PlannedCall:
    """A call with what stands behind it."""

    group: str
    index: int
    call: VerbCall
    spec: VerbSpec
    handling: Handling
    text: str
    key: str

    def step(self, run_id: str) -> VerbStep:
        return VerbStep(
            run_id=run_id, group=self.group, index=self.index, verb=self.call.verb, text=self.text, key=self.key
        )


class Program(NamedTuple):
    group: VerbGroup
    calls: tuple[PlannedCall, ...] = ()
    refusal: str = ""  # why nothing of it may run


def read_groups(
    groups: Sequence[VerbGroup], *, registry: VerbRegistry, handlers: Mapping[str, Handling], blocked: Blocked
) -> list[Program]:
    """All of them, or BadFile with every problem of every group; a group that names what is blocked is refused alone."""
    programs: list[Program] = []
    problems: list[Problem] = []
    for group in groups:
        try:
            programs.append(_read(group, registry, handlers, blocked))
        except BadFile as bad:
            problems.extend(_placed(bad.problems, group if len(groups) > 1 else None))
    if doubled := _doubled(groups):
        problems.append(Problem(message=f"the key {doubled} stands for several groups: give each its own"))
    if problems:
        raise BadFile("verbs", problems)
    return programs


def idempotency_key(group: str, index: int, text: str) -> str:
    return sha256(msgspec.json.encode([group, index, text])).hexdigest()[:32]


def _read(group: VerbGroup, registry: VerbRegistry, handlers: Mapping[str, Handling], blocked: Blocked) -> Program:
    calls = read_program(group.verbs)
    for call in calls:
        if refusal := blocked_among(call.arguments, blocked):
            return Program(group, refusal=f"line {call.line}: {refusal}")
    problems = [problem for problem in check_program(calls, registry) if problem.severity == "error"]
    if problems:
        raise BadFile("verbs", problems)
    planned = [_planned(group.key, index, call, registry, handlers) for index, call in enumerate(calls)]
    return Program(group, tuple(planned))


def _planned(
    group: str, index: int, call: VerbCall, registry: VerbRegistry, handlers: Mapping[str, Handling]
) -> PlannedCall:
    spec = registry.get(call.verb)
    handling = handler_for(spec, handlers)
    if handling is None:
        problem = Problem(message=f"{call.verb} cannot be executed: nothing stands behind it", line=call.line)
        raise BadFile("verbs", [problem])
    text = format_call(call)
    return PlannedCall(group, index, call, spec, handling, text, idempotency_key(group, index, text))


def _placed(problems: Iterable[Problem], group: VerbGroup | None) -> list[Problem]:
    if group is None:
        return list(problems)
    name = group.title or group.key
    return [msgspec.structs.replace(problem, message=f"{name}: {problem.message}") for problem in problems]


def _doubled(groups: Sequence[VerbGroup]) -> str:
    often = Counter(group.key for group in groups).most_common(1)
    return next((key for key, times in often if times > 1), "")
