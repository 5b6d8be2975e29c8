"""What a path inside a vault may be written like, on every system that the vault is synchronised to."""

from __future__ import annotations

import os
import re

from inquiro.core.errors import UsageError
from inquiro.vault.files import NOTE_SUFFIXES

LONGEST_NAME = 255  # bytes
WINDOWS = os.name == "nt"  # elsewhere `nul.md` is a name like any other
_CONTROL = re.compile(r"[\x00-\x1f\x7f-\x9f\u2028\u2029\ud800-\udfff]")
_RESERVED = re.compile(r"(?:con|prn|aux|nul|conin\$|conout\$|(?:com|lpt)[0-9¹²³])(?:\s*\..*)?\s*", re.IGNORECASE)
_SUFFIX = re.compile(r"\.[A-Za-z0-9]{1,8}")


def refuse_unsafe(said: str) -> None:
    """UsageError for a path that no note can have, or that means something else on another system."""
    if _CONTROL.search(said):
        raise UsageError(f"{said!r} has control characters in it; write the note's name without them")
    for name in said.split("/"):
        _refuse_name(name, said)


def _refuse_name(name: str, said: str) -> None:
    if name in {"", ".", ".."}:
        return
    if name.startswith("."):
        raise UsageError(f"'{said}': '{name}' is hidden, and hidden folders and files hold no notes")
    if WINDOWS and _RESERVED.fullmatch(name):
        raise UsageError(f"'{said}': '{name}' is a device on Windows; rename the note")
    if name != name.rstrip(" ") or (name.endswith(".") and _is_named(name.rstrip(". "))):
        raise UsageError(f"'{said}': '{name}' ends in a dot or a blank, which Windows drops; write it without")
    if len(name.encode("utf-8", "surrogateescape")) > LONGEST_NAME:
        raise UsageError(f"'{name[:40]}…' is longer than the {LONGEST_NAME} bytes that a file's name can have")


def _is_named(name: str) -> bool:
    return name.lower().endswith(NOTE_SUFFIXES)


def refuse_other_kinds(said: str) -> None:
    """UsageError for a file that is no note by its name; nothing of it is read."""
    allowed = ", ".join(NOTE_SUFFIXES)
    suffix = said.rpartition("/")[2].rpartition(".")[2]
    raise UsageError(f"'{said}' is no note: a note ends in {allowed}, not .{suffix}")


def has_suffix(name: str) -> bool:
    """Whether what follows the last dot looks like the ending of a file, not like a part of a title."""
    stem, dot, ending = name.rpartition(".")
    return bool(stem) and _SUFFIX.fullmatch(dot + ending) is not None and not ending.isdigit()
