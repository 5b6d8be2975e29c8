"""How the checker did in this run and in those before it, settled, since others finish while this one works."""

from __future__ import annotations

import asyncio

import msgspec

from inquiro.core.protocols import Reasoner
from inquiro.core.types import CanaryCount, Draft, Report
from inquiro.effects import Paid
from inquiro.engine.canaries import (
    Canaries,
    Paraphrase,
    Paraphrasing,
    count_canaries,
    joined,
    made_by_model,
    pooled,
    to_be_worded,
)
from inquiro.engine.deps import Deps
from inquiro.engine.draft_verdicts import DraftVerdicts, claims_of
from inquiro.workflows.state import ResearchState
from inquiro.workflows.thinking import settled_before, think

EARLIER = "earlier canaries"
RUNS = 200  # newest first: the checker of today is judged by what it did lately


async def worded_canaries(deps: Deps, state: ResearchState, verdicts: DraftVerdicts, draft: Draft) -> Canaries:
    """Canaries in the words of the model that wrote the draft, where a judge will be asked anyway; else none."""
    step = f"canary/{state['round']}"
    if not verdicts.open_claims(draft):
        return Canaries()
    # A replay does what the run did; and what is set aside for the report is not for trying its checker.
    if not settled_before(deps, step) and (deps.effects.replay or deps.effects.budget.exhausted() is not None):
        return Canaries()
    public = [one for claim in claims_of(draft) if not verdicts.private(claim) for one in verdicts.excerpts(claim)]
    excerpts = to_be_worded(public, deps.run_id)

    async def word(reasoner: Reasoner) -> list[Paraphrase]:
        return await reasoner.paraphrase(excerpts) if isinstance(reasoner, Paraphrasing) else []

    said = await think(deps, state, step, "write", word, returns=list[Paraphrase], most=1) if excerpts else []
    return Canaries(made_by_model(excerpts, said))


async def with_canaries(deps: Deps, number: int, report: Report) -> Report:
    """The report with the counts of its own canaries, and of all of them together."""
    step = deps.effects.step(f"export/{number}")
    if deps.effects.replay and step.recorded(EARLIER, CanaryCount) is None:
        return report  # a run of a version that kept none

    async def look() -> Paid:
        return Paid(value=pooled(await deps.store.canaries(deps.effects.org_id, deps.run_id, RUNS - 1)))

    by_rule, earlier = await asyncio.gather(
        asyncio.to_thread(count_canaries, report, deps.run_id), step.settle(EARLIER, look, CanaryCount)
    )
    own = joined(report.canaries, by_rule)
    return msgspec.structs.replace(report, canaries=own, checker=pooled([earlier, own]))
