"""A machine of its own for some commands: a network namespace whose only way out is a device that we read.

Everything that a process or its children send, in whatever language they are written, comes out of that device, DNS
included; nothing ever answers. Needs root or user namespaces, and /dev/net/tun.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

INSIDE = Path(__file__).with_name("inside.py")
_AS_ROOT = ("unshare", "--net", "--mount")
_AS_USER = ("unshare", "--user", "--map-root-user", "--net", "--mount")


@dataclass(frozen=True)
class Left:
    """A packet that left the machine."""

    to: str
    protocol: int
    port: int
    text: str  # what can be read of it


@dataclass(frozen=True)
class Machine:
    """`commands` run one after the other with a model server that they reach under {server}, then the control does.

    `control` is a command that sends something on purpose: what it sends must be seen, and whatever was sent before
    it is seen before it.
    """

    commands: Sequence[Sequence[str]]
    environment: Mapping[str, str]
    control: Sequence[str]
    marks: Sequence[str]  # of the control's packets: a name that it looks up, an address that it dials
    seconds: float = 200.0

    def run(self) -> Outcome:
        task = {
            "commands": [list(command) for command in self.commands],
            "environment": dict(self.environment),
            "control": list(self.control),
            "marks": list(self.marks),
            "seconds": self.seconds,
        }
        done = subprocess.run(
            [*_way_in(), sys.executable, INSIDE],
            input=json.dumps(task),
            capture_output=True,
            text=True,
            encoding="utf-8",
            timeout=self.seconds + 60,
            check=False,
        )
        assert done.returncode == 0, done.stderr
        told = json.loads(done.stdout)
        ended = [Ended(**one) for one in told["ended"]]
        before, after = ([Left(**one) for one in told[when]] for when in ("before", "after"))
        return Outcome(ended=ended, left=before, control=after, asked=told["asked"])


@dataclass(frozen=True)
class Ended:
    code: int
    out: str
    err: str


@dataclass(frozen=True)
class Outcome:
    """What became of the commands, what left the machine while they ran, and what the control sent."""

    ended: list[Ended]
    left: list[Left]
    control: list[Left]
    asked: int  # questions that the model server was asked


def unavailable() -> str:
    """Why there can be no such machine here; empty where there can, so that everything else is a failure."""
    if not sys.platform.startswith("linux") or not Path("/dev/net/tun").exists():
        return "there is no /dev/net/tun here"
    tried = subprocess.run([*_way_in(), "true"], capture_output=True, text=True, check=False)
    return f"no namespace of our own is to be had: {tried.stderr.strip()}" if tried.returncode else ""


def _way_in() -> tuple[str, ...]:
    return _AS_ROOT if os.geteuid() == 0 else _AS_USER
