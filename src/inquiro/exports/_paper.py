"""A report as a document to hand on: what PDF and DOCX set in type, in the order in which it is read."""

from __future__ import annotations

from collections.abc import Iterator

from inquiro.core.phrases import phrases
from inquiro.core.types import Contradiction, Report, ReportSource
from inquiro.exports._answer import parse_answer, split_before, without_section
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
from inquiro.exports._modes import problems, shown
from inquiro.exports._paper_modes import modes
from inquiro.exports._paper_result import result
from inquiro.exports._paper_text import Line, Part, Run, Table, blocks_of, line_of, marks_of
from inquiro.exports._quotes import quotes_by_source

_LONGEST_QUOTE = 1_200  # a page of someone else's text is no quotation


def paper(report: Report) -> list[Part]:
    return [
        line_of("title", one_line(report.question) or "Report"),
        line_of("small", " · ".join(filter(None, (day_of(report), "research report by Inquiro")))),
        line_of("small", _glance(report)),
        *_notices(report),
        *result(report),
        *_answer(report),
        *_coverage(report),
        *_sources(report),
        *_not_read(report),
        *_statements(report),
        *_method(report),
        line_of("small", " · ".join(f"{name}: {value}" for name, value in run_facts(report))),
    ]


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
    for told in (*report.notices, *problems(report), *(f"Assumed: {line}" for line in report.assumptions), *asked):
        yield line_of("notice", one_line(told))


# -- the answer ------------------------------------------------------------------------------------


def _answer(report: Report) -> Iterator[Part]:
    words = phrases(report.language)
    laid_out = shown(report)
    found = laid_out if laid_out and not laid_out.empty else None
    blocks, gaps = [] if found else parse_answer(report), open_points(report)
    if report.contradictions:
        blocks = without_section(blocks, words.disagree)
    if gaps:
        blocks = without_section(blocks, words.missing)
    told, missing = split_before(blocks, words.missing)
    yield from modes(found, report) if found else ()
    yield from blocks_of(told, report)
    yield from _agreements(report)
    yield from _disagreements(report)
    yield from blocks_of(missing, report)
    if not missing and (gaps or report.checklist_coverage.gaps):
        yield line_of("heading", words.missing)
        yield from (_gap(point, report.language) for point in gaps)
        if not gaps:
            yield from (line_of("item", one_line(gap)) for gap in report.checklist_coverage.gaps)


# -- agreement, contradiction, gaps ----------------------------------------------------------------


def _agreements(report: Report) -> Iterator[Part]:
    told = agreement_told(report)
    if not told:
        return
    yield line_of("heading", phrases(report.language).agree)
    yield line_of("paragraph", told)
    rows = tuple(
        (
            (Run(text=one.text), *([Run(text=" (contradicted)", quiet=True)] if one.disputed else [])),
            (Run(text=str(one.origins)),),
            tuple(marks_of(one.sources, report)),
        )
        for one in agreements(report)
    )
    yield Table(head=("Finding", "Origins", "Sources"), widths=(72, 11, 17), rows=rows)


def _disagreements(report: Report) -> Iterator[Part]:
    if not report.claims and not report.contradictions:
        return
    yield line_of("heading", phrases(report.language).disagree)
    if not report.contradictions:
        yield line_of("paragraph", NO_CONTRADICTION)
    for found in report.contradictions:
        about = Run(text=f"{one_line(found.about)} ({found.kind}): ", bold=True)
        yield Line(kind="paragraph", runs=(about, Run(text=one_line(found.explanation))))
        yield Table(head=("What is said", "Date", "Source"), widths=(62, 16, 22), rows=tuple(_sides(found, report)))


def _sides(found: Contradiction, report: Report) -> Iterator[tuple[tuple[Run, ...], ...]]:
    numbers = source_numbers(report)
    for side, own in zip(found.sides, whose_sides(found, report), strict=True):
        source = source_of(side, report)
        cited = tuple(marks_of([numbers[source.id]], report)) if source else (Run(text="–"),)
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
    yield line_of("heading", "Coverage")
    rows = []
    for item in report.checklist:
        note = f": {one_line(item.note)}" if item.note else ""
        state = f"{GLYPHS[item.status]} {STATUSES[item.status]}{note}"
        rows.append(((Run(text=one_line(item.description)),), (Run(text=state),)))
    yield Table(head=(), rows=tuple(rows), widths=(64, 36))


def _sources(report: Report) -> Iterator[Line]:
    numbers, quotes = source_numbers(report), quotes_by_source(report)
    if report.sources:
        yield line_of("heading", "Sources")
    for source in report.sources:
        yield _source(source, numbers[source.id])
        if source.quality_reasons:
            yield line_of("small", f"Quality: {one_line(' · '.join(source.quality_reasons))}")
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
    yield line_of("heading", "Method")
    facts = tuple(((Run(text=name, bold=True),), (Run(text=value),)) for name, value in method_facts(report))
    yield Table(head=(), rows=facts, widths=(28, 72))
    if report.rounds:
        yield line_of("heading", "Rounds", 2)
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
        yield line_of("heading", "Not read")
    for loss in report.lost:
        source = f" ({one_line(loss.source)})" if loss.source else ""
        told = f"{one_line(without_folders(loss.what))}: {one_line(without_folders(loss.reason))}{source}"
        yield line_of("item", told)


def _statements(report: Report) -> Iterator[Part]:
    """Every sentence with its label and what its confidence is made of."""
    if not report.claims:
        return
    yield line_of("heading", "How sure each statement is")
    yield Table(
        head=("No.", "Statement", "Label", "How sure, and why", "Sources"),
        widths=(7, 44, 13, 24, 12),
        rows=tuple(
            (
                (Run(text=str(one.number)),),
                (Run(text=shortened(one.text, LONGEST_STATEMENT)),),
                (Run(text=LABELS[one.label]),),
                (Run(text=one.sure),),
                tuple(marks_of(one.sources, report)) or (Run(text="–"),),
            )
            for one in assessed(report)
        ),
    )
