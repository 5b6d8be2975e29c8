"""Whether a shell script can be parsed: `bash -n` reads it and runs none of it."""

from __future__ import annotations

import re
import shutil
import subprocess
from functools import cache, lru_cache

_SECONDS = 5.0
_LINE = re.compile(r"line (?P<line>\d+): (?P<what>.*)")
_TOO_MUCH = "too deeply nested to be checked"


@cache
def bash() -> str | None:
    return shutil.which("bash")


@lru_cache(maxsize=256)
def shell_problem(code: str) -> str | None:
    """None: nobody here can tell; empty: it parses; else what is wrong, with the line."""
    program = bash()
    if program is None:
        return None
    try:
        done = subprocess.run(  # noqa: S603 - no shell, no environment, and -n executes nothing
            [program, "--noprofile", "--norc", "-n", "-s"],
            input=code.encode("utf-8", "replace"),
            stdout=subprocess.DEVNULL,
            stderr=subprocess.PIPE,
            env={},
            cwd="/",
            timeout=_SECONDS,
            check=False,
            start_new_session=True,
        )
    except (subprocess.TimeoutExpired, OSError):
        return None
    if done.returncode < 0 or b"stack overflow" in done.stderr or b"memory exhausted" in done.stderr:
        return _TOO_MUCH
    return "" if done.returncode == 0 else _said(done.stderr.decode("utf-8", "replace"))


def _said(complaint: str) -> str:
    found = _LINE.search(complaint)
    return f"line {found['line']}: {found['what'][:200]}" if found else complaint.strip()[:200] or "cannot be parsed"
