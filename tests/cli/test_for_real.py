"""The real program over a small folder: every step of the first five minutes, in processes of their own."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

pytestmark = pytest.mark.slow

TEXTS = {
    "measured.md": "# Street trees measured\n\nStreet trees cooled the midday air in Varnholt by 1.6 °C in 2021.\n",
    "cost.md": "# What a street tree costs\n\nA street tree costs the city of Korvenau 1,100 € over thirty years.\n",
    "trains.txt": "Night trains between Brenmoor and Portavel arrive late on four days of ten.\n",
}
COMMAND = [sys.executable, "-m", "inquiro"]


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    corpus = tmp_path / "papers"
    corpus.mkdir()
    for name, text in TEXTS.items():
        (corpus / name).write_text(text, "utf-8")
    return corpus


def inquiro(*args: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run([*COMMAND, *args], capture_output=True, text=True, encoding="utf-8", timeout=90, check=False)


def test_ask_then_look_verify_and_export(folder, tmp_path):
    asked = inquiro("ask", "How much do street trees cool and cost?", "--corpus", str(folder), "--json")
    assert asked.returncode == 0, asked.stderr
    report = json.loads(asked.stdout)
    assert "1.6 °C" in report["answer"]
    run = report["trace_id"]

    assert [listed["id"] for listed in json.loads(inquiro("runs", "list", "--json").stdout)] == [run]
    assert "measured.md" in inquiro("runs", "show", run[:8]).stdout
    verified = inquiro("runs", "verify", run[:8])
    assert (verified.returncode, verified.stdout.rstrip()[-9:]) == (0, "0 broken.")
    page = tmp_path / "report.html"
    assert inquiro("runs", "export", run[:8], "--out", str(page)).returncode == 0
    assert page.read_text("utf-8").lower().startswith("<!doctype html>")
    assert json.loads(inquiro("runs", "resume", run[:8], "--json").stdout)["answer"] == report["answer"]


def test_one_ctrl_c_keeps_the_report_so_far(folder):
    command = [*COMMAND, "ask", "How much do street trees cool and cost?", "--corpus", str(folder), "--json"]
    with subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, encoding="utf-8"
    ) as asking:
        assert asking.stderr is not None
        assert asking.stderr.readline().startswith("run ")
        os.kill(asking.pid, signal.SIGINT)
        told, said = asking.communicate(timeout=90)
    assert "stopping…" in said
    assert (asking.returncode, json.loads(told)["status"]) == (4, "stopped")


def test_doctor_finds_a_fresh_install_usable():
    examined = inquiro("doctor", "--json")
    assert examined.returncode == 0, examined.stdout
    assert json.loads(examined.stdout)["usable"] is True
