"""One short check: every step by name and time, independent steps side by side, output only where one fails."""

from __future__ import annotations

import os
import subprocess
import sys
import sysconfig
import tempfile
import venv
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from time import monotonic
from typing import NamedTuple

ROOT = Path(__file__).resolve().parent.parent
BIN = Path(sysconfig.get_path("scripts"))
CORPUS = (
    "from importlib.resources import files; print(sum(1 for _ in (files('inquiro') / 'examples/corpus').iterdir()))"
)


class Outcome(NamedTuple):
    passed: bool
    output: str


def run(*command: str | Path, cwd: Path = ROOT) -> Outcome:
    done = subprocess.run(command, cwd=cwd, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False)
    return Outcome(done.returncode == 0, done.stdout)


def wheel() -> Outcome:
    """Build the wheel, install it alone in a fresh environment, and use it there."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        fresh = folder / "venv" / "bin"
        built = run(sys.executable, "-m", "build", "--wheel", "--outdir", folder)
        if not built.passed:
            return built
        venv.create(folder / "venv", with_pip=True)
        steps: list[tuple[str | Path, ...]] = [
            (fresh / "python", "-m", "pip", "install", "--quiet", *folder.glob("*.whl")),
            (fresh / "inquiro", "--version"),
            (fresh / "python", "-c", "import inquiro; [getattr(inquiro, name) for name in inquiro.__all__]"),
            (fresh / "inquiro", "doctor"),
            (fresh / "inquiro", "vault", "plugin", folder / "vault"),
        ]
        (folder / "vault" / ".obsidian").mkdir(parents=True)
        for step in steps:
            if not (done := run(*step, cwd=folder)).passed:
                return Outcome(False, f"in the installed wheel: {' '.join(map(str, step))}\n{done.output}")
        shipped = run(fresh / "python", "-c", CORPUS, cwd=folder).output.strip()
        expected = str(sum(1 for _ in (ROOT / "examples" / "corpus").iterdir()))
        return Outcome(shipped == expected, f"the wheel holds {shipped} of {expected} example documents")


STEPS: dict[str, Callable[[], Outcome]] = {
    "wheel": wheel,
    "types": lambda: run(BIN / "mypy"),
    "lint": lambda: run(BIN / "ruff", "check", "."),
    "format": lambda: run(BIN / "ruff", "format", "--check", "."),
    "imports": lambda: run(BIN / "lint-imports", "--no-logo", "--no-cache"),
    "ratchet": lambda: run(sys.executable, "scripts/ratchet.py"),
    "reference": lambda: run(sys.executable, "scripts/reference.py", "--check"),
    "faults": lambda: run(sys.executable, "scripts/faults.py", "--check"),
}


def timed(name: str) -> tuple[str, Outcome, float]:
    began = monotonic()
    outcome = STEPS[name]()
    return name, outcome, monotonic() - began


def main() -> int:
    chosen = sys.argv[1:] or list(STEPS)
    if unknown := set(chosen) - set(STEPS):
        print(f"unknown step: {', '.join(sorted(unknown))}; known: {', '.join(STEPS)}", file=sys.stderr)
        return 2
    failed = []
    with ThreadPoolExecutor(max_workers=os.cpu_count() or 2) as pool:
        for name, outcome, seconds in pool.map(timed, chosen):
            print(f"{'ok    ' if outcome.passed else 'FAILED'} {name:<10} {seconds:5.1f} s", flush=True)
            if not outcome.passed:
                failed.append(name)
                print(outcome.output, flush=True)
    return bool(failed)


if __name__ == "__main__":
    sys.exit(main())
