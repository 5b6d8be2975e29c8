"""A report as a document to hand on: what PDF and DOCX set in type, in the order in which it is read."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Iterator
from typing import Literal

from inquiro.core.phrases import phrases
from inquiro.core.types import Contradiction, Report, ReportSource, Value
from inquiro.exports._answer import Block, Marks, Span, Statement, parse_answer, split_before, without_section
from inquiro.exports._display import (
    GLYPHS,
    LABELS,
    PRIVACY,
    STATUSES,
    day_of,
    facts_about,
    method_facts,
    one_line,
    place_of,
    retracted_numbers,
    run_facts,
    safe_url,
    shortened,
    source_numbers,
    source_of,
    title_of,
    when,
    whose_sides,
    without_folders,
)
from inquiro.exports._findings import (
    LONGEST_STATEMENT,
    NO_CONTRADICTION,
    OpenPoint,
    agreement_told,
    agreements,
    assessed,
    open_points,
    queries_told,
    tried_told,
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
        _line("small", " · ".join(filter(None, (day_of(report), "research report by Inquiro")))),
        _line("small", _glance(report)),
        *_notices(report),
        *_answer(report),
        *_coverage(report),
        *_sources(report),
        *_not_read(report),
        *_statements(report),
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
    blocks, gaps = parse_answer(report), open_points(report)
    if report.contradictions:
        blocks = without_section(blocks, words.disagree)
    if gaps:
        blocks = without_section(blocks, words.missing)
    told, missing = split_before(blocks, words.missing)
    yield from _blocks(told, report)
    yield from _agreements(report)
    yield from _disagreements(report)
    yield from _blocks(missing, report)
    if not missing and (gaps or report.checklist_coverage.gaps):
        yield _line("heading", words.missing)
        yield from (_gap(point, report.language) for point in gaps)
        if not gaps:
            yield from (_line("item", one_line(gap)) for gap in report.checklist_coverage.gaps)


def _blocks(blocks: Iterable[Block], report: Report) -> Iterator[Line]:
    for block in blocks:
        runs = tuple(run for span in block.spans for run in _runs(span, report) if run.text)
        if block.kind == "heading":
            yield Line(kind="heading", runs=runs, level=max(1, block.level - 1))
        elif runs:
            yield Line(kind=block.kind, runs=runs)


def _runs(span: Span, report: Report) -> Iterator[Run]:
    if isinstance(span, Marks):
        yield from _marks(span.numbers, report)
    elif isinstance(span, Statement):
        for piece in span.spans:
            yield Run(text=piece.text, bold=piece.bold)
        label = report.claims[span.claim].label
        if label in {"inferred", "uncited"}:
            yield Run(text=f" ({LABELS[label]})", quiet=True)
    else:
        yield Run(text=span.text, bold=span.bold)


def _marks(numbers: Iterable[int], report: Report) -> Iterator[Run]:
    withdrawn = retracted_numbers(report)
    for number in numbers:
        yield Run(text=f" [{number}{', retracted' * (number in withdrawn)}]", source=number)


# -- agreement, contradiction, gaps ----------------------------------------------------------------


def _agreements(report: Report) -> Iterator[Part]:
    told = agreement_told(report)
    if not told:
        return
    yield _line("heading", phrases(report.language).agree)
    yield _line("paragraph", told)
    rows = tuple(
        (
            (Run(text=one.text), *([Run(text=" (contradicted)", quiet=True)] if one.disputed else [])),
            (Run(text=str(one.origins)),),
            tuple(_marks(one.sources, report)),
        )
        for one in agreements(report)
    )
    yield Table(head=("Finding", "Origins", "Sources"), widths=(72, 11, 17), rows=rows)


def _disagreements(report: Report) -> Iterator[Part]:
    if not report.claims and not report.contradictions:
        return
    yield _line("heading", phrases(report.language).disagree)
    if not report.contradictions:
        yield _line("paragraph", NO_CONTRADICTION)
    for found in report.contradictions:
        about = Run(text=f"{one_line(found.about)} ({found.kind}): ", bold=True)
        yield Line(kind="paragraph", runs=(about, Run(text=one_line(found.explanation))))
        yield Table(head=("What is said", "Date", "Source"), widths=(62, 16, 22), rows=tuple(_sides(found, report)))


def _sides(found: Contradiction, report: Report) -> Iterator[tuple[tuple[Run, ...], ...]]:
    numbers = source_numbers(report)
    for side, own in zip(found.sides, whose_sides(found, report), strict=True):
        source = source_of(side, report)
        cited = tuple(_marks([numbers[source.id]], report)) if source else (Run(text="–"),)
        whose = (Run(text=f" {own}", quiet=True),) if own else ()
        yield (
            (Run(text=one_line(side.statement)),),
            (Run(text=when(side) or "undated"),),
            (*cited, *whose),
        )


def _gap(point: OpenPoint, language: str) -> Line:
    told = tried_told(point, language)
    searched = f" Searched for: {queries_told(point)}." if point.queries else ""
    quiet = (f" ({told})" if told else "") + ("." * bool(told and searched)) + searched
    return Line(kind="item", runs=(Run(text=point.description), Run(text=quiet, quiet=True)))


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
        if source.quality_reasons:
            yield _line("small", f"Quality: {one_line(' · '.join(source.quality_reasons))}")
        for quote in quotes.get(source.id, []):
            place = place_of(quote.citation)
            words = (Run(text=f"“{shortened(quote.citation.quote, _LONGEST_QUOTE)}”"),)
            where = (Run(text=f" — {place}", quiet=True),) if place else ()
            yield Line(kind="quote", runs=(*words, *where))


def _source(source: ReportSource, number: int) -> Line:
    url = safe_url(source.url)
    web = url if url and url.startswith("http") else ""
    address = web or one_line(without_folders(source.url))
    return Line(
        kind="source",
        anchor=number,
        runs=(
            Run(text=f"[{number}] {'RETRACTED: ' * source.retracted}", bold=True),
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


def _not_read(report: Report) -> Iterator[Line]:
    if report.lost:
        yield _line("heading", "Not read")
    for loss in report.lost:
        source = f" ({one_line(loss.source)})" if loss.source else ""
        told = f"{one_line(without_folders(loss.what))}: {one_line(without_folders(loss.reason))}{source}"
        yield _line("item", told)


def _statements(report: Report) -> Iterator[Part]:
    """Every sentence with its label and what its confidence is made of."""
    if not report.claims:
        return
    yield _line("heading", "How sure each statement is")
    yield Table(
        head=("No.", "Statement", "Label", "How sure, and why", "Sources"),
        widths=(7, 44, 13, 24, 12),
        rows=tuple(
            (
                (Run(text=str(one.number)),),
                (Run(text=shortened(one.text, LONGEST_STATEMENT)),),
                (Run(text=LABELS[one.label]),),
                (Run(text=one.sure),),
                tuple(_marks(one.sources, report)) or (Run(text="–"),),
            )
            for one in assessed(report)
        ),
    )
