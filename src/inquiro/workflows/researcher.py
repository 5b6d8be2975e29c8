"""Ideas, implementations and papers: every mode at once over one pool of evidence, joined into one report."""

from __future__ import annotations

import asyncio

import msgspec

from inquiro.core.crash_points import reach
from inquiro.core.decoders import convert
from inquiro.core.types import Contradiction, Json, ModeDraft, Pool, Report, ResearchMode
from inquiro.engine.deps import Deps
from inquiro.engine.modes.assembling import Assembly
from inquiro.engine.modes.findings import findings_of
from inquiro.workflows import recalling
from inquiro.workflows.draft_review import review, steps
from inquiro.workflows.reporting import grown, report_base
from inquiro.workflows.sources import documents_of, uncollected
from inquiro.workflows.state import ResearchState, checklist_of, plan_of
from inquiro.workflows.thinking import noted, think
from inquiro.workflows.writing_order import writing_room


async def present(deps: Deps, state: ResearchState) -> Json:
    """What the graph does in place of writing one answer, when modes were asked for."""
    number, modes = state["round"], deps.request.modes
    pool = await _pool(deps, state)
    room = await writing_room(deps, number)
    drafts = await asyncio.gather(*(_drafted(deps, state, mode, pool, room) for mode in modes))
    assembly = await asyncio.to_thread(Assembly, drafts, pool, deps.request.top_k)
    material = assembly.material(convert(state["contradictions"], list[Contradiction]))
    # Nothing opens such a report: each part stands under its heading.
    reviewed = await review(deps, state, assembly.draft, material)
    draft = msgspec.structs.replace(reviewed.draft, opening=())
    told = noted(deps, *(f"{mode}/{number}" for mode in modes), *steps(number))
    base = report_base(grown(state, told), deps, pool.facts)
    report = await asyncio.to_thread(
        assembly.report, draft, material, base, strict=deps.request.strict, verdicts=reviewed.verdicts
    )
    report = msgspec.structs.replace(report, judged=reviewed.judged, canaries=reviewed.canaries)
    findings = findings_of(assembly, report, modes, deps.request.top_k)
    findings = msgspec.structs.replace(findings, problems=[*uncollected(state), *findings.problems])
    report = recalling.as_followed(deps, state, report, material.documents)
    report = msgspec.structs.replace(report, findings=findings)
    deps.emit("synthesize", _summed_up(report), 0.95, claims=len(report.claims), sources=len(report.sources),
              ideas=len(findings.ideas), implementations=len(findings.implementations), dropped=findings.dropped)  # fmt: skip
    await deps.store.update_run(deps.effects.lease, result=report.to_dict())
    reach("report.after_store")
    return {"current_phase": "synthesize", "final_report": {"claims": len(report.claims)}, **told}


async def _pool(deps: Deps, state: ResearchState) -> Pool:
    facts, evidence, documents = await asyncio.gather(
        deps.store.facts(deps.run_id), deps.store.evidence(deps.run_id), documents_of(deps, state)
    )
    return Pool(
        plan=plan_of(state),
        checklist=tuple(checklist_of(state)),
        facts=tuple(facts),
        evidence=tuple(evidence),
        documents=tuple(documents),
    )


async def _drafted(deps: Deps, state: ResearchState, mode: ResearchMode, pool: Pool, room: int | None) -> ModeDraft:
    step, top_k = f"{mode}/{state['round']}", deps.request.top_k
    return await think(deps, state, step, "write", lambda one: one.present(mode, pool, top_k, room), returns=ModeDraft)


def _summed_up(report: Report) -> str:
    findings = report.findings
    assert findings is not None
    counts = {"ideas": len(findings.ideas), "implementations": len(findings.implementations)}
    parts = [
        f"{counts[name]} {name}"
        for name, mode in (("ideas", "idea"), ("implementations", "implementation"))
        if mode in findings.modes
    ]
    paper = ["a report"] if findings.report else []
    return f"{', '.join([*parts, *paper])}; {len(report.claims)} sentences, {len(report.sources)} sources"
