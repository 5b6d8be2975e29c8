"""A macro's result as it travels in a pack: no folders of this machine, no words around a withheld quote."""

from __future__ import annotations

from collections.abc import Callable, Collection

from msgspec.structs import replace

from inquiro.core.types import Citation, MacroResult, Report, ResultReview
from inquiro.exports._display import without_folders

Bare = Callable[[Citation], Citation]


def packed_macro(report: Report, bare: Bare, behind: Collection[str]) -> MacroResult | None:
    """`bare` takes from a citation what may not travel with it; `behind` are the documents whose texts stay."""
    return _packed(report.macro, report, bare, behind) if report.macro else None


def packed_review(report: Report, bare: Bare, behind: Collection[str]) -> ResultReview | None:
    review = report.review
    if review is None or review.result is None:
        return review
    return replace(review, result=_packed(review.result, report, bare, behind))


def _packed(result: MacroResult, report: Report, bare: Bare, behind: Collection[str]) -> MacroResult:
    private = {source.id for source in report.sources if source.document_id in behind}
    return replace(
        result,
        fields=tuple(replace(one, evidence=tuple(map(bare, one.evidence))) for one in result.fields),
        sources=tuple(
            replace(one, url=without_folders(one.url), snippet="" if one.id in private else one.snippet)
            for one in result.sources
        ),
    )
