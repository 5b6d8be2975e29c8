"""Every file of a vault by its path inside: nothing hidden, no link followed, no name that is not text."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

from inquiro.retrieval.scan import is_unicode

NOTE_SUFFIXES = (".md", ".markdown", ".txt")  # the first is what a link means that names none


def files_of(vault: Path) -> Iterator[str]:
    """Paths with slashes, in a stable order; a folder that cannot be listed is left out."""
    pending = [""]
    while pending:
        inside = pending.pop()
        try:
            entries = sorted(os.scandir(vault / inside), key=lambda entry: entry.name)
        except OSError:
            continue
        folders = []
        for entry in entries:
            if entry.name.startswith(".") or entry.is_symlink() or not is_unicode(entry.name):
                continue
            path = f"{inside}/{entry.name}" if inside else entry.name
            if entry.is_dir(follow_symlinks=False):
                folders.append(path)
            elif entry.is_file(follow_symlinks=False):
                yield path
        pending.extend(reversed(folders))


def is_note(path: str) -> bool:
    return path.lower().endswith(NOTE_SUFFIXES)


def stem_of(path: str) -> str:
    """The name of a note as a link writes it; other files keep their suffix."""
    name = path.rpartition("/")[2]
    return name[:-3] if name.lower().endswith(".md") and len(name) > 3 else name


def folder_of(path: str) -> str:
    """With its slash at the end, or nothing for the vault itself."""
    head, slash, _ = path.rpartition("/")
    return head + slash
