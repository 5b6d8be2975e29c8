"""The one text of a program: the same calls are always written the same way, and nothing in them can hide."""

from __future__ import annotations

import math
from collections.abc import Iterable
from typing import Any

from inquiro.core.types import Problem, Reference, Symbol, VerbCall
from inquiro.onboarding.dsl.strings import quoted
from inquiro.onboarding.dsl.words import KEYWORD
from inquiro.text.unseen import odd_characters

WIDEST = 100  # columns of a call on one line


def format_program(calls: Iterable[VerbCall]) -> str:
    return "".join(f"{format_call(call)}\n" for call in calls)


def format_call(call: VerbCall) -> str:
    """On one line, or an argument a line where that would be too wide."""
    parts = [(f":{name}", format_value(value)) for name, value in call.arguments.items()]
    if call.binds:
        parts.append((":as", f"@{call.binds}"))
    line = f"({' '.join([call.verb, *(f'{name} {value}' for name, value in parts)])})"
    if len(line) <= WIDEST:
        return line
    width = max(len(name) for name, _ in parts) if parts else 0
    return f"({call.verb}" + "".join(f"\n  {name:{width}} {value}" for name, value in parts) + ")"


def format_value(value: Any) -> str:
    if isinstance(value, str):
        return quoted(value)
    if value is None or isinstance(value, bool):
        return {None: "nil", True: "true", False: "false"}[value]
    if isinstance(value, Symbol):
        return f":{value.name}"
    if isinstance(value, Reference):
        return f"@{value.name}"
    if isinstance(value, dict):
        return f"{{{' '.join(f'{_key(key)} {format_value(inner)}' for key, inner in value.items())}}}"
    if isinstance(value, (list, tuple)):
        return f"[{' '.join(map(format_value, value))}]"
    if isinstance(value, int) or (isinstance(value, float) and math.isfinite(value)):
        return repr(value)
    raise TypeError(f"{type(value).__name__} {value!r} cannot be written as a value of the verb language")


def oddities(calls: Iterable[VerbCall]) -> list[Problem]:
    """Warnings about characters in strings that no eye can see; they are kept as they are."""
    return [
        Problem(
            message=f":{name} holds characters that cannot be seen: {' '.join(dict.fromkeys(odd))}",
            line=line,
            column=column,
            severity="warning",
        )
        for call in calls
        for name, value in call.arguments.items()
        if (odd := [char for text in _texts(value) for char in odd_characters(text)])
        for line, column in [call.places.get(name, (call.line, call.column))]
    ]


def _key(key: str) -> str:
    word = f":{key}"
    return word if KEYWORD.fullmatch(word) and not key.endswith(":") else quoted(key)


def _texts(value: Any) -> list[str]:
    if isinstance(value, str):
        return [value]
    if isinstance(value, dict):
        return [text for key, inner in value.items() for text in (key, *_texts(inner))]
    return [text for inner in value for text in _texts(inner)] if isinstance(value, (list, tuple)) else []
