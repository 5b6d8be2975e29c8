"""The real program and a model on loopback: what a person sees when it answers, refuses, dies, costs or is interrupted.

A process takes seconds to start: what needs none of its own goes through the entry point in this one.
"""

from __future__ import annotations

import asyncio
import json
import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from threading import Thread
from typing import Any

import pytest
from click.testing import Result

from inquiro.core.models import Heard, ModelAnswer, ModelRequest
from inquiro.effects.retrying import RetryPolicy
from inquiro.engine import asking as asking_models
from inquiro.testing import DiligentModel, write_corpus
from inquiro.workflows import thinking

COMMAND = [sys.executable, "-m", "inquiro"]
QUESTION = "How much do street trees cool and cost?"
DEFAULT = "openai:gpt-6-sol"
KEY = "sk-canary-4711"
TEXTS = {
    "measured.md": "# Street trees measured\n\nStreet trees cooled the midday air in Varnholt by 1.6 °C in 2021.\n",
    "cost.md": "# What a street tree costs\n\nA street tree costs the city of Korvenau 1,100 € over thirty years.\n",
    "water.md": "# Water\n\nA young street tree needs 60 litres of water a week in its first summers.\n",
}

Inquiro = Callable[..., Result]


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return write_corpus(tmp_path / "papers", TEXTS)


@pytest.fixture
def server(model_server: Any, monkeypatch: pytest.MonkeyPatch) -> Iterator[Any]:
    """A vendor's API with a decent model behind it; only its key and its address are set."""
    with model_server.ModelServer(DiligentModel()) as running:
        monkeypatch.setenv("OPENAI_API_KEY", KEY)
        monkeypatch.setenv("INQUIRO_OPENAI_URL", running.url)
        yield running


def asking(folder: Path, *options: str) -> list[str]:
    return ["ask", QUESTION, "--public-corpus", str(folder), *options]


def report_of(done: Result, code: int = 0) -> dict[str, Any]:
    assert done.exit_code == code, done.stderr
    report: dict[str, Any] = json.loads(done.stdout)
    return report


def closed_port() -> int:
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        port: int = listener.getsockname()[1]
    return port


# -- when all goes well


def test_a_key_alone_brings_the_vendors_default_model_and_the_report_says_what_it_cost(inquiro, folder, server):
    done = inquiro(*asking(folder, "--json"))
    report = report_of(done)
    assert report["engine"] == f"llm ({DEFAULT})"
    assert (report["lost"], report["notices"]) == ([], [])
    usage = report["usage"]
    assert usage["calls"] == len(server.asked) == len(server.received)
    assert usage["tokens"] > 500
    assert 0 < usage["cost"] < 0.1
    assert usage["seconds"] > 0
    assert {json.loads(one.body)["model"] for one in server.received} == {"gpt-6-sol"}
    assert KEY not in done.stdout + done.stderr
    told = [line for line in done.stderr.splitlines() if line.startswith("model: ")]
    assert len(told) == usage["calls"]
    assert told[0].startswith(f"model: {DEFAULT} (to plan): ")
    assert "tokens · $" in told[-1]


def test_extractive_stands_for_no_model(inquiro, folder, server):
    report = report_of(inquiro(*asking(folder, "--json", "--model", "extractive")))
    assert (report["engine"], report["usage"]["calls"], server.received) == ("extractive", 0, [])


# -- when it cannot begin


@pytest.mark.fault(5, 13, 68)
@pytest.mark.parametrize(
    ("environment", "options", "code", "said"),
    [
        ({}, ("--model", "openai:gpt-6-sol"), 3, "'openai:gpt-6-sol' cannot be used: set OPENAI_API_KEY"),
        ({}, ("--model", "nobody:x"), 3, "unknown model provider 'nobody'; known: anthropic, "),
        ({}, ("--model", "gpt-6"), 2, "'gpt-6' is not a model: write PROVIDER:NAME"),
        ({"INQUIRO_MODEL": "gpt-6"}, (), 3, "INQUIRO_MODEL, or the model of a role: 'gpt-6' is not a model"),
        (
            {"OPENAI_API_KEY": KEY},
            ("--model", "openai:unheard-of", "--max-cost", "1"),
            3,
            "set INQUIRO_PRICES to 'openai:unheard-of=INPUT/OUTPUT'",
        ),
    ],
)
def test_what_has_to_be_set_is_one_line_before_anything_begins(
    inquiro, folder, monkeypatch, *, environment, options, code, said
):
    for name, value in environment.items():
        monkeypatch.setenv(name, value)
    done = inquiro(*asking(folder, "--json", *options))
    assert (done.exit_code, done.stdout) == (code, "")
    (line,) = done.stderr.splitlines()
    assert line.startswith("inquiro: ")
    assert said in line
    assert KEY not in line
    assert json.loads(inquiro("runs", "list", "--json").stdout) == []


@pytest.mark.fault(5, 13, 68)
@pytest.mark.parametrize(
    ("status", "code", "said"),
    [
        (401, "invalid_api_key", "openai refused access (401): check OPENAI_API_KEY"),
        (404, "model_not_found", "openai has no model 'gpt-6-sol' (404): check its name"),
    ],
)
def test_a_refusal_at_the_start_says_what_to_mend_and_the_run_goes_on_after_that(
    inquiro, folder, server, model_server, *, status, code, said
):
    server.misbehave(model_server.refuses(status, f"no: {KEY}", code=code))
    done = inquiro(*asking(folder, "--json"))
    assert (done.exit_code, done.stdout) == (3, "")
    last = done.stderr.splitlines()[-1]
    assert last.startswith(f"inquiro: model '{DEFAULT}' cannot be used: {said}")
    assert "Traceback" not in done.stderr
    assert KEY not in done.stderr
    assert len(server.received) == 1  # asking again would be refused again
    run = json.loads(inquiro("runs", "list", "--json").stdout)[0]["id"]
    assert f"`inquiro runs resume {run[:8]}`" in last
    server.behave()
    assert report_of(inquiro("runs", "resume", run[:8], "--json"))["engine"] == f"llm ({DEFAULT})"


@pytest.mark.fault(13)
def test_nobody_listens(inquiro, folder, monkeypatch):
    monkeypatch.setenv("INQUIRO_OPENAI_URL", f"http://127.0.0.1:{closed_port()}")
    done = inquiro(*asking(folder, "--json"))
    assert (done.exit_code, done.stdout) == (3, "")
    assert "127.0.0.1 cannot be reached (does its server run? INQUIRO_OPENAI_URL says" in done.stderr.splitlines()[-1]
    assert sum(line.startswith("model: ") for line in done.stderr.splitlines()) == 1  # tried twice, told once


# -- when it fails on the way


@pytest.mark.fault(13)
def test_a_key_that_is_revoked_on_the_way_leaves_the_rest_to_the_extractive_engine(
    inquiro, folder, server, model_server
):
    server.misbehave(model_server.refuses(401, code="invalid_api_key"), from_request=2)
    done = inquiro(*asking(folder))
    assert done.exit_code == 0, done.stderr
    assert len(server.received) == 2  # once lost, it is asked no more
    assert "note: reading in round 1 without the model openai:gpt-6-sol: openai refused access (401)" in done.stderr
    shown = " ".join(done.stdout.split())
    assert f"Note: The model {DEFAULT} was lost while reading in round 1: openai refused access (401)" in shown
    assert "Not read: model step" not in shown  # said once
    report = report_of(inquiro("runs", "show", "--json"))
    assert report["engine"] == f"llm ({DEFAULT}), then extractive"
    assert [loss["what"] for loss in report["lost"]] == ["model step 'extract/1'"]
    assert report["claims"]


class Doomed(DiligentModel):
    """Takes its server along when it is asked for the third time."""

    server: Any = None

    async def complete(self, request: ModelRequest, heard: Heard | None = None) -> ModelAnswer:
        if len(self.requests) == 2:
            Thread(target=self.server.__exit__, args=(None, None, None)).start()
            await asyncio.sleep(60)  # the server does not live to see it
        return await super().complete(request, heard)


@pytest.mark.fault(8, 13)
def test_a_server_that_dies_in_the_middle_of_an_answer(inquiro, folder, server, monkeypatch):
    server.model = Doomed()
    server.model.server = server
    monkeypatch.setattr(asking_models, "MID_RUN", RetryPolicy(outage_attempts=2, first_wait=0.01, longest_wait=0.02))
    done = inquiro(*asking(folder, "--json"))
    report = report_of(done)
    assert report["engine"] == f"llm ({DEFAULT}), then extractive"
    assert any("was lost while judging in round 1: 127.0.0.1 cannot be reached" in one for one in report["notices"])
    assert [loss["what"] for loss in report["lost"]] == ["model step 'assess/1'"]
    assert report["usage"]["calls"] == 2
    assert report["claims"]
    assert "Traceback" not in done.stderr


# -- when it costs too much

SHARE = 1.2  # of what a whole run takes: a call is made only where its worst case fits, so this is too little for all


@pytest.mark.parametrize(("limit", "figure"), [("--max-tokens", "tokens"), ("--max-cost", "cost")])
def test_a_limit_ends_with_a_partial_report_that_says_what_was_done_without_the_model(
    inquiro, folder, server, limit, figure
):
    whole = report_of(inquiro(*asking(folder, "--json")))["usage"][figure]
    most = round(SHARE * whole, 6) if figure == "cost" else int(SHARE * whole)
    done = inquiro(*asking(folder, "--fresh", limit, str(most)))
    assert done.exit_code == 4, done.stderr
    report = report_of(inquiro("runs", "show", "--json"))
    assert (report["status"], report["partial"]) == ("stopped", True)
    assert 0 < report["usage"][figure] <= most
    assert report["engine"] == f"llm ({DEFAULT}), in part extractive"
    assert report["claims"]
    (notice,) = report["notices"]  # one, however many steps it was
    assert notice.startswith(f"Done without the model {DEFAULT}: ")
    assert "limit" in notice
    shown = " ".join(done.stdout.split())
    assert notice in shown
    assert "This report is partial" in shown


def test_a_day_has_a_limit_of_its_own(inquiro, folder, server, monkeypatch):
    first = report_of(inquiro(*asking(folder, "--json")))["usage"]["cost"]
    monkeypatch.setenv("INQUIRO_MAX_COST_PER_DAY", f"{first * 1.05:.6f}")
    before = len(server.received)
    report = report_of(inquiro(*asking(folder, "--json", "--fresh")), 4)
    assert report["stop_reason"].startswith("Daily money limit")
    assert first + report["usage"]["cost"] <= first * 1.05
    assert len(server.received) - before == report["usage"]["calls"]
    assert report["claims"]


# -- over interruptions


@pytest.mark.slow
@pytest.mark.fault(44)
def test_ctrl_c_while_the_model_thinks_keeps_the_report_and_a_resume_pays_nothing_twice(inquiro, folder, server):
    server.delay = 0.7
    command = [*COMMAND, *asking(folder, "--json")]
    with subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, encoding="utf-8"
    ) as process:
        until = time.monotonic() + 60
        while len(server.received) < 2 and time.monotonic() < until:
            time.sleep(0.01)
        os.kill(process.pid, signal.SIGINT)
        told, said = process.communicate(timeout=90)
    assert "stopping…" in said
    assert "Traceback" not in said
    assert process.returncode == 4, said
    stopped = json.loads(told)
    assert stopped["status"] == "stopped"
    assert stopped["usage"]["calls"] == len(server.asked)
    server.delay = 0.0
    resumed = report_of(inquiro("runs", "resume", stopped["trace_id"][:8], "--json"))
    assert resumed["status"] == "completed"
    assert resumed["usage"]["calls"] == len(server.asked)  # every question was asked once
    assert resumed["iterations_used"] > stopped["iterations_used"]
    assert resumed["usage"]["tokens"] == stopped["usage"]["tokens"]  # the further round brought nothing to judge


@pytest.mark.fault(44)
def test_a_stop_does_not_wait_for_an_answer_that_never_comes(inquiro, folder, server, model_server, monkeypatch):
    monkeypatch.setattr(thinking, "PATIENCE", 0.05)
    server.misbehave(model_server.never_answers(), from_request=2)

    def interrupt() -> None:
        until = time.monotonic() + 60
        while len(server.received) < 2 and time.monotonic() < until:
            time.sleep(0.01)
        if len(server.received) == 2:  # the run has taken the signal over
            os.kill(os.getpid(), signal.SIGINT)

    presser = Thread(target=interrupt)
    presser.start()
    stopped = report_of(inquiro(*asking(folder, "--json")), 4)
    presser.join()
    assert stopped["status"] == "stopped"
    assert stopped["engine"] == f"llm ({DEFAULT}), in part extractive"
    assert any("no answer came within 0.05 s of the stop" in one for one in stopped["notices"])
    assert stopped["claims"]
    assert len(server.received) == 2  # the writing does not wait for it once more
    assert inquiro("runs", "replay", stopped["trace_id"]).exit_code == 0
    server.behave()
    resumed = report_of(inquiro("runs", "resume", stopped["trace_id"][:8], "--json"))
    assert resumed["status"] == "completed"
    assert len(server.received) > 2  # it is asked again


# -- afterwards


def test_a_finished_run_replays_and_forks_and_shows_what_its_model_did(inquiro, folder, server, monkeypatch):
    report = report_of(inquiro(*asking(folder, "--json")))
    run, asked = report["trace_id"][:8], len(server.received)

    monkeypatch.setenv("INQUIRO_OPENAI_URL", f"http://127.0.0.1:{closed_port()}")
    replayed = inquiro("runs", "replay", run)
    assert (replayed.exit_code, replayed.stdout.startswith("identical: ")) == (0, True), replayed.stdout
    assert len(server.received) == asked

    rows = [row for row in json.loads(inquiro("runs", "show", run, "--effects", "--json").stdout) if "tokens" in row]
    assert {row["name"] for row in rows} == {DEFAULT}
    assert sum(row["cost"] for row in rows) == pytest.approx(report["usage"]["cost"])
    shown = inquiro("runs", "show", run, "--effects").stdout
    assert f"gpt-6-sol   ${rows[0]['cost']:.4f} {rows[0]['tokens']} tok" in shown

    monkeypatch.setenv("INQUIRO_MINE_URL", server.url)
    second = rows[1]["seq"]
    forked = report_of(inquiro("runs", "replay", run, "--from", str(second), "--model", "mine:other", "--json"))
    assert forked["engine"] == "llm (mine:other)"
    assert forked["trace_id"] != report["trace_id"]
    new = [json.loads(one.body) for one in server.received[asked:]]
    assert {one["model"] for one in new} == {"other"}
    assert len(new) == forked["usage"]["calls"] == report["usage"]["calls"] - 1  # the plan is the first model's
