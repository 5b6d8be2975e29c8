"""The last line of a section that we wrote: an HTML comment with the run that wrote it, and a digest of what it wrote.

By the run a section is recognised in a note that was renamed, copied or synchronised; by the digest it is known to be
untouched where nothing else is known of it, as on another machine.
"""

from __future__ import annotations

import re
from hashlib import sha256
from typing import NamedTuple

from inquiro.vault.blocks import split_lines
from inquiro.vault.section import without_last_break

_START = "<!-- inquiro run "
_MARK = re.compile(r"<!-- inquiro run ([0-9a-zA-Z]{1,16}), text ([0-9a-f]{12}) -->\s*")


class Mark(NamedTuple):
    """Which run wrote a section, and the digest of its text."""

    run: str
    digest: str

    def __str__(self) -> str:
        return f"<!-- inquiro run {self.run}, text {self.digest} -->"


def mark_for(run_id: str, body: str) -> Mark:
    short = re.sub(r"[^0-9a-zA-Z]", "", run_id.partition("-")[0])[:16]
    return Mark(short or sha256(run_id.encode()).hexdigest()[:8], digest_of(body))


def digest_of(body: str) -> str:
    """The same whatever line breaks a note has, and however it ends."""
    lines = [line.rstrip("\r\n") for line in split_lines(body.strip())]
    return sha256("\n".join(lines).encode("utf-8", "surrogateescape")).hexdigest()[:12]


def marks_in(text: str) -> list[Mark]:
    if _START not in text:
        return []
    return [Mark(*found.groups()) for line in split_lines(text) if (found := _MARK.fullmatch(line))]


def without_marks(text: str) -> str:
    """The text without them, the blank line that came with each, and blank lines at its end."""
    if _START not in text:
        return without_last_break(text)
    lines = split_lines(text)
    kept: list[str] = []
    for line, following in zip(lines, [*lines[1:], ""], strict=True):
        if not _MARK.fullmatch(line):
            kept.append(line)
        elif kept and not kept[-1].strip() and not following.strip():
            kept.pop()
    return without_last_break("".join(kept))
