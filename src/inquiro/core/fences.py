"""Code between fences in Markdown: where it stands, in which language, and whether its fence is ever closed."""

from __future__ import annotations

import re
from typing import NamedTuple

_FENCE = re.compile(r"(?P<indent>[ \t]*)(?P<mark>`{3,}|~{3,})(?P<info>[^\n]*)")
_LANGUAGE = re.compile(r"[\w+#.-]+")


class Fence(NamedTuple):
    """`text[start:end]` is the whole block with its fences, `code` what stands between them, as it is written."""

    start: int
    end: int
    code: str
    language: str = ""
    closed: bool = True


def fences(text: str) -> list[Fence]:
    """In order; a fence inside a longer one is code, and one that nobody closes reaches to the end."""
    found: list[Fence] = []
    opened: re.Match[str] | None = None
    began = body = offset = 0
    for line in text.splitlines(keepends=True):
        mark = _FENCE.match(line)
        if opened is None:
            if mark and not (mark["mark"][0] == "`" and "`" in mark["info"]):
                opened, began, body = mark, offset, offset + len(line)
        elif mark and mark["mark"].startswith(opened["mark"]) and not mark["info"].strip():
            end = offset + len(line.rstrip("\r\n"))
            found.append(Fence(began, end, _unindented(text[body:offset], opened["indent"]), _language(opened["info"])))
            opened = None
        offset += len(line)
    if opened is not None:
        code = _unindented(text[body:], opened["indent"])
        found.append(Fence(began, len(text), code, _language(opened["info"]), closed=False))
    return found


def without_fences(text: str) -> str:
    """The prose alone; where code stood, a paragraph ends."""
    kept, at = [], 0
    for fence in fences(text):
        kept.append(text[at : fence.start])
        at = fence.end
    return "\n\n".join(part.strip("\n") for part in (*kept, text[at:]) if part.strip())


def _unindented(body: str, indent: str) -> str:
    """Without what the fence itself stands in, such as a list, and without the line end before the closing one."""
    lines = body.splitlines(keepends=True)
    bare = [line.removeprefix(indent) if line.startswith(indent) else line.lstrip(" \t") for line in lines]
    return "".join(bare).removesuffix("\n")


def _language(info: str) -> str:
    named = _LANGUAGE.match(info.strip())
    return named[0].lower() if named else ""
