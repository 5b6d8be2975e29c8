"""Everything that is shown about a review, gathered once for whoever draws it."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from typing import NamedTuple

from inquiro.core.types import (
    Decision,
    LedgerEntity,
    LedgerRelationship,
    LeiFinding,
    Review,
    ReviewStatus,
    Run,
    VerbStep,
)
from inquiro.onboarding.executing.reports import ExecutionReport
from inquiro.onboarding.reviewing.differences import difference
from inquiro.onboarding.reviewing.viewing import summary
from inquiro.onboarding.reviewing.views import ReviewView
from inquiro.onboarding.trees import text_tree
from inquiro.runtime.known import ORGANISATION
from inquiro.runtime.runtime import Runtime


class ReviewEntry(NamedTuple):
    """A review in a list."""

    review: Review
    summary: str


class ReviewScreen(NamedTuple):
    review: Review
    view: ReviewView
    decision: Decision | None = None
    changes: tuple[str, ...] = ()  # by people, since it was found
    overridable: tuple[LeiFinding, ...] = ()  # one for each LEI that may go on with a reason
    run: Run | None = None  # of the execution
    steps: tuple[VerbStep, ...] = ()
    report: ExecutionReport | None = None
    tree: str = ""  # of the entities that the verbs named


async def review_entries(
    runtime: Runtime, status: ReviewStatus | None = None, session_id: str = "", limit: int = 50
) -> list[ReviewEntry]:
    found = await runtime.reviews.list(status, session_id, limit)
    return await asyncio.to_thread(lambda: [ReviewEntry(one, summary(one.payload)) for one in found])


async def review_screen(runtime: Runtime, prefix: str) -> ReviewScreen:
    review = await runtime.reviews.get(prefix)
    decision = await runtime.reviews.store.decision(ORGANISATION, review.id)
    run = await runtime.executions.find(review.id)
    steps = await runtime.executions.steps(review.id) if run is not None else []
    return ReviewScreen(
        review=review,
        view=await runtime.reviews.view_of(review, decision),
        decision=decision,
        changes=await _changes(runtime, review, decision),
        overridable=tuple(_overridable(review)),
        run=run,
        steps=tuple(steps),
        report=await runtime.executions.report(review.id) if run is not None else None,
        tree=await _tree(runtime, steps),
    )


async def ledger_of(runtime: Runtime, ids: Sequence[str] = ()) -> tuple[list[LedgerEntity], list[LedgerRelationship]]:
    """These entities and what relates them to each other; without ids, everything."""
    ledger = runtime.executions.ledger
    entities = await ledger.ledger_entities(ORGANISATION, ids)
    here = {entity.id for entity in entities}
    found = await ledger.ledger_relationships(ORGANISATION)
    return entities, [one for one in found if one.owner in here and one.owned in here]


def named_in(steps: Sequence[VerbStep]) -> list[str]:
    """The ids that verbs made or found."""
    outcomes = [step.outcome for step in steps if step.status == "done"]
    named = [[one.get("ref", ""), *one.get("refs", ())] for one in outcomes]
    return list(dict.fromkeys(id_ for some in named for id_ in some if id_))


async def _tree(runtime: Runtime, steps: Sequence[VerbStep]) -> str:
    ids = named_in(steps)
    if not ids:
        return ""
    entities, relationships = await ledger_of(runtime, ids)
    return await asyncio.to_thread(text_tree, entities, relationships)


async def _changes(runtime: Runtime, review: Review, decision: Decision | None) -> tuple[str, ...]:
    shown = review.payload if decision is None else decision.payload
    if review.version == 1 and shown is review.payload:
        return ()
    versions = await runtime.reviews.store.versions(ORGANISATION, review.id)
    first = versions[0].payload if versions else review.payload
    return tuple(await asyncio.to_thread(difference, first, shown))


def _overridable(review: Review) -> list[LeiFinding]:
    stopped = [one for one in review.payload.leis if one.blocks]
    fixed = {one.lei for one in stopped if not one.overridable}
    return list({one.lei: one for one in stopped if one.lei not in fixed}.values())
