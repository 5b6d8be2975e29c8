"""Which notes of a vault were researched as they stand, so that nobody pays for the same twice; kept beside its index."""

from __future__ import annotations

from pathlib import Path

import msgspec

from inquiro.core.decoders import from_json
from inquiro.core.types import Value

FILE = "researched_notes.json"


class Researched(Value, frozen=True, kw_only=True):
    """A run for a note: of which text and wishes, and whether it came to an end."""

    digest: str
    run_id: str
    done: bool = False


class ResearchedNotes:
    """By the path of the note; every change is on the disk when it returns."""

    def __init__(self, state: Path) -> None:
        self._file = state / FILE
        self._known = _read(self._file)

    def get(self, path: str, digest: str) -> Researched | None:
        """The run for the note as it is now."""
        found = self._known.get(path)
        return found if found and found.digest == digest else None

    def put(self, path: str, researched: Researched) -> None:
        self._known[path] = researched
        self._file.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
        fresh = self._file.with_suffix(".new")
        fresh.write_bytes(msgspec.json.encode(self._known))
        fresh.replace(self._file)


def _read(file: Path) -> dict[str, Researched]:
    """Nothing where it is not there or is not what was written: then notes are researched again."""
    try:
        return from_json(file.read_bytes(), dict[str, Researched])
    except (OSError, msgspec.DecodeError, UnicodeDecodeError):
        return {}
