"""The live display: finished steps stay, the work under way moves."""

from __future__ import annotations

import re
from io import StringIO

import pytest
from rich.console import Console

from inquiro.cli.progress import Progress
from inquiro.cli.steps import Steps


def screen(width=80, *, terminal=False):
    return Console(file=StringIO(), width=width, force_terminal=terminal, highlight=False, markup=False)


def printed(events, width=80):
    console = screen(width)
    with Steps(console) as steps:
        for event in events:
            steps(event)
    return console.file.getvalue()


def test_what_stays_on_the_screen(events, monkeypatch):
    monkeypatch.setattr("inquiro.cli.steps.__version__", "0.2.0")
    assert printed(events) == (
        "  Inquiro 0.2.0 · engine: extractive · privacy: local_only · sources: local, web\n"
        "\n"
        "  Question    Do trees cool?\n"
        "  Corpus      corpus: 31 documents, 2 skipped\n"
        "  Plan        3 things to find out                                         0.2 s\n"
        "              ⚠ web: no answer in time\n"
        "  Round 1/10  ▸ 2 queries → 12 passages from 7 documents · 2 failures\n"
        "              ✓ cooling effect   ◐ cost per tree   ○ water use\n"
        "  Note        one file was skipped: broken.pdf\n"
        "  Round 2/10  ▸ 1 query for what is missing → 1 passage from 1 document\n"
        "              ✓ cooling effect   ✓ cost per tree   ○ water use\n"
        "  Stopped     2 of 3 answered, nothing new is expected\n"
        "              1.9 s · 2 calls · 900 tokens · $0.03\n"
    )


def test_what_an_earlier_run_gave_stays_on_the_screen(make_events):
    told = [
        ("recall", "", {"round": 0, "run": "7f3a91c2-0000", "documents": 9}),
        ("process", "", {"round": 0, "passages": 30, "documents": 11, "new_facts": 14}),
        ("evaluate", "", {"round": 0, "checklist": [{"label": "cost", "status": "satisfied"}]}),
    ]
    assert printed(make_events(told)) == (
        "  Earlier     ▸ From run 7f3a91c2: 14 facts of 9 documents\n              ✓ cost\n"
    )


def test_what_stays_of_a_note(note_events):
    assert printed(note_events) == (
        "  Read        Heat pumps.md: 640 characters\n"
        "  Topics      claim    noise limit\n"
        "              question radiators\n"
        "  Searched    2 queries → 12 passages from 7 documents\n"
    )


def test_a_dry_run_over_a_note_says_whom_it_would_ask(make_events):
    data = {"topics": [{"label": "noise", "type": "claim"}], "sources": ["wiki", "pubmed"], "sent": False}
    assert "  Would ask   wiki, pubmed\n" in printed(make_events([("topics", "", data)]))


@pytest.mark.parametrize("width", [40, 60, 80, 120])
def test_every_width_holds(width, events):
    assert all(len(line) <= width for line in printed(events, width).splitlines())


def test_narrow_breaks_between_checklist_items(events):
    assert "✓ cooling effect   ◐ cost per tree\n              ○ water use\n" in printed(events, 60)


def test_a_run_that_goes_on_after_a_question_has_one_header(events):
    assert printed([events[0], events[0]]).count("Inquiro") == 1


def test_questions_and_failures_are_the_commands_to_tell(make_events):
    assert not printed(make_events([("waiting", "", {"question": "Which?"}), ("failed", "", {"error": "full"})]))


@pytest.mark.fault(70)
def test_hostile_labels_are_data(make_events):
    item = {"label": "[red]x[/red]\x1b[2J", "status": "satisfied"}
    shown = printed(make_events([("evaluate", "", {"round": 1, "checklist": [item]})]))
    assert "✓ [red]x[/red][2J\n" in shown


def test_the_live_part_shows_queries_and_clears_itself(events):
    console = screen(terminal=True)
    with Progress(console) as progress:
        for event in events[:9]:
            progress(event)
        progress._live.refresh()
        moving = re.sub(r"\x1b\[[\d;?]*[a-zA-Z]", "", console.file.getvalue())
        for event in events[9:]:
            progress(event)
        progress.say("stopping…")
    assert "Round 1/10 · reading Measurements" in moving
    assert "→ tree cooling  5 hits" in moving
    assert "→ tree cost  …" in moving
    assert "stopping…" in console.file.getvalue()
    assert console.file.getvalue().count("\x1b[?25l") == console.file.getvalue().count("\x1b[?25h") == 1


def test_the_display_can_be_entered_again_after_a_question(events):
    progress = Progress(screen(terminal=True))
    for _ in range(2):
        with progress:
            progress(events[0])
        assert not progress._live.is_started
