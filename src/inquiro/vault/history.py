"""What was written into each note, kept outside the vault: for the next merge, for undo, and for a crash in between."""

from __future__ import annotations

import os
import unicodedata
from hashlib import sha256
from pathlib import Path

import msgspec

from inquiro.core.decoders import from_json
from inquiro.core.types import Value
from inquiro.vault.marks import Mark

MOST = 20  # records of a note


class Record(Value, frozen=True, kw_only=True):
    """One write: bytes, because a note may hold some that are no UTF-8."""

    run: str
    digest: str
    base: str  # what stood under the heading as it was generated, with LF
    before: bytes | None  # the whole section as it stood, None where there was none
    after: bytes
    lead: bytes = b""  # what was put in front of a section that had not been there
    sha256_before: str = ""
    sha256_after: str = ""
    made: bool = False  # the note itself: it had not been there
    at: float = 0.0

    @property
    def mark(self) -> Mark:
        return Mark(self.run, self.digest)


class Pending(Value, frozen=True, kw_only=True):
    """A write that was begun; the note tells whether it happened."""

    record: Record
    sha256_after: str
    undo: bool = False


class NoteHistory(Value, frozen=True, kw_only=True):
    """All that is known of one note, oldest first."""

    path: str
    records: tuple[Record, ...] = ()
    pending: Pending | None = None
    sibling: str = ""  # where the section of this note stands since it could not be written here

    @property
    def last(self) -> Record | None:
        return self.records[-1] if self.records else None

    def at(self, path: str) -> NoteHistory:
        """The same for a note that is now called otherwise."""
        return msgspec.structs.replace(self, path=path, sibling="")

    def begun(self, record: Record, sha256_after: str, *, undo: bool = False) -> NoteHistory:
        return msgspec.structs.replace(self, pending=Pending(record=record, sha256_after=sha256_after, undo=undo))

    def ended(self, *, happened: bool = True) -> NoteHistory:
        """Without the pending write, which is done or was never made."""
        records, pending = self.records, self.pending
        if pending and happened and pending.undo:
            records = records[: records.index(pending.record)] if pending.record in records else records
        elif pending and happened:
            same = bool(records) and records[-1].run == pending.record.run
            records = (*(records[:-1] if same else records), pending.record)
        return msgspec.structs.replace(self, pending=None, records=records)

    def by_mark(self, mark: Mark) -> Record | None:
        same = [record for record in self.records if record.run == mark.run]
        exact = [record for record in same if record.digest == mark.digest]
        return next(iter((exact or same)[-1:]), None)


class History:
    """The histories of the notes of one vault; one file each."""

    def __init__(self, state: Path) -> None:
        self._folder = state / "written"
        self._runs = self._folder / "runs"

    def load(self, path: str) -> NoteHistory:
        return self._read(self._file(path)) or NoteHistory(path=path)

    def by_run(self, run: str) -> NoteHistory | None:
        """The history of the note that a run wrote, whatever it is called now."""
        try:
            name = (self._runs / run).read_text(encoding="ascii")
        except (FileNotFoundError, UnicodeDecodeError):
            return None
        return self._read(self._folder / name) if name.isalnum() else None

    def save(self, history: NoteHistory) -> None:
        """Atomically, and readable by nobody else."""
        make_private(self._runs)
        dropped, kept = history.records[:-MOST], history.records[-MOST:]
        file = self._file(history.path)
        replace_private(file, msgspec.json.encode(msgspec.structs.replace(history, records=kept)))
        runs = [record.run for record in kept[-1:]]
        runs += [history.pending.record.run] if history.pending else []
        for run in runs:
            if not (self._runs / run).exists():
                replace_private(self._runs / run, file.name.encode())
        for run in {record.run for record in dropped} - {record.run for record in kept}:
            (self._runs / run).unlink(missing_ok=True)

    def _file(self, path: str) -> Path:
        return self._folder / note_key(path)

    @staticmethod
    def _read(file: Path) -> NoteHistory | None:
        try:
            return from_json(file.read_bytes(), NoteHistory)
        except FileNotFoundError:
            return None
        except msgspec.DecodeError:  # damaged: the marks in the notes tell the rest
            return None


def note_key(path: str) -> str:
    """The same for all spellings of a path that some file system takes for one."""
    return sha256(unicodedata.normalize("NFC", path).casefold().encode("utf-8", "surrogateescape")).hexdigest()[:40]


def make_private(folder: Path) -> None:
    """A folder, and the ones above it that are missing, for nobody else."""
    for place in [*reversed(folder.parents), folder]:
        place.mkdir(mode=0o700, exist_ok=True)


def replace_private(file: Path, data: bytes) -> None:
    """Written whole or not at all; mode 0600."""
    temporary = file.with_name(f".{file.name}.{os.getpid()}.new")
    descriptor = os.open(temporary, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
    with os.fdopen(descriptor, "wb") as target:
        target.write(data)
        target.flush()
        os.fsync(target.fileno())
    temporary.replace(file)
