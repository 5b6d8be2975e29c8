"""Taking part in a run: Ctrl-C, clarifying questions, what a display is told."""

from __future__ import annotations

import os
import signal
from types import SimpleNamespace

import click
import pytest

from inquiro.cli import conduct
from inquiro.cli.conduct import Conductor
from inquiro.cli.opened import Opened
from inquiro.core.errors import StoreBusy
from inquiro.core.types import ResearchRequest

REQUEST = ResearchRequest(question="Do trees cool?")


class Heard:
    """A display that keeps what it is told."""

    def __init__(self):
        self.events, self.said, self.depth = [], [], 0

    def __enter__(self):
        self.depth += 1
        return self

    def __exit__(self, *_):
        self.depth -= 1

    def __call__(self, event):
        assert self.depth == 1
        self.events.append(event)

    def say(self, text):
        self.said.append(text)


def press_ctrl_c():
    os.kill(os.getpid(), signal.SIGINT)


def test_the_first_ctrl_c_stops_gently(runtime, make_report):
    runtime.during = press_ctrl_c
    runtime.reports = [make_report(status="stopped")]
    heard = Heard()
    with Opened() as opened:
        report = Conductor(opened, shown=heard).research(REQUEST)
    assert report.status == "stopped"
    assert runtime.stopped == [runtime.known[0].id]
    assert heard.said == ["stopping… (Ctrl-C again leaves at once; `inquiro runs resume 7f3a91c2` goes on)"]


def test_the_exit_code_of_a_gentle_stop_is_4(runtime, inquiro, make_report):
    runtime.during = press_ctrl_c
    runtime.reports = [make_report(status="stopped", partial=True)]
    done = inquiro("ask", "q")
    assert done.exit_code == 4
    assert "stopping…" in done.stderr
    assert "inquiro runs resume 7f3a91c2 goes on" in " ".join(done.stdout.split())


def test_the_second_ctrl_c_leaves_at_once(runtime, monkeypatch):
    class Left(BaseException):
        pass

    def leave(code):
        raise Left(code)

    monkeypatch.setattr(conduct.os, "_exit", leave)

    def twice():
        press_ctrl_c()
        press_ctrl_c()

    runtime.during = twice
    before = signal.getsignal(signal.SIGINT)
    with Opened() as opened, pytest.raises(Left, match="130"):
        Conductor(opened, shown=Heard()).research(REQUEST)
    assert signal.getsignal(signal.SIGINT) is before


def test_a_stop_that_fails_is_told(runtime, monkeypatch):
    async def busy(run_id, reason=""):
        raise StoreBusy("another process holds the lock")

    monkeypatch.setattr(runtime, "stop", busy)
    runtime.during = press_ctrl_c
    heard = Heard()
    with Opened() as opened:
        assert Conductor(opened, shown=heard).research(REQUEST).status == "completed"
    assert heard.said[1] == "could not stop: another process holds the lock"


@pytest.fixture
def at_a_terminal(monkeypatch):
    terminal = SimpleNamespace(isatty=lambda: True)
    monkeypatch.setattr(conduct, "sys", SimpleNamespace(stdin=terminal, stderr=terminal))


@pytest.mark.usefixtures("at_a_terminal")
def test_a_person_at_a_terminal_is_asked(runtime, make_report, monkeypatch, capsys):
    monkeypatch.setattr(click, "prompt", lambda *_, **__: " Varnholt ")
    runtime.reports = [make_report(status="waiting", clarification="Which city?"), make_report()]
    heard = Heard()
    with Opened() as opened:
        report = Conductor(opened, shown=heard).research(REQUEST)
    assert (report.status, runtime.answers, heard.depth) == ("completed", ["Varnholt"], 0)
    assert capsys.readouterr().err == "\n  Which city?\n"


@pytest.mark.usefixtures("at_a_terminal")
def test_leaving_the_question_for_later_keeps_it_waiting(runtime, make_report, monkeypatch):
    def aborted(*_, **__):
        raise click.Abort

    monkeypatch.setattr(click, "prompt", aborted)
    runtime.reports = [make_report(status="waiting")]
    with Opened() as opened:
        assert Conductor(opened, shown=Heard()).research(REQUEST).status == "waiting"
    assert runtime.answers == []


@pytest.mark.usefixtures("at_a_terminal")
def test_an_unattended_run_asks_nobody(runtime, make_report, monkeypatch):
    monkeypatch.setattr(click, "prompt", lambda *_, **__: pytest.fail("asked"))
    runtime.reports = [make_report(status="waiting")]
    with Opened() as opened:
        Conductor(opened, shown=Heard()).research(ResearchRequest(question="q", unattended=True))


def test_watching_tells_every_event(runtime):
    heard = Heard()
    with Opened() as opened:
        Conductor(opened, shown=heard).watch(runtime.known[0].id)
    assert heard.events == runtime.told
