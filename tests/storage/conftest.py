"""Every storage test runs on both databases; PostgreSQL's half needs a server."""

from __future__ import annotations

import os
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any
from urllib.parse import quote
from uuid import uuid4

import pytest
from sqlalchemy import Engine, create_engine, text

from inquiro.storage.dialect import connect
from inquiro.storage.store import SqlStore

SERVER = os.environ.get("INQUIRO_TEST_POSTGRES", "")  # read before each test's environment is cleaned
_needs_server = pytest.mark.skipif(not SERVER, reason="PostgreSQL is tested by: make test-services")
BOTH = ["sqlite", pytest.param("postgres", marks=[pytest.mark.services, _needs_server])]


class Database:
    """A place for one test's tables."""

    def __init__(self, kind: str, url: str, home: Path) -> None:
        self.kind = kind
        self.url = url
        self.home = home

    def open(self, **options: Any) -> SqlStore:
        return SqlStore.open(self.url, self.home, **options)

    def engine(self, busy_seconds: float = 15.0) -> Engine:
        return connect(self.url, self.home, busy_seconds)


@pytest.fixture(scope="session")
def server() -> Iterator[Engine]:
    """The scratch server's own door, past everything that is tested."""
    engine = create_engine(SERVER.replace("postgresql://", "postgresql+psycopg://"), isolation_level="AUTOCOMMIT")
    yield engine
    engine.dispose()


@pytest.fixture(params=BOTH)
def database(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Database]:
    if request.param == "sqlite":
        yield Database("sqlite", f"sqlite:///{tmp_path}/home/inquiro.db", tmp_path / "home")
    else:
        yield from _in_a_schema_of_its_own(request.getfixturevalue("server"), tmp_path / "home")


@pytest.fixture(params=BOTH[1:])
def postgres(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Database]:
    yield from _in_a_schema_of_its_own(request.getfixturevalue("server"), tmp_path / "home")


class Clock:
    """A wall clock that tests may set."""

    def __init__(self) -> None:
        self.now = datetime(2026, 3, 1, 12, tzinfo=UTC)

    def __call__(self) -> datetime:
        return self.now

    def jump(self, **delta: float) -> None:
        self.now += timedelta(**delta)


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def store(database: Database, clock: Clock) -> Iterator[SqlStore]:
    opened = database.open(clock=clock)
    yield opened
    opened.close()


def _in_a_schema_of_its_own(server: Engine, home: Path) -> Iterator[Database]:
    name = f"test_{uuid4().hex}"
    home.mkdir(exist_ok=True)
    with server.connect() as connection:
        connection.execute(text(f"CREATE SCHEMA {name}"))
    yield Database("postgres", f"{SERVER}?options={quote(f'-csearch_path={name}')}", home)
    with server.connect() as connection:
        connection.execute(text(f"DROP SCHEMA {name} CASCADE"))
