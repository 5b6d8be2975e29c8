"""How long a newcomer waits for `inquiro demo` once it is installed."""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
import time

from _table import Row, best, show
from inquiro.retrieval.embeddings import availability

REPETITIONS = 3
AIM = 5.0  # seconds
_FULL = "from inquiro.cli.main import main; main()"
_BASE = f"import sys; sys.modules['onnxruntime'] = None; {_FULL}"  # as in _base_install.py


def demo_seconds(program: str, home: str) -> float:
    """Wall time of one demo in its own process."""
    environment = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    started = time.perf_counter()
    subprocess.run(
        (sys.executable, "-c", program, "demo"),
        check=True,
        env=environment | {"INQUIRO_HOME": home},
        capture_output=True,
    )
    return time.perf_counter() - started


def first_demo(program: str) -> float:
    """On a machine that has never seen Inquiro: the store is created and the corpus is indexed."""
    with tempfile.TemporaryDirectory() as home:
        return demo_seconds(program, home)


def rows_for(name: str, program: str, aim: float | None) -> list[Row]:
    first = best(lambda: first_demo(program), REPETITIONS)
    with tempfile.TemporaryDirectory() as home:
        demo_seconds(program, home)
        again = best(lambda: demo_seconds(program, home), REPETITIONS)
    return [Row(f"{name}, first run", first, "s", aim), Row(f"{name}, later run", again, "s", aim)]


def main() -> None:
    rows = rows_for("base install", _BASE, AIM)
    installed = availability()
    if installed.available:
        rows += rows_for("with the extra `semantic`", _FULL, None)
    show("Demo, wall time", rows)
    if not installed.available:
        print(f"  skipped with embeddings: {installed.reason}\n")


if __name__ == "__main__":
    main()
