"""From topics to a plan: labels may leave, everything else stays."""

from __future__ import annotations

from inquiro.core.types import NoteText, Topic
from inquiro.engine.notes.planned import on_this_machine, plan_for

NOTE = NoteText(path="Heat.md", title="Heat", text="The pump makes 35 dB at night. What does it cost?", sha256="0")


def topic(number, label, context, kind="claim"):
    return Topic(id=f"t{number}", label=label, context=context, type=kind)


def test_every_topic_is_an_item_with_a_query_of_its_label():
    plan = plan_for(NOTE, [topic(1, "heat pump noise", "x"), topic(2, "heat pump cost", "y", "question")])
    assert [(item.id, item.description, item.private) for item in plan.checklist] == [
        ("t1", "heat pump noise", False),
        ("t2", "heat pump cost", False),
    ]
    assert [(query.text, query.items, query.private) for query in plan.queries] == [
        ("heat pump noise", ("t1",), False),
        ("heat pump cost", ("t2",), False),
    ]
    assert plan.refined_query == "heat pump noise; heat pump cost"
    assert plan.checklist[1].facet == "cost"


def test_a_topic_without_a_label_is_private_through_and_through():
    plan = plan_for(NOTE, [topic(1, "", "Jane Doe owes me a pump"), topic(2, "heat pump noise", "y")])
    hidden, shown = plan.checklist
    assert hidden.private
    assert not shown.private
    assert plan.queries[0].private
    public = f"{plan.refined_query} {plan.key_terms} {plan.in_scope} {plan.queries[1].text}"
    assert "Jane" not in public
    assert "owes" not in public


def test_the_plan_speaks_the_language_of_the_note():
    note = NoteText(
        path="W.md", title="W", text="Die Wärmepumpe ist nachts sehr laut und stört die Nachbarn.", sha256="0"
    )
    assert plan_for(note, [topic(1, "Wärmepumpe Lärm", "x")]).language == "de"


def test_a_plan_without_any_label_names_nothing():
    assert plan_for(NOTE, [topic(1, "", "Jane Doe")]).refined_query == "what the note is about"


def test_what_was_held_back_is_looked_for_on_this_machine_in_a_query_of_its_own():
    note = NoteText(path="Heat.md", title="Heat", text="Jane Doe measured the noise of the Vortex pump.", sha256="0")
    plan = plan_for(note, [topic(1, "pump noise", note.text)])
    shown, hidden = plan.queries
    assert (shown.text, shown.private) == ("pump noise", False)
    assert hidden.private
    assert {"Jane", "Vortex"} <= set(hidden.text.split())
    [item] = plan.checklist
    assert not {"Jane", "Vortex"} & {*item.terms, *item.about, *plan.key_terms, *plan.refined_query.split()}
    [local] = on_this_machine(plan.checklist)
    assert {*local.terms, *local.about} == set(hidden.text.split())
    assert local.description == "pump noise"


def test_a_label_that_says_as_much_as_the_note_needs_no_second_query():
    plan = plan_for(NOTE, [topic(1, "heat pump makes dB night", "The pump makes 35 dB at night.")])
    assert [query.private for query in plan.queries] == [False]
    assert on_this_machine(plan.checklist) == []
