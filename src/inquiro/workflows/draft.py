"""A draft of the answer: what it is made from, and how it gets written."""

from __future__ import annotations

import asyncio

from inquiro.core.decoders import convert
from inquiro.core.phrases import phrases
from inquiro.core.protocols import Reasoner
from inquiro.core.types import Contradiction, Draft, DraftClaim, WritingOrder
from inquiro.engine.deps import Deps
from inquiro.engine.material import Material
from inquiro.workflows.sources import documents_of
from inquiro.workflows.state import ResearchState, checklist_of, plan_of
from inquiro.workflows.thinking import think
from inquiro.workflows.writing_order import writing_order


async def material_of(deps: Deps, state: ResearchState) -> Material:
    facts, evidence, documents = await asyncio.gather(
        deps.store.facts(deps.run_id), deps.store.evidence(deps.run_id), documents_of(deps, state)
    )
    return Material(
        plan=plan_of(state),
        checklist=tuple(checklist_of(state)),
        facts={fact.id: fact for fact in facts},
        evidence={proof.id: proof for proof in evidence},
        documents={document.id: document for document in documents},
        contradictions=tuple(convert(state["contradictions"], list[Contradiction])),
    )


async def written(
    deps: Deps, state: ResearchState, material: Material, number: int, order: WritingOrder | None = None
) -> Draft:
    """The draft of a round; asked for again, it is the same. Unless an order was made before, it is made as needed."""
    if not (material.documents or material.facts):  # there is nothing to write from, and nothing to pay a model for
        return Draft(opening=(DraftClaim(text=phrases(material.plan.language).unread),))
    known = (material.plan, list(material.checklist), list(material.facts.values()), list(material.contradictions))

    async def write(reasoner: Reasoner) -> Draft:
        return await reasoner.write(*known, order or await writing_order(deps, number, material))

    return await think(deps, state, f"write/{number}", "write", write, returns=Draft)
