import asyncio
import os
import sqlite3
from contextlib import closing, suppress
from datetime import UTC, datetime
from random import Random

import pytest
from sqlalchemy import text
from sqlalchemy.engine import make_url

from inquiro.core.errors import StoreCorrupt, StoreError
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


@pytest.mark.fault(47)
def test_an_empty_file_is_no_new_database(path):
    path.write_bytes(b"")
    with pytest.raises(StoreCorrupt, match=r"inquiro\.db is empty.* `inquiro restore --latest`"):
        reopen(path)
    assert path.read_bytes() == b""


@pytest.mark.from_nothing
def test_a_new_file_is_never_empty_even_if_nothing_follows(tmp_path):
    """A process that is killed before its first table must not leave what looks like damage."""
    url = make_url(f"sqlite:///{tmp_path / 'new' / 'inquiro.db'}")
    sqlite.connect(url, tmp_path / "new", 1.0).dispose()
    file = tmp_path / "new" / "inquiro.db"
    assert file.stat().st_size > 0
    assert file.stat().st_mode & 0o777 == 0o600
    assert [one.name for one in file.parent.iterdir()] == ["inquiro.db"]
    reopen(file)


@pytest.mark.from_nothing
def test_where_files_cannot_be_linked_the_database_is_made_all_the_same(tmp_path, monkeypatch):
    def link(*_names):
        raise OSError(95, "Operation not supported")

    monkeypatch.setattr(os, "link", link)
    reopen(tmp_path / "inquiro.db")
    reopen(tmp_path / "inquiro.db")


@pytest.mark.fault(47)
@pytest.mark.parametrize(
    "statement",
    [
        "UPDATE runs SET tool_name = CAST(x'ff6869' AS TEXT)",
        "UPDATE runs SET input_params = CAST(x'7b22ff' AS TEXT)",
        "UPDATE runs SET input_params = '{'",
        "UPDATE runs SET privacy = 'none of them'",
        "ALTER TABLE runs DROP COLUMN progress",
    ],
)
def test_damage_that_sqlite_accepts_is_told_as_damage(path, statement):
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        connection.execute(statement)
    store = SqlStore.open(f"sqlite:///{path}", path.parent)
    try:
        with pytest.raises(StoreCorrupt, match=r"is damaged.*inquiro restore --latest") as caught:
            asyncio.run(store.get_run("run"))
    finally:
        store.close()
    assert "hi" not in str(caught.value).split("damaged: ")[1].split(". `inquiro")[0].split()


@pytest.mark.fault(47)
def test_flipped_bytes_are_an_error_in_words_or_do_no_harm(path):
    sound = path.read_bytes()
    for number in range(40):
        order = Random(number)
        broken = bytearray(sound)
        for _ in range(order.choice([1, 20, 200])):
            broken[order.randrange(100, len(broken))] = order.choice([0xFF, 0x00, 0x80, 0x22])
        path.write_bytes(bytes(broken))
        with suppress(StoreError):
            store = SqlStore.open(f"sqlite:///{path}", path.parent)
            try:
                asyncio.run(store.get_run("run"))
                asyncio.run(store.events("run"))
                asyncio.run(store.integrity())
            finally:
                store.close()
