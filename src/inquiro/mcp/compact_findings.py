"""Ideas, implementations and a paper small enough for a model's context: what does not fit is left out whole."""

from __future__ import annotations

from inquiro.core.fences import fences
from inquiro.core.items_told import ranking_told
from inquiro.core.types import IdeaResult, ImplementationResult, Json, Report, ResearchFindings, Snippet
from inquiro.mcp.cutting import Parts, clipped
from inquiro.present.compact import compact_paper


def found(report: Report, findings: ResearchFindings, parts: Parts) -> Json:
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
