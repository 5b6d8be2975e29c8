"""Evidence recall of whole runs."""

from __future__ import annotations

import asyncio

import msgspec
import pytest

from inquiro.core.types import Report
from inquiro.runtime.evaluating.asking import Asked
from inquiro.runtime.evaluating.figures import Task
from inquiro.runtime.evaluating.sets import Question
from inquiro.runtime.evaluations import registry
from inquiro.runtime.evaluations.evidence import figures_of


def test_runs_over_a_tiny_corpus_find_what_it_says(data, settings):
    told: list[str] = []
    done = asyncio.run(registry.get("evidence")().evaluate(Task(data=data, settings=settings, tell=told.append)))
    figures = {figure.name: figure for figure in done.figures}
    assert [figures[name].n for name in ("first 5", "after round 1: first 5", "after round 3: all evidence")] == [
        3,
        3,
        3,
    ]
    assert figures["first 10"].n == 3
    assert figures["read at all"].value == 1
    assert 0 < figures["first 5"].value <= figures["first 10"].value <= figures["read at all"].value
    assert figures["after round 1: all evidence"].value <= figures["after round 3: all evidence"].value
    assert done.engine == "extractive"
    assert done.usage.calls == 0
    assert done.usage.pages > 0
    assert "2 of 2 questions" in told[-1]
    assert not settings.home.exists()  # nothing of it stays in the user's own store


def asked(gold: set[str], ranked: list[str], *rounds: set[str]) -> Asked:
    return Asked(
        question=Question(text="?", answer="", gold=frozenset(gold)),
        report=Report(trace_id="r", question="?", answer=""),
        ranked=tuple(ranked),
        by_round=tuple(map(frozenset, rounds)),
        read=frozenset(ranked),
    )


def test_recall_is_over_documents_and_grows_with_rounds():
    found_late = {"x1", "x2", "x3", "x4", "x5"}
    ranked = [*sorted(found_late), "a", "b"]
    one = asked({"a", "b"}, ranked, {"a"}, found_late | {"a"}, found_late | {"a", "b"})
    other = asked({"c"}, ["y"], set(), set(), set())
    values = {figure.name: figure.value for figure in figures_of([one, other])}
    assert values == pytest.approx(
        {
            "first 5": 0,
            "first 10": 2 / 3,
            "after round 1: first 5": 1 / 3,
            "after round 1: first 10": 1 / 3,
            "after round 1: all evidence": 1 / 3,
            "after round 2: first 5": 0,
            "after round 2: first 10": 1 / 3,
            "after round 2: all evidence": 1 / 3,
            "after round 3: first 5": 0,
            "after round 3: first 10": 2 / 3,
            "after round 3: all evidence": 2 / 3,
            "read at all": 2 / 3,
        }
    )


def test_a_configured_model_takes_no_part_unless_it_is_named(data, settings):
    named = msgspec.structs.replace(settings, model="openai:gpt-6-sol")  # without a key, asking it would be an error
    done = asyncio.run(registry.get("evidence")().evaluate(Task(data=data, settings=named, limit=1)))
    assert (done.engine, done.usage.tokens) == ("extractive", 0)
    assert "1 questions were left out" in done.notes[1]
