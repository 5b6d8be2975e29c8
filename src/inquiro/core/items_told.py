"""What can be said of an idea or an implementation in few words: why it stands where it stands, and of its code."""

from __future__ import annotations

from typing import NamedTuple

from inquiro.core.fences import fences
from inquiro.core.types import ImplementationResult, Ranking, Report, Snippet

LANGUAGES = {"python": "Python", "json": "JSON", "yaml": "YAML", "toml": "TOML", "shell": "shell"}


class CodeTold(NamedTuple):
    """A block of code, and every remark on it; a `doubt` is one that a reader should see first."""

    code: str
    language: str
    origin: str  # `quoted from [2]`
    remarks: tuple[str, ...] = ()
    doubts: tuple[str, ...] = ()


def ranking_told(ranking: Ranking | None) -> str:
    """`relevance 0.82 · authority 0.90 · completeness 1.00`."""
    if ranking is None:
        return ""
    parts = [("relevance", ranking.relevance), ("authority", ranking.authority), ("completeness", ranking.completeness)]
    return " · ".join(f"{name} {value:.2f}" for name, value in parts if value is not None)


def code_told(content: str, snippets: tuple[Snippet, ...], report: Report, source_id: str = "") -> list[CodeTold]:
    """The code of a text in its order, each block with what is known of it; then known code that the text leaves out."""
    left = list(snippets)
    told: list[CodeTold] = []
    for fence in fences(content):
        if not fence.code.strip():
            continue
        known = next((one for one in left if one.code.strip() == fence.code.strip()), None)
        if known:
            left.remove(known)
        told.append(_told(known or Snippet(code=fence.code, language=fence.language), report, source_id, bool(known)))
    return told + [_told(snippet, report, source_id, known=True) for snippet in left]


def needs_told(implementation: ImplementationResult) -> str:
    """`needs: torch, transformers`; nothing where nothing is stated."""
    return f"needs: {', '.join(implementation.dependencies)}" if implementation.dependencies else ""


def _told(snippet: Snippet, report: Report, source_id: str, known: bool) -> CodeTold:
    licence = f"licence, as the page states it: {snippet.licence}" if snippet.licence else ""
    checked = _check(snippet) if known else ""
    undeclared = f"imports that are not stated: {', '.join(snippet.undeclared)}" if snippet.undeclared else ""
    strange = (
        f"speaks to addresses that no source names: {', '.join(snippet.strange_hosts)}" if snippet.strange_hosts else ""
    )
    return CodeTold(
        snippet.code.strip("\n"),
        snippet.language,
        _origin(snippet, _number(snippet, report, source_id)) if known else "",
        tuple(filter(None, ("" if snippet.valid is False else checked, licence))),
        tuple(filter(None, (strange, checked if snippet.valid is False else "", undeclared))),
    )


def _origin(snippet: Snippet, number: str) -> str:
    if snippet.origin == "quoted":
        return f"quoted from [{number}]" if number else "quoted"
    return f"adapted from [{number}], written by the model" if number else "adapted, written by the model"


def _check(snippet: Snippet) -> str:
    language = LANGUAGES.get(snippet.checked, snippet.checked)
    if snippet.valid is None:
        return "not checked"
    if snippet.valid:
        return f"valid {language}, not run"
    return f"not valid {language}" + (f": {snippet.problem}" if snippet.problem else "")


def _number(snippet: Snippet, report: Report, source_id: str) -> str:
    """Of the source that the code stands in, else of its item's."""
    for source in report.sources:
        if snippet.document_id and source.document_id == snippet.document_id:
            return source.id.removeprefix("src_")
    known = {source.id for source in report.sources}
    return source_id.removeprefix("src_") if source_id in known else ""
