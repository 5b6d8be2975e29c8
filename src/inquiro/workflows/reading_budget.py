"""What a round reads, decided once and journaled before any model is asked: a resume and a replay read the same."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence

import msgspec

from inquiro.core.models import model_id
from inquiro.core.types import ChecklistItem, Document, Loss, Passage, Stop
from inquiro.core.types.critique import CRITIC
from inquiro.effects import Paid
from inquiro.engine import allowance
from inquiro.engine.asked.extracting import call_overhead, passage_room
from inquiro.engine.asked.listing import split
from inquiro.engine.deps import Deps
from inquiro.engine.reading_list import (
    WITHOUT_MODEL,
    Chosen,
    Reading,
    answers_to,
    chosen_within,
    reading_order,
    served_first,
)
from inquiro.workflows import recalling
from inquiro.workflows.extent import max_rounds
from inquiro.workflows.state import ResearchState, checklist_of, plan_of, queries_of
from inquiro.workflows.stumbles import lost_models

READING = "reading"


async def chosen_reading(deps: Deps, state: ResearchState, documents: Sequence[Document]) -> Reading:
    """The passages of this round, by what is allowed and what earlier rounds have read."""
    number = state["round"]

    async def choose() -> Paid:
        reads, asked = _reads(deps, state), (_question(state), recalling.read_for(state))
        order = await asyncio.to_thread(reading_order, deps.ranker, *asked, documents, for_model=reads)
        asked_for = queries_of(state) if reads and number > 1 else []
        answers = await asyncio.to_thread(answers_to, deps.ranker, asked_for, documents)
        reading = _with_model(deps, state, order, answers) if reads else _without(order)
        return Paid(value=msgspec.structs.replace(reading, by_words=sum(one.by_words for one in order)))

    return await deps.effects.step(f"process/{number}").settle(READING, choose, Reading)


def not_meant(reading: Reading, number: int) -> list[Loss]:
    """Passages that could not be ranked by meaning: their vectors were not made in time, or cannot be."""
    if not reading.by_words:
        return []
    reason = f"{reading.by_words:,} passages of round {number} had no embedding in time and were ranked by their words"
    return [Loss(what="ranking by meaning", reason=reason)]


def read_before(deps: Deps, number: int) -> list[Reading]:
    """What earlier rounds have read; `used` is what a model was shown."""
    steps = (deps.effects.step(f"process/{one}") for one in range(number))
    return [known for step in steps if (known := step.recorded(READING, Reading))]


def read_all(deps: Deps, state: ResearchState, checklist: Sequence[ChecklistItem]) -> Stop | None:
    """A model that was shown all that a run of this depth may read has nothing to read in another round."""
    if not _reads(deps, state):
        return None
    total = _total(deps, state)
    used = sum(one.used for one in read_before(deps, state["round"] + 1))
    if total - used >= allowance.WORTH_READING:
        return None
    done = sum(item.satisfied for item in checklist)
    coverage = f"{done} of {len(checklist)} answered"
    return Stop(
        cause="reading", reason=f"Read as much as a {deps.request.depth} run may ({total:,} tokens): {coverage}"
    )


def _reads(deps: Deps, state: ResearchState) -> bool:
    return bool(deps.models) and model_id(deps.models["extract"]) not in lost_models(state)


def _question(state: ResearchState) -> str:
    """What passages are read for: the question, or what critics want to know."""
    theirs = [item.description for item in checklist_of(state) if item.asker == CRITIC]
    return " ".join(theirs) or plan_of(state).refined_query


def _total(deps: Deps, state: ResearchState) -> int:
    window = deps.models["extract"].capabilities.context
    return allowance.of_run(deps.request.depth, window, criticised="critique" in state)


def _with_model(
    deps: Deps, state: ResearchState, order: Sequence[Passage], answers: Sequence[Sequence[Passage]] = ()
) -> Reading:
    """For the model as much as is allowed and was not shown yet; what it may not see is read without it."""
    client, number = deps.models["extract"], state["round"]
    before = read_before(deps, number)
    total = _total(deps, state)
    used = sum(one.used for one in before)
    last = number >= max_rounds(deps) or "critique" in state
    room = allowance.affordable(allowance.of_round(total, used, number, last=last), client, deps.effects.budget)
    everything = client.capabilities.local or deps.effects.mode == "cloud_allowed"
    overhead = call_overhead(plan_of(state), checklist_of(state))
    calls = max(1, -(-room // (passage_room(client.capabilities.context) + overhead)))
    # What was read for the plan's questions may answer those of the critics, which nobody had asked then.
    read: list[Chosen] = [] if "critique" in state else [chosen for one in before for chosen in one.chosen]
    shown, hidden = split(served_first(order, answers, read), all_visible=everything)
    seen = chosen_within(shown, room, read, overhead=calls * overhead)
    unseen = chosen_within(hidden, WITHOUT_MODEL)
    return Reading(allowance=room, chosen=(*seen.chosen, *unseen.chosen), left=seen.left, used=seen.used)


def _without(order: Sequence[Passage]) -> Reading:
    return msgspec.structs.replace(chosen_within(order, WITHOUT_MODEL), used=0)
