"""Values as a reviewer reads them: nothing invisible, nothing that a terminal or a browser could take for its own."""

from __future__ import annotations

import json
from typing import Any

from inquiro.onboarding.dsl.strings import quoted
from inquiro.text.display import escaped

LONGEST = 240  # characters of a value that stand in a line; how many there are is always said


def shown(value: Any) -> str:
    """A text in quotes, with what cannot be seen as escapes; anything else as JSON."""
    return quoted(value) if isinstance(value, str) else escaped(json.dumps(value, ensure_ascii=False))


def escaped_lines(text: str) -> list[str]:
    return [escaped(line.replace("\t", "    ")) for line in text.split("\n")]


def cut(text: str, longest: int = LONGEST) -> str:
    """The beginning of a long text, and how long it really is."""
    return text if len(text) <= longest else f"{text[:longest]}… ({len(text):,} characters in all)"
