"""When a model judges a round, and what stands where it is not asked."""

from __future__ import annotations

import asyncio
import json
from itertools import combinations

import msgspec

from inquiro.core.models import ModelRequest
from inquiro.core.types import ResearchRequest
from inquiro.providers.llm import registry as models
from inquiro.testing import DiligentModel, Page, ScriptedProvider, plugged_in

REQUEST = ResearchRequest(
    question="How much do street trees cool the air, what do they cost and who pays for them?",
    sources=("wiki",),
    model="double:x",
    max_iterations=4,
)


class Disputing(DiligentModel):
    """Finds every answer partial, and sees a disagreement between any two facts."""

    def __init__(self) -> None:
        super().__init__(provider="double", model="x", rounds_needed=9)
        self.asked: list[str] = []

    async def complete(self, request: ModelRequest, heard=None):
        self.asked.append(request.schema_name)
        answer = await super().complete(request, heard)
        if request.schema_name != "assess":
            return answer
        pairs = combinations([f"f{number}" for number in range(1, 6)], 2)
        seen = [{"facts": list(pair), "about": "cost", "kind": "disagreement"} for pair in pairs]
        return msgspec.structs.replace(answer, text=json.dumps(json.loads(answer.text) | {"contradictions": seen}))


def asked(runtime, double):
    with plugged_in(models, double=lambda _context, _model: double):
        return asyncio.run(runtime.ask(REQUEST))


def test_a_round_that_brings_nothing_is_not_judged_again(runtime, wiki):
    double = Disputing()
    report = asked(runtime, double)
    thought = ["plan", "extract", "assess", "extract", "assess", "write"]  # the second round finds another page
    assert [step for step in double.asked if step != "repair"] == thought
    assert (report.iterations_used, report.status) == (3, "completed")
    assert "saturation reached" in report.stop_reason
    assert len(report.checklist_coverage.gaps) == 4  # as the model had judged; rules find one answered
    assert asyncio.run(runtime.replay(report.trace_id)).identical


def test_a_disagreement_that_the_model_saw_stays(runtime, plug):
    near = "Visitors of the park in Aldra like the lime trees"
    pages = [
        Page(title="One", text=f"{near} of the northern row, and their cool shade costs the city 900 € a year."),
        Page(title="Two", text=f"{near} of the southern row less, whose cool shade costs it nothing a year."),
    ]
    plug(ScriptedProvider("wiki", pages))
    double = Disputing()
    report = asked(runtime, double)
    assert double.asked.count("assess") == 1 < report.iterations_used
    assert report.contradictions


def test_where_nothing_was_found_the_model_may_find_other_words(runtime, plug):
    plug(ScriptedProvider("wiki", []))
    double = Disputing()
    asked(runtime, double)
    assert double.asked.count("assess") == 1
