"""The answer as HTML, or what a research found in its place."""

from __future__ import annotations

from inquiro.core.phrases import phrases
from inquiro.core.types import Report
from inquiro.exports._answer import parse_answer, split_before, without_section
from inquiro.exports._html_modes import modes
from inquiro.exports._html_writer import Writer, blocks_of
from inquiro.exports._modes import shown


def answer(report: Report, accord: str, gaps: str) -> str:
    """The answer, with the drawn disagreements and gaps in place of the told ones."""
    writer = Writer(report)
    laid_out = shown(report)
    if laid_out and not laid_out.empty:
        return "\n".join(filter(None, (modes(laid_out, writer), accord, gaps)))
    words = phrases(report.language)
    blocks = parse_answer(report)
    if report.contradictions:
        blocks = without_section(blocks, words.disagree)
    if gaps:
        blocks = without_section(blocks, words.missing)
    told, missing = (blocks_of(part, writer) for part in split_before(blocks, words.missing))
    return "\n".join(filter(None, (told or "<p>There is no answer yet.</p>", accord, missing, gaps)))
