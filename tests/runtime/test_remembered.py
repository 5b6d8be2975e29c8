"""Sources in a replay: able to do what the real one could, and never an answer of their own."""

from __future__ import annotations

import asyncio

import pytest

from inquiro.core.errors import NotReplayable
from inquiro.core.protocols import Opener, Preparing, SearchProvider
from inquiro.core.types import Filters, ResearchRequest, SourceResult
from inquiro.runtime.remembered import Remembered, card_of
from inquiro.testing import ScriptedProvider

HIT = SourceResult(url="scripted:wiki/a", title="A", snippet="", source_name="wiki")


def test_a_memory_can_do_what_its_source_could():
    plain = Remembered(card_of(ScriptedProvider("wiki", [], kind="academic", leaves_machine="the query")))
    assert isinstance(plain, SearchProvider)
    assert (isinstance(plain, Opener), isinstance(plain, Preparing)) == (True, False)
    assert (plain.name, plain.kind, plain.leaves_machine) == ("wiki", "academic", "the query")

    class Indexed(ScriptedProvider):
        async def prepare(self, emit: object) -> list[object]:
            return []

    assert isinstance(Remembered(card_of(Indexed("notes", []))), Preparing)


def test_a_memory_has_no_answers_of_its_own():
    memory = Remembered(card_of(ScriptedProvider("wiki", [])))
    with pytest.raises(NotReplayable, match="was not asked “trees”"):
        asyncio.run(memory.search("trees", 10, Filters()))
    with pytest.raises(NotReplayable, match="was not read"):
        asyncio.run(memory.open(HIT))


def test_a_run_over_a_source_that_prepares_nothing_replays(runtime, plug, pages):
    plug(ScriptedProvider("wiki", pages))
    asked = ResearchRequest(question="How much do street trees cool Varnholt?", max_iterations=2)
    report = asyncio.run(runtime.ask(asked))
    replayed = asyncio.run(runtime.replay(report.trace_id))
    assert (replayed.identical, replayed.report) == (True, report)
