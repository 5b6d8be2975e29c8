"""The Nth statement or commit of a whole run fails: a named error at most, and the run ends as if nothing had been."""

from __future__ import annotations

import asyncio
import itertools
import os
import sqlite3

import pytest
from sqlalchemy import event

from inquiro.core.errors import StoreFull
from inquiro.core.types import ResearchRequest
from inquiro.runtime import Runtime

EVERY = int(os.environ.get("INQUIRO_TEST_EVERY", "0"))  # 1 in `make chaos`: not one is left out
REQUEST = ResearchRequest(
    question="Do street trees cool a street, what do they cost and who pays?", sources=("wiki",), unattended=True
)


class Saboteur:
    """Lets the Nth statement or commit of a store fail as on a full disk, once."""

    def __init__(self, runtime: Runtime) -> None:
        self._left = {"statement": 0, "commit": 0}
        engine = runtime._store._engine
        for name in ("do_execute", "do_executemany", "do_execute_no_params"):
            event.listen(engine, name, lambda *_: self._pass("statement"))
        commit = engine.dialect.do_commit
        engine.dialect.do_commit = lambda connection: (self._pass("commit"), commit(connection))[1]

    def arm(self, kind: str, number: int) -> None:
        self._left = {"statement": 0, "commit": 0, kind: number}

    @property
    def fired(self) -> bool:
        return not any(self._left.values())

    def _pass(self, kind: str) -> None:
        if self._left[kind]:
            self._left[kind] -= 1
            if not self._left[kind]:
                error = sqlite3.OperationalError("injected")
                error.sqlite_errorcode = sqlite3.SQLITE_FULL
                raise error


def told(report):
    return {
        k: v for k, v in report.to_dict().items() if k not in {"trace_id", "created_at", "usage", "canaries", "checker"}
    }


@pytest.mark.fault(45)
@pytest.mark.timeout(1_800)
@pytest.mark.parametrize(("kind", "step"), [("statement", EVERY or 61), ("commit", EVERY or 5)])
def test_whatever_fails_the_run_can_go_on(runtime, wiki, kind, step):
    saboteur = Saboteur(runtime)
    expected = told(asyncio.run(runtime.ask(REQUEST)))
    told_user: list[str] = []
    for number in itertools.count(1, step):
        run = asyncio.run(runtime.start(REQUEST))
        saboteur.arm(kind, number)
        try:
            asyncio.run(runtime.execute(run.id))
        except StoreFull as error:
            told_user.append(str(error))
        if not saboteur.fired:
            break
        assert told(asyncio.run(runtime.resume(run.id))) == expected
        assert asyncio.run(runtime.verify(run.id)).holds
    assert told_user  # how many depends on which rows were committed together
    assert all("INQUIRO_HOME" in message for message in told_user)
    saboteur.arm("statement", 0)
    assert asyncio.run(runtime.integrity()) == []
