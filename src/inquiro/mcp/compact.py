"""A report small enough for a model's context: what matters first, cut to a size, and how to get the rest."""

from __future__ import annotations

from inquiro.core.types import Claim, Contradiction, Json, Report, ReportSource
from inquiro.mcp import wording
from inquiro.mcp.compact_checks import checked
from inquiro.mcp.compact_findings import found
from inquiro.mcp.compact_macros import found_by_macro
from inquiro.mcp.compact_notes import researched
from inquiro.mcp.cutting import Parts, Sizes, clipped
from inquiro.present.compact import compact_answer

COMPACT = Sizes(answer=6_000, sources=5_000, lists=1_500, code=10_000)
FULL = Sizes(answer=16_000, sources=12_000, lists=8_000, code=40_000, line=1_000)
CLAIMS = 24_000


def result(report: Report, *, full: bool = False) -> Json:
    """The report in the contract's names, as much of it as fits."""
    parts = Parts(FULL if full else COMPACT)
    built: Json = {
        "run_id": report.trace_id,
        "trace_id": report.trace_id,
        "status": report.status,
        **_answer(report, parts, full=full),
        "sources": parts.some("sources", report.sources, _source if not full else _full_source, parts.sizes.sources),
        "checklist_coverage": {
            "satisfied": parts.lines("satisfied", report.checklist_coverage.satisfied),
            "gaps": parts.lines("gaps", report.checklist_coverage.gaps),
        },
        "contradictions": parts.some("contradictions", report.contradictions, _contradiction, parts.sizes.lists),
        "iterations_used": report.iterations_used,
        "stop_reason": clipped(report.stop_reason, parts.sizes.line),
        "notices": parts.lines("notices", (*report.notices, *report.assumptions)),
        "lost": len(report.lost),
        "engine": report.engine,
        "privacy": report.privacy,
    }
    if full:
        built |= {
            "claims": parts.some("claims", report.claims, _claim, CLAIMS),
            "lost": parts.lines("lost", (f"{loss.what}: {loss.reason}" for loss in report.lost)),
            "saturation": report.saturation.to_dict() if report.saturation else None,
            "usage": report.usage.to_dict(),
        }
    return built | parts.rest(report.trace_id, full=full) | {"note": wording.HOW_TO_READ}


def _answer(report: Report, parts: Parts, *, full: bool) -> Json:
    """What a research found, or a note was given, says all that its answer says; where there is none, the answer does."""
    if report.check is not None:
        return checked(report.check, parts, full=full)
    if report.macro is not None:
        return found_by_macro(report.macro, parts)
    if report.note is not None:
        return researched(report.note, parts, full=full)
    findings = report.findings
    if findings is None:
        return {"answer": parts.drawn("answer", compact_answer(report, parts.sizes.answer))}
    if findings.ideas or findings.implementations or findings.report:
        return found(report, findings, parts)
    return found(report, findings, parts) | {"answer": parts.text("answer", report.answer)}


def _source(source: ReportSource, longest: int) -> Json:
    return {
        "id": source.id,
        "type": source.type,
        "title": clipped(source.title, min(longest, 120)),
        "url": clipped(source.url, longest),
    }


def _full_source(source: ReportSource, longest: int) -> Json:
    return _source(source, longest) | {"snippet": clipped(source.snippet, longest), "published": source.published}


def _contradiction(one: Contradiction, longest: int) -> Json:
    return {
        "about": clipped(one.about, longest),
        "kind": one.kind,
        "explanation": clipped(one.explanation, longest),
        "sides": [{"source_id": s.source_id, "statement": clipped(s.statement, longest)} for s in one.sides[:4]],
    }


def _claim(claim: Claim, longest: int) -> Json:
    evidence = [
        {"source_id": e.source_id, "quote": clipped(e.quote, longest), "start": e.start, "end": e.end}
        for e in claim.evidence[:4]
    ]
    computed = [clipped(one, longest) for one in claim.computed[:4]]
    return {
        "text": clipped(claim.text, longest),
        "label": claim.label,
        "by": claim.by,
        "computed": computed,
        "evidence": evidence,
    }
