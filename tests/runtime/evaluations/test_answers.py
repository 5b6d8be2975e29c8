"""What counts as the answer of a report, and how it is scored."""

from __future__ import annotations

import asyncio
import shutil

import pytest

from inquiro.core.errors import NotConfigured
from inquiro.core.types import Report
from inquiro.runtime.evaluating.asking import Asked
from inquiro.runtime.evaluating.figures import Task
from inquiro.runtime.evaluating.sets import Question
from inquiro.runtime.evaluations import registry
from inquiro.runtime.evaluations.answers import decision, decisions, lead, said, short_answers


def report(answer: str) -> Report:
    return Report(trace_id="r", question="?", answer=answer)


def asked(answer: str, gold: str, long_answer: str = "") -> Asked:
    question = Question(text="?", answer=gold, gold=frozenset({"1"}), long_answer=long_answer)
    return Asked(question=question, report=report(answer), ranked=("1",), by_round=(), read=frozenset())


def test_headings_marks_and_bullets_are_not_said():
    text = "Odile \\[sic\\] **Brandt** [1][2].\n\n## Who\n\n- She was an engineer. [3]"
    assert said(report(text)).split() == "Odile [sic] Brandt. She was an engineer.".split()
    assert lead(report(text)) == "Odile [sic] Brandt."
    assert lead(report("")) == ""


@pytest.mark.parametrize(
    ("answer", "found"),
    [
        ("Yes [1]. It does.", "yes"),
        ("**No**, it does not.", "no"),
        ("Maybe: the trials differ.", "maybe"),
        ("No source that was read answers this.", ""),
        ("Not so.", ""),
        ("Yes it does.", "yes"),
        ("No – nothing changed.", "no"),
        ("No-one knows.", ""),
        ("No one knows.", ""),
        ("It does, yes.", ""),
        ("", ""),
    ],
)
def test_only_an_answer_that_begins_with_a_decision_has_one(answer, found):
    assert decision(report(answer)) == found


def test_short_answers():
    figures = short_answers([asked("The Oslo. [1]", "oslo"), asked("It was Oslo.", "Oslo"), asked("Bern.", "no")])
    assert [(figure.n, figure.value) for figure in figures] == [
        (3, pytest.approx(1 / 3)),
        (3, pytest.approx((1 + 0.5) / 3)),
        (2, 1.0),
    ]


def test_decisions_beside_the_commonest():
    figures = decisions([asked("Yes.", "yes", "Yes."), asked("It may.", "yes", "It"), asked("Yes.", "no", "Never")])
    assert [round(figure.value, 3) for figure in figures[:3]] == [0.333, 0.667, 0.667]
    assert "always “yes”" in figures[2].name


def test_both_sets_are_asked(data, settings):
    done = asyncio.run(registry.get("answers")().evaluate(Task(data=data, settings=settings, limit=2)))
    assert done.n == 4
    values = {figure.name: figure.value for figure in done.figures}
    assert values["HotpotQA: the answer stands in the report"] == 0.5  # by words, two hops are a place to look at
    assert values["PubMedQA: the right abstract is in the first 5"] == 1
    assert values["PubMedQA: says yes, no or maybe"] == 0  # the extractive reasoner quotes, it does not decide


def test_one_set_is_enough_and_none_is_an_error(data, settings):
    shutil.rmtree(data / "qa_hotpotqa")
    done = asyncio.run(registry.get("answers")().evaluate(Task(data=data, settings=settings, limit=1)))
    assert done.n == 1
    assert done.notes[0].startswith("left out: the set 'qa_hotpotqa' is not in")
    shutil.rmtree(data / "qa_pubmedqa_dev")
    with pytest.raises(NotConfigured, match="qa_hotpotqa"):
        asyncio.run(registry.get("answers")().evaluate(Task(data=data, settings=settings)))
