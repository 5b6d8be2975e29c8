"""What is answered after a round and what to ask next; a model is not paid to judge the same facts again."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from inquiro.core.protocols import Reasoner
from inquiro.core.types import Assessment, Entity, Fact
from inquiro.engine.deps import Deps
from inquiro.workflows.state import ResearchState, checklist_of, plan_of
from inquiro.workflows.thinking import think, thought_of


async def judgement(deps: Deps, state: ResearchState, facts: Sequence[Fact], entities: Sequence[Entity]) -> Assessment:
    """Of the model where there is something new to judge; else its last one, with queries found by rule."""
    number, checklist = state["round"], checklist_of(state)

    async def judge(one: Reasoner) -> Assessment:
        asked = (plan_of(state), checklist, facts)
        return await one.assess(*asked, entities=entities, tried=state["tried"], round_number=number)

    if _brought_something(state) or not (earlier := _earlier(deps, number)):
        return await think(deps, state, f"assess/{number}", "judge", judge, returns=Assessment)
    ruled = await judge(deps.reasoner)
    return msgspec.structs.replace(earlier, checklist=tuple(checklist), queries=ruled.queries)


def _brought_something(state: ResearchState) -> bool:
    last = state["last"]
    return bool(last["new"] or last.get("shown", 1))  # a run begun before this was counted asks


def _earlier(deps: Deps, number: int) -> Assessment | None:
    """The last judgement of this run that a model took part in."""
    rounds = reversed(range(number))
    return next((made for one in rounds if (made := thought_of(deps, f"assess/{one}", Assessment))), None)
