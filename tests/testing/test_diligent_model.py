"""A decent model: a whole run works with it, and every answer comes from what it was given."""

from __future__ import annotations

import asyncio

import msgspec
import pytest

from inquiro.core.models import Message, ModelClient, ModelRequest
from inquiro.core.types import ResearchRequest
from inquiro.engine.asked.planning import Planned
from inquiro.engine.asked.repairing import Repaired
from inquiro.engine.asking_typed import schema_of
from inquiro.engine.fencing import fenced
from inquiro.providers.llm import registry
from inquiro.testing import DiligentModel, plugged_in

QUESTION = "How much do street trees cool a city, what do they cost and who pays?"


@pytest.fixture
def researched(runtime, wiki):
    def run(model, **options):
        wanted = {"question": QUESTION, "sources": ("wiki",), "model": "diligent:m", "unattended": True} | options
        with plugged_in(registry, diligent=lambda _context, _name: model):
            return asyncio.run(runtime.ask(ResearchRequest(**wanted)))

    return run


def test_it_is_a_model():
    assert isinstance(DiligentModel(), ModelClient)
    assert DiligentModel().availability().available


def test_it_plans_four_things_by_the_words_of_the_question():
    model = DiligentModel()
    request = ModelRequest(messages=(Message(role="user", text=f"Question: {QUESTION}"),), schema=schema_of(Planned))
    said = asyncio.run(model.complete(request))
    plan = msgspec.json.decode(said.text, type=Planned)
    assert [item.description for item in plan.checklist] == [
        "What about street trees?",
        "What about cool city?",
        "What about cost pays?",
        "What about street measurements?",
    ]
    texts = [query.text for query in plan.queries]
    assert len(set(texts)) == len(texts) == 4
    assert plan.question == QUESTION
    assert (said.usage.input, said.finish) == (-(-len(f"Question: {QUESTION}") // 4), "stop")
    assert model.requests == [request]
    assert asyncio.run(DiligentModel().complete(request)) == said


def test_a_run_with_it_ends_with_a_complete_checklist_and_quotes(runtime, researched, wiki):
    model = DiligentModel()
    report = researched(model)
    assert report.engine.startswith("llm")
    assert "Checklist complete" in report.stop_reason
    assert {claim.label for claim in report.claims} == {"quoted", "inferred"}  # two costs are weighed by us
    assert (report.lost, report.dropped) == ((), {})
    checked = asyncio.run(runtime.verify(report.trace_id))
    assert checked.holds
    assert checked.found > 3
    assert [request.schema_name for request in model.requests] == ["plan", "extract", "assess", "write"]


def test_it_wants_more_until_its_round(researched, wiki):
    model = DiligentModel(rounds_needed=2)
    report = researched(model)
    assert report.iterations_used == 2
    assert len(set(wiki.searches)) == len(wiki.searches) > 4


def test_it_corrects_a_sentence_with_its_quote_or_takes_it_out():
    entries = [
        "1. Sentence: Trees cool by 9 °C.",
        "   Problem: its evidence does not hold 9 °C",
        "   Facts: f2 f3",
        "   Quote: Trees cool by 1.6 °C.",
        "2. Sentence: Nobody knows.",
        "   Problem: it names no fact",
        "   Facts: none",
    ]
    text = f"Question: How cool?\n\nEntries:\n{fenced('entries', entries)}"
    request = ModelRequest(messages=(Message(role="user", text=text),), schema=schema_of(Repaired))
    first, second = msgspec.json.decode(DiligentModel().answer(request), type=Repaired).sentences
    assert (first.number, first.text, first.facts) == (1, "Trees cool by 1.6 °C.", ["f2", "f3"])
    assert (second.number, second.text, second.facts) == (2, "", [])


def test_without_a_schema_it_speaks():
    request = ModelRequest(messages=(Message(role="user", text="Question: How tall?\n\n[1] It is 40 m tall. Yes."),))
    assert DiligentModel().answer(request) == "It is 40 m tall."
