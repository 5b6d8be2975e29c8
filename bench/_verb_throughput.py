"""Verbs a second on a database: shared transactions, and one commit for each call."""

from __future__ import annotations

import asyncio
import re
import time
from collections.abc import Iterator
from contextlib import contextmanager

from _table import Row, best
from durability import leased_run, opened_store
from inquiro.core.register import Register
from inquiro.core.types import VerbGroup
from inquiro.onboarding.executing import executor
from inquiro.onboarding.executing.executor import execute
from inquiro.onboarding.executing.reports import Execution
from inquiro.onboarding.verbs.handlers import HANDLERS
from inquiro.onboarding.verbs.registry import VerbRegistry
from inquiro.storage.ledger import OnboardingLedger
from inquiro.storage.store import SqlStore

FUNDS = 200
CALLS_OF_A_FUND = 5
REPETITIONS = 3
AIM = 500
_FUND = """
(entity.ensure :entity-type "limited-company" :name "Manager {n}" :jurisdiction "LU" :city "Luxembourg" :as @manager)
(entity.ensure :entity-type "fund" :name "Fund {n}" :jurisdiction "LU" :as @fund)
(cbu.ensure :name "Fund {n}" :jurisdiction "LU" :client-type "fund" :as @unit)
(cbu.assign-role :cbu-id @unit :entity-id @fund :role "ASSET_OWNER")
(cbu.role:assign-ownership :owner-entity-id @manager :owned-entity-id @fund :percentage 60 :source "deed")
"""


def groups(*, rows: bool) -> tuple[VerbGroup, ...]:
    """One program for all funds, or a row of a batch for each."""
    if rows:
        return tuple(VerbGroup(key=f"fund:{n}", verbs=_FUND.format(n=n)) for n in range(FUNDS))
    numbered = re.sub(r"@\w+", r"\g<0>_{n}", _FUND)
    return (VerbGroup(key="all", verbs="".join(numbered.format(n=n) for n in range(FUNDS))),)


def calls_per_second(database: str, *, rows: bool = False, again: bool = False) -> float:
    with opened_store(database) as store:
        seconds = asyncio.run(_execute(store, "first", rows=rows))
        if again:
            seconds = asyncio.run(_execute(store, "second", rows=rows))
        return FUNDS * CALLS_OF_A_FUND / seconds


async def _execute(store: SqlStore, name: str, *, rows: bool) -> float:
    lease = await leased_run(store, name)
    keyed = tuple(VerbGroup(key=f"{name} {group.key}", verbs=group.verbs) for group in groups(rows=rows))
    started = time.perf_counter()
    report = await execute(
        OnboardingLedger(store),
        lease,
        Execution(run_id=name, decision_id=name, groups=keyed),
        registry=VerbRegistry.load(),
        handlers=HANDLERS,
        register_for=_nobody,
        emit=lambda *_, **__: None,
        stopping=lambda: False,
    )
    assert report.finished, report
    return time.perf_counter() - started


def _nobody(step: str) -> Register:
    raise AssertionError(f"{step} asks the register")


@contextmanager
def one_commit_each() -> Iterator[None]:
    together = executor.TOGETHER
    executor.TOGETHER = 1
    yield
    executor.TOGETHER = together


def throughput(database: str) -> list[Row]:
    shared = _fastest(database)
    with one_commit_each():
        alone = _fastest(database)
    return [
        Row("calls of one program, shared transactions", shared, "calls/s", AIM, "higher"),
        Row("calls of one program, one commit for each", alone, "calls/s"),
        Row("gain", shared / alone, "x"),
        Row(f"rows of a batch, {CALLS_OF_A_FUND} calls each", _fastest(database, rows=True), "calls/s", AIM, "higher"),
        Row("the same program again: nothing changes", _fastest(database, again=True), "calls/s", AIM, "higher"),
    ]


def _fastest(database: str, *, rows: bool = False, again: bool = False) -> float:
    return 1 / best(lambda: 1 / calls_per_second(database, rows=rows, again=again), REPETITIONS)
