"""Ideas, implementations and a paper in a terminal."""

from __future__ import annotations

from io import StringIO

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st
from rich.console import Console

from inquiro.cli.code_view import LONGEST_COLOURED, Code, harmless
from inquiro.cli.render import Answer

EVIL = "[bold]x[/bold] \x1b[31mred\x1b[0m \u202eabc \u200b :smile: \r\x07 [link=http://evil]y[/link]"


def printed(thing, width=80, **options) -> str:
    console = Console(file=StringIO(), width=width, highlight=False, markup=False, emoji=False, **options)
    console.print(thing)
    return console.file.getvalue()


def shown(report, width=80, **options) -> str:
    return printed(Answer(report), width, **options)


def test_everything_that_was_asked_for(found):
    text = shown(found.a_research(), 80)
    assert text.startswith(
        "\n"
        "  Ideas\n"
        "  1. Waiting twice as long after each failure spares a server that is in\n"
        "     trouble. [1]\n"
        "     Backing off [1] · quoted · relevance 0.82 · authority 0.90 · ranked so: 5\n"
        "     of the 6 words asked for\n"
        "  2. A random part in the wait keeps clients from coming back at the same\n"
        "     moment. [3][1]\n"
        "     Notes on retries [3] · supported\n"
        "\n"
        "  Implementations\n"
        "  1. Retrying in Python [2]\n"
        "     A plain loop is enough where one call is retried. [2]\n"
        "     │ import time\n"
        "     │\n"
        "     │\n"
        "     │ def retry(call, times=3):\n"
        "     │     for attempt in range(times):\n"
        "     │         time.sleep(2**attempt)\n"
        "     │\n"
        '     │ # ends with a fence: """```"""\n'
        "     quoted from [2] · valid Python, not run · licence, as the page states it:\n"
        "     MIT\n"
        "     supported · relevance 0.70 · authority 0.70 · completeness 1.00 · ranked\n"
        "     so: imports what it uses\n"
        "\n"
        "  2. Retrying in Python [2]\n"
    )
    for part in (
        "     imports that are not stated: numpy · adapted",
        "     not valid Python: line 1: invalid syntax · adapted",
        "     inferred · needs: tenacity\n",
        "\n  Report\n  Abstract\n  Calls over a network fail for reasons that pass. [1]\n\n  Introduction\n",
        "often. (no source) More is said elsewhere [2].\n\n  • First [2]\n  • Second\n\n  Implementations\n  │ import time\n",
        "  Not found\n  • What retrying costs\n",
        "\n  Sources\n  [1] Backing off · example.org\n",
        "  Note: one item named an address that was never read\n",
    ):
        assert part in text, part
    assert text.count(found.LOOP) == 1


@pytest.mark.parametrize("width", [24, 40, 60, 80, 140])
@pytest.mark.parametrize("kind", ["full", "hostile"])
def test_every_width_holds(width, kind, found):
    report = found.a_research() if kind == "full" else found.hostile(EVIL + "longword" * 20)
    lines = shown(report, width).splitlines()
    assert all(len(line) <= min(width, 100) and line == line.rstrip() for line in lines)


@pytest.mark.fault(35)
def test_nothing_in_it_acts_on_the_terminal(found):
    text = shown(found.hostile(EVIL))
    assert not set(text) & set("\x1b\u202e\u200b\r\x07")
    assert "[bold]x[/bold]" in text
    assert ":smile:" in text


def test_code_is_coloured_by_its_language_and_only_that(found):
    coloured = shown(found.a_research(), force_terminal=True, color_system="standard")
    plain = shown(found.a_research())
    line = next(line for line in coloured.splitlines() if "attempt" in line and "range" in line)
    assert line.count("\x1b[") > 4
    assert "    for attempt in range(times):" in plain


def test_an_unknown_language_and_a_very_long_text_are_shown_as_they_are():
    assert printed(Code("a [b] c", "no-such-language")) == "  │ a [b] c\n"
    assert Code("x = 1\n" * LONGEST_COLOURED, "python").language == ""


def test_a_long_line_goes_on_below_itself_and_keeps_its_letters():
    text = printed(Code("    " + "ab" * 60, "text"), 40)
    assert {len(line) for line in text.splitlines()[:-1]} == {40}
    first, *rest = text.splitlines()
    assert first.startswith("  │     ab")
    assert {line[:4] for line in rest} == {"  ┊ "}
    assert "".join(line[4:] for line in text.splitlines()).strip() == "ab" * 60


@given(st.text(max_size=60))
def test_harmless_code_keeps_its_lines(code):
    kept = harmless(code)
    assert kept.count("\n") == code.replace("\r\n", "\n").count("\n")
    assert not set(kept) & set("\x1b\x07\r\u202e\u200b")


def test_a_research_that_found_nothing_shows_its_answer_and_why(found):
    text = shown(found.nothing())
    assert "  Answer\n  Nothing was found.\n" in text
    assert "Note: no source answered" in text


def test_a_mode_without_results_says_so(found):
    none = msgspec.structs.replace(found.FINDINGS, implementations=[], report=None)
    text = shown(found.a_research(findings=none))
    assert (
        "  Implementations\n  Nothing that was read gives any.\n\n  Report\n  Nothing that was read gives any.\n"
        in text
    )
