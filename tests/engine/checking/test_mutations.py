"""Real sentences made false in one place: what the checker must never miss, and what may not alarm it."""

from __future__ import annotations

import importlib.util
import sys
from pathlib import Path

import pytest

from inquiro.engine.checking.mutating import MUTATIONS, retold

ROOT = Path(__file__).resolve().parents[3]


@pytest.fixture(scope="module")
def tallies():
    spec = importlib.util.spec_from_file_location("mutations", ROOT / "scripts" / "mutations.py")
    script = importlib.util.module_from_spec(spec)
    sys.modules["mutations"] = script
    spec.loader.exec_module(script)
    return script.measured(list(script.of_corpus(ROOT / "examples" / "corpus")), per_text=6)


@pytest.mark.fault(10)
@pytest.mark.parametrize("kind", ["number", "date", "identifier", "unit"])
def test_what_is_certain_is_always_caught(tallies, kind):
    quote, source, _ = tallies
    assert (quote.slipped[kind], source.slipped[kind]) == ([], [])


@pytest.mark.parametrize("kind", ["number", "date", "negation", "entity", "letters", "wrong evidence"])
def test_there_is_enough_to_judge_by_and_most_of_it_is_caught(tallies, kind):
    quote, _, _ = tallies
    assert quote.tried[kind] >= 15
    assert quote.caught[kind] / quote.tried[kind] >= 0.95


def test_false_alarms_are_rare(tallies):
    _, _, true = tallies
    for kind, tried in true.tried.items():
        assert tried - true.caught[kind] <= 0.01 * tried, true.slipped[kind]


def test_every_kind_has_something_to_change():
    from random import Random

    text = "On May 12, 2020, the F-16 of Anna Berg had 1,100 km to fly, but only if it was clear."
    changed = {kind: mutate(text, Random(1), ["Carl Holm"]) for kind, mutate in MUTATIONS.items()}
    assert all(other and other != text for other in changed.values())
    assert len(retold(text)) >= 3
