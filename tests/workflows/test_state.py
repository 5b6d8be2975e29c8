"""What a run carries starts empty and reads back as values."""

from __future__ import annotations

import typing

import msgspec

from inquiro.core.types import ChecklistItem, Plan, Query, ResearchRequest, RoundRecord
from inquiro.workflows.state import ResearchState, checklist_of, initial, plan_of, queries_of, rounds_of

# The plan writes these, and critics theirs.
LATER = {"started_at", "refined_query", "domain", "plan", "checklist", "queries", "last", "critique"}


def test_a_new_run_has_every_field_but_those_the_plan_writes():
    state = initial("run", ResearchRequest(question="Why?"), "hybrid")
    assert set(typing.get_type_hints(ResearchState)) - set(state) == LATER
    assert (state["session_id"], state["original_query"], state["privacy_mode"]) == ("run", "Why?", "hybrid")
    assert (state["round"], state["should_stop"]) == (0, False)
    assert msgspec.json.decode(msgspec.json.encode(state)) == state


def test_values_come_back_as_they_went_in():
    item = ChecklistItem(id="c1", description="cost", terms=("cost",), private=True)
    query = Query(text="cost trees", items=("c1",), private=True)
    plan = Plan(refined_query="cost?", checklist=(item,))
    record = RoundRecord(iteration=1, queries=("cost trees",))
    state = ResearchState(
        plan=plan.to_dict(), checklist=[item.to_dict()], queries=[query.to_dict()], rounds=[record.to_dict()]
    )
    stored = msgspec.json.decode(msgspec.json.encode(state))
    assert (plan_of(stored), checklist_of(stored)) == (plan, [item])
    assert (queries_of(stored), rounds_of(stored)) == ([query], [record])
