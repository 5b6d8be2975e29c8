"""What a start costs: CPU time of short commands as multiples of an interpreter that does nothing."""

from __future__ import annotations

import os
import resource
import subprocess
import sys
import tempfile
from pathlib import Path

from _table import Row, best, show

REPETITIONS = 15
PYTHON = sys.executable
INQUIRO = str(Path(PYTHON).with_name("inquiro"))
NOTHING = (PYTHON, "-c", "pass")
COMMANDS: dict[str, tuple[tuple[str, ...], float | None]] = {
    "import inquiro": ((PYTHON, "-c", "import inquiro"), 5.0),
    "inquiro --help": ((INQUIRO, "--help"), 12.0),
    "inquiro --version": ((INQUIRO, "--version"), None),
    "inquiro runs list (an empty store)": ((INQUIRO, "runs", "list"), None),
}


def cpu_seconds(command: tuple[str, ...], environment: dict[str, str]) -> float:
    """User and system time of one child process."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run(command, check=True, env=environment, capture_output=True)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return (after.ru_utime - before.ru_utime) + (after.ru_stime - before.ru_stime)


def main() -> None:
    with tempfile.TemporaryDirectory() as home:
        environment = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
        environment["INQUIRO_HOME"] = home
        for command, _ in COMMANDS.values():  # byte code is compiled and files are in the page cache from here on
            cpu_seconds(command, environment)
        nothing = best(lambda: cpu_seconds(NOTHING, environment), REPETITIONS)
        rows = [Row("python -c pass", 1000 * nothing, "ms CPU")]
        for name, (command, aim) in COMMANDS.items():
            taken = best(lambda chosen=command: cpu_seconds(chosen, environment), REPETITIONS)  # type: ignore[misc]
            rows += [Row(name, taken / nothing, "x pass", aim)]
    show("Start-up", rows)


if __name__ == "__main__":
    main()
