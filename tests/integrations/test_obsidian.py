"""The plugin for Obsidian: under node with a stand-in for its API, and against a real server."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path
from threading import Thread

import pytest

HERE = Path(__file__).with_name("obsidian")
ROOT = Path(__file__).parents[2]


def run_node(node: str, *files: str, **environment: str) -> str:
    command = [node, "--test", *(str(HERE / file) for file in files)]
    done = subprocess.run(
        command, env=os.environ | environment, capture_output=True, text=True, check=False, timeout=110
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def passed(told: str) -> int:
    """As every reporter of node's says it."""
    return int(re.findall(r"^\S+ pass (\d+)$", told, re.MULTILINE)[-1])


@pytest.mark.slow
def test_the_plugin_does_what_it_says(node):
    assert passed(run_node(node, "plugin.test.js")) > 30


@pytest.mark.services
def test_its_flows_work_against_a_real_server(node, serving):
    known = {"INQUIRO_URL": serving.url, "INQUIRO_TOKEN": serving.token, "INQUIRO_TEST_VAULT": str(serving.vault)}
    known |= {"INQUIRO_READ_TOKEN": serving.read_token}
    assert passed(run_node(node, "flows.js", **known)) > 5
    assert "shade of street trees" in serving.source.searches
    said = " ".join(serving.source.searches).lower()
    assert not {"varnholt", "3.2", "greta", "diary"} & set(said.split())


@pytest.mark.services
def test_it_works_with_a_server_that_a_person_starts(node, tmp_path):
    vault = tmp_path / "my vault"
    shutil.copytree(ROOT / "examples" / "vault", vault)
    for note in vault.rglob("*.md"):
        os.utime(note, (1, 1))
    known = os.environ | {"INQUIRO_HOME": str(tmp_path / "home"), "INQUIRO_PRIVACY": "local_only"}
    command = [sys.executable, "-m", "inquiro", "serve", "--port", "0", "--vault", str(vault)]
    corpus = ["--corpus", str(ROOT / "examples" / "corpus")]
    with subprocess.Popen([*command, *corpus], env=known, stderr=subprocess.PIPE, text=True) as server:
        try:
            found = re.match(r"Inquiro serves at (\S+); the token is in (\S+)", server.stderr.readline())
            Thread(target=server.stderr.read, daemon=True).start()  # a pipe that nobody reads stops who writes
            token = Path(found[2]).read_text().strip()
            told = {"INQUIRO_URL": found[1], "INQUIRO_TOKEN": token, "INQUIRO_TEST_VAULT": str(vault)}
            assert passed(run_node(node, "started_server.js", **told)) == 1
        finally:
            server.terminate()
