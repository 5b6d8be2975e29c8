"""Any report as a document: the answer first, then its sections, what disagrees, what is missing, and where it is from."""

from __future__ import annotations

from collections.abc import Iterator

from inquiro.core.cited import told_together
from inquiro.core.phrases import is_refusal, phrases
from inquiro.core.types import Contradiction, Report
from inquiro.present.assessment import agreements, open_points, points_answered, silent_points
from inquiro.present.blocks import (
    SOURCES,
    Block,
    Box,
    Document,
    Heading,
    Inline,
    Items,
    Note,
    Paragraph,
    Quotation,
    Text,
    paragraph,
    section,
)
from inquiro.present.check import checked
from inquiro.present.checker import checker_fact
from inquiro.present.claim_text import ClaimText, without_section
from inquiro.present.macro_tree import result
from inquiro.present.making import appendix, closing, making
from inquiro.present.modes import modes, problems
from inquiro.present.sections import bottom_line, sections
from inquiro.present.sentences import Sentences
from inquiro.present.sources import source_rows
from inquiro.present.wording import (
    counted,
    day_of,
    one_line,
    run_facts,
    shortened,
    source_numbers,
    source_of,
    when,
    whose_sides,
)

_LONGEST_AGREED = 110  # the whole sentence stands above
NO_ANSWER = "There is no answer yet."


def document(report: Report) -> Document:
    sentences = Sentences(report)
    return Document(
        title=one_line(report.question) or "Report",
        language=report.language,
        day=day_of(report),
        glance=_glance(report),
        answer=tuple(_answer(report, sentences)),
        notices=tuple(notices(report)),
        body=tuple(_body(report, sentences)),
        sources=tuple(source_rows(report)),
        listed=phrases(report.language).nearest_places if report.nearest else SOURCES,
        making=tuple(making(report)),
        appendix=()
        if report.check or is_refusal(report.claims, report.language)
        else tuple(appendix(report, sentences)),
        closing=closing(report),
        run=tuple(run_facts(report)),
        checker=checker_fact(report.checker),
    )


def notices(report: Report) -> Iterator[str]:
    """What a reader has to know beside the answer, each once."""
    told = (*report.notices, *problems(report), *(f"Assumed: {line}" for line in report.assumptions))
    yield from dict.fromkeys(filter(None, map(one_line, told)))
    if report.clarification:
        yield one_line(f"Waiting for an answer: {report.clarification}")


def _glance(report: Report) -> str:
    if is_refusal(report.claims, report.language):
        return ""
    said = f"{counted(len(report.claims), 'statement')} from " if report.claims else ""
    parts = [
        f"{said}{counted(len(report.sources), 'source')}",
        points_answered(report),
        "partial report" if report.partial else "",
    ]
    return " · ".join(filter(None, parts))


def _answer(report: Report, sentences: Sentences) -> Iterator[Block]:
    """The bottom line in a box; an answer that is not made of claims is a short notice."""
    if report.check is not None:
        yield Box(blocks=(paragraph(one_line(report.check.verdict), "strong"),))
        return
    if any(modes(report)):
        return
    told: tuple[Block, ...] = bottom_line(report, sentences)
    if not report.claims:
        blocks = ClaimText(report).blocks(report.answer)
        told = tuple(without_section(blocks, phrases(report.language).missing) if open_points(report) else blocks)
        if not told and not report.macro:
            told = (paragraph(NO_ANSWER),)
    if silent := silent_points(report):
        missing = f"{phrases(report.language).missing}: {'; '.join(point.label.rstrip(' .') for point in silent)}."
        told = (*told, paragraph(missing, "quiet"))
    if told:
        yield Box(blocks=told)


def _body(report: Report, sentences: Sentences) -> Iterator[Block]:
    yield from result(report, sentences)
    if report.check is not None:
        yield from checked(report, sentences)
        return
    found = tuple(modes(report))
    yield from found or sections(report, sentences)
    words = phrases(report.language)
    yield from section(words.disagree, _disagreements(report, sentences), anchor="disagreements")
    yield from section(words.agree, _agreements(report, sentences), anchor="agreement")
    yield from section(words.missing, _gaps(report), anchor="missing")


# -- agreement, contradiction, gaps ----------------------------------------------------------------


def _disagreements(report: Report, sentences: Sentences) -> Iterator[Block]:
    for found in report.contradictions:
        if told_together(found, report.claims, phrases(report.language).disagree):
            continue
        explanation, about = one_line(found.explanation), one_line(found.about)
        # Who says in words how sources differ need not be told that nobody knows why.
        told = (
            ()
            if explanation and found.kind == "disagreement"
            else (Note(text=phrases(report.language).kinds[found.kind]),)
        )
        yield Heading(spans=(Text(text=about[:1].upper() + about[1:]), *told), level=3)
        if explanation:
            yield paragraph(explanation, "quiet")
        yield Box(blocks=tuple(_sides(found, report, sentences)), kind="sides")


def _sides(found: Contradiction, report: Report, sentences: Sentences) -> Iterator[Quotation]:
    numbers = source_numbers(report)
    for side, own in zip(found.sides, whose_sides(found, report), strict=True):
        source = source_of(side, report)
        told = " · ".join(filter(None, (when(side) or "undated", own)))
        marks = (sentences.marks([numbers[source.id]]),) if source else ()
        yield Quotation(
            title=one_line(side.value), words=(Text(text=one_line(side.statement)),), foot=(Text(text=told), *marks)
        )


def _agreements(report: Report, sentences: Sentences) -> Iterator[Block]:
    found = agreements(report)
    if not found:
        return
    items = []
    for one in found:
        spans: list[Inline] = [Text(text=shortened(one.text, _LONGEST_AGREED))]
        if one.sources:
            spans.append(sentences.marks(one.sources))
        spans.append(Note(text=f"{one.origins} independent origins" + ", and contradicted" * one.disputed))
        items.append((Paragraph(spans=tuple(spans)),))
    yield Items(items=tuple(items))


def _gaps(report: Report) -> Iterator[Block]:
    """What is missing, each once and in a line; what nothing was found on stands right below the answer."""
    items: list[tuple[Block, ...]] = []
    above = silent_points(report)
    for point in (one for one in open_points(report) if one not in above):
        part = point.status == "partial" and not point.missing
        note = (Note(text=phrases(report.language).partial),) if part else ()
        items.append((Paragraph(spans=(Text(text=point.told), *note)),))
    if items:
        yield Items(items=tuple(items))
