"""Which display fits where stderr goes."""

from __future__ import annotations

import sys

import pytest

from inquiro.cli.display import display
from inquiro.cli.lines import Lines
from inquiro.cli.progress import Progress


@pytest.mark.parametrize(
    ("terminals", "term", "events", "kind"),
    [
        ((True, True), "xterm", False, Progress),
        ((True, False), "xterm", True, Progress),
        ((True, True), "xterm", True, Lines),
        ((True, True), "dumb", False, Lines),
        ((False, True), "xterm", False, Lines),
    ],
)
def test_the_choice(terminals, term, events, kind, monkeypatch):
    stderr, stdout = terminals
    monkeypatch.setattr(sys.stderr, "isatty", lambda: stderr)
    monkeypatch.setattr(sys.stdout, "isatty", lambda: stdout)
    monkeypatch.setenv("TERM", term)
    assert isinstance(display(events=events), kind)
