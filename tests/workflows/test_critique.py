"""A thorough run from end to end: other points of view, compared outlines, critics, their searches and patches."""

from __future__ import annotations

import asyncio
import json
from types import SimpleNamespace

import pytest

from inquiro.core.errors import Unavailable, UsageError
from inquiro.core.models import MODEL_ROLES, Capabilities, ModelAnswer, ModelUsage, Price
from inquiro.core.types import ResearchRequest, Stop
from inquiro.effects.retrying import RetryPolicy
from inquiro.engine import asking
from inquiro.providers.llm import registry as models
from inquiro.testing import DiligentModel, plugged_in
from inquiro.testing.material import Material
from inquiro.workflows.critique import NO_MODEL, ended, next_node

QUESTION = "How much do street trees cool the air, and what do they cost?"
WATER = "How much water do street trees need in dry summers?"
PAYER = "Who pays for street trees?"


@pytest.fixture(autouse=True)
def _impatient(monkeypatch):
    quick = RetryPolicy(attempts=1, outage_attempts=1, timeout_attempts=1, first_wait=0.0, longest_wait=0.0)
    monkeypatch.setattr(asking, "MID_RUN", quick)


class Thorough(DiligentModel):
    """Plays every part of a thorough run; `fails` names steps in which it is away."""

    def __init__(self, *, fails: frozenset[str] = frozenset(), findings: bool = True) -> None:
        capabilities = Capabilities(schema=True, web_search=False, local=True)
        super().__init__(provider="double", model="x", capabilities=capabilities, price=Price(input=1.0, output=2.0))
        self.fails, self.finds = fails, findings
        self.prompts: dict[str, list[str]] = {}

    async def complete(self, request, heard=None):
        self.prompts.setdefault(request.schema_name, []).append(request.messages[-1].text)
        if request.schema_name in self.fails:
            raise Unavailable("away")
        said = self._said(request)
        if said is None:
            return await super().complete(request, heard)
        return ModelAnswer(text=json.dumps(said), finish="stop", usage=ModelUsage(input=100, output=50))

    def _said(self, request):
        facts = [fact.label for fact in Material.of(request).facts]
        match request.schema_name:
            case "perspectives":
                one = {
                    "who": "the treasurer",
                    "question": PAYER,
                    "label": "payer",
                    "terms": ["pays"],
                    "query": "who pays street trees",
                }
                return {"perspectives": [one, one | {"who": "somebody else"}]}
            case "outline" | "outline_choice":
                names = facts[:4] or ["f1", "f2"]
                plan = {"kind": "findings", "heading": "Cooling", "point": "Trees cool.", "facts": names}
                return {"sections": [plan], "why": "shorter"}
            case "critic":
                return {"findings": self._findings(request.messages[0].text)}
            case "patch":
                last = {"finding": 1, "action": "replace", "sentence": 2, "text": "", "facts": []}
                added = {
                    "finding": 1,
                    "action": "add",
                    "section": "Water",
                    "text": self._newest(request),
                    "facts": facts[:1],
                }
                return {"patches": [last, added, {"finding": 99, "action": "remove", "sentence": 1}]}
        return None

    def _newest(self, request):
        return "Besides, " + Material.of(request).facts[0].text.partition("\n")[0]

    def _findings(self, told):
        if not self.finds:
            return []
        if "what is missing" in told:
            return [{"problem": "Water is not told of.", "question": WATER, "query": "street trees water need"}]
        return [{"problem": "The first sentence is hard to read.", "sentence": 1, "query": "ignored"}] * (
            "editor" in told
        )


def run(runtime, model, **changes):
    async def scenario():
        request = ResearchRequest(
            question=QUESTION, sources=("wiki",), model="double:x", max_iterations=1, depth="thorough", **changes
        )
        events = []
        started = await runtime.start(request)
        report = await runtime.execute(started.id, events.append)
        return report, await runtime.replay(started.id), await runtime.verify(started.id), events

    with plugged_in(models, double=lambda _context, _model: model):
        return asyncio.run(scenario())


def test_a_thorough_run_asks_from_other_sides_and_answers_its_critics(runtime, wiki):
    model = Thorough()
    report, replayed, verified, events = run(runtime, model)
    assert [item.description for item in report.checklist if item.asker] == [PAYER, WATER]
    assert [len(model.prompts[step]) for step in ("perspectives", "outline", "outline_choice", "critic", "patch")] == [
        1,
        2,
        1,
        4,
        1,
    ]
    sides = sorted(prompt.partition("Organise by: ")[2][:4] for prompt in model.prompts["outline"])
    assert sides == ["how ", "what"]
    assert "An outline that was made before" in model.prompts["write"][0]
    assert report.critique is not None
    assert report.critique.searches == ("street trees water need",)
    assert (report.critique.added, report.critique.removed, report.critique.changed) == (1, 0, 0)
    assert {one.critic for one in report.critique.findings} == {"gaps", "readability"}
    assert [turn.queries for turn in report.rounds][-1] == report.critique.searches
    assert verified.holds, verified.broken
    assert replayed.identical, replayed.differences
    assert any("A thorough run asks the model about" in event.message for event in events)
    assert len(model.prompts["write"]) == 1  # patched, never written again
    assert len(model.prompts["extract"]) > 1
    assert (
        "Varnholt by 1.6 °C" in model.prompts["extract"][-1]
    )  # what was read before may answer what nobody had asked then


def test_a_draft_without_findings_stays_as_it_is(runtime, wiki):
    model = Thorough(findings=False)
    report, replayed, verified, _ = run(runtime, model)
    assert report.critique is not None
    assert not report.critique.findings
    assert report.iterations_used == 1
    assert "patch" not in model.prompts
    assert verified.holds
    assert replayed.identical


@pytest.mark.parametrize("step", ["perspectives", "outline", "outline_choice", "critic", "patch"])
def test_a_model_that_is_away_at_one_step_costs_that_step_alone(runtime, wiki, step):
    report, replayed, verified, _ = run(runtime, Thorough(fails=frozenset({step})))
    assert report.claims
    assert verified.holds
    assert replayed.identical
    assert report.status in {"completed", "max_iterations_reached"}


def test_without_a_model_it_says_what_is_missing(runtime, wiki):
    report = asyncio.run(
        runtime.ask(ResearchRequest(question=QUESTION, sources=("wiki",), max_iterations=1, depth="thorough"))
    )
    assert NO_MODEL in report.notices
    assert report.critique is None


@pytest.mark.parametrize("changes", [{"brief": True}, {"outline": ("Costs",)}])
def test_who_brings_an_outline_or_wants_few_sentences_needs_no_other(runtime, wiki, changes):
    model = Thorough()
    _, replayed, _, _ = run(runtime, model, **changes)
    assert "outline" not in model.prompts
    assert replayed.identical


def test_ideas_and_papers_are_not_researched_thoroughly(runtime):
    with pytest.raises(UsageError, match="light or deep"):
        asyncio.run(runtime.start(ResearchRequest(question=QUESTION, depth="thorough", modes=("idea",))))


def test_the_limit_of_time_follows_the_depth():
    assert ResearchRequest(question="x").seconds == 600
    assert ResearchRequest(question="x", depth="thorough").seconds == 1800
    assert ResearchRequest(question="x", depth="thorough", max_seconds=9).seconds == 9


def test_the_round_of_the_critics_keeps_why_the_run_had_ended():
    before = {"critique": {}, "stop_cause": "checklist", "stop_reason": "all answered"}
    assert ended(before, None) == Stop(cause="checklist", reason="all answered")
    assert ended(before, Stop(cause="user", reason="enough")).cause == "user"
    assert ended({}, None) is None


@pytest.mark.parametrize(
    ("cause", "changes", "node"),
    [
        ("checklist", {}, "criticise"),
        ("checklist", {"depth": "deep"}, "synthesize"),
        ("money", {}, "synthesize"),
        ("user", {}, "synthesize"),
        (None, {}, "collect"),
    ],
)
def test_critics_read_the_draft_of_a_run_that_ended_by_itself(cause, changes, node):
    request = ResearchRequest(question=QUESTION, **({"depth": "thorough"} | changes))
    deps = SimpleNamespace(request=request, models=dict.fromkeys(MODEL_ROLES, Thorough()))
    state = {"facts_extracted": ["f1"]}
    stop = Stop(cause=cause, reason="over") if cause else None
    assert next_node(deps, state, stop) == node
    if node == "criticise":
        assert next_node(deps, state | {"critique": {}}, stop) == "synthesize"
        assert next_node(deps, {"facts_extracted": []}, stop) == "synthesize"
