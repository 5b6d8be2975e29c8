"""The answer of a run that asks for one: facts, a draft, its critics where there are any, and the checked report."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from inquiro.core.types import Json, Report
from inquiro.engine.deps import Deps
from inquiro.engine.synthesize import synthesize as assemble
from inquiro.workflows import recalling
from inquiro.workflows.critique import NO_MODEL, answered_critics, critique_of, drafting_steps, ordered, patch_step
from inquiro.workflows.draft import material_of, written
from inquiro.workflows.draft_review import review, steps
from inquiro.workflows.reporting import grown, report_base
from inquiro.workflows.state import ResearchState
from inquiro.workflows.thinking import noted
from inquiro.workflows.writing_order import unheeded


async def answered(deps: Deps, state: ResearchState, also: Sequence[str] = ()) -> tuple[Report, Json]:
    """The report, and what its writing had to do without; documents that are `also` cited are sources too."""
    number, critique = state["round"], critique_of(state)
    material = await material_of(deps, state)
    if critique is None:
        order = await ordered(deps, state, number, material) if deps.request.depth == "thorough" else None
        draft = await written(deps, state, material, number, order)
    else:
        draft, critique = await answered_critics(deps, state, critique, material)
    reviewed = await review(deps, state, draft, material)
    drafting = (patch_step(number),) if critique else drafting_steps(number)
    told = noted(deps, *drafting, *steps(number))
    base = report_base(grown(state, told), deps, list(material.facts.values()))
    left_out = (NO_MODEL,) if deps.request.depth == "thorough" and not deps.models else ()
    base = msgspec.structs.replace(base, notices=(*base.notices, *left_out, *unheeded(deps.request, draft)))
    report = assemble(reviewed.draft, material, base, strict=deps.request.strict, also=also, verdicts=reviewed.verdicts)
    report = msgspec.structs.replace(
        report,
        judged=reviewed.judged,
        canaries=reviewed.canaries,
        outline=deps.request.outline,
        critique=critique,
    )
    return recalling.as_followed(deps, state, report, material.documents), told
