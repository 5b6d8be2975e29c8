"""Verbs as they will run, and which of them cannot."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from inquiro.core.errors import BadFile
from inquiro.core.types import Reference, Symbol, VerbCall, VerbGroup
from inquiro.onboarding.dsl.reading import read_program
from inquiro.onboarding.dsl.rebinding import rebinding_notes
from inquiro.onboarding.dsl.writing import format_call
from inquiro.onboarding.executing.arguments import blocked_among
from inquiro.onboarding.reviewing.views import CallView, GroupView
from inquiro.onboarding.reviewing.wording import escaped_lines
from inquiro.text.display import escaped


def group_view(group: VerbGroup, stopped: Mapping[str, str]) -> GroupView:
    """`stopped`: LEI -> why no verb may name it."""
    problems: tuple[str, ...] = ()
    calls: list[VerbCall] = []
    try:
        calls = read_program(group.verbs)
    except BadFile as error:
        problems = tuple(escaped(str(one)) for one in error.problems)
    reasons = stops(calls, stopped)
    if reasons:
        problems = (f"nothing of this runs while {_many(len(reasons))} cannot", *problems)
    return GroupView(
        key=escaped(group.key),
        title=escaped(group.title),
        calls=tuple(
            CallView(text=escaped_text(format_call(call)), stopped=escaped(reasons.get(index, "")))
            for index, call in enumerate(calls)
        ),
        problems=problems,
        warnings=tuple(map(escaped, rebinding_notes(calls))),
        source=tuple(escaped_lines(group.verbs)),
    )


def _many(calls: int) -> str:
    return "one of its verbs" if calls == 1 else f"{calls:,} of its verbs"


def escaped_text(text: str) -> str:
    return "\n".join(escaped_lines(text))


def stops(calls: Iterable[VerbCall], stopped: Mapping[str, str]) -> dict[int, str]:
    """Index of a call -> why it cannot run: it names such an LEI, or needs what such a call would have made."""
    found: dict[int, str] = {}
    lost: dict[str, str] = {}
    near = _Near(stopped)
    for index, call in enumerate(calls):
        values = list(_values(call.arguments))
        why = blocked_among(call.arguments, near.to(values))
        needed = next((one.name for one in values if isinstance(one, Reference) and one.name in lost), "")
        if why:
            found[index] = why
        elif needed:
            found[index] = f"needs @{needed}, which is not made: {lost[needed]}"
        if call.binds and index in found:
            lost[call.binds] = why or lost[needed]
        elif call.binds:
            lost.pop(call.binds, None)
    return found


class _Near:
    """Those of many LEIs that can be in a call at all: to look for each of thousands in each call takes too long."""

    def __init__(self, stopped: Mapping[str, str]) -> None:
        self._stopped = stopped
        self._folded: dict[str, list[str]] = {}
        for lei in filter(str.strip, stopped):
            self._folded.setdefault(lei.strip().casefold(), []).append(lei)
        self._lengths = {len(one) for one in self._folded}

    def to(self, values: Iterable[Any]) -> dict[str, str]:
        texts = [str(getattr(one, "name", one)).casefold() for one in values if isinstance(one, (str, int, Symbol))]
        parts = (
            text[at : at + length] for text in texts for length in self._lengths for at in range(len(text) - length + 1)
        )
        return {lei: self._stopped[lei] for part in parts for lei in self._folded.get(part, ())}


def _values(value: Any) -> Iterator[Any]:
    """Every value, however deep, and the keys of maps."""
    if isinstance(value, dict):
        for key, inner in value.items():
            yield key
            yield from _values(inner)
    elif isinstance(value, (list, tuple)):
        for inner in value:
            yield from _values(inner)
    else:
        yield value
