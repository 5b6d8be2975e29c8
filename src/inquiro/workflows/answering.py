"""The report of a run: sentences from facts, verified, mended once, with everything around them."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence

import msgspec

from inquiro.core.decoders import convert
from inquiro.core.phrases import phrases
from inquiro.core.protocols import Reasoner
from inquiro.core.types import Contradiction, Draft, DraftClaim, Json, Report
from inquiro.engine.deps import Deps
from inquiro.engine.material import Material
from inquiro.engine.synthesize import synthesize as assemble
from inquiro.workflows import recalling
from inquiro.workflows.draft_review import review, steps
from inquiro.workflows.reporting import grown, report_base
from inquiro.workflows.sources import documents_of
from inquiro.workflows.state import ResearchState, checklist_of, plan_of
from inquiro.workflows.thinking import noted, think
from inquiro.workflows.writing_order import unheeded, writing_order


async def answered(deps: Deps, state: ResearchState, also: Sequence[str] = ()) -> tuple[Report, Json]:
    """The report, and what its writing had to do without; documents that are `also` cited are sources too."""
    number = state["round"]
    facts, evidence, documents = await asyncio.gather(
        deps.store.facts(deps.run_id), deps.store.evidence(deps.run_id), documents_of(deps, state)
    )
    checklist = checklist_of(state)
    contradictions = convert(state["contradictions"], list[Contradiction])
    known = (plan_of(state), checklist, facts, contradictions)
    material = Material(
        plan=plan_of(state),
        checklist=tuple(checklist),
        facts={fact.id: fact for fact in facts},
        evidence={proof.id: proof for proof in evidence},
        documents={document.id: document for document in documents},
        contradictions=tuple(contradictions),
    )

    async def write(reasoner: Reasoner) -> Draft:
        return await reasoner.write(*known, await writing_order(deps, number, material))

    if documents or facts:
        draft = await think(deps, state, f"write/{number}", "write", write, returns=Draft)
    else:  # there is nothing to write from, and nothing to pay a model for
        draft = Draft(opening=(DraftClaim(text=phrases(plan_of(state).language).unread),))
    reviewed = await review(deps, state, draft, material)
    told = noted(deps, f"write/{number}", *steps(number))
    base = report_base(grown(state, told), deps, facts)
    base = msgspec.structs.replace(base, notices=(*base.notices, *unheeded(deps.request, draft)))
    report = assemble(reviewed.draft, material, base, strict=deps.request.strict, also=also, verdicts=reviewed.verdicts)
    report = msgspec.structs.replace(
        report, judged=reviewed.judged, canaries=reviewed.canaries, outline=deps.request.outline
    )
    return recalling.as_followed(deps, state, report, material.documents), told
