"""Where a section goes whose note is not where it was: to the note's new place, or to a note beside it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from hashlib import sha256
from pathlib import Path

from inquiro.core.errors import UsageError
from inquiro.vault.files import NOTE_SUFFIXES, files_of, folder_of, is_note, stem_of
from inquiro.vault.safe_folder import SafeFolder
from inquiro.vault.spelling import LONGEST_NAME, refuse_unsafe

_CONFLICT = re.compile(
    r"\([^()]*conflicted copy[^()]*\)|\.sync-conflict-\d{8}|\(conflict[^()]*\)|\(Conflict[^()]*\)|_conflict-\d{8}",
    re.IGNORECASE,
)
_MOST_READ = 2_000  # notes, the ones changed last, that are looked at for one that was renamed
_MOST_SIBLINGS = 99


def checked(path: str) -> tuple[str, str]:
    """The folder and the name of a note by its path inside the vault; UsageError for what is no such path."""
    refuse_unsafe(path)
    names = path.split("/")
    if path.startswith(("/", "\\")) or "\\" in path or any(name in {"", ".", ".."} for name in names):
        raise UsageError(f"'{path}' is no path inside the vault")
    if not is_note(path):
        raise UsageError(f"'{path}' is no note: a note ends in {', '.join(NOTE_SUFFIXES)}")
    if _CONFLICT.search(names[-1]):
        raise UsageError(f"'{path}' is a copy that a sync made of a conflict; settle the conflict first")
    return folder_of(path).rstrip("/"), names[-1]


def moved(vault: Path, path: str, content: str, mark: str) -> str | None:
    """The note that was at `path`, by its hash or by the mark of our section; None where none is, or several are."""
    name = path.rpartition("/")[2].casefold()
    notes = [note for note in files_of(vault) if is_note(note) and not _CONFLICT.search(note.rpartition("/")[2])]
    namesakes = [note for note in notes if note.rpartition("/")[2].casefold() == name and note != path]
    if found := _holding(vault, namesakes, content, mark):
        return found[0] if len(found) == 1 else None
    others = sorted((note for note in notes if note != path), key=lambda note: -_changed(vault / note))
    found = _holding(vault, others[:_MOST_READ], content, mark)
    return found[0] if len(found) == 1 else None


def _holding(vault: Path, notes: list[str], content: str, mark: str) -> list[str]:
    same, marked = [], []
    for note in notes:
        data = _read(vault, note)
        if data and sha256(data).hexdigest() == content:
            same.append(note)
        elif data and mark and mark.encode() in data:
            marked.append(note)
    return same or marked


def _read(vault: Path, note: str) -> bytes | None:
    try:
        with SafeFolder(vault, folder_of(note)) as folder:
            found = folder.read(note.rpartition("/")[2])
    except (UsageError, OSError):
        return None
    return found.data if found else None


def _changed(file: Path) -> float:
    try:
        return file.lstat().st_ctime
    except OSError:
        return 0.0


def siblings(vault: Path, path: str) -> Iterator[str]:
    """Names for a note beside this one, in the order in which they are tried."""
    folder = folder_of(path)
    try:
        SafeFolder(vault, folder).close()
    except FileNotFoundError:
        folder = ""
    stem = path.rpartition("/")[2].rpartition(".")[0]
    for number in range(1, _MOST_SIBLINGS + 1):
        ending = " (research).md" if number == 1 else f" (research {number}).md"
        room = LONGEST_NAME - len(ending.encode())
        yield folder + stem.encode("utf-8")[:room].decode("utf-8", "ignore").rstrip() + ending


def introduction(path: str, reason: str) -> str:
    """What a sibling starts with."""
    name = stem_of(path)
    linkable = not re.search(r"[\[\]#|^]|%%", path)
    link = f"[[{folder_of(path)}{name}|{name}]]" if linkable and "/" in path else f"[[{name}]]" if linkable else name
    return f"Research for {link}, which could not be written: {reason}.\n\n"
