"""A report as a document to hand on: what PDF and DOCX set in type, in the order in which it is read."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Iterator
from typing import Literal

from inquiro.core.phrases import phrases
from inquiro.core.types import Claim, Contradiction, Report, ReportSource, Value
from inquiro.exports._answer import Block, Marks, Span, Statement, parse_answer, split_before, without_section
from inquiro.exports._display import (
    GLYPHS,
    LABELS,
    PRIVACY,
    STATUSES,
    facts_about,
    method_facts,
    one_line,
    place_of,
    run_facts,
    safe_url,
    shortened,
    source_numbers,
    source_of,
    title_of,
    without_folders,
)
from inquiro.exports._quotes import quotes_by_source

_LONGEST_QUOTE = 1_200  # a page of someone else's text is no quotation


class Run(Value, frozen=True, kw_only=True):
    """A stretch of text in one look; `url` is a source's own address, `source` the number of one in the list."""

    text: str
    bold: bool = False
    quiet: bool = False
    url: str = ""
    source: int | None = None


class Line(Value, frozen=True, kw_only=True):
    kind: Literal["title", "heading", "paragraph", "item", "notice", "source", "quote", "small"]
    runs: tuple[Run, ...]
    level: int = 1
    anchor: int | None = None  # the number of the source that stands here

    @property
    def text(self) -> str:
        return "".join(run.text for run in self.runs)


class Table(Value, frozen=True, kw_only=True):
    head: tuple[str, ...]
    rows: tuple[tuple[tuple[Run, ...], ...], ...]
    widths: tuple[int, ...]  # shares of the page


Part = Line | Table


def paper(report: Report) -> list[Part]:
    return [
        _line("title", one_line(report.question) or "Report"),
        _line("small", _glance(report)),
        *_notices(report),
        *_answer(report),
        *_coverage(report),
        *_sources(report),
        *_method(report),
        _line("small", " · ".join(f"{name}: {value}" for name, value in run_facts(report))),
    ]


def right_to_left(text: str) -> bool:
    """By the first letter that has a direction."""
    found = (unicodedata.bidirectional(character) for character in text)
    return next((kind in {"R", "AL"} for kind in found if kind in {"L", "R", "AL"}), False)


def _line(kind: Literal["title", "heading", "paragraph", "item", "notice", "small"], text: str, level: int = 1) -> Line:
    return Line(kind=kind, runs=(Run(text=text),), level=level)


def _glance(report: Report) -> str:
    done = sum(item.satisfied for item in report.checklist)
    parts = [
        f"{len(report.claims)} statements from {len(report.sources)} sources",
        f"{done} of {len(report.checklist)} points answered" if report.checklist else "",
        f"privacy: {PRIVACY[report.privacy]}",
        "partial report" if report.partial else "",
    ]
    return " · ".join(filter(None, parts))


def _notices(report: Report) -> Iterator[Line]:
    asked = [f"Waiting for an answer: {report.clarification}"] if report.clarification else []
    for told in (*report.notices, *(f"Assumed: {line}" for line in report.assumptions), *asked):
        yield _line("notice", one_line(told))


# -- the answer ------------------------------------------------------------------------------------


def _answer(report: Report) -> Iterator[Part]:
    words = phrases(report.language)
    blocks = parse_answer(report)
    if report.contradictions:
        blocks = without_section(blocks, words.disagree)
    told, missing = split_before(blocks, words.missing)
    yield from _blocks(told, report)
    if report.contradictions:
        yield _line("heading", words.disagree)
        yield Table(
            head=("About", "Statement", "Source", "Date"),
            widths=(26, 46, 12, 16),
            rows=tuple(row for found in report.contradictions for row in _sides(found, report)),
        )
    yield from _blocks(missing, report)
    if not missing and report.checklist_coverage.gaps:
        yield _line("heading", words.missing)
        yield from (_line("item", one_line(gap)) for gap in report.checklist_coverage.gaps)


def _blocks(blocks: Iterable[Block], report: Report) -> Iterator[Line]:
    for block in blocks:
        runs = tuple(run for span in block.spans for run in _runs(span, report.claims) if run.text)
        if block.kind == "heading":
            yield Line(kind="heading", runs=runs, level=max(1, block.level - 1))
        elif runs:
            yield Line(kind=block.kind, runs=runs)


def _runs(span: Span, claims: tuple[Claim, ...]) -> Iterator[Run]:
    if isinstance(span, Marks):
        yield from _marks(span.numbers)
    elif isinstance(span, Statement):
        for piece in span.spans:
            yield Run(text=piece.text, bold=piece.bold)
        label = claims[span.claim].label
        if label in {"inferred", "uncited"}:
            yield Run(text=f" ({LABELS[label]})", quiet=True)
    else:
        yield Run(text=span.text, bold=span.bold)


def _marks(numbers: Iterable[int]) -> Iterator[Run]:
    for number in numbers:
        yield Run(text=f" [{number}]", source=number)


def _sides(found: Contradiction, report: Report) -> Iterator[tuple[tuple[Run, ...], ...]]:
    numbers = source_numbers(report)
    about: tuple[Run, ...] = (
        Run(text=one_line(found.about), bold=True),
        Run(text=f" ({found.kind}): {one_line(found.explanation)}", quiet=True),
    )
    for side in found.sides:
        source = source_of(side, report)
        cited = tuple(_marks([numbers[source.id]])) if source else (Run(text="–"),)
        yield about, (Run(text=one_line(side.statement)),), cited, (Run(text=one_line(side.published or "–")),)
        about = ()


# -- sources and method ----------------------------------------------------------------------------


def _coverage(report: Report) -> Iterator[Part]:
    if not report.checklist:
        return
    yield _line("heading", "Coverage")
    rows = []
    for item in report.checklist:
        note = f": {one_line(item.note)}" if item.note else ""
        state = f"{GLYPHS[item.status]} {STATUSES[item.status]}{note}"
        rows.append(((Run(text=one_line(item.description)),), (Run(text=state),)))
    yield Table(head=(), rows=tuple(rows), widths=(64, 36))


def _sources(report: Report) -> Iterator[Line]:
    numbers, quotes = source_numbers(report), quotes_by_source(report)
    if report.sources:
        yield _line("heading", "Sources")
    for source in report.sources:
        yield _source(source, numbers[source.id])
        for quote in quotes.get(source.id, []):
            place = place_of(quote.citation)
            words = (Run(text=f"“{shortened(quote.citation.quote, _LONGEST_QUOTE)}”"),)
            yield Line(kind="quote", runs=(*words, Run(text=f" — {place}", quiet=True)) if place else words)


def _source(source: ReportSource, number: int) -> Line:
    url = safe_url(source.url)
    web = url if url and url.startswith("http") else ""
    address = web or one_line(without_folders(source.url))
    return Line(
        kind="source",
        anchor=number,
        runs=(
            Run(text=f"[{number}] ", bold=True),
            Run(text=title_of(source), bold=True, url=web),
            Run(text="".join(f" · {fact}" for fact in facts_about(source)), quiet=True),
            Run(text=f" · {address}" if address and address != title_of(source) else "", quiet=True),
        ),
    )


def _method(report: Report) -> Iterator[Part]:
    yield _line("heading", "Method")
    facts = tuple(((Run(text=name, bold=True),), (Run(text=value),)) for name, value in method_facts(report))
    yield Table(head=(), rows=facts, widths=(28, 72))
    if report.rounds:
        yield _line("heading", "Rounds", 2)
        yield Table(
            head=("Round", "Queries", "Results", "Read", "New facts", "Failures"),
            widths=(10, 42, 12, 10, 14, 12),
            rows=tuple(
                (
                    (Run(text=str(turn.iteration)),),
                    (Run(text=one_line("; ".join(turn.queries))),),
                    *((Run(text=str(n)),) for n in (turn.results_count, turn.documents, turn.new_facts, turn.failures)),
                )
                for turn in report.rounds
            ),
        )
    if report.lost:
        yield _line("heading", "Not read", 2)
    for loss in report.lost:
        source = f" ({one_line(loss.source)})" if loss.source else ""
        yield _line("item", f"{one_line(loss.what)}: {one_line(loss.reason)}{source}")
