"""One writer per note, over threads and processes: a lock that the system drops when its holder dies."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from time import monotonic, sleep

from inquiro.core.errors import UsageError
from inquiro.vault.history import make_private, note_key

STEP = 0.05  # seconds between two tries

if sys.platform == "win32":
    import msvcrt

    def _try(descriptor: int) -> bool:
        try:
            msvcrt.locking(descriptor, msvcrt.LK_NBLCK, 1)
        except OSError:
            return False
        return True
else:
    import fcntl

    def _try(descriptor: int) -> bool:
        try:
            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            return False
        return True


@contextmanager
def note_lock(
    state: Path,
    path: str,
    *,
    patience: float,
    clock: Callable[[], float] = monotonic,
    pause: Callable[[float], None] = sleep,
) -> Iterator[None]:
    """Wait for the note; UsageError where another run does not let go of it in time."""
    folder = state / "written" / "locks"
    make_private(folder)
    descriptor = os.open(folder / note_key(path), os.O_RDWR | os.O_CREAT, 0o600)
    try:
        until = clock() + patience
        while not _try(descriptor):
            if clock() >= until:
                raise UsageError(f"the note '{path}' is being written by another run; try again when that has ended")
            pause(STEP)
        yield
    finally:
        os.close(descriptor)
