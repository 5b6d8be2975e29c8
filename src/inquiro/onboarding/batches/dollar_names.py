"""`$name` and `${name}` in templates that others wrote: `{{name}}` if the template declares such a parameter.

What becomes of the value is then what becomes of it there: it is escaped for the place where it stands. Anything else
with a dollar, and what stands behind a second dollar or a backslash, is text.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from inquiro.core.types import MacroParameter, Problem
from inquiro.onboarding.batches.entity_references import key_of

_MUSTACHE = r"\{\{!--.*?--\}\}|\{\{\{.*?\}\}\}|\{\{.*?\}\}"
_NAME = r"[^\W\d][\w-]*"
_FOUND = re.compile(
    rf"(?P<mustache>{_MUSTACHE})|(?<![\\$])\$(?:\{{\s*(?P<braced>{_NAME})(?P<inner>(?:\.{_NAME})*)\s*\}}"
    rf"|(?P<bare>{_NAME})(?P<path>(?:\.{_NAME})*))",
    re.DOTALL,
)


def with_mustaches(text: str, parameters: Sequence[MacroParameter]) -> str:
    types = {parameter.name: parameter.type for parameter in parameters}

    def put(found: re.Match[str]) -> str:
        if found["mustache"]:
            return found[0]
        if found["braced"]:
            return f"{{{{{found['braced']}{found['inner']}}}}}" if found["braced"] in types else found[0]
        if found["bare"] not in types:
            return found[0]
        if types[found["bare"]] == "object" and not found["path"] and text[found.start() - 1 : found.start()] == '"':
            return key_of(found["bare"])  # an object in quotes is the entity it describes
        if types[found["bare"]] == "object":
            return f"{{{{{found['bare']}{found['path']}}}}}"
        return f"{{{{{found['bare']}}}}}{found['path']}"  # a full stop behind a text ends a sentence

    return _FOUND.sub(put, text) if "$" in text else text


def strays(text: str, parameters: Sequence[MacroParameter]) -> Iterator[Problem]:
    """Dollar names that no parameter has: they stay as they are, which is seldom meant."""
    names = [parameter.name for parameter in parameters]
    known = ", ".join(f"${name}" for name in names) or "none"
    for found in _FOUND.finditer(text) if "$" in text else ():
        if not found["mustache"] and (found["braced"] or found["bare"]) not in names:
            before = text[: found.start()]
            written = found[0] if found["braced"] else f"${found['bare']}"
            told = f"{written} stays as it is, since no parameter has that name; known: {known}"
            line, column = before.count("\n") + 1, len(before) - before.rfind("\n")
            yield Problem(message=told, line=line, column=column, severity="warning")
