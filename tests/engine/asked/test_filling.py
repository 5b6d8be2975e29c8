"""What a model is shown to fill in a result, and how its answer is understood."""

from __future__ import annotations

import asyncio
import json

import pytest

from inquiro.core.errors import Declined
from inquiro.core.models import ModelAnswer, ModelUsage
from inquiro.core.types import Fact, Filling
from inquiro.engine.asked.filling import fill_with

FILLING = Filling(
    task="Find the apex of Nordwind.", schema={"required": ["apex"]}, register=("Nordwind has the LEI X.",)
)
FACTS = [
    Fact(id="f1", statement="Nordwind belongs to Sturm.", sources=(), evidence=(), confidence=0.9),
    Fact(id="f2", statement="The secret plan is Hafen.", sources=(), evidence=(), confidence=0.8, private=True),
]


class Thinking:
    """Answers in turn, and keeps what was asked."""

    def __init__(self, *answers, private=True):
        self.answers = list(answers)
        self.asked = []
        self.lost = []
        self.private = private

    def may_see_private(self, _role):
        return self.private

    def reads(self, _role):
        return None

    def lose(self, what, why):
        self.lost.append((what, why))

    async def ask(self, _role, request, *, private=False):
        self.asked.append((request, private))
        return ModelAnswer(text=self.answers.pop(0), finish="stop", usage=ModelUsage(input=1, output=1))

    async def keep(self, *_args, **_kwargs):
        return None


def filled(thinking, validate=lambda _data: []):
    return asyncio.run(fill_with(thinking, FILLING, FACTS, validate))


def test_the_task_the_schema_the_register_and_the_facts_are_shown():
    thinking = Thinking('{"data": {"apex": "Sturm"}, "evidence": [{"path": "apex", "facts": ["f1"]}]}')
    found = filled(thinking)
    assert found.data == {"apex": "Sturm"}
    assert [(one.path, one.facts) for one in found.cites] == [("apex", ("f1",))]
    [(request, private)] = thinking.asked
    shown = request.messages[-1].text
    for part in ("Find the apex", '{"required":["apex"]}', "has the LEI X", "f1", "secret plan"):
        assert part in shown
    assert private


def test_private_facts_stay_from_a_model_that_may_not_see_them():
    thinking = Thinking('{"data": {}}', private=False)
    filled(thinking)
    [(request, private)] = thinking.asked
    assert "secret plan" not in request.messages[-1].text
    assert not private
    assert thinking.lost


def test_a_bare_result_is_understood():
    assert filled(Thinking('{"apex": {"name": "Sturm"}, "evidence": "none"}')).data["apex"] == {"name": "Sturm"}


def test_what_does_not_fit_is_asked_for_once_with_the_reasons_and_then_taken():
    thinking = Thinking('{"data": {"a": 1}}', '{"data": {"a": 2}}')
    found = filled(thinking, lambda _data: ["apex: missing"])
    assert found.data == {"a": 2}
    assert "apex: missing" in thinking.asked[1][0].messages[-1].text


@pytest.mark.parametrize("said", ["no idea", '["list"]', '{"data": {"a": '])
def test_no_object_twice_is_declined(said):
    with pytest.raises(Declined):
        filled(Thinking(said, said))


@pytest.mark.parametrize("evidence", ["x", 7, [7], [{"path": 1}], {"a": "b"}])
def test_evidence_that_makes_no_sense_is_left_out(evidence):
    assert filled(Thinking(json.dumps({"data": {"a": 1}, "evidence": evidence}))).cites == ()
