"""Mutated research results: 500 here and 10,000 in `make fuzz`; and proof that a breach would be seen."""

from __future__ import annotations

from importlib import import_module
from random import Random

import msgspec
import pytest

from inquiro.core.types import IdeaResult, ImplementationResult, ResearchFindings, ResearchReport
from inquiro.engine.modes.parsing import parse_research_result

COUNT, BATCHES = 500, 5


@pytest.fixture(scope="session")
def oracle(fuzzed):
    return import_module(f"{fuzzed.__name__}.result_oracle")


@pytest.fixture(scope="session")
def world(fuzzed):
    return import_module(f"{fuzzed.__name__}.result_world")


@pytest.fixture(scope="session")
def mutations(fuzzed):
    return import_module(f"{fuzzed.__name__}.result_mutations")


@pytest.mark.fault(9, 10)
@pytest.mark.parametrize("batch", range(BATCHES))
def test_no_mutation_crashes_invents_or_loses(oracle, batch):
    size = COUNT // BATCHES
    found = list(oracle.results_tried(parse_research_result, range(batch * size, (batch + 1) * size)))
    assert [f"{one.seed}: {breach}" for one in found for breach in one.breaches] == []
    assert sum(one.kept for one in found) > size  # mutated, and yet there is something to look at
    assert sum(one.untouched for one in found) > size // 2
    assert len({name for one in found for name in one.changed}) > 20


def test_every_mutation_is_in_use_and_changes_something(world, mutations):
    for name, mutation in mutations.RESULT_MUTATIONS.items():
        changed = 0
        for seed in range(12):
            whole = world.answer(Random(seed), world.MODES[seed % 3])
            before = whole.text
            mutation(Random(f"{name} {seed}"), whole)
            changed += whole.text != before
        assert changed >= 3, name


def test_an_answer_that_nobody_touched_has_no_breach(world, oracle):
    for seed in range(60):
        whole = world.answer(Random(seed), world.MODES[seed % 3])
        assert oracle.tried(parse_research_result, whole, seed, oracle.PLENTY).breaches == []


# -- the oracle sees ----------------------------------------------------------------------------------------------


def seen(oracle, world, mode, spoil, top_k=10_000):
    """What is said of findings that are as they should be, but for one thing."""

    def parse(raw, mode, query, top_k, sources):
        return spoil(parse_research_result(raw, mode, query, top_k, sources))

    answers = (world.answer(Random(seed), mode) for seed in range(99))
    whole = next(one for one in answers if sum(bool(part.shown) for part in one.parts) > 1 or mode == "freeform")
    return " ".join(oracle.tried(parse, whole, 0, top_k).breaches)


def put(**changes):
    return lambda findings: msgspec.structs.replace(findings, **changes)


def crash(findings):
    raise RecursionError


PAGE = "https://varnholt.example/cooling"


@pytest.mark.parametrize(
    ("mode", "spoil", "said"),
    [
        ("idea", crash, "it crashed"),
        ("idea", put(ideas=[IdeaResult("https://zqx.example/1", "x")]), "nobody retrieved"),
        ("idea", put(ideas=[IdeaResult(PAGE + "#zqx", "x")]), "an invented source"),
        ("idea", put(ideas=[IdeaResult(PAGE, "a\n> ```\n> b")]), "code in an idea"),
        ("idea", put(ideas=[IdeaResult(PAGE, "a <pre>b")]), "code in an idea"),
        ("idea", put(ideas=[IdeaResult(PAGE, " ")]), "without words"),
        ("idea", put(ideas=[]), "nobody touched is gone"),
        ("idea", put(implementations=[ImplementationResult(PAGE, "x")]), "in idea mode"),
        ("implementation", lambda f: msgspec.structs.replace(f, implementations=[
            ImplementationResult(one.source, one.content + " ") for one in f.implementations]), "nobody touched is gone"),
        ("implementation", lambda f: msgspec.structs.replace(f, implementations=[
            ImplementationResult(PAGE + "2", one.content) for one in f.implementations]), "nobody retrieved"),
        ("implementation", put(implementations=[ImplementationResult(PAGE, "half \ud800")]), "cannot be stored"),
        ("freeform", put(report=None), "nobody touched is another"),
        ("freeform", put(report=ResearchReport("x")), "nobody touched is another"),
        ("freeform", put(report=ResearchReport("")), "a report that is none"),
        ("freeform", lambda f: ResearchFindings("q", ["freeform"], 1), "nothing is said about it"),
    ],
)  # fmt: skip
def test_a_breach_is_seen(oracle, world, mode, spoil, said):
    assert said in seen(oracle, world, mode, spoil)


def test_too_many_items_are_seen(oracle, world):
    many = put(ideas=[IdeaResult(PAGE, f"{number}") for number in range(4)])
    assert "4 items where 3 were asked for" in seen(oracle, world, "idea", many, top_k=3)
