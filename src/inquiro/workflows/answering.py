"""The report of a run: sentences from facts, verified, mended once, with everything around them."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence

from inquiro.core.decoders import convert
from inquiro.core.phrases import phrases
from inquiro.core.types import Contradiction, Draft, DraftClaim, Json, Report
from inquiro.engine.deps import Deps
from inquiro.engine.synthesize import Material
from inquiro.engine.synthesize import synthesize as assemble
from inquiro.workflows import recalling
from inquiro.workflows.reporting import grown, report_base
from inquiro.workflows.sources import documents_of
from inquiro.workflows.state import ResearchState, checklist_of, plan_of
from inquiro.workflows.thinking import mended, noted, think


async def answered(deps: Deps, state: ResearchState, also: Sequence[str] = ()) -> tuple[Report, Json]:
    """The report, and what its writing had to do without; documents that are `also` cited are sources too."""
    number = state["round"]
    facts, evidence, documents = await asyncio.gather(
        deps.store.facts(deps.run_id), deps.store.evidence(deps.run_id), documents_of(deps, state)
    )
    checklist = checklist_of(state)
    contradictions = convert(state["contradictions"], list[Contradiction])
    known = (plan_of(state), checklist, facts, contradictions)
    if documents or facts:
        draft = await think(
            deps, state, f"write/{number}", "write", lambda reasoner: reasoner.write(*known), returns=Draft
        )
    else:  # there is nothing to write from, and nothing to pay a model for
        draft = Draft(opening=(DraftClaim(text=phrases(plan_of(state).language).unread),))
    material = Material(
        plan=plan_of(state),
        checklist=tuple(checklist),
        facts={fact.id: fact for fact in facts},
        evidence={proof.id: proof for proof in evidence},
        documents={document.id: document for document in documents},
        contradictions=tuple(contradictions),
    )
    draft = await mended(deps, state, draft, material)
    told = noted(deps, f"write/{number}", f"repair/{number}")
    base = report_base(grown(state, told), deps, facts)
    report = assemble(draft, material, base, strict=deps.request.strict, also=also)
    return recalling.as_followed(deps, state, report, material.documents), told
