import asyncio
import sqlite3
from contextlib import closing
from datetime import UTC, datetime

import pytest
from sqlalchemy import text

from inquiro.core.errors import StoreCorrupt
from inquiro.core.types import Document, Run
from inquiro.storage import sqlite
from inquiro.storage.store import SqlStore

SAMPLE = "Trees cool streets."
WHEN = datetime(2026, 1, 1, tzinfo=UTC)


async def fill(store):
    await store.create_run(Run(id="run", tool_name="t", input_params={}))
    lease = await store.acquire("run", "me", 30)
    document = Document(id="d", url="u", title="t", text=SAMPLE, sha256="", media_type="text/plain", fetched_at=WHEN)
    await store.put_documents(lease, [document])


@pytest.fixture
def store(database):
    opened = database.open()
    asyncio.run(fill(opened))
    yield opened
    opened.close()


def damage(database, *statements):
    """What only a broken disk or a stranger's hand can do."""
    if database.kind == "sqlite":
        with closing(sqlite3.connect(database.home / "inquiro.db", isolation_level=None)) as connection:
            for statement in statements:
                connection.execute(statement)
        return
    engine = database.engine()
    with engine.begin() as connection:
        for statement in ("SET LOCAL session_replication_role = replica", *statements):
            connection.execute(text(statement))
    engine.dispose()


def test_a_sound_database_has_no_problems(store):
    assert asyncio.run(store.integrity()) == []


@pytest.mark.fault(47)
def test_a_text_that_is_not_what_it_was_is_found(store, database):
    damage(database, "UPDATE blobs SET text = 'Trees heat streets.'")
    (problem,) = asyncio.run(store.integrity())
    assert "is not what it was" in problem


@pytest.mark.fault(47)
def test_rows_that_belong_to_nothing_are_found(store, database):
    damage(database, "DELETE FROM blobs", "DELETE FROM runs")
    problems = asyncio.run(store.integrity())
    assert "1 rows of documents belong to no row of blobs" in problems
    assert "1 rows of run_documents belong to no row of runs" in problems


# -- files -----------------------------------------------------------------------------------------


@pytest.fixture
def path(tmp_path):
    made = tmp_path / "inquiro.db"
    opened = SqlStore.open(f"sqlite:///{made}", tmp_path)
    asyncio.run(fill(opened))
    opened.close()
    return made


def reopen(path):
    SqlStore.open(f"sqlite:///{path}", path.parent).close()


@pytest.mark.fault(47)
@pytest.mark.parametrize("share", [0.9, 0.5, 0.1])
def test_a_truncated_file_is_found_when_it_is_opened(path, share):
    data = path.read_bytes()
    path.write_bytes(data[: int(len(data) * share)])
    with pytest.raises(StoreCorrupt, match="inquiro restore --latest"):
        reopen(path)


@pytest.mark.fault(47)
def test_every_damaged_page_is_found_when_the_file_is_opened(path):
    sound = path.read_bytes()
    for start in range(4096, len(sound), 4096):
        kind = sound[start]
        if kind not in (2, 5, 10, 13):  # pages in use by a table or an index
            continue
        path.write_bytes(sound[:start] + b"\xff" * 4096 + sound[start + 4096 :])
        with pytest.raises(StoreCorrupt, match="damaged"):
            reopen(path)
    path.write_bytes(sound)
    reopen(path)


@pytest.mark.fault(47)
def test_a_large_file_is_checked_only_when_someone_did_not_finish(path, monkeypatch):
    monkeypatch.setattr(sqlite, "CHECKED_AT_OPEN", 0)
    checked = []
    monkeypatch.setattr(sqlite, "page_problems", lambda _connection: checked.append(1) or [])
    reopen(path)
    assert checked == []
    path.with_name("inquiro.db-journal").write_bytes(b"")
    reopen(path)
    assert checked == [1]


@pytest.mark.fault(47)
def test_without_its_log_a_file_is_an_earlier_state_of_itself_or_damaged(path):
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        connection.execute("PRAGMA journal_mode=WAL")
        connection.execute("PRAGMA wal_autocheckpoint=0")
        connection.execute("UPDATE runs SET progress = 0.5")
        data = path.read_bytes()  # while the last commit is in the log only
    alone = path.with_name("alone.db")
    alone.write_bytes(data)
    store = SqlStore.open(f"sqlite:///{alone}", alone.parent)
    assert asyncio.run(store.get_run("run")).progress == 0.0
    assert asyncio.run(store.integrity()) == []
    store.close()
