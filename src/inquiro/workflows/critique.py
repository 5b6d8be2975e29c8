"""What a thorough run does beyond a deep one: other points of view, compared outlines, critics, and their findings
searched for and answered sentence by sentence."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

import msgspec
from langgraph.runtime import Runtime
from langgraph.types import Command

from inquiro.core.decoders import convert
from inquiro.core.models import model_id
from inquiro.core.protocols import Reasoner
from inquiro.core.types import (
    ChecklistItem,
    CriticFinding,
    Critique,
    Draft,
    Patch,
    Plan,
    PlannedSection,
    Query,
    Stop,
    WritingOrder,
)
from inquiro.core.types.critique import CRITIC
from inquiro.engine.asked.perspectives import asked_too
from inquiro.engine.asked.searching import Wanted, addressed
from inquiro.engine.critique import Criticised, Thorough, patched, wanted
from inquiro.engine.deps import Deps
from inquiro.engine.material import Material
from inquiro.engine.querying import distinct
from inquiro.engine.run_cost import expected
from inquiro.workflows.draft import material_of, written
from inquiro.workflows.settled import scope_of
from inquiro.workflows.state import ResearchState
from inquiro.workflows.stumbles import lost_models
from inquiro.workflows.thinking import noted, think
from inquiro.workflows.writing_order import writing_order

MOST_SEARCHES = 6
EARLY = frozenset({"user", "money", "tokens", "time", "pages", "sources"})  # a run that stopped so has no critics
NO_MODEL = (
    "A thorough run needs a model for its points of view, outlines and critics; without one it is a deep run. "
    "`inquiro doctor` says how to get one."
)


def announce(deps: Deps) -> None:
    """What a thorough run will take, before it begins."""
    if deps.request.depth != "thorough":
        return
    told = expected(deps.models, deps.request.seconds).in_words() if deps.models else NO_MODEL
    deps.emit("notice", told, None, depth="thorough")


async def seen_from_all_sides(deps: Deps, state: ResearchState, made: Plan) -> Plan:
    """The plan with what people with other stakes would also ask."""
    if deps.request.depth != "thorough" or not deps.models:
        return made

    async def look(reasoner: Reasoner) -> Plan:
        return await reasoner.perspectives(made) if isinstance(reasoner, Thorough) else made

    return await think(deps, state, "perspectives", "plan", look, returns=Plan)


def drafting_steps(number: int) -> tuple[str, ...]:
    """The steps in which a draft is made, for what they had to do without."""
    return (f"outline/{number}", f"write/{number}")


async def ordered(deps: Deps, state: ResearchState, number: int, material: Material) -> WritingOrder:
    """How a thorough report is to be written: after the better of several outlines, unless the reader gave one."""
    order = await writing_order(deps, number, material)
    if not deps.models or order.outline or order.brief or not material.facts:
        return order

    async def outline(reasoner: Reasoner) -> list[PlannedSection]:
        known = (material.plan, material.checklist, list(material.facts.values()), order)
        return list(await reasoner.outline(*known)) if isinstance(reasoner, Thorough) else []

    made = await think(deps, state, f"outline/{number}", "write", outline, returns=list[PlannedSection])
    return msgspec.structs.replace(order, sections=tuple(made))


def next_node(deps: Deps, state: ResearchState, stop: Stop | None) -> Literal["collect", "criticise", "synthesize"]:
    """Whether critics read a draft before the report is made: once, in a run that ended by itself."""
    if stop is None:
        return "collect"
    wants = deps.request.depth == "thorough" and bool(deps.models) and not (deps.request.modes or deps.request.macro)
    if not wants or "critique" in state or stop.cause in EARLY or not state["facts_extracted"]:
        return "synthesize"
    lost = lost_models(state)
    return "synthesize" if {model_id(deps.models[role]) for role in ("write", "judge")} & set(lost) else "criticise"


def ended(state: ResearchState, stop: Stop | None) -> Stop | None:
    """The critics' round is the last one: the run had ended before it, unless something ends it now."""
    if "critique" not in state or (stop and stop.cause in EARLY):
        return stop
    return convert({"cause": state["stop_cause"], "reason": state["stop_reason"]}, Stop)


def critique_of(state: ResearchState) -> Critique | None:
    return convert(state["critique"], Critique) if "critique" in state else None


async def criticise(state: ResearchState, runtime: Runtime[Deps]) -> Command[Literal["collect", "synthesize"]]:
    """A draft, what critics say of it, and what to search for before it is answered."""
    deps, number = runtime.context, state["round"]
    material = await material_of(deps, state)
    order = await ordered(deps, state, number, material)
    draft = await written(deps, state, material, number, order)
    shown = Criticised(material.plan, material.checklist, list(material.facts.values()), draft, order)

    async def read(reasoner: Reasoner) -> list[CriticFinding]:
        return await reasoner.criticise(shown) if isinstance(reasoner, Thorough) else []

    findings = await think(deps, state, f"critic/{number}", "judge", read, returns=list[CriticFinding])
    checklist, findings = with_their_questions(material.plan, material.checklist, findings)
    queries = _queries(deps, state, checklist, findings)
    critique = Critique(round=number, findings=tuple(findings), searches=tuple(query.text for query in queries))
    told = f"{len(findings)} findings of critics, {len(queries)} of them to search for"
    deps.emit("critique", told, 0.86, round=number, findings=[one.to_dict() for one in findings])
    update = {
        "current_phase": "criticise",
        "critique": critique.to_dict(),
        "checklist": [item.to_dict() for item in checklist],
        "queries": [query.to_dict() for query in queries],
        **noted(deps, *drafting_steps(number), f"critic/{number}"),
    }
    return Command(goto="collect" if queries else "synthesize", update=update)


def with_their_questions(
    plan: Plan, checklist: Sequence[ChecklistItem], findings: Sequence[CriticFinding]
) -> tuple[list[ChecklistItem], list[CriticFinding]]:
    """The checklist with what critics want found out, and the findings with the entries that they became."""
    items, entries = list(checklist), dict[CriticFinding, str]()
    private = any(item.private for item in checklist)
    for one in wanted(findings, MOST_SEARCHES):
        item = asked_too(one.question, "", (), items, plan, asker=CRITIC)
        if item is not None:
            items.append(msgspec.structs.replace(item, private=private))
            entries[one] = item.id
    told = [msgspec.structs.replace(one, item=entries.get(one, "")) for one in findings]
    return items, told


def _queries(
    deps: Deps, state: ResearchState, checklist: Sequence[ChecklistItem], findings: Sequence[CriticFinding]
) -> tuple[Query, ...]:
    private = {item.id for item in checklist if item.private}
    sought: list[tuple[str, Wanted, tuple[str, ...]]] = [
        (one.query, "any", (one.item,)) for one in findings if one.item
    ]
    made = addressed(sought, (), fewest=0, scope=scope_of(deps))
    here = [msgspec.structs.replace(query, private=bool(private & set(query.items))) for query in made]
    return distinct(here, state["tried"], most=MOST_SEARCHES) if deps.providers else ()


async def answered_critics(
    deps: Deps, state: ResearchState, critique: Critique, material: Material
) -> tuple[Draft, Critique]:
    """The draft that the critics read, patched sentence by sentence with what was found since."""
    order = await ordered(deps, state, critique.round, material)
    draft = await written(deps, state, material, critique.round, order)
    shown = Criticised(material.plan, material.checklist, list(material.facts.values()), draft, order)

    async def patch(reasoner: Reasoner) -> list[Patch]:
        return await reasoner.patch(shown, critique) if isinstance(reasoner, Thorough) else []

    step = patch_step(state["round"])
    patches = await think(deps, state, step, "write", patch, returns=list[Patch]) if critique.findings else []
    return patched(draft, critique, patches, shown.facts, material.plan.language)


def patch_step(number: int) -> str:
    return f"patch/{number}"
