"""A report as JSON for a model's context: in the contract's names, what matters first, cut to a size."""

from __future__ import annotations

from inquiro.core.fences import fences
from inquiro.core.items_told import ranking_told
from inquiro.core.types import (
    CheckedReference,
    CheckFinding,
    CheckResult,
    Claim,
    Contradiction,
    IdeaResult,
    ImplementationResult,
    Json,
    NoteResult,
    RelatedNote,
    Report,
    ReportSource,
    ResearchFindings,
    Snippet,
    Topic,
    Written,
)
from inquiro.present.compact import compact_answer, compact_paper
from inquiro.present.compact_macro import compact_macro
from inquiro.present.size_limits import Parts, Sizes, clipped

COMPACT = Sizes(answer=6_000, sources=5_000, lists=1_500, code=10_000)
FULL = Sizes(answer=16_000, sources=12_000, lists=8_000, code=40_000, line=1_000)
CLAIMS = 24_000
LONGEST_PATH, LONGEST_REASON = 1_000, 500


def compact_result(report: Report, *, full: bool = False, held_back: str = "") -> Json:
    """The report in the contract's names, as much of it as fits; `held_back`: what of a note did not leave."""
    parts = Parts(FULL if full else COMPACT)
    built: Json = {
        "run_id": report.trace_id,
        "trace_id": report.trace_id,
        "status": report.status,
        **_answer(report, parts, full=full, held_back=held_back),
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
    return built | parts.rest(report.trace_id, full=full)


def _answer(report: Report, parts: Parts, *, full: bool, held_back: str) -> Json:
    """What a research found, or a note was given, says all that its answer says; where there is none, the answer does."""
    if report.check is not None:
        return _checked(report.check, parts, full=full)
    if report.macro is not None:
        return compact_macro(report.macro, parts)
    if report.note is not None:
        return _researched(report.note, parts, full=full) | {"held_back": held_back or "nothing"}
    findings = report.findings
    if findings is None:
        return {"answer": parts.drawn("answer", compact_answer(report, parts.sizes.answer))}
    if findings.ideas or findings.implementations or findings.report:
        return _found(report, findings, parts)
    return _found(report, findings, parts) | {"answer": parts.text("answer", report.answer)}


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


# -- a checked document ----------------------------------------------------------------------------


def _checked(check: CheckResult, parts: Parts, *, full: bool) -> Json:
    findings = check.findings if full else check.grave
    return {
        "document": clipped(check.name, parts.sizes.line),
        "verdict": clipped(check.verdict, parts.sizes.line * 4),
        "counts": check.counts.to_dict(),
        "findings": parts.some("findings", findings, _finding, parts.sizes.answer),
        "lesser_findings": len(check.lesser),
        "open": len(check.open),
        "references": parts.some("references", check.references, _reference, parts.sizes.lists * 2),
    }


def _finding(finding: CheckFinding, longest: int) -> Json:
    return {
        "kind": finding.kind,
        "grave": finding.grave,
        "line": finding.line,
        "sentence": clipped(finding.sentence, longest),
        "reference": clipped(finding.reference, longest),
        "problem": clipped(finding.problem, longest),
        "advice": clipped(finding.advice, longest),
        "source_words": clipped(finding.source_words, longest),
    }


def _reference(one: CheckedReference, longest: int) -> Json:
    title = clipped(one.title or one.url or one.text, min(longest, 120))
    return {"number": clipped(one.number, 40), "state": one.state, "title": title, "told": clipped(one.told, longest)}


# -- ideas, implementations and a paper ------------------------------------------------------------


def _found(report: Report, findings: ResearchFindings, parts: Parts) -> Json:
    """In the names of the JSON export; code is never cut in the middle."""
    sizes = parts.sizes
    return {
        "query": clipped(findings.query, sizes.line * 4),
        "modes": list(findings.modes),
        "top_k": findings.top_k,
        "ideas": parts.whole("ideas", tuple(findings.ideas), _idea, sizes.answer),
        "implementations": parts.whole("implementations", tuple(findings.implementations), _implementation, sizes.code),
        "report": {"content": parts.drawn("report", compact_paper(report, sizes.answer))} if findings.report else None,
        "problems": parts.lines("problems", findings.problems),
    }


def _idea(idea: IdeaResult, longest: int) -> Json:
    return _item(idea, longest) | {"content": clipped(idea.content, longest * 4)}


def _implementation(one: ImplementationResult, longest: int) -> Json:
    return _item(one, longest) | {
        "description": clipped(one.description, longest * 4),
        "snippets": [_snippet(snippet, longest) for snippet in one.snippets]
        or [
            {"code": clipped(fence.code, len(fence.code)), "language": fence.language} for fence in fences(one.content)
        ],
        "dependencies": [clipped(name, longest) for name in one.dependencies],
    }


def _item(item: IdeaResult | ImplementationResult, longest: int) -> Json:
    return {
        "source": clipped(item.source, longest),
        "source_id": item.source_id,
        "title": clipped(item.title, min(longest, 120)),
        "label": item.label,
        "ranking": ranking_told(item.ranking),
    }


def _snippet(snippet: Snippet, longest: int) -> Json:
    """Without its place in the page, which only the store can open."""
    known: Json = {
        "code": clipped(snippet.code, len(snippet.code)),
        "language": clipped(snippet.language, 40),
        "origin": snippet.origin,
        "checked": snippet.checked,
        "valid": snippet.valid,
        "problem": clipped(snippet.problem, longest),
        "undeclared": [clipped(name, longest) for name in snippet.undeclared],
        "strange_hosts": [clipped(name, longest) for name in snippet.strange_hosts],
        "licence": clipped(snippet.licence, longest),
    }
    return {name: value for name, value in known.items() if value not in ("", [], None)}


# -- a researched note -----------------------------------------------------------------------------


def _researched(note: NoteResult, parts: Parts, *, full: bool) -> Json:
    """What became of a note: its section stands in it, so the beginning is enough, unless all is asked for."""
    dry = note.written is not None and note.written.outcome == "dry_run"
    built: Json = {
        "path": clipped(note.path, LONGEST_PATH),
        "topics_researched": note.topics_researched,
        "preview": clipped(note.preview, len(note.preview)),
        "written": _written(note.written) if note.written else None,
        "topics": parts.some("topics", note.topics, _topic, parts.sizes.lists),
        "related": parts.some("related", note.related, _related, parts.sizes.lists),
        "queries": parts.lines("queries", note.queries),
        "problems": parts.lines("problems", note.problems),
    }
    if dry and note.written:
        built["diff"] = parts.text("diff", note.written.diff)
    return built | ({"section": parts.text("section", note.section)} if full else {})


def _written(written: Written) -> Json:
    known = {"outcome": written.outcome, "path": clipped(written.path, LONGEST_PATH), "remarks_kept": written.kept}
    return known | ({"reason": clipped(written.reason, LONGEST_REASON)} if written.reason else {})


def _topic(topic: Topic, longest: int) -> Json:
    return {"label": clipped(topic.label, longest), "type": topic.type}


def _related(related: RelatedNote, longest: int) -> Json:
    return {
        "path": clipped(related.path, LONGEST_PATH),
        "link": clipped(related.link, longest),
        "says": clipped(related.says, longest),
    }
