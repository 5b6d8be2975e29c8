"""A checked document, small enough for a model's context: the verdict, what is grave, and the state of references."""

from __future__ import annotations

from inquiro.core.types import CheckedReference, CheckFinding, CheckResult, Json
from inquiro.mcp.cutting import Parts, clipped


def checked(check: CheckResult, parts: Parts, *, full: bool) -> Json:
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
