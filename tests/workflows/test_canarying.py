"""How the checker did is counted in each run, pooled over runs, and the same again in a replay."""

from __future__ import annotations

import asyncio

from inquiro.core.types import ResearchRequest

QUESTION = "How much do street trees cool the air, what do they cost and who pays for them?"


def test_counts_are_pooled_over_runs_and_replayed_as_they_were(runtime, wiki):
    async def scenario():
        request = ResearchRequest(question=QUESTION, sources=("wiki",), max_iterations=1)
        runs = [await runtime.start(request) for _ in range(2)]
        first, second = [await runtime.execute(run.id) for run in runs]
        return first, second, await runtime.replay(runs[0].id)

    first, second, replayed = asyncio.run(scenario())
    assert first.canaries.known_false > 0
    assert first.checker == first.canaries
    assert second.checker.total == first.canaries.total + second.canaries.total
    assert second.checker.runs == 2
    assert replayed.identical, replayed.differences
