"""`key=value` on a command line; `key=@file` takes the value from a file."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from inquiro.core.errors import UsageError


def values_given(words: Sequence[str]) -> dict[str, str]:
    """The values by their keys, all mistakes said at once."""
    values: dict[str, str] = {}
    problems: list[str] = []
    for word in words:
        key, equals, value = word.partition("=")
        if not equals or not key.strip():
            problems.append(f"'{word}' is not key=value")
        elif key.strip() in values:
            problems.append(f"'{key.strip()}' is given twice")
        else:
            try:
                values[key.strip()] = _value(value)
            except (OSError, UnicodeDecodeError) as error:
                reason = error.strerror if isinstance(error, OSError) else "it is not UTF-8 text"
                problems.append(f"{key.strip()}: {value[1:]} cannot be read: {reason}")
    if problems:
        raise UsageError("; ".join(problems))
    return values


def _value(text: str) -> str:
    """An @ before the name of a file; @@ for a value that begins with one."""
    if text.startswith("@@"):
        return text[1:]
    return Path(text[1:]).read_text("utf-8-sig").strip() if text.startswith("@") else text
