"""The command line with a witness: every effect that is performed or journaled is noted, and one moment may kill.

usage: chaos_child.py LOG POINT:COUNT|- ARGUMENTS…
"""

from __future__ import annotations

import os
import signal
import sys
from collections import Counter

from inquiro.cli.main import main
from inquiro.core.crash_points import armed

EFFECTS = frozenset({"effect.before_call", "effect.after_journal"})


def run(log: str, kill_at: str, arguments: list[str], *, everything: bool = False) -> None:
    point, _, count = kill_at.partition(":")
    reached: Counter[str] = Counter()
    notes = os.open(log, os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o600)

    def witness(name: str, detail: str) -> None:
        if everything or name in EFFECTS:
            os.write(notes, f"{name} {detail}\n".encode())
        reached[name] += 1
        if name == point and reached[name] == int(count):
            os.kill(os.getpid(), signal.SIGKILL)

    sys.argv = ["inquiro", *arguments]
    with armed(witness):
        main()


if __name__ == "__main__":
    run(sys.argv[1], sys.argv[2], sys.argv[3:])
