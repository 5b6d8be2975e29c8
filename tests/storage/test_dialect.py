import asyncio
import signal
import sqlite3
import stat
import subprocess
import sys

import pytest

from inquiro.core.errors import NotConfigured, StoreCorrupt, StoreFull
from inquiro.core.types import Run
from inquiro.storage.dialect import connect
from inquiro.storage.sqlite import set_journal
from inquiro.storage.store import SqlStore

pytestmark = pytest.mark.from_nothing


def test_folder_and_file_are_made_for_their_owner_alone(tmp_path):
    home = tmp_path / "deep" / "home"
    SqlStore.open(f"sqlite:///{home}/inquiro.db", home).close()
    assert stat.S_IMODE(home.stat().st_mode) == 0o700
    assert stat.S_IMODE((home / "inquiro.db").stat().st_mode) == 0o600


def test_a_database_outside_the_home_gets_its_folder(tmp_path):
    SqlStore.open(f"sqlite:///{tmp_path}/elsewhere/x.db", tmp_path / "home").close()
    assert (tmp_path / "elsewhere" / "x.db").is_file()
    assert (tmp_path / "home").is_dir()


@pytest.mark.parametrize("url", ["nonsense", "sqlite://", "sqlite:///:memory:", "mysql://host/x"])
def test_an_unusable_url_names_the_setting(tmp_path, url):
    with pytest.raises(NotConfigured, match="INQUIRO_DATABASE_URL"):
        SqlStore.open(url, tmp_path)


def test_a_home_that_cannot_be_made_says_what_to_set(tmp_path):
    (tmp_path / "file").write_text("not a folder")
    with pytest.raises(StoreFull, match="INQUIRO_HOME"):
        SqlStore.open(f"sqlite:///{tmp_path}/file/home/x.db", tmp_path / "file" / "home")


@pytest.mark.parametrize(("version", "mode"), [((3, 51, 2), "delete"), ((3, 51, 3), "wal"), ((3, 53, 0), "wal")])
def test_the_log_is_written_ahead_only_where_that_is_safe(tmp_path, version, mode):
    engine = connect(f"sqlite:///{tmp_path}/x.db", tmp_path, 1)
    assert set_journal(engine, version) == mode
    with engine.connect() as connection:
        assert connection.exec_driver_sql("PRAGMA journal_mode").scalar_one() == mode
        assert connection.exec_driver_sql("PRAGMA synchronous").scalar_one() == 2
        assert connection.exec_driver_sql("PRAGMA foreign_keys").scalar_one() == 1
    assert set_journal(engine, (3, 40, 1)) == "delete"
    engine.dispose()


def test_a_file_that_is_no_database_is_named_corrupt(tmp_path):
    (tmp_path / "x.db").write_bytes(b"This is not a database at all. " * 100)
    with pytest.raises(StoreCorrupt, match="backup"):
        SqlStore.open(f"sqlite:///{tmp_path}/x.db", tmp_path)


def list_runs(path):
    store = SqlStore.open(f"sqlite:///{path}", path.parent)
    try:
        return asyncio.run(store.list_runs())
    finally:
        store.close()


def test_a_damaged_page_is_named_corrupt(tmp_path):
    path = tmp_path / "x.db"
    store = SqlStore.open(f"sqlite:///{path}", tmp_path)
    asyncio.run(store.create_run(Run(id="a", tool_name="t", input_params={"x": "y" * 20_000})))
    store.close()
    data = path.read_bytes()
    path.write_bytes(data[:4096] + b"\xff" * (len(data) - 4096))
    with pytest.raises(StoreCorrupt):
        list_runs(path)


@pytest.mark.fault(45)
def test_a_database_that_became_read_only_is_named_unwritable(tmp_path):
    store = SqlStore.open(f"sqlite:///{tmp_path}/x.db", tmp_path)
    asyncio.run(store.write(lambda c: c.exec_driver_sql("PRAGMA query_only=ON") and None))
    with pytest.raises(StoreFull, match="INQUIRO_HOME"):
        asyncio.run(store.create_run(Run(id="a", tool_name="t", input_params={})))
    assert asyncio.run(store.list_runs()) == []
    store.close()


FILL = """
import asyncio, pathlib, resource, sys
from inquiro.core.errors import StoreFull
from inquiro.core.types import Run
from inquiro.storage.store import SqlStore

home = pathlib.Path(sys.argv[1])

async def main():
    store = SqlStore.open(f"sqlite:///{home}/inquiro.db", home)
    run = Run(id="kept", tool_name="t", input_params={})
    await store.create_run(run)
    size = (home / "inquiro.db").stat().st_size
    resource.setrlimit(resource.RLIMIT_FSIZE, (size + 65536, resource.RLIM_INFINITY))
    big = [Run(id=f"big{n}", tool_name="t", input_params={"x": "y" * 200_000}) for n in range(3)]
    results = await asyncio.gather(*map(store.create_run, big), store.create_run(Run(id="small", tool_name="t", input_params={})), return_exceptions=True)
    print(*(type(result).__name__ for result in results))
    assert all("INQUIRO_HOME" in str(r) and str(home) in str(r) for r in results[:3]), results
    print(*(run.id for run in await store.list_runs()))
    resource.setrlimit(resource.RLIMIT_FSIZE, (resource.RLIM_INFINITY, resource.RLIM_INFINITY))
    await store.create_run(big[0])
    print(*(run.id for run in await store.list_runs()))
    store.close()

asyncio.run(main())
"""


@pytest.mark.fault(45)
def test_a_full_disk_is_an_error_that_leaves_everything_readable(tmp_path):
    done = subprocess.run(
        [sys.executable, "-c", FILL, str(tmp_path)], check=False, capture_output=True, text=True, timeout=60
    )
    assert done.returncode == 0, done.stderr
    assert done.stdout.splitlines() == ["StoreFull StoreFull StoreFull Run", "small kept", "big0 small kept"]
    connection = sqlite3.connect(tmp_path / "inquiro.db")
    assert connection.execute("PRAGMA integrity_check").fetchone() == ("ok",)
    connection.close()


WORK = """
import asyncio, pathlib, sys
import msgspec
from inquiro.core.types import EffectRow, Run
from inquiro.storage.store import SqlStore

url, home, name = sys.argv[1], pathlib.Path(sys.argv[2]), sys.argv[3]

async def main():
    store = SqlStore.open(url, home)
    await store.create_run(Run(id=name, tool_name="t", input_params={}))
    lease = await store.acquire(name, name, 60)

    async def effect(n):
        row = EffectRow(run_id=name, step="s", key=str(n), occurrence=0, kind="search", name="x", request={})
        row = await store.begin_effect(lease, row)
        await store.finish_effect(lease, msgspec.structs.replace(row, status="done", response=n))
        return await store.reserve_slot("shared", 1.0)

    for start in range(0, 40, 8):
        await asyncio.gather(*(effect(n) for n in range(start, start + 8)))
    store.close()

asyncio.run(main())
"""


@pytest.mark.fault(48)
def test_several_processes_on_one_database_lose_nothing(database):
    names = ["p1", "p2", "p3"]
    children = [
        subprocess.Popen(
            [sys.executable, "-c", WORK, database.url, str(database.home), name], stderr=subprocess.PIPE, text=True
        )
        for name in names
    ]
    for child in children:
        _, errors = child.communicate(timeout=90)
        assert (child.returncode, errors) == (0, "")
    store = database.open()
    for name in names:
        rows = asyncio.run(store.effects(name))
        assert sorted(row.response for row in rows) == list(range(40))
        assert [row.seq for row in rows] == list(range(1, 41))
    assert asyncio.run(store.reserve_slot("shared", 1.0)).wait > 30  # 120 slots were booked one after another
    store.close()


DIE = """
import asyncio, os, pathlib, signal, sys
import msgspec
from inquiro.core.types import EffectRow, Run
from inquiro.storage.store import SqlStore

async def main():
    store = SqlStore.open(sys.argv[1], pathlib.Path(sys.argv[2]))
    await store.create_run(Run(id="run", tool_name="t", input_params={}))
    lease = await store.acquire("run", "dead", 0.0)

    async def effect(n):
        row = EffectRow(run_id="run", step="s", key=str(n), occurrence=0, kind="search", name="x", request={})
        row = await store.begin_effect(lease, row)
        await store.finish_effect(lease, msgspec.structs.replace(row, status="done", response=n))
        print(n, flush=True)
        if n == 7:
            os.kill(os.getpid(), signal.SIGKILL)

    await asyncio.gather(*(effect(n) for n in range(10)))

asyncio.run(main())
"""


@pytest.mark.fault(44)
def test_what_was_acknowledged_survives_kill_9(database):
    command = [sys.executable, "-c", DIE, database.url, str(database.home)]
    done = subprocess.run(command, check=False, capture_output=True, timeout=60)
    assert done.returncode == -signal.SIGKILL, done.stderr
    acknowledged = {int(line) for line in done.stdout.split()}
    assert 7 in acknowledged
    store = database.open()
    rows = asyncio.run(store.effects("run"))
    assert acknowledged <= {row.response for row in rows if row.status == "done"}
    assert asyncio.run(store.acquire("run", "next", 30)).attempt == 2
    store.close()
