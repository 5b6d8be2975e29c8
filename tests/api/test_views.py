from __future__ import annotations

import pytest

from inquiro.api.views import Tally, question_of, result_of, status_of, status_word, trace_of
from inquiro.core.events import Event
from inquiro.core.types import Report, Run


def run(**changes) -> Run:
    return Run(**{"id": "r", "tool_name": "deep_research", "input_params": {"question": "Why?"}, **changes})


def event(seq: int, stage: str, **data) -> Event:
    return Event(run_id="r", seq=seq, stage=stage, message=f"{stage} {seq}", progress=seq / 10, data=data)


@pytest.mark.parametrize(
    ("status", "stop", "word"),
    [
        ("pending", None, "started"),
        ("in_progress", None, "running"),
        ("in_progress", "User requested stop", "stopping"),
        ("pending", "User requested stop", "stopping"),
        ("completed", "User requested stop", "completed"),
        ("failed", None, "failed"),
        ("waiting", None, "waiting"),
        ("cancelled", None, "cancelled"),
    ],
)
def test_statuses_in_the_seeds_words(status, stop, word):
    assert status_word(run(status=status, stop_requested=stop)) == word


def test_events_add_up():
    told = [
        event(1, "start"),
        event(2, "plan", checklist=[{"id": "c1", "status": "unsatisfied"}]),
        event(3, "search", provider="a"),
        event(4, "search", provider="b"),
        event(5, "notice"),
        event(6, "analyze", entities=7),
        event(6, "search", provider="a"),
        event(7, "evaluate", saturation={"new_facts_ratio": 0.5}, checklist=[{"id": "c1", "status": "satisfied"}]),
    ]
    seen = status_of(run(status="in_progress", progress=0.2), told)
    assert seen["current_phase"] == "evaluate"
    assert (seen["sources_queried"], seen["entities_found"], seen["seq"]) == (2, 7, 7)
    assert seen["saturation_metrics"] == {"new_facts_ratio": 0.5}
    assert seen["checklist"] == [{"id": "c1", "status": "satisfied"}]
    assert seen["progress"] == 0.7
    tally = Tally()
    for one in told[:5]:
        tally.add(one)
    assert tally.message_of(told[4]) | {"data": None} == {
        "type": "progress",
        "seq": 5,
        "phase": "collect",
        "sources_queried": 2,
        "entities_found": 0,
        "message": "notice 5",
        "stage": "notice",
        "progress": 0.5,
        "data": None,
    }


@pytest.mark.parametrize("aside", ["notice", "model"])
def test_what_is_said_along_the_way_ends_no_phase(aside):
    seen = status_of(run(status="in_progress"), [event(1, "start"), event(2, "search"), event(3, aside)])
    assert (seen["current_phase"], seen["message"]) == ("collect", f"{aside} 3")


def test_the_last_message_has_the_result_or_the_error():
    report = Report(trace_id="r", question="Why?", answer="So.").to_dict()
    done = Tally().last_message(run(status="completed", result=report))
    assert (done["type"], done["status"], done["result"]["answer"]) == ("complete", "completed", "So.")
    failed = Tally().last_message(run(status="failed", error_message="no space"))
    assert (failed["status"], failed["message"], failed["result"]) == ("failed", "no space", None)


def test_a_waiting_run_has_a_question_and_no_result():
    waiting = run(
        status="waiting", result=Report(trace_id="r", question="?", answer="", clarification="Which?").to_dict()
    )
    assert (question_of(waiting), result_of(waiting)) == ("Which?", None)
    assert question_of(run(status="completed")) is None


def test_a_trace_names_folders_without_locating_them():
    one = run(input_params={"question": "Why?", "corpora": ["/a/b/papers"]}, lease_owner="host:1:x", state={"x": 1})
    shown = trace_of(one, whole=True)
    assert shown["input_params"]["corpora"] == ["papers"]
    assert shown["state"] == {"x": 1}
    assert "host" not in str(shown)
    noted = run(input_params={"question": "Why?", "note": {"vault": "/a/b/Vault", "path": "c.md"}})
    assert trace_of(noted, whole=False)["input_params"]["note"] == {"vault": "Vault", "path": "c.md"}
    assert "state" not in trace_of(one, whole=False)
