import asyncio
import hashlib
import os
import subprocess
import sys

import pytest
from sqlalchemy import Column, Integer, MetaData, Table, inspect, select

from inquiro.core.errors import NewerDatabase
from inquiro.storage.dialect import connect
from inquiro.storage.migrations import MIGRATIONS, VERSION_KEY, create_tables, migrate
from inquiro.storage.store import SqlStore
from inquiro.storage.tables import meta, metadata


@pytest.fixture
def engine(tmp_path):
    made = connect(f"sqlite:///{tmp_path}/inquiro.db", tmp_path, 15)
    yield made
    made.dispose()


def version(engine):
    with engine.connect() as connection:
        return connection.execute(select(meta.c.value).where(meta.c.key == VERSION_KEY)).scalar_one()


def test_a_new_file_gets_every_table_and_the_current_version(engine):
    migrate(engine)
    assert set(inspect(engine).get_table_names()) >= set(metadata.tables)
    assert version(engine) == str(len(MIGRATIONS))


def test_only_what_is_missing_runs_and_in_order(engine):
    ran = []
    migrate(engine)
    later = [*MIGRATIONS, lambda _connection: ran.append("second"), lambda _connection: ran.append("third")]
    migrate(engine, later)
    migrate(engine, later)
    assert ran == ["second", "third"]
    assert version(engine) == str(len(later))


def test_a_migration_that_fails_leaves_the_database_as_it_was(engine):
    migrate(engine)

    def broken(connection):
        Table("half_done", MetaData(), Column("n", Integer)).create(connection)
        raise ValueError("broken")

    with pytest.raises(ValueError, match="broken"):
        migrate(engine, [create_tables, broken])
    assert "half_done" not in inspect(engine).get_table_names()
    assert version(engine) == "1"


@pytest.mark.fault(50)
def test_a_newer_database_is_refused_with_a_way_out(engine, tmp_path):
    migrate(engine, [*MIGRATIONS, lambda _connection: None])
    before = (tmp_path / "inquiro.db").read_bytes()
    with pytest.raises(NewerDatabase, match=r"upgrade Inquiro.*INQUIRO_HOME"):
        SqlStore.open(f"sqlite:///{tmp_path}/inquiro.db", tmp_path)
    assert (tmp_path / "inquiro.db").read_bytes() == before


def test_opening_a_current_database_writes_nothing(tmp_path):
    path = tmp_path / "inquiro.db"
    SqlStore.open(f"sqlite:///{path}", tmp_path).close()
    os.utime(path, (1, 1))
    before = hashlib.sha256(path.read_bytes()).digest()
    store = SqlStore.open(f"sqlite:///{path}", tmp_path)
    assert asyncio.run(store.list_runs()) == []
    store.close()
    assert (path.stat().st_mtime, hashlib.sha256(path.read_bytes()).digest()) == (1, before)


OPEN = """
import asyncio, sys, pathlib
from inquiro.storage.store import SqlStore
print("ready", flush=True)
sys.stdin.readline()
store = SqlStore.open("sqlite:///" + sys.argv[1] + "/inquiro.db", pathlib.Path(sys.argv[1]))
print(len(asyncio.run(store.list_runs())))
store.close()
"""


@pytest.mark.fault(48)
def test_processes_that_open_a_fresh_file_at_once_all_succeed(tmp_path):
    command = [sys.executable, "-c", OPEN, str(tmp_path)]
    children = [
        subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        for _ in range(4)
    ]
    for child in children:
        assert child.stdout.readline() == "ready\n"
    for child in children:
        child.stdin.write("go\n")
        child.stdin.flush()
    for child in children:
        out, errors = child.communicate(timeout=60)
        assert (child.returncode, out, errors) == (0, "0\n", "")
