"""A run's state, folded from its events."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from inquiro.cli.picture import Picture, how_many
from inquiro.core.events import Event


def painted(events):
    picture = Picture()
    for event in events:
        picture.add(event)
    return picture


def test_a_whole_run(events):
    picture = painted(events)
    assert (picture.question, picture.privacy, picture.corpus) == ("Do trees cool?", "local_only", ("corpus",))
    assert [round_.name for round_ in picture.rounds.values()] == ["Round 1/10", "Round 2/10"]
    assert "".join(item.glyph for item in picture.checklist) == "✓✓○"
    assert picture.stop_reason == "2 of 3 answered, nothing new is expected"
    assert (picture.spent(), picture.seconds(), picture.doing) == (
        "2 calls · 900 tokens · $0.03",
        "1.9 s",
        "done",
    )


def test_what_a_model_costs_is_counted_while_the_round_goes_on(make_events):
    asked = {"role": "plan", "model": "openai:gpt"}
    told = [("model", "", asked), ("model", "", asked | {"tokens": 400, "cost": 0.002})]
    picture = painted(make_events(told * 2))
    assert (picture.spent(), picture.doing) == ("2 calls · 800 tokens · $0.0040", "asking openai:gpt (to plan)")
    counted = ("evaluate", "", {"round": 1, "usage": {"calls": 3, "tokens": 900, "cost": 0.25}})
    assert painted(make_events([*told, counted])).spent() == "3 calls · 900 tokens · $0.25"


def test_rounds_count_what_failed(events):
    first, second = painted(events).rounds.values()
    assert first.summary() == "2 queries → 12 passages from 7 documents · 2 failures"
    assert second.summary() == "1 query for what is missing → 1 passage from 1 document"
    assert first.queries == {"tree cooling": 5, "tree cost": None}


def test_several_sources_add_up_for_one_query(make_events):
    hits = [("search", "", {"round": 1, "provider": p, "query": "q", "hits": 3}) for p in ("a", "b")]
    assert painted(make_events(hits)).rounds[1].queries == {"q": 6}


def test_a_failed_fetch_is_a_failure(make_events):
    told = [("fetch", "", {"round": 1, "url": "https://a", "error": "blocked"}), ("fetch", "", {"title": "B"})]
    picture = painted(make_events(told))
    assert (picture.rounds[1].failures, picture.rounds[1].read) == (["https://a: blocked"], 1)
    assert picture.doing == "reading B"


@pytest.mark.parametrize(
    ("told", "doing"),
    [
        (("index", "", {"done": 3, "total": 31}), "indexing 3 of 31"),
        (("synthesize", "", {"claims": 2}), "checking 2 sentences"),
        (("evaluate", "", {"round": 1, "stop": {"reason": "enough"}}), "writing the answer"),
        (("note", "", {}), "finding its topics"),
        (("topics", "", {"topics": [{"label": "a", "type": "claim"}]}), "searching"),
        (("write", "", {}), "writing into the note"),
        (("unheard of", "", {"x": 1}), "starting"),
    ],
)
def test_what_it_is_doing(told, doing, make_events):
    assert painted(make_events([told])).doing == doing


@given(
    st.sampled_from(
        [
            "start",
            "index",
            "plan",
            "note",
            "topics",
            "write",
            "round",
            "search",
            "fetch",
            "process",
            "evaluate",
            "done",
            "add",
        ]
    )
)
def test_an_event_without_data_harms_nothing(stage):
    assert painted([Event(run_id="r", seq=1, stage=stage, message="")]).run_id == "r"


def test_a_note_is_its_topics_and_what_was_found_on_them(note_events):
    picture = painted(note_events)
    assert picture.topics == (("claim", "noise limit"), ("question", "radiators"))
    assert picture.found() == "2 queries → 12 passages from 7 documents"
    assert picture.newest is not None
    assert picture.newest.judged


def test_counts_come_as_numbers_or_as_things():
    assert (how_many(3), how_many(["a"]), how_many(None)) == (3, 1, 0)
