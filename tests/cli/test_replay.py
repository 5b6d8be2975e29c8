"""`inquiro runs replay` on real runs: byte for byte, without a single socket, whatever happened to the run before."""

from __future__ import annotations

import asyncio
import json
import os
import shutil
import socket
import sqlite3
from collections.abc import Iterator
from pathlib import Path

import pytest

from inquiro.core.types import ResearchRequest
from inquiro.exports.json import JsonExport
from inquiro.runtime import Runtime
from inquiro.testing import write_corpus

QUESTION = "How much do street trees cool, what do they cost, and who pays for them?"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return write_corpus(
        tmp_path / "papers",
        {
            "measured.md": "# Street trees measured\n\nStreet trees cooled the air in Varnholt by 1.6 °C in 2021.\n",
            "cost.md": "# What a street tree costs\n\nA street tree costs Korvenau 1,100 € over thirty years.\n",
            "audit.md": "# Audit\n\nThe audit of 2023 found that a street tree costs Korvenau 2,400 €.\n",
            "who.md": "# Who pays\n\nThe Meridian Trust pays half of the cost of street trees in Korvenau.\n",
        },
    )


@pytest.fixture
def runtime() -> Iterator[Runtime]:
    opened = Runtime.open()
    yield opened
    opened.close()


@pytest.fixture
def _no_sockets(monkeypatch: pytest.MonkeyPatch) -> None:
    """Not even loopback."""

    def refuse(*_: object, **__: object) -> None:
        raise AssertionError("a replay opened a socket")

    for name in ("connect", "connect_ex", "sendto", "bind"):
        monkeypatch.setattr(socket.socket, name, refuse)
    for name in ("create_connection", "getaddrinfo", "gethostbyname"):
        monkeypatch.setattr(socket, name, refuse)


def asked(inquiro, folder: Path) -> str:
    done = inquiro("ask", QUESTION, "--corpus", str(folder), "--json")
    assert done.exit_code == 0, done.stderr
    return json.loads(done.stdout)["trace_id"]


def same_bytes(runtime: Runtime, run_id: str) -> bool:
    async def scenario() -> bool:
        before = JsonExport().render(await runtime.report(run_id))
        return JsonExport().render((await runtime.replay(run_id)).report) == before

    return asyncio.run(scenario())


@pytest.mark.usefixtures("_no_sockets")
def test_a_run_replays_to_the_byte_without_sockets_and_without_its_documents(inquiro, folder, runtime):
    run_id = asked(inquiro, folder)
    shutil.rmtree(folder)
    done = inquiro("runs", "replay", run_id[:8])
    assert done.exit_code == 0, done.output
    effects = len(json.loads(inquiro("runs", "show", run_id, "--effects", "--json").stdout))
    assert done.stdout.startswith("identical: ")
    assert done.stdout.endswith(f"from {effects} journaled effects, nothing was asked outside\n")
    assert same_bytes(runtime, run_id)


@pytest.mark.usefixtures("_no_sockets")
def test_a_run_that_was_stopped_and_resumed_replays(inquiro, folder, runtime):
    async def interrupted() -> tuple[str, str, int]:
        run = await runtime.start(ResearchRequest(question=QUESTION, corpora=(str(folder),)))
        await runtime.stop(run.id)
        stopped = await runtime.execute(run.id)
        resumed = await runtime.resume(run.id)
        return run.id, stopped.status, resumed.iterations_used - stopped.iterations_used

    run_id, status, more = asyncio.run(interrupted())
    assert (status, more > 0) == ("stopped", True)
    assert inquiro("runs", "replay", run_id).exit_code == 0
    assert same_bytes(runtime, run_id)


@pytest.mark.usefixtures("_no_sockets")
def test_a_run_that_asked_its_person_replays(inquiro, folder, runtime):
    async def clarified() -> str:
        asked = await runtime.ask(ResearchRequest(question="What about it?", corpora=(str(folder),)))
        assert asked.status == "waiting"
        return (await runtime.answer(asked.trace_id, QUESTION)).trace_id

    run_id = asyncio.run(clarified())
    assert inquiro("runs", "replay", run_id).exit_code == 0
    assert same_bytes(runtime, run_id)


def tamper(statement: str, run_id: str) -> int:
    with sqlite3.connect(Path(os.environ["INQUIRO_HOME"]) / "inquiro.db") as connection:
        changed = connection.execute(statement, {"run": run_id}).rowcount
    connection.close()
    return changed


def test_a_fact_altered_in_the_journal_is_noticed(inquiro, folder):
    run_id = asked(inquiro, folder)
    altered = "UPDATE effects SET response = replace(response, '1.6', '9.6') WHERE run_id = :run AND name = 'facts'"
    assert tamper(altered, run_id) > 0
    done = inquiro("runs", "replay", run_id, "--json")
    assert done.exit_code == 1
    assert {"answer", "claims"} <= set(json.loads(done.stdout)["differences"])
    assert inquiro("runs", "replay", run_id).stdout.startswith("different: answer, ")


def test_a_missing_effect_is_noticed(inquiro, folder):
    run_id = asked(inquiro, folder)
    assert tamper("DELETE FROM effects WHERE run_id = :run AND step = 'process/1'", run_id) == 2
    done = inquiro("runs", "replay", run_id)
    assert (done.exit_code, done.stdout) == (1, "")
    assert "the journal has no answer for admit 'reading' in process/1" in done.stderr


def test_an_unfinished_run_cannot_be_replayed(inquiro, folder, runtime):
    run = asyncio.run(runtime.start(ResearchRequest(question=QUESTION, corpora=(str(folder),))))
    done = inquiro("runs", "replay", run.id)
    assert (done.exit_code, "only a finished run can be replayed" in done.stderr) == (2, True)


def test_a_fork_goes_on_from_an_effect_and_asks_nothing_that_is_known(inquiro, folder):
    run_id = asked(inquiro, folder)
    effects = json.loads(inquiro("runs", "show", run_id, "--effects", "--json").stdout)
    last = max(effect["seq"] for effect in effects if effect["kind"] == "search")
    done = inquiro("runs", "replay", run_id, "--from", str(last), "--json")
    assert done.exit_code == 0, done.stderr
    twin = json.loads(done.stdout)["trace_id"]
    assert twin != run_id
    mine = {effect["seq"]: effect for effect in json.loads(inquiro("runs", "show", twin, "--effects", "--json").stdout)}
    assert all(mine[number]["cached"] for number in range(1, last))
    assert inquiro("runs", "replay", twin).exit_code == 0


def test_a_fork_from_nowhere_says_where_the_numbers_are(inquiro, folder):
    run_id = asked(inquiro, folder)
    done = inquiro("runs", "replay", run_id, "--from", "999")
    assert (done.exit_code, f"`inquiro runs show {run_id[:8]} --effects` lists them" in done.stderr) == (2, True)


@pytest.mark.usefixtures("_no_sockets")
def test_a_follow_up_replays_to_the_byte_when_the_run_it_followed_is_gone(inquiro, folder, runtime):
    earlier = asked(inquiro, folder)
    done = inquiro("ask", "and what do they cost in Korvenau?", "--follow", earlier[:8], "--json")
    assert done.exit_code == 0, done.stderr
    run_id = json.loads(done.stdout)["trace_id"]
    assert asyncio.run(runtime.delete(earlier))
    shutil.rmtree(folder)
    assert inquiro("runs", "replay", run_id[:8]).stdout.startswith("identical: ")
    assert same_bytes(runtime, run_id)
    assert inquiro("runs", "verify", run_id[:8]).exit_code == 0
