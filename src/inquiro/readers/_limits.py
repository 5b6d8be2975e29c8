"""What a reading process gives up before it sees the first byte of a document.

Every step is asked of the operating system and not insisted on: systems differ in what they offer, and the
process on the other side of the pipe keeps the time and ends whatever takes too long.
"""

from __future__ import annotations

import contextlib
import ctypes
import math
import os
import signal
import sys
import time

_OPEN_FILES = 32
_DIE_WITH_PARENT, _NO_NEW_PRIVILEGES = 1, 38  # prctl(2)
_NEW_USER, _NEW_NETWORK = 0x10000000, 0x40000000  # unshare(2)


def lock_down(memory: int) -> None:
    """No files, no children, no network, no core dump, so much memory, and no life after the parent's."""
    if sys.platform == "linux":
        _end_with_parent()
        _leave_network()
    _set("RLIMIT_AS", memory)
    _set("RLIMIT_FSIZE", 0)
    _set("RLIMIT_CORE", 0)
    _set("RLIMIT_NPROC", 0)
    _set("RLIMIT_NOFILE", _OPEN_FILES)


def allow_cpu(seconds: int) -> None:
    """So much processor time from now on; only a backstop, because the parent watches the clock."""
    _set("RLIMIT_CPU", math.ceil(time.process_time()) + seconds, hard=False)


def _set(name: str, value: int, *, hard: bool = True) -> None:
    import resource

    limit = getattr(resource, name, None)
    if limit is not None:
        ceiling = value if hard else resource.getrlimit(limit)[1]
        with contextlib.suppress(ValueError, OSError):
            resource.setrlimit(limit, (value, ceiling))


def _end_with_parent() -> None:
    system = ctypes.CDLL(None)
    system.prctl(_DIE_WITH_PARENT, signal.SIGKILL, 0, 0, 0)
    system.prctl(_NO_NEW_PRIVILEGES, 1, 0, 0, 0)


def _leave_network() -> None:
    """An empty network of its own: by right where we have it, else inside a user namespace."""
    if os.geteuid() == 0:
        ctypes.CDLL(None).unshare(_NEW_NETWORK)
    else:
        ctypes.CDLL(None).unshare(_NEW_USER | _NEW_NETWORK)
