"""The schema's history: an ordered list of named functions, each run once while nobody else migrates."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Sequence
from contextlib import closing
from uuid import uuid4

from sqlalchemy import Connection, Engine, Table, delete, inspect, select, update
from sqlalchemy.schema import CreateColumn

from inquiro.core.errors import NewerDatabase
from inquiro.storage import copies
from inquiro.storage.dialect import alone, is_postgres, upsert
from inquiro.storage.ledger_tables import LEDGER_TABLES
from inquiro.storage.review_tables import REVIEW_TABLES, decisions, reviews
from inquiro.storage.sqlite import file_of
from inquiro.storage.tables import (
    effects,
    effects_by_payment,
    knowledge_bases,
    knowledge_documents,
    knowledge_given,
    knowledge_givers,
    knowledge_words,
    known_entities,
    known_facts,
    known_items,
    meta,
    metadata,
    pace,
    runs,
    source_memory,
    tokens,
)

Migration = Callable[[Connection], None]
VERSION_KEY = "schema_version"


def create_tables(connection: Connection) -> None:
    """The first version; a new file gets today's tables at once, so later migrations must tolerate their own work."""
    metadata.create_all(connection)


def add_tokens(connection: Connection) -> None:
    """Tokens of servers."""
    tokens.create(connection, checkfirst=True)


def add_circuits_and_source_records(connection: Connection) -> None:
    """The circuit and the quiet time of a provider; what a source gave beyond facts."""
    for table in (pace, source_memory):
        _add_missing_columns(connection, table)


def add_times_of_payment(connection: Connection) -> None:
    """When an effect was paid for, so that a day's spending can be summed up."""
    _add_missing_columns(connection, effects)
    effects_by_payment.create(connection, checkfirst=True)


def add_knowledge(connection: Connection) -> None:
    """What research found, for later research."""
    known = (known_facts, known_entities, known_items)
    for table in (knowledge_bases, knowledge_givers, knowledge_given, *known, knowledge_documents, knowledge_words):
        table.create(connection, checkfirst=True)


def add_onboarding(connection: Connection) -> None:
    """The ledger of entities, the journal of its verbs, and the reviews that decide on them."""
    for table in (*LEDGER_TABLES, *REVIEW_TABLES):
        table.create(connection, checkfirst=True)


def add_decision_hashes(connection: Connection) -> None:
    """Decisions as a chain; those that are there already stay outside of it. And reviews know what they may ask."""
    _add_missing_columns(connection, decisions)
    _add_missing_columns(connection, reviews)


def add_engine_versions(connection: Connection) -> None:
    """Which version worked on a run; one that is there already was made by the first release."""
    _add_missing_columns(connection, runs)


def move_knowledge_search(connection: Connection) -> None:
    """Known things say which change wrote them, which is what their index follows; words for searching go there."""
    before = uuid4().hex
    for table in (known_facts, known_entities, known_items):
        _add_missing_columns(connection, table)
        connection.execute(update(table).where(table.c.token == "").values(token=before))
    connection.execute(delete(knowledge_words).where(knowledge_words.c.kind.in_(("beside", "entity", "item"))))
    if "weight" in {column["name"] for column in inspect(connection).get_columns(knowledge_words.name)}:
        connection.exec_driver_sql(f"ALTER TABLE {knowledge_words.name} DROP COLUMN weight")


def _add_missing_columns(connection: Connection, table: Table) -> None:
    there = {column["name"] for column in inspect(connection).get_columns(table.name)}
    for column in table.columns:
        if column.name not in there:
            definition = CreateColumn(column).compile(dialect=connection.dialect)
            connection.exec_driver_sql(f"ALTER TABLE {table.name} ADD COLUMN {definition}")


MIGRATIONS: tuple[Migration, ...] = (
    create_tables,
    add_tokens,
    add_circuits_and_source_records,
    add_times_of_payment,
    add_knowledge,
    add_onboarding,
    add_decision_hashes,
    add_engine_versions,
    move_knowledge_search,
)


def migrate(engine: Engine, migrations: Sequence[Migration] = MIGRATIONS) -> None:
    """Brings the database up to date in one transaction; writes nothing if it already is."""
    with engine.connect() as connection:
        if version_of(connection, len(migrations)) == len(migrations):
            return
    with alone(engine) as connection:
        version = version_of(connection, len(migrations))  # another process may have been first
        if 0 < version < len(migrations):
            _keep_copy(connection, version)
        for migration in migrations[version:]:
            migration(connection)
        _set_version(connection, len(migrations))


def version_of(connection: Connection, known: int = len(MIGRATIONS)) -> int:
    """0 for a database that is new or not ours."""
    if not inspect(connection).has_table(meta.name):
        return 0
    found = connection.execute(select(meta.c.value).where(meta.c.key == VERSION_KEY)).scalar_one_or_none()
    version = int(found or 0)
    if version > known:
        raise NewerDatabase(
            f"the database has version {version}, this Inquiro knows {known}: "
            "upgrade Inquiro, or set INQUIRO_HOME to another folder"
        )
    return version


def _keep_copy(connection: Connection, version: int) -> None:
    """The file as it was, beside it; whoever has a server has its own backups."""
    if not is_postgres(connection):
        path = file_of(connection.engine.url)
        # A connection of its own: SQLite does not copy from one that is about to write.
        with closing(sqlite3.connect(path)) as source:
            copies.copy_to_file(source, copies.new_backup(path.parent, version))


def _set_version(connection: Connection, version: int) -> None:
    row = {"key": VERSION_KEY, "value": str(version)}
    connection.execute(upsert(connection, meta).values(row).on_conflict_do_update(index_elements=["key"], set_=row))
