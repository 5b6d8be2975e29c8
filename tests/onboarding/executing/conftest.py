"""An office that executes verbs on a database, and may die and come back at any moment."""

from __future__ import annotations

import asyncio
import atexit
import os
import sqlite3
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from shutil import copyfile, rmtree
from tempfile import mkdtemp
from typing import Any, Self
from urllib.parse import quote
from uuid import uuid4

import pytest
from sqlalchemy import create_engine, event, text
from sqlalchemy.pool import Pool

from inquiro.core.crash_points import armed
from inquiro.core.register import RegisterRecord
from inquiro.core.types import Run, VerbArgument, VerbGroup, VerbOutcome, VerbSpec
from inquiro.onboarding.executing.executor import execute
from inquiro.onboarding.executing.rehearsing import dry_run
from inquiro.onboarding.executing.reports import Execution, ExecutionReport
from inquiro.onboarding.verbs.handlers import HANDLERS
from inquiro.onboarding.verbs.handling import Handling
from inquiro.onboarding.verbs.registry import VerbRegistry, bundled_verbs
from inquiro.storage.ledger import OnboardingLedger
from inquiro.storage.store import SqlStore

SERVER = os.environ.get("INQUIRO_TEST_POSTGRES", "")  # read before each test's environment is cleaned
_needs_server = pytest.mark.skipif(not SERVER, reason="PostgreSQL is tested by: make test-services")
NAME = VerbArgument(name="name", required=True)
LETTERS = (
    VerbSpec(name="post.send", arguments=(NAME,), effects="outside", idempotent=False, yields="value"),
    VerbSpec(name="post.put", arguments=(NAME,), effects="outside", idempotent=True, yields="value"),
    VerbSpec(
        name="note.write",
        record="note",
        key=("title",),
        arguments=(VerbArgument(name="title", required=True), VerbArgument(name="about", type="entity")),
        open=True,
    ),
)


class Crash(Exception):
    """Raised at a crash point; in the writer's thread too, so no BaseException."""


class PostOffice:
    """The world outside: it counts what really reaches it."""

    def __init__(self) -> None:
        self.sent: Counter[str] = Counter()
        self.keys: list[str] = []
        self.trouble: dict[str, Exception] = {}

    async def send(self, arguments: Mapping[str, Any], key: str) -> VerbOutcome:
        name = str(arguments["name"])
        if name in self.trouble:
            raise self.trouble[name]
        self.sent[name] += 1
        self.keys.append(key)
        return VerbOutcome(change="done", value=f"letter to {name}")

    async def put(self, arguments: Mapping[str, Any], key: str) -> VerbOutcome:
        """The same key again is the same letter."""
        if key not in self.keys:
            await self.send(arguments, key)
        return VerbOutcome(change="done", value=f"letter to {arguments['name']}")


class Registry:
    """A register that knows whatever it is asked for, and counts the questions."""

    def __init__(self) -> None:
        self.asked: Counter[str] = Counter()
        self.trouble: Exception | None = None

    async def record(self, lei: str) -> RegisterRecord:
        self.asked[lei] += 1
        if self.trouble is not None:
            raise self.trouble
        return RegisterRecord(lei=lei, name=f"Company {lei[-4:]}", jurisdiction="DE", registration="ISSUED")

    async def records(self, leis: tuple[str, ...]) -> list[RegisterRecord]:
        return [await self.record(lei) for lei in leis]


@cache
def _empty_database() -> Path:
    """Made once: a new office copies it."""
    home = Path(mkdtemp())
    atexit.register(rmtree, home)
    SqlStore.open(f"sqlite:///{home}/inquiro.db", home).close()
    return home / "inquiro.db"


class Office:
    def __init__(self, home: Path, url: str = "") -> None:
        home.mkdir(exist_ok=True)
        if not url:
            copyfile(_empty_database(), home / "inquiro.db")
        self.home = home
        self.url = url or f"sqlite:///{home}/inquiro.db"
        self.post = PostOffice()
        self.register = Registry()
        self.registry = VerbRegistry([*bundled_verbs(), *LETTERS])
        self.handlers = {
            **HANDLERS,
            "post.send": Handling(act=self.post.send),
            "post.put": Handling(act=self.post.put),
        }
        self.told: list[str] = []
        self._store: SqlStore | None = None

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        if self._store is not None:
            self._store.close()
        self._store = None

    @contextmanager
    def opened(self) -> Iterator[tuple[SqlStore, OnboardingLedger]]:
        """A process at work; whatever is raised in it is its end, and the next one opens everything anew."""
        if self._store is None:
            self._store = self.another_process()
        try:
            yield self._store, OnboardingLedger(self._store)
        except BaseException:
            self.close()
            raise

    def another_process(self) -> SqlStore:
        return SqlStore.open(self.url, self.home)

    def execute(
        self,
        *groups: VerbGroup | str,
        run_id: str = "run-1",
        blocked: Mapping[str, str] | None = None,
        stopping: Callable[[], bool] = lambda: False,
    ) -> ExecutionReport:
        """As a process that begins or resumes the run, and ends."""
        return asyncio.run(self._execute(groups, run_id, blocked or {}, stopping))

    async def _execute(self, groups: Any, run_id: str, blocked: Mapping[str, str], stopping: Any) -> ExecutionReport:
        with self.opened() as (store, ledger):
            await store.create_run(Run(id=run_id, tool_name="verbs", input_params={}))
            lease = await store.acquire(run_id, "me", 30.0)
            return await execute(
                ledger,
                lease,
                Execution(run_id=run_id, decision_id=f"decision of {run_id}", groups=_named(groups), blocked=blocked),
                registry=self.registry,
                handlers=self.handlers,
                register_for=lambda _step: self.register,
                emit=lambda _stage, message, *_, **__: self.told.append(message),
                stopping=stopping,
            )

    def rehearse(self, *groups: VerbGroup | str, blocked: Mapping[str, str] | None = None) -> ExecutionReport:
        with self.opened() as (_, ledger):
            return asyncio.run(
                dry_run(
                    ledger,
                    _named(groups),
                    org_id="local",
                    registry=self.registry,
                    handlers=self.handlers,
                    blocked=blocked or {},
                )
            )

    def ask(self, what: Callable[[OnboardingLedger], Any]) -> Any:
        with self.opened() as (_, ledger):
            return asyncio.run(what(ledger))

    def steps(self, run_id: str = "run-1") -> list[Any]:
        return self.ask(lambda ledger: ledger.verb_steps(run_id))

    def contents(self, *, decisions: bool = False) -> list[tuple[Any, ...]]:
        """Everything in the ledger, without ids and times, which no two runs share."""
        with self.opened() as (_, ledger):
            return asyncio.run(_contents(ledger, decisions=decisions))


async def _contents(ledger: OnboardingLedger, *, decisions: bool) -> list[tuple[Any, ...]]:
    entities = await ledger.ledger_entities("local")
    names = {one.id: f"{one.kind}/{one.name}/{one.lei}" for one in entities}
    rows: list[tuple[Any, ...]] = [
        (names[one.id], one.jurisdiction, _without_ids(one.attributes, names), *_by(one, decisions)) for one in entities
    ]
    rows += [
        (one.type, names[one.owner], names[one.owned], one.percentage, one.source, *_by(one, decisions))
        for one in await ledger.ledger_relationships("local")
    ]
    rows += [
        (one.kind, _without_ids(one.fields, names), names.get(one.entity_id), *_by(one, decisions))
        for one in await ledger.ledger_records("local")
    ]
    return rows


def _by(one: Any, decisions: bool) -> tuple[str, ...]:
    return (one.decision_id, one.changed_by) if decisions else ()


def _without_ids(value: Any, names: Mapping[str, str]) -> Any:
    if isinstance(value, dict):
        return {key: _without_ids(inner, names) for key, inner in value.items()}
    return names.get(value, value) if isinstance(value, str) else value


def _named(groups: Any) -> tuple[VerbGroup, ...]:
    return tuple(
        VerbGroup(key=f"row {number}", title=f"Row {number}", verbs=group) if isinstance(group, str) else group
        for number, group in enumerate(groups, 1)
    )


@contextmanager
def _strike(point: str, occurrence: int = 1) -> Iterator[None]:
    """The process dies when it passes that point for the given time."""
    passed: Counter[str] = Counter()

    def strike(name: str, _detail: str) -> None:
        passed[name] += 1
        if name == point and passed[name] == occurrence:
            raise Crash(point)

    with armed(strike):
        yield


@pytest.fixture(autouse=True)
def _without_the_disk() -> Iterator[None]:
    """Here processes die, not the machine: waiting for the disk would only cost time."""

    def unsynchronised(connection: Any, *_: object) -> None:
        if isinstance(connection, sqlite3.Connection):
            connection.execute("PRAGMA synchronous=OFF")

    event.listen(Pool, "checkout", unsynchronised)
    yield
    event.remove(Pool, "checkout", unsynchronised)


@pytest.fixture
def office(tmp_path: Path) -> Iterator[Office]:
    with Office(tmp_path) as made:
        yield made


@pytest.fixture(params=["sqlite", pytest.param("postgres", marks=[pytest.mark.services, _needs_server])])
def anywhere(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Office]:
    """An office on either database."""
    schema = f"test_{uuid4().hex}"
    door = create_engine(SERVER.replace("postgresql://", "postgresql+psycopg://") or "sqlite://")
    on_server = request.param == "postgres"
    if on_server:
        with door.begin() as connection:
            connection.execute(text(f"CREATE SCHEMA {schema}"))
    url = f"{SERVER}?options={quote(f'-csearch_path={schema}')}" if on_server else ""
    with Office(tmp_path / "home", url) as made:
        yield made
    if on_server:
        with door.begin() as connection:
            connection.execute(text(f"DROP SCHEMA {schema} CASCADE"))
    door.dispose()


@pytest.fixture(scope="session")
def dying() -> Callable[..., Any]:
    """A context in which the process dies at a point, and nothing but that goes wrong."""

    @contextmanager
    def dead(point: str, occurrence: int = 1) -> Iterator[None]:
        with _strike(point, occurrence), pytest.raises(Crash):
            yield

    return dead


@pytest.fixture(scope="session")
def new_office() -> type[Office]:
    return Office
