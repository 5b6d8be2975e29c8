"""How long a newcomer waits for `inquiro demo` once it is installed."""

from __future__ import annotations

import os
import resource
import subprocess
import sys
import tempfile
import time
from typing import NamedTuple

from _table import Row, show
from inquiro.retrieval.embeddings import availability

REPETITIONS = 3
AIM = 5.0  # seconds, by words alone
MEANING_AIM = 8.0  # with embeddings: what keeps them a part of the base install
_FULL = "from inquiro.cli.main import main; main()"
_WORDS = f"import sys; sys.modules['onnxruntime'] = None; {_FULL}"  # as in _base_install.py


class Taken(NamedTuple):
    """Wall time, which a busy machine stretches, and CPU time, which it hardly does."""

    wall: float
    cpu: float


def demo(program: str, home: str) -> Taken:
    """One demo in its own process."""
    environment = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    started, before = time.perf_counter(), resource.getrusage(resource.RUSAGE_CHILDREN)
    command = (sys.executable, "-c", program, "demo")
    done = subprocess.run(
        command, check=False, env=environment | {"INQUIRO_HOME": home}, capture_output=True, text=True
    )
    if done.returncode:
        sys.exit(f"the demo failed with exit code {done.returncode}:\n{done.stderr}")
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    cpu = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    return Taken(time.perf_counter() - started, cpu)


def rows_for(name: str, program: str, aim: float | None, repetitions: int) -> list[Row]:
    """The first run creates the store and indexes the corpus; a later one finds both."""
    first, later = [], []
    for _ in range(repetitions):
        with tempfile.TemporaryDirectory() as home:
            first.append(demo(program, home))
            later.append(demo(program, home))
    rows = []
    for when, taken in (("first run", min(first)), ("later run", min(later))):
        rows += [Row(f"{name}, {when}", taken.wall, "s", aim), Row("  CPU time of it", taken.cpu, "s")]
    return rows


def main() -> None:
    rows = rows_for("by words alone", _WORDS, AIM, REPETITIONS)
    installed = availability()
    if installed.available:
        rows += rows_for("with embeddings", _FULL, MEANING_AIM, REPETITIONS)
    show("Demo, wall time", rows)
    if not installed.available:
        print(f"  skipped with embeddings: {installed.reason}\n")


if __name__ == "__main__":
    main()
