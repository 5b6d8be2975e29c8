from __future__ import annotations

import io
import signal
import sys

import pytest

from inquiro.api.desk import Desk
from inquiro.cli import letting_in
from inquiro.cli.letting_in import let_browsers_in, operator, show_links
from inquiro.runtime import Runner
from inquiro.web.pages import WebPages


@pytest.fixture
def desk(runtime):
    runner = Runner(runtime, 1)
    yield Desk(runtime, runner, pages=WebPages(), address="https://research.example.org")
    runner.close()


class Terminal(io.StringIO):
    def isatty(self):
        return True


def test_each_press_of_enter_gives_a_new_link(desk, capsys):
    show_links(desk, io.StringIO("\n\n"))
    lines = capsys.readouterr().err.splitlines()
    assert len(set(lines)) == 2
    for line in lines:
        path = line.partition("https://research.example.org/login?code=")[2]
        visitor = desk.browsers.visitor(desk.browsers.enter(path))
        assert (visitor.token.name, visitor.token.scope) == (operator(), "review")


@pytest.mark.fault(68)
def test_a_log_is_no_place_for_a_link(desk, capsys, monkeypatch):
    for stdin, stderr in ((io.StringIO("\n"), Terminal()), (Terminal("\n"), io.StringIO())):
        with monkeypatch.context() as patch:
            patch.setattr(sys, "stdin", stdin)
            patch.setattr(sys, "stderr", stderr)
            let_browsers_in(desk)
        assert stderr.getvalue() == ""


def test_on_a_terminal_the_first_link_is_there_at_once(desk, monkeypatch):
    shown = Terminal()
    monkeypatch.setattr(sys, "stdin", Terminal(""))
    monkeypatch.setattr(sys, "stderr", shown)
    before = signal.getsignal(signal.SIGTTIN)
    try:
        let_browsers_in(desk)
        assert signal.getsignal(signal.SIGTTIN) is signal.SIG_IGN
    finally:
        signal.signal(signal.SIGTTIN, before)
    assert shown.getvalue().count("/login?code=") == 1
    assert "Press Enter" in shown.getvalue()


def test_a_server_that_goes_to_the_background_just_stops_listening_to_the_keyboard(desk):
    class Gone:
        def readline(self):
            raise OSError(5, "Input/output error")

    show_links(desk, Gone())


def test_too_many_unused_links_are_said(desk, capsys, monkeypatch):
    monkeypatch.setattr("inquiro.api.browser_sessions.MOST_CODES", 0)
    letting_in.show_link(desk)
    assert "too many codes" in capsys.readouterr().err


def test_an_account_without_a_name_is_the_operator(monkeypatch):
    def nameless():
        raise KeyError("uid not found")

    monkeypatch.setattr(letting_in.getpass, "getuser", nameless)
    assert operator() == "operator"
