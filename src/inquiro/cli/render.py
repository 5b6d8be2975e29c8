"""The answer in a terminal: what was found with its sources, what disagrees, what is missing, what was lost."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import groupby
from pathlib import PurePosixPath
from urllib.parse import unquote, urlsplit

from rich.console import Console, ConsoleOptions, RenderableType, RenderResult
from rich.text import Text

from inquiro.cli.rows import Paragraph, Parts
from inquiro.cli.text import plain
from inquiro.core.types import Claim, Contradiction, Report, ReportSource

MARK = "cyan"
LOSSES_SHOWN = 3
PLACES_SHOWN = 2
_MARKS = re.compile(r"\[\d+\]")
_DOUBTS = {"inferred": " (inferred)", "uncited": " (no source)"}


class Answer:
    """A report, ready to print."""

    def __init__(self, report: Report) -> None:
        self.report = report

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        blocks = (*_answer(self.report), *_caveats(self.report), *_sources(self.report), *_ending(self.report))
        for block in blocks:
            yield Paragraph(block) if isinstance(block, Text) else block


def _heading(text: str) -> Text:
    return Text(plain(text), style="bold")


def _numbers(report: Report) -> dict[str, str]:
    return {source.id: source.id.removeprefix("src_") for source in report.sources}


# -- what was found --------------------------------------------------------------------------------


def _answer(report: Report) -> Iterator[RenderableType]:
    yield ""
    yield _heading("Answer")
    if not report.claims:
        yield from _plain_answer(report.answer)
        return
    numbers = _numbers(report)
    for section, claims in groupby(report.claims, key=lambda claim: claim.section):
        if section:
            yield ""
            yield _heading(section)
        yield Text(" ").join(_sentence(claim, numbers) for claim in claims)


def _plain_answer(answer: str) -> Iterator[Text]:
    """An answer without claims is a short notice; it is shown as it stands."""
    for paragraph in re.split(r"\n\s*\n", answer):
        text = Text(plain(paragraph.lstrip("# ")))
        text.highlight_regex(_MARKS, MARK)
        yield text


def _sentence(claim: Claim, numbers: dict[str, str]) -> Text:
    cited = dict.fromkeys(numbers[c.source_id] for c in claim.evidence if c.source_id in numbers)
    marks = "".join(f"[{number}]" for number in cited)
    text = plain(claim.text)
    stop = text[-1:] if text[-1:] in ".!?" and marks else ""
    return Text.assemble(
        text.removesuffix(stop), (_DOUBTS.get(claim.label, ""), "dim"), (f" {marks}" if marks else "", MARK), stop
    )


# -- what does not fit, and what is missing --------------------------------------------------------


def _caveats(report: Report) -> Iterator[RenderableType]:
    lines = [*(_disagreement(c, report) for c in report.contradictions), *_gaps(report)]
    if lines:
        yield ""
        yield from lines


def _disagreement(contradiction: Contradiction, report: Report) -> Text:
    numbers = {source.document_id: source.id.removeprefix("src_") for source in report.sources}
    text = Text.assemble(("⚠ ", "yellow"), f"Sources disagree on {plain(contradiction.about)}: ")
    for place, side in enumerate(contradiction.sides):
        dated = f" ({plain(side.published)})" if side.published else ""
        mark = f" [{numbers[side.document_id]}]" if side.document_id in numbers else ""
        text.append_text(Text.assemble(" against " if place else "", plain(side.statement).rstrip("."), dated))
        text.append(mark, MARK)
    return text.append(f": {plain(contradiction.explanation)}" if contradiction.explanation else "")


def _gaps(report: Report) -> Iterator[Text]:
    if not report.checklist:
        if gaps := "; ".join(map(plain, report.checklist_coverage.gaps)):
            yield Text.assemble(("Not found: ", "yellow"), gaps)
        return
    for words, status in (("Partly found: ", "partial"), ("Not found: ", "unsatisfied")):
        items = [item for item in report.checklist if item.status == status]
        named = "; ".join(plain(f"{i.description or i.label}{f' ({i.note})' if i.note else ''}") for i in items)
        if named:
            yield Text.assemble((words, "yellow"), named)


# -- where it comes from ---------------------------------------------------------------------------


def _sources(report: Report) -> Iterator[RenderableType]:
    if not report.sources:
        return
    yield ""
    yield _heading("Sources")
    numbers = _numbers(report)
    for source in report.sources:
        number = numbers[source.id]
        yield Paragraph(_source(source, number, _places(report.claims, source.id)), hang=len(number) + 3)


def _source(source: ReportSource, number: str, places: str) -> Text:
    title = plain(source.title) or plain(source.url)
    facts = [where(source.url), plain(source.published or ""), places, f"quality {source.quality:.1f}"]
    shown = [fact for fact in facts if fact and fact != title]
    return Text.assemble((f"[{number}]", MARK), f" {title}", (f" · {' · '.join(shown)}", "dim"))


def where(url: str) -> str:
    """The file name of a local document, the host of a page."""
    try:
        parts = urlsplit(url)
    except ValueError:
        return plain(url)
    if parts.scheme in {"http", "https"}:
        return plain(parts.netloc.rpartition("@")[2].removeprefix("www."))
    return plain(PurePosixPath(unquote(parts.path or url)).name)


def _places(claims: Sequence[Claim], source_id: str) -> str:
    """Pages where there are pages, headings where there are none."""
    cited = [citation for claim in claims for citation in claim.evidence if citation.source_id == source_id]
    pages = sorted({c.page for c in cited if c.page is not None})
    if pages:
        return f"{'page' if len(pages) == 1 else 'pages'} {', '.join(map(str, pages))}"
    headings = list(dict.fromkeys(plain(c.heading) for c in cited if c.heading))
    more = "…" if len(headings) > PLACES_SHOWN else ""
    return ", ".join(f"“{heading}”" for heading in headings[:PLACES_SHOWN]) + more


# -- what happened on the way ----------------------------------------------------------------------


def _ending(report: Report) -> Iterator[RenderableType]:
    run = plain(report.trace_id)[:8]
    notes = [*_losses(report), *report.notices, *(f"Assumed: {line}" for line in report.assumptions)]
    if report.partial:
        notes.append(f"This report is partial: inquiro runs resume {run} goes on.")
    if notes:
        yield ""
    for note in notes:
        yield Text(plain(note), style="yellow")
    yield ""
    parts = (f"Report saved: run {run}", f"inquiro runs show {run}", f"inquiro runs export {run} --format html")
    yield Parts(parts)


def _losses(report: Report) -> Iterator[str]:
    for loss in report.lost[:LOSSES_SHOWN]:
        yield f"Not read: {loss.what}: {loss.reason}"
    if (more := len(report.lost) - LOSSES_SHOWN) > 0:
        yield f"Not read: {more} more (inquiro runs show {plain(report.trace_id)[:8]} --json lists them)"
