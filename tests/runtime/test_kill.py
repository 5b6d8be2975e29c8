"""The real thing: kill -9 while `inquiro ask` works, then `inquiro runs resume`."""

from __future__ import annotations

import json
import os
import random
import signal
import subprocess
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner

from inquiro.cli.main import commands
from inquiro.exports import strip_volatile
from inquiro.testing import write_corpus

pytestmark = [pytest.mark.slow, pytest.mark.fault(44)]

QUESTION = "How much do street trees cool the air, what do they cost and who pays for them?"
COMMAND = [sys.executable, "-m", "inquiro"]
TEXTS = {
    "cool.md": "# Cooling\n\nStreet trees lowered the midday air temperature in Varnholt by 1.6 °C in 2021. "
    "The programme is run by the Meridian Trust.\n",
    "cost-2019.md": "# Cost, 2019\n\nThe lifetime cost of a street tree in Korvenau is 1,100 € per tree.\n",
    "cost-2023.md": "# Cost, 2023\n\nThe lifetime cost of a street tree in Korvenau is 2,400 € per tree.\n",
    "pays.md": "# Who pays\n\nHalf of the cost of street trees is paid by the Meridian Trust.\n",
    "trust.md": "# The Meridian Trust\n\nThe Meridian Trust was founded in 2009 by Odile Brandt.\n",
}


def env(home: Path) -> dict[str, str]:
    return {**os.environ, "INQUIRO_HOME": str(home), "INQUIRO_EMBEDDING_MODEL": "off"}


@pytest.fixture
def inquiro(monkeypatch):
    """The command in this process, which is another than the one that was killed."""

    def run(home: Path, *args: str) -> str:
        monkeypatch.setenv("INQUIRO_HOME", str(home))
        done = CliRunner().invoke(commands, args, prog_name="inquiro")
        assert done.exit_code == 0, done.stderr
        return done.stdout

    return run


def killed_after(home: Path, folder: Path, events: int, *more: str) -> int:
    """Starts a run and kills its process once it told so many events; returns how many it told."""
    command = [*COMMAND, "ask", more[-1] if more else QUESTION, "--corpus", str(folder), "--events", *more[:-1]]
    with subprocess.Popen(command, env=env(home), stdout=subprocess.PIPE, stderr=subprocess.DEVNULL) as asking:
        assert asking.stdout is not None
        told = 0
        for _ in asking.stdout:
            told += 1
            if told == events:
                break
        os.kill(asking.pid, signal.SIGKILL)
        asking.wait()
    return told


def test_a_killed_run_is_resumed_to_the_same_report(tmp_path, inquiro):
    folder = write_corpus(tmp_path / "papers", TEXTS)
    plain = inquiro(tmp_path / "plain", "ask", QUESTION, "--corpus", str(folder), "--json")
    moments = random.Random(44).sample(range(2, 20), 1)
    for number, moment in enumerate(moments):
        home = tmp_path / f"killed{number}"
        assert killed_after(home, folder, moment) == moment
        resumed = inquiro(home, "runs", "resume", "--json")
        assert strip_volatile(resumed, "json") == strip_volatile(plain, "json"), moment


def test_a_killed_follow_up_is_resumed_to_the_same_report(tmp_path, inquiro):
    folder = write_corpus(tmp_path / "papers", TEXTS)
    home = tmp_path / "home"
    first = json.loads(inquiro(home, "ask", QUESTION, "--corpus", str(folder), "--json"))["trace_id"]
    follow_up = ("--follow", first[:8], "and when was the Meridian Trust founded?")
    plain = inquiro(home, "ask", *follow_up, "--corpus", str(folder), "--json")
    for moment in (4,):
        assert killed_after(home, folder, moment, *follow_up) == moment
        resumed = inquiro(home, "runs", "resume", "--json")
        assert strip_volatile(resumed, "json") == strip_volatile(plain, "json"), moment
