"""A report with tables, reasoning and headings of a model's own, through a whole run."""

from __future__ import annotations

import asyncio
import json

import pytest

from inquiro.core.models import ModelAnswer, ModelUsage
from inquiro.core.types import Draft, DraftClaim, DraftSection, ResearchRequest
from inquiro.providers.llm import registry as models
from inquiro.testing import DiligentModel, plugged_in
from inquiro.testing.material import Material
from inquiro.workflows.writing_order import unheeded

QUESTION = "How much do street trees cool the air, what do they cost and who pays for them?"
REASONS = "A city that wants cool streets is therefore well advised to plant early."


class Analyst(DiligentModel):
    """Sets two facts side by side, and concludes."""

    async def complete(self, request, heard=None):
        answer = await super().complete(request, heard)
        if request.schema_name != "write":
            return answer
        self.prompt = request.messages[-1].text
        facts = [(fact.label, fact.text.partition("\n")[0]) for fact in Material.of(request).facts[:2]]
        said = json.loads(answer.text)
        rows = [{"name": "Street trees", "cells": [{"text": text, "facts": [name]} for name, text in facts]}]
        names = [name for name, _ in facts]
        said["sections"] += [
            {"kind": "comparison", "heading": "Side by side", "paragraphs": [], "table": {"columns": ["First", "Then"], "rows": rows}},
            {"kind": "analysis", "heading": "What follows", "paragraphs": [{"sentences": [{"text": REASONS, "facts": names}]}]},
        ]  # fmt: skip
        return ModelAnswer(text=json.dumps(said), finish="stop", usage=ModelUsage(input=100, output=50))


def run(runtime, **changes):
    model = Analyst(provider="double", model="x")

    async def scenario():
        request = ResearchRequest(question=QUESTION, sources=("wiki",), model="double:x", max_iterations=1, **changes)
        started = await runtime.start(request)
        report = await runtime.execute(started.id)
        return report, await runtime.replay(started.id), await runtime.verify(started.id), model.prompt

    with plugged_in(models, double=lambda _context, _model: model):
        return asyncio.run(scenario())


def test_tables_and_reasoning_stand_in_a_report_that_verifies_and_replays(runtime, wiki):
    report, replayed, verified, prompt = run(runtime, style="report")
    assert "Form: a report" in prompt
    assert "around it:" in prompt
    assert verified.holds, verified.broken
    assert replayed.identical, replayed.differences
    cells = [claim for claim in report.claims if claim.row]
    assert {claim.part for claim in cells} == {"comparison"}
    assert "|  | First | Then |" in report.answer
    (reasons,) = [claim for claim in report.claims if claim.text == REASONS]
    assert (reasons.label, reasons.part) == ("inferred", "analysis")
    assert reasons.basis.startswith("reasoning from [")


@pytest.mark.parametrize(
    ("changes", "words"),
    [({"style": "answer"}, "Form: an answer"), ({"brief": True}, "Form: brief"), ({"outline": ("Costs",)}, "outline")],
)
def test_the_model_is_told_how_it_is_wanted(runtime, wiki, changes, words):
    report, replayed, verified, prompt = run(runtime, **changes)
    assert words in prompt
    assert verified.holds, verified.broken
    assert replayed.identical, replayed.differences
    sections = {claim.section for claim in report.claims if claim.section}
    assert len(sections) <= (0 if "brief" in changes else 1 if "outline" in changes else 3) + bool(
        report.contradictions
    )


def test_an_outline_that_nobody_could_follow_is_told():
    request = ResearchRequest(question="q", outline=("Costs",))
    claims = (DraftClaim(text="Trees cool."),)
    plain = Draft(opening=claims, sections=(DraftSection(heading="Cooling?", claims=claims),))
    followed = Draft(opening=claims, sections=(DraftSection(heading="Costs", claims=claims),))
    assert len(list(unheeded(request, plain))) == 1
    assert list(unheeded(request, followed)) == []
