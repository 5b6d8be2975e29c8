"""Two files of a folder change names in one step, where the system can do that."""

from __future__ import annotations

import ctypes
import os
import sys
from functools import cache
from typing import Any

_SWAP = 2  # RENAME_EXCHANGE of Linux and RENAME_SWAP of macOS happen to be the same


@cache
def _rename() -> Any:
    names = {"linux": "renameat2", "darwin": "renameatx_np"}
    try:
        function = getattr(ctypes.CDLL(None, use_errno=True), names[sys.platform])
    except (KeyError, AttributeError, OSError):
        return None
    function.argtypes = [ctypes.c_int, ctypes.c_char_p, ctypes.c_int, ctypes.c_char_p, ctypes.c_uint]
    return function


def exchange(folder: int | None, one: str, other: str) -> bool:
    """False where neither moved: the system or the file system cannot do it, or one is not there."""
    rename = _rename()
    if rename is None or folder is None:
        return False
    return bool(rename(folder, os.fsencode(one), folder, os.fsencode(other), _SWAP) == 0)
