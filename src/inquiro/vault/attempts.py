"""Work on a note as it is right now: alone, when nobody is typing, and again if it changed under our hands."""

from __future__ import annotations

import stat
from collections.abc import Callable
from contextlib import AbstractContextManager
from pathlib import Path
from typing import NamedTuple

from inquiro.core.crash_points import reach
from inquiro.core.errors import ReadFailed
from inquiro.core.types import Written
from inquiro.vault.history import History, NoteHistory, Record
from inquiro.vault.marks import Mark, marks_in
from inquiro.vault.note_lock import note_lock
from inquiro.vault.safe_folder import Found, SafeFolder
from inquiro.vault.section import decoded
from inquiro.vault.settling import settled
from inquiro.vault.whereabouts import checked

STEP = 0.25  # seconds between two looks at a note that is not quiet


class Timing(NamedTuple):
    """How long a note has to be quiet before it is written, and how long that is waited for."""

    patience: float
    quiet: float
    clock: Callable[[], float]
    sleep: Callable[[float], None]


class Desk(NamedTuple):
    """Where notes are written, and what is known of them."""

    vault: Path
    state: Path
    history: History
    timing: Timing
    dry_run: bool = False

    def locked(self, path: str) -> AbstractContextManager[None]:
        timing = self.timing
        return note_lock(self.state, path, patience=timing.patience, clock=timing.clock, pause=timing.sleep)

    def lookup(self, mark: Mark) -> Record | None:
        """What the run wrote that left this mark, in whichever note."""
        known = self.history.by_run(mark.run)
        if known is None:
            return None
        if known.pending and not known.pending.undo and known.pending.record.mark == mark:
            return known.pending.record
        return known.by_mark(mark)

    def known(self, path: str, note: Found, text: str) -> NoteHistory:
        """The history of a note, brought from its former path where it was renamed."""
        history = self.history.load(path)
        if not history.records and not history.pending:
            for mark in marks_in(text):
                if former := self.history.by_run(mark.run):
                    history = former.at(path)
        return settled(history, note.sha256, text)


class Sheet(NamedTuple):
    """A note that is open for writing."""

    desk: Desk
    folder: SafeFolder
    path: str
    note: Found
    text: str
    history: NoteHistory

    @property
    def name(self) -> str:
        return self.path.rpartition("/")[2]


class Blocked(NamedTuple):
    """Why the note itself cannot be written; `gone` where there is none."""

    reason: str
    gone: bool = False


Work = Callable[[Sheet], Written | Blocked | None]  # None: it changed meanwhile, look again


def attempted(desk: Desk, path: str, work: Work) -> Written | Blocked:
    """Do the work under the lock of the note."""
    checked(path)
    if desk.dry_run:
        return _attempts(desk, path, work)
    reach("note.before_write", path)
    with desk.locked(path):
        return _attempts(desk, path, work)


def _attempts(desk: Desk, path: str, work: Work) -> Written | Blocked:
    timing = desk.timing
    until = timing.clock() + timing.patience
    watch = _Watch(timing)
    while True:
        result = _one(desk, path, work, watch)
        if result is not None:
            return result
        if timing.clock() >= until:
            return Blocked("it kept changing")
        timing.sleep(min(STEP, max(timing.quiet, 0.01)))


def _one(desk: Desk, path: str, work: Work, watch: _Watch) -> Written | Blocked | None:
    inside, name = checked(path)
    try:
        folder = SafeFolder(desk.vault, inside)
    except FileNotFoundError:
        return Blocked("its folder is gone", gone=True)
    with folder:
        if not desk.dry_run:
            folder.recover(name)
        note = folder.read(name)
        if note is None:
            return Blocked("it is gone", gone=True)
        try:
            text = decoded(note.data)
        except ReadFailed as error:
            return Blocked(str(error))
        history = desk.known(path, note, text)
        own = history.last is not None and history.last.sha256_after == note.sha256
        if not desk.dry_run and not own and not watch.is_quiet(note):
            return None
        if not stat.S_IMODE(note.info.st_mode) & 0o222:
            return Blocked("it is write-protected")
        if not desk.dry_run:
            folder.tidy(name)
        return work(Sheet(desk, folder, path, note, text, history))


class _Watch:
    """Whether a note is left alone: by its time of change, or because it did not change before our eyes."""

    def __init__(self, timing: Timing) -> None:
        self._timing = timing
        self._seen: Found | None = None
        self._since = 0.0

    def is_quiet(self, note: Found) -> bool:
        now = self._timing.clock()
        if now - note.info.st_mtime >= self._timing.quiet:
            return True
        if self._seen is None or not self._seen.is_as_in(note.info):
            self._seen, self._since = note._replace(data=b""), now
        return now - self._since >= self._timing.quiet
