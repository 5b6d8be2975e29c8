import asyncio
import importlib.util
import threading
from datetime import UTC, datetime
from urllib.parse import quote

import psycopg
import pytest
from sqlalchemy import select, text, update
from sqlalchemy.exc import DBAPIError, OperationalError

from inquiro.core.errors import LeaseLost, MissingExtra, NotConfigured, StoreBusy, StoreCorrupt, StoreError, StoreFull
from inquiro.core.types import EffectRow, Run
from inquiro.storage import journal
from inquiro.storage import postgres as dialect
from inquiro.storage.dialect import alone, connect, explained, meaning
from inquiro.storage.pace import reserve
from inquiro.storage.store import SqlStore
from inquiro.storage.tables import runs

SECRET = "hunter2secret"


def make_run(name="run"):
    return Run(id=name, tool_name="t", input_params={})


def make_effect(key):
    return EffectRow(run_id="run", step="s", key=key, occurrence=0, kind="search", name="x", request={})


@pytest.fixture
def store(postgres):
    opened = postgres.open(busy_seconds=0.9)
    asyncio.run(opened.create_run(make_run()))
    yield opened
    opened.close()


def kill_backends(server):
    """Ends every connection of ours, as an administrator or a crash of the server would."""
    ours = "SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity WHERE application_name = 'inquiro'"
    with server.connect() as connection:
        return len(connection.execute(text(ours)).all())


def wait_for_a_waiter(server):
    """Until some connection stands before a lock."""
    with server.connect() as connection:
        for _ in range(10_000):
            if connection.execute(text("SELECT count(*) FROM pg_locks WHERE NOT granted")).scalar_one():
                return
    raise AssertionError("nobody waits")


# -- without a server ------------------------------------------------------------------------------


def test_a_missing_driver_names_its_extra(tmp_path, monkeypatch):
    monkeypatch.setattr(dialect, "find_spec", lambda name: None)
    with pytest.raises(MissingExtra, match=r"inquiro\[postgres\]"):
        SqlStore.open("postgresql://me@127.0.0.1/x", tmp_path)
    assert importlib.util.find_spec("psycopg") is not None


@pytest.mark.parametrize("scheme", ["postgresql", "postgresql+psycopg"])
def test_a_server_that_is_not_there_is_unreachable_and_the_password_stays_unsaid(tmp_path, scheme, caplog):
    with pytest.raises(StoreError, match="database unreachable") as caught:
        SqlStore.open(f"{scheme}://me:{SECRET}@127.0.0.1:1/x", tmp_path)
    assert "'x' on 127.0.0.1:1" in str(caught.value)
    assert SECRET not in f"{caught.value!r}{caught.value.__cause__!r}{caplog.text}"


@pytest.mark.parametrize(
    "url",
    [
        f"postgresql+asyncpg://me:{SECRET}@host/x",
        f"postgresql://me:{SECRET}@host",
        f"postgresql://me:{SECRET}@host:port/x",
        f"postgres://me:{SECRET}@host/x",
    ],
)
def test_an_unusable_url_is_refused_without_repeating_it(tmp_path, url):
    with pytest.raises(NotConfigured, match="INQUIRO_DATABASE_URL") as caught:
        SqlStore.open(url, tmp_path)
    assert SECRET not in f"{caught.value!r}{caught.value.__cause__!r}"


def failed(cls=psycopg.errors.DiskFull, said="words"):
    return OperationalError("INSERT …", None, cls(said))


@pytest.mark.parametrize(
    ("cls", "named"),
    [
        (psycopg.errors.DiskFull, StoreFull),
        (psycopg.errors.ReadOnlySqlTransaction, StoreFull),
        (psycopg.errors.IoError, StoreFull),
        (psycopg.errors.DataCorrupted, StoreCorrupt),
        (psycopg.errors.LockNotAvailable, StoreBusy),
        (psycopg.errors.DeadlockDetected, StoreBusy),
        (psycopg.errors.SerializationFailure, StoreBusy),
        (psycopg.errors.AdminShutdown, StoreError),
        (psycopg.errors.ConnectionFailure, StoreError),
        (psycopg.errors.QueryCanceled, StoreError),
    ],
)
@pytest.mark.fault(45)
def test_each_state_has_a_name(tmp_path, cls, named):
    engine = connect(f"postgresql://me:{SECRET}@host/x", tmp_path, 1)
    told = explained(failed(cls, f"no password={SECRET}"), engine, tmp_path)
    assert type(told) is named
    assert SECRET not in str(told)
    assert ("unreachable" in str(told)) == (cls in (psycopg.errors.AdminShutdown, psycopg.errors.ConnectionFailure))


def test_an_error_without_a_state_is_a_lost_connection_only_if_the_driver_could_not_operate():
    assert meaning(failed(psycopg.OperationalError)) == "lost"
    assert meaning(DBAPIError("x", None, psycopg.InterfaceError("x"))) == "refused"


# -- with one --------------------------------------------------------------------------------------


def test_every_connection_has_its_limits_and_waits_for_its_commits(store):
    def ask(connection):
        names = ("lock_timeout", "statement_timeout", "idle_in_transaction_session_timeout", "synchronous_commit")
        return [connection.exec_driver_sql(f"SHOW {name}").scalar_one() for name in names]

    assert asyncio.run(store.read(ask)) == ["300ms", "1min", "1min", "on"]
    assert asyncio.run(store.write(ask)) == ["300ms", "1min", "1min", "on"]


@pytest.mark.fault(52)
def test_writers_see_what_was_committed_while_they_waited_whatever_the_server_prefers(postgres):
    stricter = f"{postgres.url}{quote(' -cdefault_transaction_isolation=serializable')}"
    opened = SqlStore.open(stricter, postgres.home)
    shown = asyncio.run(opened.write(lambda c: c.exec_driver_sql("SHOW transaction_isolation").scalar_one()))
    opened.close()
    assert shown == "read committed"


def test_a_wrong_password_is_not_repeated(postgres):
    user, _, rest = postgres.url.partition("@")
    with pytest.raises(StoreError, match="password authentication failed") as caught:
        SqlStore.open(f"{user.rpartition(':')[0]}:{SECRET}@{rest}", postgres.home)
    assert SECRET not in str(caught.value)


@pytest.mark.fault(46)
def test_a_row_that_stays_locked_ends_in_store_busy_and_nothing_written(store, postgres):
    lease = asyncio.run(store.acquire("run", "me", 30))
    engine = postgres.engine()
    with engine.begin() as other:
        other.execute(select(runs).with_for_update())
        with pytest.raises(StoreBusy, match="locked"):
            asyncio.run(store.update_run(lease, progress=0.5))
        assert asyncio.run(store.get_run("run")).progress == 0.0  # readers do not wait
    asyncio.run(store.update_run(lease, progress=0.7))
    assert asyncio.run(store.get_run("run")).progress == 0.7
    engine.dispose()


@pytest.mark.fault(46)
def test_a_deadlock_is_tried_again(postgres):
    store = postgres.open(busy_seconds=30)
    for name in ("a", "b"):
        asyncio.run(store.create_run(make_run(name)))
    engine = postgres.engine(30)
    held, asked = threading.Event(), threading.Event()
    tries = []

    def ours(connection):
        tries.append(1)
        connection.execute(update(runs).where(runs.c.id == "a").values(progress=0.1))
        held.set()
        if len(tries) == 1:
            assert asked.wait(30)
        connection.execute(update(runs).where(runs.c.id == "b").values(progress=0.1))

    future = store._writer.submit(ours)
    assert held.wait(30)
    try:
        with engine.begin() as other:
            other.exec_driver_sql("SET LOCAL deadlock_timeout = '60s'")  # the other side has to notice it
            other.execute(update(runs).where(runs.c.id == "b").values(progress=0.2))
            asked.set()
            other.execute(update(runs).where(runs.c.id == "a").values(progress=0.2))
    finally:
        engine.dispose()
    future.result(30)
    assert len(tries) == 2
    assert {run.progress for run in asyncio.run(store.list_runs())} == {0.1}
    store.close()


@pytest.mark.fault(48)
def test_a_worker_that_lost_its_lease_waits_for_the_taker_and_then_writes_nothing(store, postgres, server):
    old = asyncio.run(store.acquire("run", "slow", 0.0))
    patient, other = postgres.open(busy_seconds=60), postgres.open()
    inside, release = threading.Event(), threading.Event()

    def take_over(connection):
        connection.execute(
            update(runs).where(runs.c.id == "run").values(attempt=runs.c.attempt + 1, lease_owner="quick")
        )
        inside.set()
        assert release.wait(30)

    taking = other._writer.submit(take_over)
    assert inside.wait(30)
    writing = patient._writer.submit(lambda c: journal.begin(c, old, make_effect("k")))
    wait_for_a_waiter(server)
    release.set()
    taking.result(30)
    with pytest.raises(LeaseLost, match="quick"):
        writing.result(30)
    assert asyncio.run(store.effects("run")) == []
    patient.close()
    other.close()


@pytest.mark.fault(44)
def test_reading_and_writing_go_on_after_the_connections_were_killed(store, postgres, server):
    assert kill_backends(server) >= 1
    assert asyncio.run(store.get_run("run")).id == "run"
    kill_backends(server)
    lease = asyncio.run(store.acquire("run", "me", 30))
    kill_backends(server)
    assert asyncio.run(store.begin_effect(lease, make_effect("k"))).seq == 1


@pytest.mark.fault(44)
@pytest.mark.parametrize("moment", ["before the commit", "after the commit"])
def test_a_commit_whose_outcome_is_unknown_is_done_again_and_only_once(store, postgres, server, moment):
    lease = asyncio.run(store.acquire("run", "me", 30))
    killed = []
    commit = store._engine.dialect.do_commit

    def torn(connection):
        if killed:
            return commit(connection)
        if moment == "after the commit":
            commit(connection)
        killed.append(kill_backends(server))
        return commit(connection) if moment == "before the commit" else connection.execute("SELECT 1")

    store._engine.dialect.do_commit = torn
    row = asyncio.run(store.begin_effect(lease, make_effect("k")))
    assert killed
    assert row.seq == 1
    assert [it.key for it in asyncio.run(store.effects("run"))] == ["k"]


@pytest.mark.fault(45)
def test_a_server_that_stays_away_is_an_error_and_not_a_hang(store, postgres, server, monkeypatch):
    engine = store._engine

    def refuse(*_args, **_options):
        raise psycopg.OperationalError("connection refused")

    kill_backends(server)
    with monkeypatch.context() as patch:
        patch.setattr(engine.dialect, "connect", refuse)
        with pytest.raises(StoreError, match="unreachable"):
            asyncio.run(store.get_run("run"))
        with pytest.raises(StoreError, match="unreachable"):
            asyncio.run(store.acquire("run", "me", 30))
    assert asyncio.run(store.get_run("run")).attempt == 0


@pytest.mark.fault(48)
def test_only_one_migrates_at_a_time(postgres):
    engine = postgres.engine()
    with alone(engine), pytest.raises(StoreBusy):
        postgres.open(busy_seconds=0.3)
    postgres.open(busy_seconds=0.3).close()
    engine.dispose()


@pytest.mark.fault(48)
def test_two_processes_that_book_the_very_first_slot_do_not_share_it(store, postgres, server):
    other = postgres.open(busy_seconds=60)
    booked, release = threading.Event(), threading.Event()

    def book_and_stay(connection):
        slot = book(connection)
        booked.set()
        assert release.wait(30)
        return slot

    first = store._writer.submit(book_and_stay)
    assert booked.wait(30)
    second = other._writer.submit(book)
    wait_for_a_waiter(server)
    release.set()
    assert (first.result(30), second.result(30)) == (0, 60)
    other.close()


def book(connection):
    return reserve(connection, "web", 60.0, lambda: datetime(2026, 1, 1, tzinfo=UTC)).wait
