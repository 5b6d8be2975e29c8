"""What a note gains without a model: each fact under the topic that it shares most with."""

from __future__ import annotations

import pytest

from inquiro.core.types import ChecklistItem, Fact, Plan
from inquiro.engine.notes.supplement import compose_topics

BROAD = ChecklistItem(id="t1", description="heat pumps", terms=("heat", "pumps"))
NARROW = ChecklistItem(id="t2", description="heat pump noise night", terms=("heat", "pump", "noise", "night"))
PLAN = Plan(refined_query="x", checklist=(BROAD, NARROW))


def fact(number, statement, **scores):
    return Fact(id=f"f{number}", statement=statement, evidence=("e",), sources=("u",), scores=scores)


def test_a_narrow_topic_keeps_what_a_broad_one_would_take_too():
    noise = fact(1, "Heat pump noise at night is limited.", t1=0.9, t2=0.8)
    cost = fact(2, "Heat pumps cost money.", t1=0.9)
    draft = compose_topics(PLAN, PLAN.checklist, [noise, cost])
    assert draft.opening == ()
    assert {section.heading: [claim.facts for claim in section.claims] for section in draft.sections} == {
        "heat pumps": [("f2",)],
        "heat pump noise night": [("f1",)],
    }


def test_nothing_is_said_twice_and_silence_makes_no_section():
    twice = [fact(1, "Heat pumps cost money.", t1=0.9), fact(2, "Heat pumps cost money now.", t1=0.9)]
    draft = compose_topics(PLAN, PLAN.checklist, twice)
    assert [len(section.claims) for section in draft.sections] == [1]
    assert compose_topics(PLAN, PLAN.checklist, []).sections == ()


def test_what_comes_far_behind_the_best_of_a_topic_only_fills_the_note():
    best, near, far = (
        fact(1, "Heat pumps cost 20,000 euros.", t1=1.2),
        fact(2, "Most heat pumps need electricity.", t1=0.9),
        fact(3, "Some heat pumps are painted grey.", t1=0.55),
    )
    (section,) = compose_topics(PLAN, PLAN.checklist, [best, near, far]).sections
    assert [claim.facts for claim in section.claims] == [("f1",), ("f2",)]
    assert compose_topics(PLAN, PLAN.checklist, [far]).sections


@pytest.mark.parametrize(
    "statement",
    [
        "See heat pump noise for more.",
        "Heat pump noise at night is as follows:",
        "This study aims to measure heat pump noise at night.",
        "However, heat pump noise at night is limited.",
        "It limits heat pump noise at night.",
        "We placed four sensors for heat pump noise at night.",
    ],
)
def test_what_does_not_read_alone_is_left_out(statement):
    assert compose_topics(PLAN, PLAN.checklist, [fact(1, statement, t2=0.9)]).sections == ()


def test_one_common_word_is_chance():
    assert compose_topics(PLAN, PLAN.checklist, [fact(1, "The night is dark.", t2=0.9)]).sections == ()
