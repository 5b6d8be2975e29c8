"""A macro's result as it travels in a pack: no folders of this machine, no words around a withheld quote."""

from __future__ import annotations

from collections.abc import Callable, Collection

from msgspec.structs import replace

from inquiro.core.types import Citation, MacroResult, Report, ResultReview
from inquiro.present.wording import without_folders

Bare = Callable[[Citation], Citation]


def packed_macro(report: Report, bare: Bare, behind: Collection[str]) -> MacroResult | None:
    """`bare` takes from a citation what may not travel with it; `behind` are the documents whose texts stay."""
    return _packed(report.macro, report, bare, behind) if report.macro else None


def packed_review(report: Report, bare: Bare, behind: Collection[str]) -> ResultReview | None:
    review = report.review
    if review is None:
        return None
    execution = review.execution
    return replace(
        review,
        reason=without_folders(review.reason),
        overrides={lei: without_folders(reason) for lei, reason in review.overrides.items()},
        execution=execution and replace(execution, error=without_folders(execution.error)),
        result=review.result and _packed(review.result, report, bare, behind),
    )


def _packed(result: MacroResult, report: Report, bare: Bare, behind: Collection[str]) -> MacroResult:
    """A source that the report does not list is nobody's to publish."""
    public = {source.id for source in report.sources if source.document_id not in behind}
    return replace(
        result,
        fields=tuple(replace(one, evidence=tuple(map(bare, one.evidence))) for one in result.fields),
        sources=tuple(
            replace(one, url=without_folders(one.url), snippet=one.snippet if one.id in public else "")
            for one in result.sources
        ),
    )
