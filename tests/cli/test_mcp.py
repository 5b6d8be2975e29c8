"""`inquiro mcp` from the command line's side: cheap to mention, and its options reach the server."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from pathlib import Path

import pytest

from inquiro.cli.mcp import mcp
from inquiro.mcp import server
from inquiro.mcp.desk import Folders


def test_help_does_not_load_the_sdk():
    code = (
        "import sys; from inquiro.cli.main import commands\n"
        "commands(['mcp', '--help'], standalone_mode=False)\n"
        "print([name for name in ('mcp', 'pydantic', 'inquiro.runtime') if name in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=60, check=True)
    assert done.stdout.splitlines()[-1] == "[]"


def test_the_folders_reach_the_server(inquiro, tmp_path, monkeypatch):
    given: list[Folders] = []

    class Silent:
        async def run_stdio_async(self) -> None:
            """Serves nobody."""

    def build(folders: Folders) -> Silent:
        given.append(folders)
        return Silent()

    monkeypatch.setattr(server, "build", build)
    (tmp_path / "notes").mkdir()
    (tmp_path / "open").mkdir()
    done = inquiro("mcp", "--corpus", "notes", "--public-corpus", "open")
    assert done.exit_code == 0, done.output
    assert given == [Folders(private=(str(tmp_path / "notes"),), public=(str(tmp_path / "open"),))]


def test_a_missing_folder_is_wrong_usage(inquiro):
    assert inquiro("mcp", "--corpus", "missing").exit_code == 2


@pytest.mark.parametrize("page", ["README.md", "docs/guides/mcp.md"])
def test_the_configuration_to_copy_is_json_and_names_options_that_exist(page):
    text = (Path(__file__).resolve().parents[2] / page).read_text("utf-8")
    blocks = re.findall(r"```json\n(.*?)```", text, re.DOTALL)
    assert blocks
    for block in blocks:
        entry = json.loads(block)["mcpServers"]["inquiro"]
        assert (entry["command"], entry["args"][0]) == ("inquiro", "mcp")
        known = {option for parameter in mcp.params for option in parameter.opts}
        assert {word for word in entry["args"] if word.startswith("-")} <= known
