"""The answer in a terminal: what was found with its sources, what disagrees, what is missing, what was lost."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import groupby
from pathlib import PurePosixPath
from urllib.parse import unquote, urlsplit

from rich.console import Console, ConsoleOptions, RenderableType, RenderResult
from rich.text import Text

from inquiro.cli.render_modes import modes
from inquiro.cli.rows import INDENT, Paragraph, Parts, column, wrapped
from inquiro.cli.text import packed, plain, shortened
from inquiro.core.estimates import course, how_many_more
from inquiro.core.phrases import Phrases, phrases
from inquiro.core.text_lines import ends_sentence
from inquiro.core.types import ChecklistItem, Claim, Contradiction, Report, ReportSource
from inquiro.exports import problems, shown

MARK = "cyan"
LOSSES_SHOWN = 3
LONGEST_HEADING = 40
MODEL_STEP = "model step "
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
    if (found := shown(report)) and not found.empty:
        yield from modes(found, report)
        return
    yield ""
    yield _heading("Answer")
    if not report.claims:
        yield from _plain_answer(report.answer)
        return
    numbers = _numbers(report)
    # disagreements are shown below, each with both of its sides
    told_below = phrases(report.language).disagree if report.contradictions else None
    listed = [claim for claim in report.claims if claim.section != told_below]
    for section, claims in groupby(listed, key=lambda claim: claim.section):
        if section:
            yield ""
            yield _heading(section)
        yield _paragraph(list(claims), numbers)


def _plain_answer(answer: str) -> Iterator[Text]:
    """An answer without claims is a short notice; it is shown as it stands."""
    for paragraph in re.split(r"\n\s*\n", answer):
        text = Text(plain(paragraph.lstrip("# ")))
        text.highlight_regex(_MARKS, MARK)
        yield text


def _paragraph(claims: Sequence[Claim], numbers: dict[str, str]) -> Text:
    """One after another; after a row or an item, which has no full stop, a new line begins."""
    paragraph = Text()
    for at, claim in enumerate(claims):
        if at:
            paragraph.append(" " if ends_sentence(claims[at - 1].text) else "\n")
        paragraph.append_text(_sentence(claim, numbers))
    return paragraph


def _sentence(claim: Claim, numbers: dict[str, str]) -> Text:
    cited = dict.fromkeys(numbers[c.source_id] for c in claim.evidence if c.source_id in numbers)
    marks = "".join(f"[{number}]" for number in cited)
    text = plain(claim.text)
    stop = text[-1:] if text[-1:] in ".!?" and marks else ""
    doubt = _DOUBTS.get(claim.label, "") if numbers else ""  # without any source the sentence itself says so
    return Text.assemble(text.removesuffix(stop), (doubt, "dim"), (f" {marks}" if marks else "", MARK), stop)


# -- what does not fit, and what is missing --------------------------------------------------------


def _caveats(report: Report) -> Iterator[RenderableType]:
    lines = [*(_disagreement(c, report) for c in report.contradictions), *_gaps(report)]
    if lines:
        yield ""
        yield from lines


def _disagreement(contradiction: Contradiction, report: Report) -> Text:
    numbers = {source.document_id: source.id for source in report.sources}
    words = phrases(report.language)
    text = Text.assemble(("⚠ ", "yellow"), f"{words.disagree}: {plain(contradiction.about)}: ")
    for place, side in enumerate(contradiction.sides):
        when = ", ".join(plain(part) for part in (side.published, side.earlier) if part)
        dated = f" ({when})" if when else ""
        source = side.source_id or numbers.get(side.document_id, "")
        mark = f" [{source.removeprefix('src_')}]" if source else ""
        between = f" {words.against} " if place else ""
        text.append_text(Text.assemble(between, plain(side.value or side.statement).rstrip("."), dated, (mark, MARK)))
    return text.append(f": {plain(contradiction.explanation).rstrip('.') or words.kinds[contradiction.kind]}.")


def _gaps(report: Report) -> Iterator[Text]:
    words = phrases(report.language)
    open_items = [_gap(item, words) for item in report.checklist if not item.satisfied]
    gaps = open_items if report.checklist else [plain(gap) for gap in report.checklist_coverage.gaps]
    if gaps:
        yield Text.assemble((f"{words.missing}: ", "yellow"), "; ".join(gaps))


def _gap(item: ChecklistItem, words: Phrases) -> str:
    partly = words.partial if item.status == "partial" else ""
    tried = words.tried.format(n=item.tried) if item.tried else ""
    notes = ", ".join(note for note in (partly, tried) if note)
    return (plain(item.description) or plain(item.label)) + (f" ({notes})" if notes else "")


# -- where it comes from ---------------------------------------------------------------------------


def _sources(report: Report) -> Iterator[RenderableType]:
    if not report.sources:
        return
    yield ""
    yield _heading("Sources")
    numbers = _numbers(report)
    for source in report.sources:
        yield SourceLine(source, numbers[source.id], _places(report.claims, source))


class SourceLine:
    """Number, title and facts, set in under the title and broken between facts."""

    def __init__(self, source: ReportSource, number: str, places: str) -> None:
        title = plain(source.title) or plain(source.url)
        marks = [plain(mark) for mark in (*source.flags, *(["retracted"] if source.retracted else []))]
        quality = f"quality {source.quality:.1f}"
        facts = (where(source.url), plain(source.published or ""), places, quality, *marks)
        self.mark = Text(f"[{number}] ", style=MARK)
        self.title = Text(title)
        self.facts = [Text(fact, style="dim") for fact in facts if fact and fact != title]

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        room = column(options) - INDENT - len(self.mark)
        *title, last = wrapped(self.title, console, room)
        facts = packed([last, *self.facts], room, gap=" · ")
        before = self.mark
        for line in (*title, *(piece for fact in facts for piece in wrapped(fact, console, room))):
            yield Text.assemble(" " * INDENT, before, line)
            before = Text(" " * len(self.mark))


def where(url: str) -> str:
    """The file name of a local document, the host of a page."""
    try:
        parts = urlsplit(url)
    except ValueError:
        return plain(url)
    if parts.scheme in {"http", "https"}:
        return plain(parts.netloc.rpartition("@")[2].removeprefix("www."))
    return plain(PurePosixPath(unquote(parts.path or url)).name)


def _places(claims: Sequence[Claim], source: ReportSource) -> str:
    """Pages where there are pages, the first heading where there are none."""
    cited = [citation for claim in claims for citation in claim.evidence if citation.source_id == source.id]
    pages = sorted({c.page for c in cited if c.page is not None})
    if pages:
        return f"{'page' if len(pages) == 1 else 'pages'} {', '.join(map(str, pages))}"
    headings = dict.fromkeys(plain(c.heading) for c in cited if c.heading)
    telling = [heading for heading in headings if not _same(heading, source.title)]
    return f"“{shortened(telling[0], LONGEST_HEADING)}”" if telling else ""


def _same(heading: str, title: str) -> bool:
    """A document's first heading is often its title in other quotation marks."""
    words = [re.findall(r"\w+", text.casefold()) for text in (heading, title)]
    return words[0] == words[1][: len(words[0])]


# -- what happened on the way ----------------------------------------------------------------------


def _ending(report: Report) -> Iterator[RenderableType]:
    run = plain(report.trace_id)[:8]
    notes = [
        *_losses(report),
        *(f"Note: {line}" for line in (*report.notices, *problems(report))),
        *(f"Assumed: {line}" for line in report.assumptions),
    ]
    if report.partial:
        notes.append(f"This report is partial: inquiro runs resume {run} goes on.")
    if notes:
        yield ""
    for note in notes:
        yield Text(plain(note), style="yellow")
    yield ""
    for line in _outlook(report):
        yield Text(plain(line), style="dim")
    parts = [f"Report saved: run {run}", f"inquiro runs show {run}", f"inquiro runs export {run} --format html"]
    new = any(source.type != "knowledge" for source in report.sources)
    keep = new and not report.partial and report.note is None
    yield Parts([*parts, f"inquiro knowledge add {run}"] if keep else parts)


def _outlook(report: Report) -> Iterator[str]:
    """Why it stopped, and how much more there may be."""
    if report.stop_reason:
        yield f"Stopped: {report.stop_reason}"
    if report.estimate:
        found = course(report.rounds) or str(report.estimate.found)
        yield f"Facts found: {found}; {how_many_more(report.estimate)}"


def _losses(report: Report) -> Iterator[str]:
    lost = [loss for loss in report.lost if not loss.what.startswith(MODEL_STEP)]  # of those the notices tell
    for loss in lost[:LOSSES_SHOWN]:
        yield f"Not read: {loss.what}: {loss.reason}"
    if (more := len(lost) - LOSSES_SHOWN) > 0:
        yield f"Not read: {more} more (inquiro runs show {plain(report.trace_id)[:8]} --json lists them)"
