"""How the checker did in this run and in those before it, settled, since others finish while this one works."""

from __future__ import annotations

import asyncio

import msgspec

from inquiro.core.types import CanaryCount, Report
from inquiro.effects import Paid
from inquiro.engine.canaries import count_canaries, pooled
from inquiro.engine.deps import Deps

EARLIER = "earlier canaries"
RUNS = 200  # newest first: the checker of today is judged by what it did lately


async def with_canaries(deps: Deps, number: int, report: Report) -> Report:
    """The report with the counts of its own canaries, and of all of them together."""
    step = deps.effects.step(f"export/{number}")
    if deps.effects.replay and step.recorded(EARLIER, CanaryCount) is None:
        return report  # a run of a version that kept none

    async def look() -> Paid:
        return Paid(value=pooled(await deps.store.canaries(deps.effects.org_id, deps.run_id, RUNS - 1)))

    own = await asyncio.to_thread(count_canaries, report, deps.run_id)
    earlier = await step.settle(EARLIER, look, CanaryCount)
    return msgspec.structs.replace(report, canaries=own, checker=pooled([earlier, own]))
