"""Markdown: a document to hand on, inert in GitHub, Obsidian and every renderer between."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from inquiro.core.phrases import phrases
from inquiro.core.types import Citation, Contradiction, Report, ReportSource
from inquiro.exports._answer import parse_answer, split_before, without_section
from inquiro.exports._display import (
    GLYPHS,
    LABELS,
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
    when,
    whose_sides,
    without_folders,
)
from inquiro.exports._findings import (
    LONGEST_STATEMENT,
    NO_CONTRADICTION,
    agreement_told,
    agreements,
    assessed,
    open_points,
    queries_told,
    tried_told,
)
from inquiro.exports._fragment import live_link
from inquiro.exports._md_modes import modes
from inquiro.exports._md_result import result
from inquiro.exports._md_text import blocks_of, inert, marks_of
from inquiro.exports._modes import problems, shown
from inquiro.exports._quotes import quotes_by_source
from inquiro.exports._volatile import RUN_CLOSE, RUN_OPEN


class MarkdownExport:
    name = "md"
    suffix = ".md"
    media_type = "text/markdown; charset=utf-8"

    def render(self, report: Report) -> bytes:
        parts = [
            [f"# {inert(report.question) or 'Report'}"],
            _notices(report),
            *result(report),
            *_answer(report),
            _sources(report),
            _not_read(report),
            _coverage(report),
            _statements(report),
            _method(report),
            _run(report),
        ]
        return ("\n\n".join("\n".join(lines) for lines in parts if lines) + "\n").encode()


def _notices(report: Report) -> list[str]:
    assumed = [f"Assumed: {line}" for line in report.assumptions]
    asked = [f"Waiting for an answer: {report.clarification}"] if report.clarification else []
    return _spaced(f"> {inert(line)}" for line in (*report.notices, *problems(report), *assumed, *asked))


def _spaced(lines: Iterable[str]) -> list[str]:
    """Quoted lines as paragraphs of one quotation."""
    return "\n>\n".join(lines).splitlines()


# -- the answer ------------------------------------------------------------------------------------


def _answer(report: Report) -> Iterator[list[str]]:
    words = phrases(report.language)
    laid_out = shown(report)
    found = laid_out if laid_out and not laid_out.empty else None
    blocks, gaps = [] if found else parse_answer(report), _gaps(report)
    if report.contradictions:
        blocks = without_section(blocks, words.disagree)
    if gaps:
        blocks = without_section(blocks, words.missing)
    told, missing = split_before(blocks, words.missing)
    yield from modes(found, report) if found else ()
    yield from blocks_of(told, report)
    yield _agreements(report)
    yield _disagreements(report)
    yield from blocks_of(missing, report)
    if not missing:
        listed = gaps or [f"- {inert(gap)}" for gap in report.checklist_coverage.gaps]
        yield _section(words.missing, listed)


def _section(heading: str, lines: list[str]) -> list[str]:
    return [f"## {heading}", "", *lines] if lines else []


# -- agreement, contradiction, gaps ----------------------------------------------------------------
# Our own remarks stand in quotations and tables: only sentences of the answer have to cite a source.


def _agreements(report: Report) -> list[str]:
    told = agreement_told(report)
    rows = [
        (inert(one.text) + " *(contradicted)*" * one.disputed, str(one.origins), marks_of(one.sources, report))
        for one in agreements(report)
    ]
    table = ["", *_table(("Finding", "Independent origins", "Sources"), rows)] if rows else []
    return _section(phrases(report.language).agree, [f"> {told}", *table]) if told else []


def _disagreements(report: Report) -> list[str]:
    lines: list[str] = []
    for contradiction in report.contradictions:
        lines += _contradiction(contradiction, report)
    if not lines and report.claims:
        lines = [f"> {NO_CONTRADICTION}"]
    return _section(phrases(report.language).disagree, lines[:-1] if lines and not lines[-1] else lines)


def _contradiction(contradiction: Contradiction, report: Report) -> list[str]:
    numbers = source_numbers(report)
    rows = []
    for side, own in zip(contradiction.sides, whose_sides(contradiction, report), strict=True):
        source = source_of(side, report)
        cited = marks_of([numbers[source.id]], report) if source else "–"
        rows.append((inert(side.statement), inert(when(side) or "undated"), " ".join(filter(None, (cited, own)))))
    return [
        f"### {inert(contradiction.about)} ({contradiction.kind})",
        "",
        *([f"> {inert(contradiction.explanation)}", ""] if one_line(contradiction.explanation) else []),
        *_table(("What is said", "Date", "Source"), rows),
        "",
    ]


def _gaps(report: Report) -> list[str]:
    lines = []
    for point in open_points(report):
        told = tried_told(point, report.language)
        lines.append(f"- {inert(point.description)}{f' ({told})' if told else ''}")
        if point.queries:
            lines.append(f"  - Searched for: {inert(queries_told(point))}")
    return lines


def _table(head: tuple[str, ...], rows: Iterable[tuple[str, ...]]) -> list[str]:
    return [f"| {' | '.join(cells)} |" for cells in (head, ("---",) * len(head), *rows)]


# -- sources and method ----------------------------------------------------------------------------


def _sources(report: Report) -> list[str]:
    numbers = source_numbers(report)
    quotes = quotes_by_source(report)
    lines: list[str] = []
    for source in report.sources:
        # the heading is the anchor: GitHub, Obsidian and pandoc all resolve `#src-1` to it without raw HTML
        lines += [f"### src-{numbers[source.id]}", "", _source(source), ""]
        if source.quality_reasons:
            lines += [f"Quality: {inert(' · '.join(source.quality_reasons))}", ""]
        for quote in quotes.get(source.id, []):
            lines += [*_quote(quote.citation, source), ""]
    return _section("Sources", lines[:-1])


def _source(source: ReportSource) -> str:
    url = safe_url(source.url)
    title = f"[{inert(title_of(source))}](<{url}>)" if url else inert(title_of(source))
    shown = inert(without_folders(url or source.url))
    facts = [inert(fact) for fact in facts_about(source)]
    withdrawn = "**RETRACTED**" if source.retracted else ""
    return " · ".join(part for part in (withdrawn, f"**{title}**", *facts, shown) if part)


def _quote(citation: Citation, source: ReportSource) -> list[str]:
    url = live_link(source, citation)
    told = " · ".join(filter(None, (inert(place_of(citation)), f"[in the page](<{url}>)" if url else "")))
    return _spaced([f"> {inert(citation.quote)}", *([f"> — {told}"] if told else [])])


def _statements(report: Report) -> list[str]:
    rows = [
        (
            str(one.number),
            inert(shortened(one.text, LONGEST_STATEMENT)),
            LABELS[one.label],
            inert(one.sure),
            marks_of(one.sources, report) if one.sources else "–",
        )
        for one in assessed(report)
    ]
    head = ("No.", "Statement", "Label", "How sure, and why", "Sources")
    return _section("How sure each statement is", _table(head, rows)) if rows else []


def _coverage(report: Report) -> list[str]:
    items = [
        f"- {GLYPHS[item.status]} {inert(item.description)} ({STATUSES[item.status]}){': ' * bool(item.note)}{inert(item.note)}"
        for item in report.checklist
    ]
    return _section("Coverage", items)


def _method(report: Report) -> list[str]:
    facts = [f"- {name}: {inert(value)}" for name, value in method_facts(report)]
    return _section("Method", [*facts, *_rounds(report)])


def _rounds(report: Report) -> list[str]:
    if not report.rounds:
        return []
    table = ["", "| Round | Queries | Results | Read | New facts | Failures |", "|---:|---|---:|---:|---:|---:|"]
    for r in report.rounds:
        queries = inert("; ".join(r.queries))
        table.append(
            f"| {r.iteration} | {queries} | {r.results_count} | {r.documents} | {r.new_facts} | {r.failures} |"
        )
    return table


def _not_read(report: Report) -> list[str]:
    lines = [
        f"- {inert(loss.what)}: {inert(loss.reason)}{f' ({inert(loss.source)})' if loss.source else ''}"
        for loss in report.lost
    ]
    return _section("Not read", lines)


def _run(report: Report) -> list[str]:
    facts = " · ".join(f"{name}: {inert(value)}" for name, value in run_facts(report))
    return [RUN_OPEN, "", facts, "", RUN_CLOSE]


plugin = MarkdownExport

__all__ = ["MarkdownExport", "inert", "plugin"]
