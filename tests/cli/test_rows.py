"""The look: labels, figures, colours that can be switched off."""

from __future__ import annotations

from io import StringIO

import pytest
from rich.console import Console
from rich.text import Text

from inquiro.cli import rows
from inquiro.cli.picture import Item
from inquiro.cli.rows import Checklist, Paragraph, Row


def shown(thing, width):
    console = Console(file=StringIO(), width=width)
    console.print(thing)
    return console.file.getvalue()


def test_figures_stand_at_the_right_edge_or_below():
    row = Row("Plan", "five things to find out", "0.2 s")
    assert shown(row, 50) == "  Plan        five things to find out        0.2 s\n"
    assert shown(row, 42) == "  Plan        five things to find out\n              0.2 s\n"


def test_a_hanging_paragraph():
    assert shown(Paragraph(Text("one two three four"), hang=4), 16) == "  one two\n      three four\n"


def test_text_is_never_wider_than_is_good_to_read():
    assert max(map(len, shown(Paragraph(Text("word " * 100)), 200).splitlines())) <= 100


@pytest.mark.parametrize(("no_color", "coloured"), [("", True), ("1", False)])
def test_colours_can_be_switched_off(no_color, coloured, monkeypatch):
    monkeypatch.setenv("NO_COLOR", no_color)
    monkeypatch.setenv("FORCE_COLOR", "1")
    monkeypatch.setenv("TERM", "xterm-256color")
    console = rows.console()
    console.file = StringIO()
    console.print(Checklist([Item("cost", "satisfied")]))
    assert ("\x1b[32m✓" in console.file.getvalue()) is coloured
