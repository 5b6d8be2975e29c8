"""The last resort: json-repair, which guesses, within bounds and with its inventions refused."""

from __future__ import annotations

from typing import Any

from inquiro.core.said.passages import depth_of
from inquiro.core.said.strict import MAX_DEPTH, NotJson, Refused

MARKS = "\"'`“”\\()[]{}"
MAX_GUESSES = 12_000_000  # characters times marks, by which its time grows: up to two seconds, and never minutes


def repair(text: str) -> Any:
    """What json-repair makes of the text; NotJson when that is nothing, or holds what nobody said."""
    if len(text) * (1 + sum(map(text.count, MARKS))) > MAX_GUESSES:
        raise NotJson("the answer is broken JSON, and too long to be repaired")
    if depth_of(text) > MAX_DEPTH:
        raise Refused(f"nested more than {MAX_DEPTH} deep")
    import json_repair

    try:
        value = json_repair.loads(text, skip_json_loads=True)
    except (RecursionError, ValueError) as error:
        raise NotJson(f"it cannot be repaired: {error}") from None
    grouped = text.lstrip().startswith("(") and isinstance(value, str | int | float)
    if not (grouped or isinstance(value, dict | list)) or not value:
        raise NotJson("there is no value in it")
    for word in _strings(value):
        if "/*" in word:
            raise NotJson("a comment would become a value")
        if word == "" and '""' not in text and "''" not in text:
            raise NotJson("a value is missing")
    return value


def _strings(value: Any) -> list[str]:
    found: list[str] = []
    waiting = [value]
    while waiting:
        node = waiting.pop()
        if isinstance(node, str):
            found.append(node)
        elif isinstance(node, dict):
            waiting.extend([*node, *node.values()])
        elif isinstance(node, list):
            waiting.extend(node)
    return found
