import asyncio
import hashlib
import os
import sqlite3
import stat
import subprocess
import sys
from contextlib import closing
from datetime import UTC, datetime

import pytest
from sqlalchemy import Column, Integer, MetaData, Table, inspect, select, text, update

from inquiro.core.decision_chain import DecisionChain, checked_chain
from inquiro.core.errors import NewerDatabase, StoreFull
from inquiro.core.types import (
    Decision,
    EffectRow,
    KnowledgeChange,
    KnowledgeSize,
    KnowledgeWord,
    KnownFact,
    KnownProof,
    Payload,
    Review,
    Run,
    SourceRecord,
    Usage,
)
from inquiro.storage import copies
from inquiro.storage.dialect import connect
from inquiro.storage.ledger import OnboardingLedger
from inquiro.storage.ledger_tables import LEDGER_TABLES
from inquiro.storage.migrations import MIGRATIONS, VERSION_KEY, migrate
from inquiro.storage.review_tables import REVIEW_TABLES
from inquiro.storage.reviews import Reviews
from inquiro.storage.store import SqlStore
from inquiro.storage.tables import meta, metadata

pytestmark = pytest.mark.from_nothing


@pytest.fixture
def engine(database):
    made = database.engine()
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
        migrate(engine, [*MIGRATIONS, broken])
    assert "half_done" not in inspect(engine).get_table_names()
    assert version(engine) == str(len(MIGRATIONS))


@pytest.mark.fault(50)
def test_a_newer_database_is_refused_with_a_way_out(engine, database):
    migrate(engine, [*MIGRATIONS, lambda _connection: None])
    before = version(engine)
    with pytest.raises(NewerDatabase, match=r"upgrade Inquiro.*INQUIRO_HOME"):
        database.open()
    assert version(engine) == before


@pytest.mark.fault(50)
def test_a_newer_file_is_left_as_it_was(tmp_path):
    SqlStore.open(f"sqlite:///{tmp_path}/inquiro.db", tmp_path).close()
    with closing(sqlite3.connect(tmp_path / "inquiro.db")) as connection, connection:
        connection.execute("update meta set value = '99'")
    before = (tmp_path / "inquiro.db").read_bytes()
    with pytest.raises(NewerDatabase):
        SqlStore.open(f"sqlite:///{tmp_path}/inquiro.db", tmp_path)
    assert (tmp_path / "inquiro.db").read_bytes() == before


@pytest.fixture
def older(database):
    """A database with a run in it, to which the next version comes."""
    store = database.open()
    asyncio.run(store.create_run(Run(id="kept", tool_name="t", input_params={})))
    store.close()
    return database


@pytest.mark.fault(50)
def test_an_older_file_is_copied_before_it_is_migrated(older, engine):
    seen = []
    migrate(engine, [*MIGRATIONS, lambda _connection: seen.extend(older.home.glob("inquiro-backup-*"))])
    if older.kind == "postgres":
        assert seen == []
        return
    assert [path.name for path in seen] == [f"inquiro-backup-v{len(MIGRATIONS)}-1.db"]
    assert stat.S_IMODE(seen[0].stat().st_mode) == 0o600
    copy = SqlStore.open(f"sqlite:///{seen[0]}", older.home)
    assert [run.id for run in asyncio.run(copy.list_runs())] == ["kept"]
    copy.close()


def test_a_new_file_and_a_current_one_need_no_copy(older):
    older.open().close()
    assert list(older.home.glob("inquiro-backup-*")) == []


@pytest.mark.fault(50)
def test_without_a_copy_nothing_is_migrated(tmp_path, monkeypatch):
    SqlStore.open(f"sqlite:///{tmp_path}/inquiro.db", tmp_path).close()
    engine = connect(f"sqlite:///{tmp_path}/inquiro.db", tmp_path, 15)
    ran = []

    def no_space(*_):
        raise StoreFull("no space")

    monkeypatch.setattr(copies, "copy_to_file", no_space)
    with pytest.raises(StoreFull):
        migrate(engine, [*MIGRATIONS, lambda _connection: ran.append(1)])
    assert (ran, version(engine)) == ([], str(len(MIGRATIONS)))
    engine.dispose()


def test_opening_a_current_database_writes_nothing(tmp_path):
    path = tmp_path / "inquiro.db"
    SqlStore.open(f"sqlite:///{path}", tmp_path).close()
    os.utime(path, (1, 1))
    before = hashlib.sha256(path.read_bytes()).digest()
    store = SqlStore.open(f"sqlite:///{path}", tmp_path)
    assert asyncio.run(store.list_runs()) == []
    store.close()
    assert (path.stat().st_mtime, hashlib.sha256(path.read_bytes()).digest()) == (1, before)


NEW_IN_3 = {
    "pace": ("quiet_until", "slowed", "failures", "open_until", "probe_until"),
    "source_memory": ("verified", "blocked", "seconds"),
}


@pytest.mark.fault(50)
def test_version_3_adds_circuits_and_source_records_to_what_is_there(older, engine):
    store = older.open()
    lease = asyncio.run(store.acquire("kept", "me", 30))
    asyncio.run(store.remember_source(lease, "law", "crossref", gained=1, tried=2))
    asyncio.run(store.reserve_slot("crossref", 3600.0))
    store.close()
    with engine.begin() as connection:
        for table, columns in NEW_IN_3.items():
            for column in columns:
                connection.execute(text(f"ALTER TABLE {table} DROP COLUMN {column}"))
        connection.execute(update(meta).where(meta.c.key == VERSION_KEY).values(value="2"))

    store = older.open()
    assert version(engine) == str(len(MIGRATIONS))
    assert asyncio.run(store.source_records("law")) == [SourceRecord(source="crossref", gained=1, tried=2)]
    assert asyncio.run(store.reserve_slot("crossref", 1.0)).wait > 3000
    asyncio.run(store.report_outcome("crossref", "slowed", 7.0))
    assert not asyncio.run(store.slot_holds("crossref"))
    store.close()
    copies_made = [path.name for path in older.home.glob("inquiro-backup-*")]
    assert copies_made == ([] if older.kind == "postgres" else ["inquiro-backup-v2-1.db"])
    with engine.connect() as connection:
        for table in NEW_IN_3:
            there = {column["name"]: column["nullable"] for column in inspect(connection).get_columns(table)}
            assert there == {column.name: column.nullable for column in metadata.tables[table].columns}


@pytest.mark.fault(50)
def test_version_4_knows_what_is_paid_from_now_on(older, engine):
    with engine.begin() as connection:
        connection.execute(text("DROP INDEX effects_by_payment"))
        connection.execute(text("ALTER TABLE effects DROP COLUMN paid_at"))
        connection.execute(update(meta).where(meta.c.key == VERSION_KEY).values(value="3"))

    store = older.open()
    lease = asyncio.run(store.acquire("kept", "me", 30))
    row = EffectRow(run_id="kept", step="s", key="k", occurrence=0, kind="model", name="m", request={}, status="done",
                    usage=Usage(cost=0.5))  # fmt: skip
    asyncio.run(store.finish_effect(lease, row))
    assert asyncio.run(store.spent_since("local", datetime(2020, 1, 1, tzinfo=UTC))) == Usage(cost=0.5)
    store.close()
    assert version(engine) == str(len(MIGRATIONS))
    assert "effects_by_payment" in {index["name"] for index in inspect(engine).get_indexes("effects")}


NEW_IN_5 = (
    "knowledge_words", "knowledge_documents", "known_items", "known_entities", "known_facts",
    "knowledge_given", "knowledge_givers", "knowledge_bases",
)  # fmt: skip


@pytest.mark.fault(50)
def test_version_5_has_room_for_what_is_known(older, engine):
    with engine.begin() as connection:
        for table in NEW_IN_5:
            connection.execute(text(f"DROP TABLE {table}"))
        connection.execute(update(meta).where(meta.c.key == VERSION_KEY).values(value="4"))

    store = older.open()
    assert asyncio.run(store.knowledge_size("local")) == KnowledgeSize()
    assert asyncio.run(store.change_knowledge("local", KnowledgeChange(token="t", generation=0)))
    assert [run.id for run in asyncio.run(store.list_runs())] == ["kept"]
    store.close()
    assert version(engine) == str(len(MIGRATIONS))
    indexes = {index["name"] for table in NEW_IN_5 for index in inspect(engine).get_indexes(table)}
    assert {"knowledge_words_by_id", "knowledge_given_by_home", "knowledge_given_by_id"} <= indexes


@pytest.mark.fault(50)
def test_version_6_has_room_for_onboarding(older, engine):
    added = (*LEDGER_TABLES, *REVIEW_TABLES)
    with engine.begin() as connection:
        metadata.drop_all(connection, added)
        connection.execute(update(meta).where(meta.c.key == VERSION_KEY).values(value="5"))

    store = older.open()
    assert asyncio.run(Reviews(store).open_session("local")).state == "idle"
    assert asyncio.run(OnboardingLedger(store).ledger_entities("local")) == []
    assert [run.id for run in asyncio.run(store.list_runs())] == ["kept"]
    store.close()
    assert version(engine) == str(len(MIGRATIONS))
    indexes = {index["name"] for table in added for index in inspect(engine).get_indexes(table.name)}
    assert {index.name for table in added for index in table.indexes} <= indexes


@pytest.mark.fault(50)
def test_version_7_chains_decisions_from_now_on(older, engine):
    store = older.open()
    reviews = Reviews(store)

    async def decided(number):
        payload = Payload(data={"number": number})
        review = Review(id=f"rev-{number}", kind="macro", title="t", payload=payload, payload_hash=f"hash {number}")
        await reviews.propose(review)
        decision = Decision(
            id=f"d{number}", review_id=review.id, verdict="approve", version=1, seen_hash=review.payload_hash,
            payload=payload, payload_hash=review.payload_hash, who="ann",
        )  # fmt: skip
        return await reviews.decide(decision)

    asyncio.run(decided(1))
    store.close()
    with engine.begin() as connection:
        for column in ("hash", "previous_hash"):
            connection.execute(text(f"ALTER TABLE decisions DROP COLUMN {column}"))
        connection.execute(update(meta).where(meta.c.key == VERSION_KEY).values(value="6"))

    store = older.open()
    reviews = Reviews(store)
    assert asyncio.run(reviews.decision("local", "rev-1")).hash == ""
    second = asyncio.run(decided(2))
    found = checked_chain(asyncio.run(reviews.chain("local", "")))
    assert found == DecisionChain(decisions=2, not_chained=1, head=second.hash)
    store.close()
    assert version(engine) == str(len(MIGRATIONS))


@pytest.mark.fault(50)
def test_version_9_lets_an_index_follow_what_is_known(older, engine):
    proof = KnownProof(document_id="page", start=0, end=4, quote="Page", url="u")
    fact = KnownFact(id="kf_1", statement="Aldra is so", proofs=(proof,))
    store = older.open()
    assert asyncio.run(store.change_knowledge("local", KnowledgeChange(token="t", generation=0, facts=(fact,))))
    store.close()
    with engine.begin() as connection:
        for table in ("known_facts", "known_entities", "known_items"):
            connection.execute(text(f"ALTER TABLE {table} DROP COLUMN token"))
        connection.execute(text("ALTER TABLE knowledge_words ADD COLUMN weight FLOAT NOT NULL DEFAULT 1.0"))
        for kind in ("fact", "beside", "entity", "item"):
            row = f"('local', 'aldra', '{kind}', 'kf_1', 0.5)"
            connection.execute(text(f"INSERT INTO knowledge_words (org_id, word, kind, id, weight) VALUES {row}"))
        connection.execute(update(meta).where(meta.c.key == VERSION_KEY).values(value="8"))

    store = older.open()
    assert asyncio.run(store.known("local", ["kf_1"])) == [fact]
    assert len(asyncio.run(store.known_tokens("local"))["kf_1"]) == 32
    assert asyncio.run(store.word_holders("local", "fact", ["aldra"])) == {"aldra": ["kf_1"]}
    again = KnowledgeChange(
        token="u", generation=1, facts=(fact,), words=(KnowledgeWord(word="so", kind="fact", id="kf_1"),)
    )
    assert asyncio.run(store.change_knowledge("local", again))
    assert asyncio.run(store.known_tokens("local")) == {"kf_1": "u"}
    store.close()
    with engine.connect() as connection:
        assert connection.execute(text("SELECT word, kind FROM knowledge_words")).all() == [("so", "fact")]
    assert version(engine) == str(len(MIGRATIONS))


OPEN = """
import asyncio, sys, pathlib
from inquiro.storage.store import SqlStore
print("ready", flush=True)
sys.stdin.readline()
store = SqlStore.open(sys.argv[1], pathlib.Path(sys.argv[2]))
print(len(asyncio.run(store.list_runs())))
store.close()
"""


@pytest.mark.fault(48)
def test_processes_that_open_a_fresh_database_at_once_all_succeed(database):
    command = [sys.executable, "-c", OPEN, database.url, str(database.home)]
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
