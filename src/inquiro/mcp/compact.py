"""A report small enough for a model's context: what matters first, cut to a size, and how to get the rest."""

from __future__ import annotations

import json
import unicodedata
from collections.abc import Callable, Iterable
from typing import TypeVar

from inquiro.core.types import Claim, Contradiction, Json, Report, ReportSource, Value
from inquiro.mcp import wording

T = TypeVar("T")
V = TypeVar("V")
_INVISIBLE = {"Cc", "Cf", "Cs", "Co", "Cn"}  # they could hide words from the person that a model would read


class Sizes(Value, frozen=True, kw_only=True):
    """How much of each part a result may hold, in characters; lists lose their tail."""

    answer: int
    sources: int
    lists: int
    line: int = 300


COMPACT = Sizes(answer=6_000, sources=5_000, lists=1_500)
FULL = Sizes(answer=16_000, sources=12_000, lists=8_000, line=1_000)
CLAIMS = 24_000


def result(report: Report, *, full: bool = False) -> Json:
    """The report in the contract's names, as much of it as fits."""
    parts = _Parts(FULL if full else COMPACT)
    built: Json = {
        "run_id": report.trace_id,
        "trace_id": report.trace_id,
        "status": report.status,
        "answer": parts.text("answer", report.answer),
        "sources": parts.some("sources", report.sources, _source if not full else _full_source, parts.sizes.sources),
        "checklist_coverage": {
            "satisfied": parts.lines("satisfied", report.checklist_coverage.satisfied),
            "gaps": parts.lines("gaps", report.checklist_coverage.gaps),
        },
        "contradictions": parts.some("contradictions", report.contradictions, _contradiction, parts.sizes.lists),
        "iterations_used": report.iterations_used,
        "stop_reason": visible(report.stop_reason, parts.sizes.line),
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


def visible(text: str, longest: int) -> str:
    """Without characters that hide or reorder, and no longer than that."""
    kept = "".join(c for c in text if c in "\n\t" or unicodedata.category(c) not in _INVISIBLE)
    return kept if len(kept) <= longest else kept[: longest - 1].rstrip() + "…"


class _Parts:
    """Cuts each part to its size and remembers what was left out."""

    def __init__(self, sizes: Sizes) -> None:
        self.sizes = sizes
        self.left_out: dict[str, int] = {}

    def text(self, name: str, text: str) -> str:
        shown = visible(text, self.sizes.answer)
        if len(text) > self.sizes.answer:
            self.left_out[f"{name} characters"] = len(text) - self.sizes.answer
        return shown

    def lines(self, name: str, lines: Iterable[str]) -> list[str]:
        return self.some(name, tuple(lines), visible, self.sizes.lists)

    def some(self, name: str, items: tuple[T, ...], shown: Callable[[T, int], V], room: int) -> list[V]:
        """As many as there is room for, in their order."""
        kept: list[V] = []
        for number, item in enumerate(items):
            view = shown(item, self.sizes.line)
            room -= len(json.dumps(view, ensure_ascii=False))
            if room < 0:
                self.left_out[name] = len(items) - number
                break
            kept.append(view)
        return kept

    def rest(self, run_id: str, *, full: bool) -> Json:
        if not self.left_out:
            return {}
        more = f"`inquiro runs export {run_id[:8]} --format json` gives everything"
        return {"left_out": self.left_out, "more": more if full else f"full=true shows more; {more}"}


def _source(source: ReportSource, longest: int) -> Json:
    return {
        "id": source.id,
        "type": source.type,
        "title": visible(source.title, min(longest, 120)),
        "url": visible(source.url, longest),
    }


def _full_source(source: ReportSource, longest: int) -> Json:
    return _source(source, longest) | {"snippet": visible(source.snippet, longest), "published": source.published}


def _contradiction(one: Contradiction, longest: int) -> Json:
    return {
        "about": visible(one.about, longest),
        "kind": one.kind,
        "explanation": visible(one.explanation, longest),
        "sides": [{"source_id": s.source_id, "statement": visible(s.statement, longest)} for s in one.sides[:4]],
    }


def _claim(claim: Claim, longest: int) -> Json:
    evidence = [
        {"source_id": e.source_id, "quote": visible(e.quote, longest), "start": e.start, "end": e.end}
        for e in claim.evidence[:4]
    ]
    return {"text": visible(claim.text, longest), "label": claim.label, "evidence": evidence}
