"""What a research returns, held to its report: every sentence is one of the claims, and quoted code stands in its page."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping, Sequence

from inquiro.core.fences import fences
from inquiro.core.markdown import inert, link_target
from inquiro.core.phrases import nearest_line, phrases
from inquiro.core.prose import Piece, pieces
from inquiro.core.types import CitationCheck, Document, Report, Snippet

REFERENCES = "References"  # end a paper: the report's own list of sources
_MARKS = re.compile(r"\[\d{1,6}\]")


def unaccounted_findings(
    report: Report, documents: Mapping[str, Document], withheld: Collection[str] = ()
) -> Iterator[CitationCheck]:
    """Words of ideas, implementations and a paper that belong to no claim, and code that is not what it is called."""
    found = report.findings
    if found is None:
        return
    claimed = _Claimed(report)
    described = [*(idea.description for idea in found.ideas), *(one.description for one in found.implementations)]
    for stray in filter(None, map(claimed.rest, described)):
        yield _check(stray, "stands in an item and in no claim")
    for idea in found.ideas:
        yield from (_check(_first_line(fence.code), "is code in an idea") for fence in fences(idea.content))
    told = [(one.content, one.snippets) for one in found.implementations]
    if found.report:
        told.append((found.report.content, found.report.snippets))
        yield from (
            _check(stray, "stands in the paper and in no claim") for stray in _strays(found.report.content, claimed)
        )
    for content, snippets in told:
        yield from _code(content, snippets, documents, withheld)


class _Claimed:
    """Takes from a text what the report's claims say."""

    def __init__(self, report: Report) -> None:
        texts = {text for claim in report.claims for text in (claim.text, inert(claim.text)) if text}
        self._texts = sorted(texts, key=len, reverse=True)
        self._labels = {
            one for claim in report.claims for label in (claim.row, claim.column) for one in (label, inert(label))
        }
        self._links = [
            f"[{n.id.removeprefix('src_')}]{link_target(n.url)}" for n in report.sources if link_target(n.url)
        ]
        self._own = _own_lines(report)

    def label(self, text: str) -> str:
        return "" if text in self._labels else text

    def rest(self, text: str) -> str:
        if text in self._own:
            return ""
        for known in (*self._texts, *self._links):
            text = text.replace(known, " ")
        left = " ".join(_MARKS.sub(" ", text).split())
        return left if any(character.isalnum() for character in left) else ""


def _strays(content: str, claimed: _Claimed) -> Iterator[str]:
    for piece in pieces(content):
        if piece.kind == "heading" and piece.text == REFERENCES:
            return
        if piece.kind == "table":
            yield from _in_table(piece, claimed)
        elif piece.kind in {"paragraph", "item"} and (stray := claimed.rest(piece.text)):
            yield stray


def _in_table(piece: Piece, claimed: _Claimed) -> Iterator[str]:
    head, *rows = piece.rows
    yield from filter(None, map(claimed.label, head))
    for name, *cells in rows:
        yield from filter(None, (claimed.label(name), *map(claimed.rest, cells)))


def _own_lines(report: Report) -> frozenset[str]:
    """What a paper that could not be written says in place of sentences."""
    words, paper = phrases(report.language), report.findings and report.findings.report
    nearest = nearest_line(paper.nearest, report.language) if paper and paper.nearest else ""
    return frozenset({words.no_model, nearest})


def _code(
    content: str, snippets: Sequence[Snippet], documents: Mapping[str, Document], withheld: Collection[str]
) -> Iterator[CitationCheck]:
    known = {snippet.code.strip() for snippet in snippets}
    for fence in fences(content):
        if fence.code.strip() and fence.code.strip() not in known:
            yield _check(_first_line(fence.code), "is code of which nothing is said")
    for snippet in snippets:
        document = None if snippet.document_id in withheld else documents.get(snippet.document_id)
        if snippet.origin == "quoted" and document and not _stands(snippet, document):
            yield _check(_first_line(snippet.code), "is called quoted, and does not stand at its place in the snapshot")


def _stands(snippet: Snippet, document: Document) -> bool:
    """Line after line, between what a page may show besides: prompts, what came back, indentation."""
    shown = iter(" ".join(line.split()) for line in document.text[snippet.start : snippet.end].splitlines())
    wanted = [" ".join(line.split()) for line in snippet.code.splitlines() if line.strip()]
    return bool(wanted) and all(any(line in other for other in shown) for line in wanted)


def _first_line(code: str) -> str:
    return next((line.strip() for line in code.splitlines() if line.strip()), "")


def _check(words: str, problem: str) -> CitationCheck:
    return CitationCheck(claim=words, source_id="", problem=problem)
