import asyncio
import os
import sqlite3
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path

import pytest
from sqlalchemy import select

from inquiro.core.errors import NewerDatabase, StoreBusy, StoreCorrupt, UsageError
from inquiro.core.types import Entity, Run
from inquiro.storage.backup import back_up
from inquiro.storage.restore import restore
from inquiro.storage.store import SqlStore
from inquiro.storage.tables import metadata


async def add_run(store, name):
    await store.create_run(Run(id=name, tool_name="t", input_params={"n": 1.0}))
    lease = await store.acquire(name, "me", 0.0)
    await store.put_findings(lease, [], [], [Entity(name=name)])


def with_runs(database, *names):
    store = database.open()
    for name in names:
        asyncio.run(add_run(store, name))
    store.close()


def runs_of(url, home):
    store = SqlStore.open(url, home)
    try:
        assert asyncio.run(store.integrity()) == []
        return [run.id for run in asyncio.run(store.list_runs())]
    finally:
        store.close()


@pytest.fixture
def backup(database):
    with_runs(database, "old")
    return back_up(database.url, database.home)


def test_the_database_becomes_the_backup_and_what_was_there_is_kept(database, backup):
    with_runs(database, "new")
    done = restore(database.url, database.home, backup)
    assert runs_of(database.url, database.home) == ["old"]
    assert (done.file, done.runs, done.damaged) == (str(backup), 1, False)
    assert Path(done.kept).name == "inquiro-replaced-1.db"
    assert runs_of(f"sqlite:///{done.kept}", database.home) == ["new", "old"]
    assert [path for path in database.home.iterdir() if path.name.startswith(".")] == []


def test_numbers_go_on_after_a_restore(database, backup):
    restore(database.url, database.home, backup)
    with_runs(database, "later", "latest")
    assert runs_of(database.url, database.home) == ["latest", "later", "old"]


def test_the_newest_is_taken_and_its_time_stated(database, backup):
    with_runs(database, "second")
    newest = back_up(database.url, database.home)
    os.utime(backup, (1_000, 1_000))
    os.utime(newest, (2_000, 2_000))
    done = restore(database.url, database.home)
    assert (done.file, done.made_at) == (str(newest), datetime.fromtimestamp(2_000, UTC))
    assert runs_of(database.url, database.home) == ["second", "old"]


def test_a_store_that_is_open_sees_what_was_restored(database, backup):
    store = database.open()
    asyncio.run(add_run(store, "new"))
    restore(database.url, database.home, backup)
    assert [run.id for run in asyncio.run(store.list_runs())] == ["old"]
    asyncio.run(add_run(store, "after"))
    assert runs_of(database.url, database.home) == ["after", "old"]
    store.close()


def test_nothing_is_restored_under_somebody_at_work(database, backup):
    store = database.open()
    asyncio.run(store.acquire("old", "host:1:worker", 600))
    with pytest.raises(StoreBusy, match=r"host:1:worker.*--force"):
        restore(database.url, database.home, backup)
    asyncio.run(store.request_stop("old", "still there"))
    store.close()
    assert restore(database.url, database.home, backup, alive=lambda _owner: False).runs == 1
    assert restore(database.url, database.home, backup, force=True).runs == 1


def test_without_a_backup_there_is_a_way_to_one(database):
    with_runs(database, "a")
    with pytest.raises(UsageError, match="inquiro backup"):
        restore(database.url, database.home)
    with pytest.raises(UsageError, match="no file"):
        restore(database.url, database.home, database.home / "nothing.db")


@pytest.mark.fault(47)
@pytest.mark.parametrize("kind", ["torn", "text", "stranger", "changed"])
def test_a_bad_backup_changes_nothing(database, backup, kind):
    with_runs(database, "new")
    bad = database.home / "bad.db"
    bad.write_bytes(backup.read_bytes()[:9_000] if kind == "torn" else backup.read_bytes())
    if kind == "text":
        bad.write_text("Not a database. " * 100)
    if kind == "stranger":
        bad.unlink()
        with closing(sqlite3.connect(bad)) as connection:
            connection.execute("CREATE TABLE t (n)")
    if kind == "changed":
        with closing(sqlite3.connect(bad)) as connection, connection:
            connection.execute("INSERT INTO blobs VALUES ('0', 'not my hash')")
    with pytest.raises((StoreCorrupt, UsageError), match="nothing was changed"):
        restore(database.url, database.home, bad)
    assert runs_of(database.url, database.home) == ["new", "old"]
    assert list(database.home.glob("inquiro-replaced-*")) == []


@pytest.mark.fault(50)
def test_a_newer_backup_is_refused(database, backup):
    with closing(sqlite3.connect(backup)) as connection, connection:
        connection.execute("UPDATE meta SET value = '99'")
    with pytest.raises(NewerDatabase):
        restore(database.url, database.home, backup)
    assert runs_of(database.url, database.home) == ["old"]


@pytest.mark.fault(50)
def test_an_older_backup_is_brought_up_to_date_and_stays_as_it_is(database, backup):
    with closing(sqlite3.connect(backup)) as connection, connection:
        connection.execute("UPDATE meta SET value = '1'")
    before = backup.read_bytes()
    assert restore(database.url, database.home, backup).runs == 1
    assert runs_of(database.url, database.home) == ["old"]
    assert backup.read_bytes() == before


@pytest.mark.parametrize("direction", ["to postgres", "from postgres"])
def test_from_one_database_into_the_other(postgres, tmp_path, direction):
    file_url, home = f"sqlite:///{tmp_path}/file/inquiro.db", tmp_path / "file"
    there = (file_url, home), (postgres.url, postgres.home)
    source, target = there if direction == "to postgres" else there[::-1]
    store = SqlStore.open(*source)
    for name in ("a", "b"):
        asyncio.run(add_run(store, name))
    rows = all_rows(store)
    store.close()
    restore(*target, back_up(*source))
    store = SqlStore.open(*target)
    assert all_rows(store) == rows
    assert asyncio.run(store.integrity()) == []
    asyncio.run(add_run(store, "c"))
    store.close()
    assert runs_of(*target) == ["c", "b", "a"]


def all_rows(store):
    def read(connection):
        return {table.name: sorted(map(repr, connection.execute(select(table)))) for table in metadata.sorted_tables}

    return asyncio.run(store.read(read))


# -- damaged files ---------------------------------------------------------------------------------


@pytest.mark.fault(47)
@pytest.mark.parametrize("kind", ["truncated", "a page", "not a database"])
def test_a_damaged_file_is_kept_aside_and_the_newest_backup_restored(tmp_path, kind):
    url, path = f"sqlite:///{tmp_path}/inquiro.db", tmp_path / "inquiro.db"
    store = SqlStore.open(url, tmp_path)
    asyncio.run(add_run(store, "old"))
    back_up(url, tmp_path)
    asyncio.run(add_run(store, "new"))
    store.close()
    data = path.read_bytes()
    broken = {
        "truncated": data[: len(data) // 2],
        "a page": data[:4096] + b"\xff" * 4096 + data[8192:],
        "not a database": b"x" * len(data),
    }[kind]
    path.write_bytes(broken)
    (tmp_path / "inquiro.db-journal").write_bytes(b"left behind")
    with pytest.raises(StoreCorrupt, match="inquiro restore --latest"):
        SqlStore.open(url, tmp_path)
    done = restore(url, tmp_path)
    assert done.damaged
    assert Path(done.kept).read_bytes() == broken
    assert runs_of(url, tmp_path) == ["old"]


def test_a_lost_file_comes_back_from_its_backup(tmp_path):
    url = f"sqlite:///{tmp_path}/inquiro.db"
    store = SqlStore.open(url, tmp_path)
    asyncio.run(add_run(store, "old"))
    store.close()
    back_up(url, tmp_path)
    (tmp_path / "inquiro.db").unlink()
    assert restore(url, tmp_path).kept is None
    assert runs_of(url, tmp_path) == ["old"]
