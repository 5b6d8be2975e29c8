from __future__ import annotations

from typing import Any

import msgspec
import pytest

from inquiro.core.types import ChecklistItem, FactEstimate, SaturationMetrics, Stop
from inquiro.engine.stopping import Situation, decide

DONE = tuple(ChecklistItem(id=f"c{n}", description="-", status="satisfied") for n in range(3))
OPEN = (*DONE[:1], ChecklistItem(id="c2", description="-", status="partial"), ChecklistItem(id="c3", description="-"))
SATURATED = SaturationMetrics(new_entities_ratio=0, new_facts_ratio=0, citation_circularity=1, source_coverage=1)
FRESH = SaturationMetrics(new_entities_ratio=1, new_facts_ratio=1, citation_circularity=0, source_coverage=0)
# What can end a run, in the order in which it may; each later line is also true when an earlier one decides.
ORDER: list[tuple[str, dict[str, Any], str]] = [
    ("user", {"user_stop": "User requested stop"}, "User requested stop"),
    ("money", {"budget_stop": Stop(cause="money", reason="Money limit reached ($1)")}, "Money limit reached"),
    ("checklist", {"checklist": DONE}, "Checklist complete: 3 of 3 answered"),
    ("rounds", {"round": 5}, "Round limit reached (5): 1 of 3 answered, 1 in part"),
    ("saturation", {"metrics": SATURATED, "answered_rounds": 2}, "Entity saturation reached"),
    ("exhausted", {"queries_left": False}, "No further query to try"),
]
QUIET: dict[str, Any] = {"checklist": OPEN, "round": 2, "max_rounds": 5, "metrics": FRESH, "answered_rounds": 2}


def decided(**changes: Any) -> Stop | None:
    return decide(Situation(**(QUIET | changes)))


@pytest.mark.parametrize("first", range(len(ORDER)), ids=[cause for cause, _, _ in ORDER])
def test_of_everything_that_could_end_a_run_the_first_in_order_does(first):
    conditions: dict[str, Any] = {}
    for _, changes, _ in ORDER[first:]:
        conditions |= changes
    cause, _, words = ORDER[first]
    found = decided(**conditions)
    assert found is not None
    assert found.cause == cause
    assert found.reason.startswith(words)


EVERYBODY_ASKED = SaturationMetrics(
    new_entities_ratio=0.3, new_facts_ratio=0.3, citation_circularity=0.1, source_coverage=1.0
)


def test_having_asked_every_source_ends_no_run_while_something_is_open_facts_come_and_queries_wait():
    assert decided(metrics=EVERYBODY_ASKED, answered_rounds=4) is None


@pytest.mark.parametrize(
    ("changes", "cause"),
    [
        ({"checklist": ()}, "saturation"),
        ({"queries_left": False}, "saturation"),
        ({"metrics": msgspec.structs.replace(EVERYBODY_ASKED, new_facts_ratio=0.0)}, "saturation"),
        ({"metrics": msgspec.structs.replace(EVERYBODY_ASKED, citation_circularity=0.9)}, "saturation"),
    ],
)
def test_it_ends_one_where_any_of_that_is_over(changes, cause):
    found = decided(**({"metrics": EVERYBODY_ASKED} | changes))
    assert found is not None
    assert found.cause == cause


@pytest.mark.parametrize(("cause", "changes", "words"), ORDER, ids=[cause for cause, _, _ in ORDER])
def test_each_reason_alone_is_enough(cause, changes, words):
    found = decided(**changes)
    assert found is not None
    assert found.cause == cause
    assert found.reason.startswith(words.partition(":")[0])


@pytest.mark.fault(11)
@pytest.mark.parametrize("cause", ["money", "tokens", "time", "pages"])
def test_every_limit_of_the_budget_stops_with_its_own_words(cause):
    limit = Stop(cause=cause, reason=f"{cause} is used up")
    assert decided(budget_stop=limit, round=5, checklist=DONE) == limit


def test_otherwise_it_goes_on():
    assert decided() is None


@pytest.mark.fault(11)
@pytest.mark.parametrize("number", [5, 6])
def test_no_run_turns_for_ever(number):
    found = decided(round=number)
    assert found is not None
    assert found.reason == "Round limit reached (5): 1 of 3 answered, 1 in part"


@pytest.mark.parametrize("answered", [0, 1])
def test_metrics_wait_for_two_rounds_with_answers(answered):
    assert decided(metrics=SATURATED, answered_rounds=answered) is None
    assert decided(metrics=SATURATED, answered_rounds=2) is not None


def test_failed_sources_are_not_saturation():
    assert decided(metrics=SATURATED, sources_failed=True) is None


def test_a_round_without_metrics_goes_on():
    assert decided(metrics=None) is None


def test_an_empty_checklist_is_not_a_complete_one():
    assert decided(checklist=()) is None


FEW_LEFT = FactEstimate(found=20, coverage=0.9, unseen=2.1, low=0.3, high=7.4, next_round=0.4)
NOT_KNOWN = FactEstimate(found=2)


def test_a_saturated_run_says_what_is_open_and_what_could_still_come():
    found = decided(metrics=SATURATED, outlook=FEW_LEFT)
    assert found is not None
    assert found.reason == (
        "Entity saturation reached (<5% new entities in last cycle); 1 of 3 answered, 1 in part; on what is open, "
        "the next round is expected to add 0.4 facts (about 2 more are estimated to exist, 0–7)"
    )


@pytest.mark.parametrize("cause", ["rounds", "checklist", "saturation", "exhausted"])
def test_every_end_of_the_research_itself_says_what_another_round_would_add(cause):
    changes = next(changes for name, changes, _ in ORDER if name == cause)
    found = decided(**changes, outlook=FEW_LEFT)
    assert found is not None
    assert found.reason.endswith("expected to add 0.4 facts (about 2 more are estimated to exist, 0–7)")


@pytest.mark.parametrize(
    ("checklist", "words"),
    [(DONE, "; too little"), (OPEN, "; on what is open, too little"), (OPEN[1:], "; too little")],
)
def test_where_too_little_was_read_the_reason_says_so(checklist, words):
    found = decided(round=5, checklist=checklist, outlook=NOT_KNOWN)
    assert found is not None
    assert found.reason.endswith(f"{words} was read to estimate what the next round would add")


@pytest.mark.parametrize("left", [FEW_LEFT, NOT_KNOWN, FactEstimate(found=9, coverage=0.0, low=100.0, next_round=50.0)])
def test_the_estimate_explains_and_never_decides(left):
    assert decided(outlook=left) is None
    assert decided(metrics=SATURATED, outlook=left) is not None
