"""`inquiro backup` and `restore` on a real database."""

from __future__ import annotations

import asyncio
import json
import os
from pathlib import Path

import pytest
from click.testing import CliRunner

from inquiro.cli.main import commands
from inquiro.core.types import Run
from inquiro.storage.store import SqlStore


@pytest.fixture
def home() -> Path:
    return Path(os.environ["INQUIRO_HOME"])


def invoke(*arguments):
    return CliRunner().invoke(commands, arguments)


def add_run(home, name):
    store = SqlStore.open(f"sqlite:///{home}/inquiro.db", home)
    asyncio.run(store.create_run(Run(id=name, tool_name="t", input_params={})))
    store.close()


def ids(home):
    store = SqlStore.open(f"sqlite:///{home}/inquiro.db", home)
    try:
        return [run.id for run in asyncio.run(store.list_runs())]
    finally:
        store.close()


def test_there_and_back(home, tmp_path):
    add_run(home, "old")
    file = tmp_path / "copy.db"
    done = invoke("backup", str(file), "--json")
    assert (done.exit_code, json.loads(done.stdout)) == (0, {"file": str(file), "bytes": file.stat().st_size})
    add_run(home, "new")
    done = invoke("restore", str(file))
    assert done.exit_code == 0
    assert "runs in it: 1" in done.stdout
    assert "not in it" in done.stdout
    assert "inquiro-replaced-1.db" in done.stdout
    assert ids(home) == ["old"]


@pytest.mark.fault(47)
def test_a_damaged_database_is_shown_and_its_newest_backup_put_back(home):
    add_run(home, "old")
    assert invoke("backup").exit_code == 0
    add_run(home, "new")
    path = home / "inquiro.db"
    path.write_bytes(path.read_bytes()[:10_000])
    doctor = json.loads(invoke("doctor", "--json").stdout)
    assert not doctor["usable"]
    assert "inquiro restore --latest" in doctor["next"]
    done = invoke("restore", "--latest", "--json")
    restored = json.loads(done.stdout)
    assert (done.exit_code, restored["damaged"], restored["runs"]) == (0, True, 1)
    assert Path(restored["kept"]).stat().st_size == 10_000
    assert restored["made_at"]
    assert ids(home) == ["old"]


@pytest.mark.parametrize("arguments", [["restore"], ["restore", "x.db", "--latest"]])
def test_it_has_to_be_said_which_backup(arguments):
    done = invoke(*arguments)
    assert done.exit_code == 2
    assert "--latest" in done.stderr


def test_a_file_in_the_way_is_not_replaced(home, tmp_path):
    add_run(home, "old")
    (tmp_path / "x.db").write_text("precious")
    done = invoke("backup", str(tmp_path / "x.db"))
    assert done.exit_code == 2
    assert "--force" in done.stderr
