"""A verified report as what the researcher returns: each item with its words, code, label, proofs and rank."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from inquiro.core.fences import fence_for
from inquiro.core.markdown import inert, link_target
from inquiro.core.phrases import nearest_line, phrases
from inquiro.core.types import (
    Citation,
    Claim,
    ClaimLabel,
    IdeaResult,
    ImplementationResult,
    Report,
    ResearchFindings,
    ResearchMode,
    ResearchReport,
    Snippet,
)
from inquiro.engine.answer import body
from inquiro.engine.modes.assembling import Assembly, RankedItem
from inquiro.engine.synthesize import CONTEXT

WEAKEST: tuple[ClaimLabel, ...] = ("uncited", "inferred", "supported", "quoted")
UNPROVEN = "ideas that nothing bears out"


def findings_of(assembly: Assembly, report: Report, modes: Sequence[ResearchMode], top_k: int) -> ResearchFindings:
    by_section: dict[str, list[Claim]] = {}
    for claim in report.claims:
        by_section.setdefault(claim.section, []).append(claim)
    numbers = {source.document_id: source.id for source in report.sources}
    ideas: list[IdeaResult] = []
    implementations: list[ImplementationResult] = []
    for item in assembly.items:
        claims = by_section.get(item.section, [])
        if item.mode == "implementation":
            implementations.append(_implementation(item, claims, numbers))
        elif claims:
            ideas.append(_idea(item, claims, numbers))
        else:
            assembly.dropped[UNPROVEN] += 1
    return ResearchFindings(
        report.question,
        list(modes),
        top_k,
        ideas,
        implementations,
        _paper(assembly, report, by_section) if "freeform" in modes else None,
        problems=[problem for draft in assembly.drafts for problem in draft.problems],
        dropped=dict(sorted(assembly.dropped.items())),
        trace_id=report.trace_id,
    )


def _idea(item: RankedItem, claims: Sequence[Claim], numbers: dict[str, str]) -> IdeaResult:
    return IdeaResult(
        source=item.document.url,
        content=" ".join(claim.text for claim in claims),
        source_id=numbers.get(item.document.id, ""),
        title=item.document.title,
        label=_weakest(claims),
        evidence=_citations(claims),
        ranking=item.ranking,
    )


def _implementation(item: RankedItem, claims: Sequence[Claim], numbers: dict[str, str]) -> ImplementationResult:
    parts = [" ".join(claim.text for claim in claims), *(fenced_code(snippet) for snippet in item.snippets)]
    if item.draft.dependencies is not None:
        parts.append(f"Dependencies: {', '.join(item.draft.dependencies) or 'none'}")
    quoted = [
        _code_citation(item, snippet, numbers) for snippet in item.snippets if snippet.document_id == item.document.id
    ]
    return ImplementationResult(
        source=item.document.url,
        content="\n\n".join(part for part in parts if part),
        source_id=numbers.get(item.document.id, ""),
        title=item.document.title,
        label=_weakest(claims) if claims else None,
        evidence=(*_citations(claims), *quoted),
        ranking=item.ranking,
        snippets=item.snippets,
    )


def _paper(assembly: Assembly, report: Report, by_section: dict[str, list[Claim]]) -> ResearchReport:
    """All of it as one text that can be read alone: sources are numbered, linked in place, and listed in the end."""
    addresses = {one.id: one.url for one in report.sources}
    parts: list[str] = []
    cited: dict[str, None] = {}
    snippets: list[Snippet] = []
    for part in assembly.paper:
        claims, code = by_section.get(part.heading, []), assembly.paper_code[part.heading]
        if part.heading and (claims or code):
            parts.append(f"{'###' if part.below else '##'} {inert(part.heading)}")
        if claims:
            parts.append(body(claims, lambda evidence: linked_marks(evidence, addresses)))
        parts += [fenced_code(snippet) for snippet in code]
        cited |= {citation.source_id: None for claim in claims for citation in claim.evidence}
        snippets += code
    sources = [source for source in report.sources if source.id in cited]
    if sources:
        lines = [f"[{one.id.removeprefix('src_')}] {inert(one.title)}: {one.url}" for one in sources]
        parts += ["## References", "\n".join(lines)]
    if not any(part.heading for part in assembly.paper):
        parts += _instead(report, assembly.nearest)
    return ResearchReport("\n\n".join(parts), tuple(snippets), report.question, assembly.nearest)


def _instead(report: Report, nearest: Sequence[str]) -> list[str]:
    """What is said where there is nothing to write from."""
    words = phrases(report.language)
    titles = [nearest_line(nearest, report.language)] if nearest else []
    return [*titles, *([words.no_model] if report.engine == "extractive" else [])]


def linked_marks(evidence: Iterable[Citation], addresses: Mapping[str, str]) -> str:
    """`[2](https://…)`: each source once; one without an address on the web is in the list at the end."""
    named = dict.fromkeys(citation.source_id for citation in evidence)
    return "".join(f"[{one.removeprefix('src_')}]{link_target(addresses.get(one, ''))}" for one in named)


def fenced_code(snippet: Snippet) -> str:
    """In a fence that nothing in the code can close."""
    fence = fence_for(snippet.code)
    return f"{fence}{snippet.language}\n{snippet.code}\n{fence}"


def _weakest(claims: Sequence[Claim]) -> ClaimLabel:
    return min((claim.label for claim in claims), key=WEAKEST.index, default="uncited")


def _citations(claims: Sequence[Claim]) -> tuple[Citation, ...]:
    return tuple(dict.fromkeys(citation for claim in claims for citation in claim.evidence))


def _code_citation(item: RankedItem, snippet: Snippet, numbers: dict[str, str]) -> Citation:
    text, start, end = item.document.text, snippet.start, snippet.end
    return Citation(
        source_id=numbers.get(item.document.id, ""),
        quote=text[start:end],
        start=start,
        end=end,
        document_id=item.document.id,
        before=text[max(0, start - CONTEXT) : start],
        after=text[end : end + CONTEXT],
    )
