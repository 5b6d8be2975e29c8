"""Ideas, implementations and a paper as they travel in a pack: no folders of this machine, no words around a quote."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

from msgspec.structs import replace

from inquiro.core.types import Citation, IdeaResult, ImplementationResult, Report, ResearchFindings
from inquiro.present.wording import without_folders

Item = TypeVar("Item", IdeaResult, ImplementationResult)


def packed_findings(report: Report, bare: Callable[[Citation], Citation]) -> ResearchFindings | None:
    """`bare` takes from a citation what may not travel with it; code stays as it was found."""
    found = report.findings
    if found is None:
        return None
    files = {source.url: without_folders(source.url) for source in report.sources if source.url.startswith("file:")}

    def named(text: str) -> str:
        for url, name in files.items():
            text = text.replace(url, name)
        return text

    def packed(item: Item) -> Item:
        return replace(
            item,
            source=without_folders(item.source),
            content=named(item.content),
            evidence=tuple(bare(citation) for citation in item.evidence),
        )

    return replace(
        found,
        ideas=[packed(idea) for idea in found.ideas],
        implementations=[packed(one) for one in found.implementations],
        report=found.report and replace(found.report, content=named(found.report.content)),
        problems=[without_folders(line) for line in found.problems],
    )
