import asyncio
import sqlite3
import threading
from concurrent.futures import ThreadPoolExecutor

import pytest
from sqlalchemy import Column, ForeignKey, Integer, MetaData, Table, event, insert, select, text

from inquiro.core.errors import StoreBusy, StoreError
from inquiro.storage import writer
from inquiro.storage.dialect import connect
from inquiro.storage.writer import MAX_BATCH, GroupWriter

metadata = MetaData()
numbers = Table("numbers", metadata, Column("n", Integer, primary_key=True))
children = Table(
    "children",
    metadata,
    Column("n", Integer, primary_key=True),
    Column("parent", ForeignKey("numbers.n", deferrable=True, initially="DEFERRED")),
)


class Bench:
    """A writer on a fresh database, and a count of its commits."""

    def __init__(self, url, folder, busy_seconds=15.0):
        self.engine = connect(url, folder, busy_seconds)
        metadata.create_all(self.engine)
        self.commits = 0
        event.listen(self.engine, "commit", self._count)
        self.writer = GroupWriter(self.engine, folder)

    def _count(self, _connection):
        self.commits += 1

    def stored(self):
        with self.engine.connect() as connection:
            return list(connection.execute(select(numbers.c.n).order_by(numbers.c.n)).scalars())

    def blocked(self):
        """Occupies the writer until the returned event is set, so that works pile up behind it."""
        entered, release = threading.Event(), threading.Event()

        def work(_connection):
            entered.set()
            assert release.wait(30)

        self.writer.submit(work)
        assert entered.wait(30)
        return release

    def close(self):
        self.writer.close()
        self.engine.dispose()


class FileBench(Bench):
    """On an SQLite file that somebody else may lock."""

    def __init__(self, folder, busy_seconds):
        self.path = folder / "numbers.db"
        super().__init__(f"sqlite:///{self.path}", folder, busy_seconds)


@pytest.fixture
def bench(database):
    made = Bench(database.url, database.home)
    yield made
    made.close()


def add(n):
    def work(connection):
        connection.execute(insert(numbers).values(n=n))
        return n

    return work


def add_then_fail(n, error):
    def work(connection):
        connection.execute(insert(numbers).values(n=n))
        raise error

    return work


def test_a_work_returns_its_value_after_its_commit(bench):
    assert asyncio.run(bench.writer.write(add(7))) == 7
    assert bench.stored() == [7]


def test_works_that_wait_share_one_commit(bench):
    release = bench.blocked()
    futures = [bench.writer.submit(add(n)) for n in range(100)]
    before = bench.commits
    release.set()
    assert [future.result(30) for future in futures] == list(range(100))
    assert bench.commits - before == 2  # the blocking one, then all the others
    assert bench.stored() == list(range(100))


def test_a_patient_work_goes_with_the_next_one(bench, monkeypatch):
    monkeypatch.setattr(writer, "PATIENCE", 30.0)
    before = bench.commits
    patient = [bench.writer.submit(add(n), patient=True) for n in (1, 2)]
    bench.writer.submit(add(3)).result(10)
    assert [future.result(10) for future in patient] == [1, 2]
    assert bench.commits - before == 1
    assert bench.stored() == [1, 2, 3]


def test_a_patient_work_is_done_though_nobody_comes(bench):
    assert bench.writer.submit(add(1), patient=True).result(10) == 1
    assert bench.stored() == [1]


def test_the_end_does_not_wait_for_patient_works(bench, monkeypatch):
    monkeypatch.setattr(writer, "PATIENCE", 30.0)
    future = bench.writer.submit(add(1), patient=True)
    bench.writer.close()
    assert future.result(0) == 1


def test_a_batch_is_bounded(bench):
    release = bench.blocked()
    futures = [bench.writer.submit(add(n)) for n in range(MAX_BATCH + 1)]
    before = bench.commits
    release.set()
    for future in futures:
        future.result(30)
    assert bench.commits - before == 3


def test_nobody_hears_back_before_the_commit(bench):
    release = bench.blocked()
    seen = []
    future = bench.writer.submit(add(1))
    event.listen(bench.engine, "commit", lambda _connection: seen.append(future.done()))
    release.set()
    future.result(30)
    assert seen == [False, False]


def test_one_failing_work_hurts_no_other(bench):
    release = bench.blocked()
    good = [bench.writer.submit(add(n)) for n in (1, 2)]
    bad = bench.writer.submit(add_then_fail(50, ValueError("mine")))
    good.append(bench.writer.submit(add(3)))
    release.set()
    assert [future.result(30) for future in good] == [1, 2, 3]
    with pytest.raises(ValueError, match="mine"):
        bad.result(30)
    assert bench.stored() == [1, 2, 3]


def test_a_database_error_of_one_work_hurts_no_other(bench):
    release = bench.blocked()
    good = [bench.writer.submit(add(1))]
    broken = bench.writer.submit(lambda connection: connection.execute(text("insert into nothing values (1)")))
    twice = bench.writer.submit(add(1))
    good.append(bench.writer.submit(add(2)))
    release.set()
    assert [future.result(30) for future in good] == [1, 2]
    for bad in (broken, twice):
        with pytest.raises(StoreError):
            bad.result(30)
    assert bench.stored() == [1, 2]


def test_a_failed_commit_fails_its_work_and_writes_nothing_of_it(bench):
    def add_orphan(connection):
        connection.execute(insert(children).values(n=1, parent=404))  # checked only at the commit

    release = bench.blocked()
    first, orphan, last = [bench.writer.submit(work) for work in (add(1), add_orphan, add(2))]
    release.set()
    assert [first.result(30), last.result(30)] == [1, 2]
    with pytest.raises(StoreError, match=r"(?i)foreign key"):
        orphan.result(30)
    assert bench.stored() == [1, 2]


def test_an_unforeseen_error_reaches_every_caller_and_the_thread_lives_on(bench):
    def refuse(_connection):
        raise OSError("unforeseen")

    release = bench.blocked()
    futures = [bench.writer.submit(add(n)) for n in range(3)]
    event.listen(bench.engine, "commit", refuse)
    release.set()
    for future in futures:
        with pytest.raises(OSError, match="unforeseen"):
            future.result(30)
    event.remove(bench.engine, "commit", refuse)
    assert bench.writer.submit(add(11)).result(30) == 11
    assert bench.stored() == [11]


def test_a_cancelled_work_that_still_waits_is_not_run(bench):
    release = bench.blocked()
    cancelled, kept = bench.writer.submit(add(1)), bench.writer.submit(add(2))
    assert cancelled.cancel()
    release.set()
    assert kept.result(30) == 2
    assert bench.stored() == [2]


def test_a_caller_that_gave_up_leaves_the_writer_working(bench):
    async def give_up():
        release = bench.blocked()
        task = asyncio.create_task(bench.writer.write(add(1)))
        await asyncio.sleep(0)
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task
        release.set()
        return await bench.writer.write(add(2))

    assert asyncio.run(give_up()) == 2


def test_close_finishes_what_was_submitted(bench):
    release = bench.blocked()
    futures = [bench.writer.submit(add(n)) for n in range(5)]
    with ThreadPoolExecutor(1) as pool:
        closing = pool.submit(bench.writer.close)
        release.set()
        closing.result(30)
    assert [future.result(0) for future in futures] == list(range(5))
    with pytest.raises(StoreError, match="closed"):
        bench.writer.submit(add(9))


def lock(path, statement="BEGIN EXCLUSIVE"):
    connection = sqlite3.connect(path, isolation_level=None, check_same_thread=False)
    connection.execute(statement)
    return connection


@pytest.mark.fault(46)
@pytest.mark.parametrize("statement", ["BEGIN EXCLUSIVE", "BEGIN IMMEDIATE"])
def test_a_lock_that_stays_ends_in_store_busy_and_nothing_written(tmp_path, statement):
    bench = FileBench(tmp_path, busy_seconds=0.15)
    other = lock(bench.path, statement)
    futures = [bench.writer.submit(add(n)) for n in range(3)]
    for future in futures:
        with pytest.raises(StoreBusy, match="locked"):
            future.result(30)
    other.execute("ROLLBACK")
    other.close()
    assert bench.stored() == []
    assert bench.writer.submit(add(5)).result(30) == 5
    bench.close()


@pytest.mark.fault(46)
def test_a_reader_that_stays_makes_the_commit_busy_and_nothing_written(tmp_path):
    bench = FileBench(tmp_path, busy_seconds=0.15)
    bench.writer.submit(add(1)).result(30)
    reader = lock(bench.path, "BEGIN")
    cursor = reader.execute("select n from numbers")
    with pytest.raises(StoreBusy):
        bench.writer.submit(add(2)).result(30)
    cursor.close()
    reader.execute("ROLLBACK")
    reader.close()
    assert bench.stored() == [1]
    bench.close()


@pytest.mark.fault(46)
def test_a_lock_that_goes_away_in_time_is_waited_for(tmp_path):
    bench = FileBench(tmp_path, busy_seconds=30)
    other = lock(bench.path)
    future = bench.writer.submit(add(1))
    threading.Timer(0.1, lambda: (other.execute("ROLLBACK"), other.close())).start()
    assert future.result(30) == 1
    assert bench.stored() == [1]
    bench.close()


@pytest.mark.fault(46)
def test_a_busy_batch_runs_its_works_again_from_the_start(tmp_path):
    bench = FileBench(tmp_path, busy_seconds=0.03)
    other = lock(bench.path, "BEGIN")
    other.execute("select n from numbers").fetchall()
    runs = []

    def work(connection):
        runs.append(connection.execute(select(numbers.c.n)).scalars().all())
        if len(runs) == 2:
            other.execute("ROLLBACK")
        return add(1)(connection)

    assert bench.writer.submit(work).result(30) == 1
    other.close()
    assert runs == [[], []]
    assert bench.stored() == [1]
    bench.close()
