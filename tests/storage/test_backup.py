import asyncio
import sqlite3
import stat
import threading
from contextlib import closing
from datetime import UTC, datetime

import pytest
from sqlalchemy import select

from inquiro.core.errors import NotConfigured, StoreError, StoreFull, UsageError
from inquiro.core.types import Document, EffectRow, Entity, Run
from inquiro.storage.backup import back_up
from inquiro.storage.checkpoints import StoreSaver
from inquiro.storage.migrations import MIGRATIONS
from inquiro.storage.store import SqlStore
from inquiro.storage.tables import metadata


async def fill(store, name="run"):
    await store.create_run(Run(id=name, tool_name="t", input_params={"n": 1.5, "ü": [None, "\x00"]}))
    lease = await store.acquire(name, "me", 0.0)
    document = Document(
        id="d", url="u", title="t", text="Ünï", sha256="", media_type="x", fetched_at=datetime(2026, 1, 1, tzinfo=UTC)
    )
    row = EffectRow(run_id=name, step="s", key="k", occurrence=0, kind="fetch", name="x", request={}, status="done")
    await store.finish_effect(lease, row, [document])
    await store.put_findings(lease, [], [], [Entity(name="Aldra")])
    await store.reserve_slot("web", 1.0)
    checkpoint = {"v": 4, "id": "c", "ts": "", "channel_values": {}, "channel_versions": {}, "versions_seen": {}}
    await StoreSaver(store, lease).aput({"configurable": {"thread_id": name}}, checkpoint, {"step": 0}, {})


def contents(store):
    def all_rows(connection):
        return {table.name: sorted(map(repr, connection.execute(select(table)))) for table in metadata.sorted_tables}

    return asyncio.run(store.read(all_rows))


def contents_of(file):
    store = SqlStore.open(f"sqlite:///{file}", file.parent)
    try:
        assert asyncio.run(store.integrity()) == []
        return contents(store)
    finally:
        store.close()


@pytest.fixture
def store(database):
    opened = database.open()
    asyncio.run(fill(opened))
    yield opened
    opened.close()


def test_a_backup_holds_every_row_and_is_its_owners_alone(store, database, tmp_path):
    file = back_up(database.url, database.home, tmp_path / "deep" / "copy.db")
    assert contents_of(file) == contents(store)
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    assert [path.name for path in file.parent.iterdir()] == ["copy.db"]


def test_without_a_name_it_lies_where_restore_looks(store, database):
    files = [back_up(database.url, database.home) for _ in range(2)]
    assert [file.parent for file in files] == [database.home] * 2
    assert [file.name for file in files] == [f"inquiro-backup-v{len(MIGRATIONS)}-{n}.db" for n in (1, 2)]
    assert contents_of(files[1]) == contents(store)


def test_a_file_is_replaced_only_by_force(store, database, tmp_path):
    file = tmp_path / "copy.db"
    file.write_text("precious")
    with pytest.raises(UsageError, match="--force"):
        back_up(database.url, database.home, file)
    assert file.read_text() == "precious"
    back_up(database.url, database.home, file, force=True)
    assert contents_of(file) == contents(store)


def test_a_backup_while_others_write_belongs_together(store, database, tmp_path):
    """An effect and the document it brought are one transaction: a copy never has one without the other."""
    go_on = threading.Event()
    go_on.set()

    async def write():
        lease = await store.acquire("run", "writer", 60)
        n = 0
        while go_on.is_set():
            n += 1
            document = Document(
                id=f"d{n}",
                url="u",
                title="t",
                text=f"text {n} " * 500,
                sha256="",
                media_type="x",
                fetched_at=datetime(2026, 1, 1, tzinfo=UTC),
            )
            row = EffectRow(
                run_id="run", step="w", key=str(n), occurrence=0, kind="fetch", name="x", request={}, status="done"
            )
            await store.finish_effect(lease, row, [document])

    writer = threading.Thread(target=lambda: asyncio.run(write()))
    writer.start()
    try:
        files = [back_up(database.url, database.home, tmp_path / f"{n}.db") for n in range(4)]
    finally:
        go_on.clear()
        writer.join()
    for file in files:
        rows = contents_of(file)
        assert len(rows["effects"]) == len(rows["documents"]) == len(rows["run_documents"])


def test_there_is_nothing_to_back_up_before_the_first_run(database, tmp_path):
    with pytest.raises(UsageError, match="no database"):
        back_up(database.url, database.home, tmp_path / "x.db")
    assert not (tmp_path / "x.db").exists()


def test_a_place_that_cannot_be_written_is_named(store, database, tmp_path):
    (tmp_path / "file").write_text("not a folder")
    with pytest.raises(StoreFull, match="cannot write"):
        back_up(database.url, database.home, tmp_path / "file" / "x.db")


@pytest.mark.fault(45)
def test_a_copy_that_breaks_off_leaves_nothing_behind(store, database, tmp_path, monkeypatch):
    import inquiro.storage.backup as module

    def break_off(*_):
        raise StoreError("broken off")

    monkeypatch.setattr(module, "write_copy", break_off)
    (tmp_path / "x.db").write_text("precious")
    with pytest.raises(StoreError, match="broken off"):
        back_up(database.url, database.home, tmp_path / "x.db", force=True)
    assert (tmp_path / "x.db").read_text() == "precious"
    assert [path.name for path in tmp_path.iterdir() if "partial" in path.name] == []


@pytest.mark.fault(50)
def test_an_older_database_is_copied_as_it_is_where_that_can_be_done(store, database, tmp_path):
    from sqlalchemy import text

    asyncio.run(store.write(lambda c: c.execute(text("UPDATE meta SET value = '1'")) and None))
    if database.kind == "postgres":
        with pytest.raises(NotConfigured, match="pg_dump"):
            back_up(database.url, database.home, tmp_path / "x.db")
        return
    file = back_up(database.url, database.home, tmp_path / "x.db")
    with closing(sqlite3.connect(file)) as connection:
        assert connection.execute("SELECT value FROM meta").fetchone() == ("1",)
