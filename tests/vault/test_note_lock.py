"""One at a time, in threads and in processes, and not a moment longer than its holder lives."""

from __future__ import annotations

import os
import sys

import pytest

from inquiro.core.errors import UsageError
from inquiro.vault.note_lock import note_lock


@pytest.mark.fault(61)
def test_a_second_one_waits_and_then_gives_up(tmp_path):
    now = [0.0]
    again = note_lock(tmp_path, "A.md", patience=10, clock=lambda: now[0], pause=lambda s: now.insert(0, now[0] + s))
    with note_lock(tmp_path, "a.md", patience=1), pytest.raises(UsageError, match=r"A\.md"), again:
        pass
    assert now[0] >= 10
    with note_lock(tmp_path, "a.md", patience=0), note_lock(tmp_path, "b.md", patience=0):
        pass


@pytest.mark.fault(61)
@pytest.mark.skipif(sys.platform == "win32", reason="needs fork")
def test_a_process_that_dies_lets_go(tmp_path):
    read, write = os.pipe()
    child = os.fork()
    if not child:
        with note_lock(tmp_path, "a.md", patience=0):
            os.write(write, b"x")
            os.read(read, 0)
            os._exit(9)
    os.read(read, 1)
    os.waitpid(child, 0)
    os.close(read)
    os.close(write)
    with note_lock(tmp_path, "a.md", patience=0):
        pass
