"""Plain progress for logs and pipes."""

from __future__ import annotations

import pytest

from inquiro.cli.lines import Lines


def written(events, capsys):
    with Lines() as lines:
        for event in events:
            lines(event)
    shown = capsys.readouterr()
    assert shown.out == ""
    return shown.err


def test_one_line_per_event_that_means_something(events, capsys):
    lines = written(events, capsys).splitlines()
    assert lines == [
        "run 7f3a91c2: engine extractive, privacy local_only, sources local, web (corpus)",
        "indexed corpus: 31 documents, 2 skipped",
        "plan: cooling effect; cost per tree; water use",
        "round 1/10: 2 queries: tree cooling; tree cost",
        "failed: web: no answer in time",
        "failed: web: no answer in time",
        (
            "round 1/10: 2 queries → 12 passages from 7 documents · 2 failures: "
            "✓ cooling effect ◐ cost per tree ○ water use (2 calls · 900 tokens · $0.03)"
        ),
        "note: one file was skipped: broken.pdf",
        "round 2/10: 1 query: tree water use",
        (
            "round 2/10: 1 query for what is missing → 1 passage from 1 document: "
            "✓ cooling effect ✓ cost per tree ○ water use (2 calls · 900 tokens · $0.03)"
        ),
        "writing: 3 sentences",
        "completed: 2 of 3 answered, nothing new is expected (1.9 s · 2 calls · 900 tokens · $0.03)",
    ]


def test_what_an_earlier_run_gave_has_a_line_of_its_own(make_events, capsys):
    run = "7f3a91c2-0000-4000-8000-000000000001"
    checklist = [{"id": "c1", "label": "cost", "description": "cost", "status": "partial"}]
    told = [
        ("recall", "reading 12 documents of run 7f3a91c2", {"round": 0, "run": run, "documents": 12}),
        ("process", "", {"round": 0, "passages": 30, "documents": 11, "new_facts": 14}),
        ("recall", "From run 7f3a91c2: …", {"round": 0, "run": run, "facts": 14, "documents": 9}),
        ("evaluate", "", {"round": 0, "checklist": checklist}),
        ("round", "", {"round": 1, "max_rounds": 10, "queries": ["tree cost"]}),
    ]
    assert written(make_events(told), capsys).splitlines() == [
        "from run 7f3a91c2: 14 facts of 9 documents: ◐ cost (0 calls · $0.00)",
        "round 1/10: 1 query: tree cost",
    ]


def test_a_note_tells_its_topics_and_what_became_of_it(note_events, capsys):
    assert written(note_events, capsys).splitlines() == [
        "read Heat pumps.md: 640 characters",
        "topics: noise limit (claim); radiators (question)",
        "round 1/1: 2 queries: noise limit; radiators",
        "searched: 2 queries → 12 passages from 7 documents",
        "writing into Heat pumps.md",
        "wrote the section into Heat pumps.md",
    ]


def test_a_dry_run_over_a_note_says_whom_it_would_ask(make_events, capsys):
    data = {"topics": [{"label": "", "type": "claim"}], "sources": ["wiki", "pubmed"], "sent": False}
    [line] = written(make_events([("topics", "", data)]), capsys).splitlines()
    assert line == "topics: (in the vault only) (claim) (would ask wiki, pubmed)"


@pytest.mark.parametrize(
    ("told", "line"),
    [
        (("waiting", "", {"question": "Which city?"}), ""),  # the command asks, or says how to answer
        (("failed", "", {"error": "no space left"}), ""),  # the command fails with it
        (("fetch", "", {"url": "https://a", "error": "blocked"}), "failed: https://a: blocked\n"),
        (("analyze", "", {"facts": 3}), ""),
    ],
)
def test_other_endings(told, line, make_events, capsys):
    assert written(make_events([told]), capsys) == line


def test_a_model_has_a_line_for_each_answer_and_one_for_a_trouble_that_stays(make_events, capsys):
    who = {"role": "plan", "model": "openai:gpt"}
    told = [
        ("model", "", who),
        ("model", "", who | {"error": "openai is not working (503)"}),
        ("model", "", who),
        ("model", "", who | {"error": "openai is not working (503)"}),
        ("model", "", who | {"tokens": 1_200, "cost": 0.004, "finish": "stop"}),
        ("model", "", who | {"role": "write", "tokens": 1, "cost": 0.0, "finish": "stop"}),
        ("model", "", who | {"role": "write", "step": "repair", "tokens": 2, "cost": 0.0, "finish": "stop"}),
        ("model", "", who | {"role": "judge", "step": "judge", "tokens": 3, "cost": 0.0, "finish": "stop"}),
    ]
    assert written(make_events(told), capsys).splitlines() == [
        "model: openai:gpt (to plan): openai is not working (503)",
        "model: openai:gpt (to plan): 1,200 tokens · $0.0040",
        "model: openai:gpt (to write): 1 token",
        "model: openai:gpt (to mend sentences): 2 tokens",
        "model: openai:gpt (whether sentences hold): 3 tokens",
    ]


@pytest.mark.fault(70)
def test_a_hostile_title_stays_on_its_line(make_events, capsys):
    told = [("fetch", "", {"title": "a\n\x1b[2Jcompleted: all fine", "error": "blocked"})]
    assert written(make_events(told), capsys) == "failed: a [2Jcompleted: all fine: blocked\n"


def test_a_research_counts_its_parts(make_events, capsys):
    lines = Lines()
    data = {"claims": 9, "ideas": 2, "implementations": 1}
    for event in make_events([("synthesize", "2 ideas, 1 implementations; 9 sentences", data)]):
        lines(event)
    assert capsys.readouterr().err == "writing: 2 ideas, 1 implementations; 9 sentences\n"
