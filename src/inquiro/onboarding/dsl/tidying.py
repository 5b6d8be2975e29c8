"""A program as a person keeps it in a file: calls in their canonical form, comments where they were."""

from __future__ import annotations

import re
from collections.abc import Iterator

from inquiro.onboarding.dsl.reading import read_program
from inquiro.onboarding.dsl.writing import format_call

_PART = re.compile(r'"(?:[^"\\]++|\\.)*+"|;[^\n]*+|[()\[\]{}]|[^"();\[\]{}]++', re.DOTALL)

_BEFORE_BREAK = re.compile(r"[ \t\r]+(?=\n)")


def format_text(text: str, where: str = "verbs") -> str:
    """Comments and blank lines between calls are kept; a call with a comment or another call in it stays as it is."""
    read_program(text, where)
    tidied = "".join(_tidied(text.removeprefix("\ufeff"))).strip()
    return f"{tidied}\n" if tidied else ""


def _tidied(text: str) -> Iterator[str]:
    depth, begun, commented = 0, 0, False
    for part in _PART.finditer(text):
        first = part[0][0]
        if first in "([{":
            if depth == 0:
                begun, commented = part.start(), False
            depth += 1
        elif first in ")]}":
            depth -= 1
            if depth == 0:
                yield _call(text[begun : part.end()], commented)
        elif depth:
            commented = commented or first == ";"
        else:
            yield part[0].rstrip() if first == ";" else _BEFORE_BREAK.sub("", part[0].replace(",", " "))


def _call(text: str, commented: bool) -> str:
    calls = read_program(text)
    return text if commented or len(calls) != 1 else format_call(calls[0])
