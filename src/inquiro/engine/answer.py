"""The answer in Markdown: a pure function of a report's claims and checklist, so that it can be checked again."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import groupby

from inquiro.core.claim_tables import columns_of
from inquiro.core.markdown import inert
from inquiro.core.phrases import is_refusal, phrases
from inquiro.core.text_lines import ends_sentence
from inquiro.core.types import Citation, Claim, Part, Report

LISTED: frozenset[Part] = frozenset({"timeline", "recommendations"})  # a line each
_APART = "\n\n"
Cite = Callable[[Iterable[Citation]], str]


def render_answer(report: Report) -> str:
    """Opening, the sections in their order, disagreements, and what was not found."""
    parts: list[str] = []
    for heading, claims in by_section(report.claims):
        if heading:
            parts.append(f"## {inert(heading)}")
        parts.append(body(claims))
    if report.nearest:
        parts += [f"## {phrases(report.language).nearest_places}", "\n".join(_places(report))]
    elif not is_refusal(report.claims, report.language) and (gaps := _gaps(report)):
        parts += [f"## {phrases(report.language).missing}", "\n".join(gaps)]
    return _APART.join(parts)


def body(claims: Sequence[Claim], cite: Cite | None = None) -> str:
    """Paragraph by paragraph; what belongs to a table is one. `cite` says how sources are named, if not by `[n]`."""
    cite = cite or marks
    blocks = []
    for _, some in groupby(claims, key=lambda claim: (claim.paragraph, bool(claim.row))):
        block = list(some)
        if block[0].row:
            blocks.append("\n".join(table_lines(block, cite)))
        elif block[0].part in LISTED:
            blocks.append("\n".join(f"- {sentence(claim, cite)}" for claim in block))
        else:
            blocks.append(_joined(block, cite))
    return _APART.join(blocks)


def _joined(claims: Sequence[Claim], cite: Cite) -> str:
    """One after another; after a row or an item, which has no full stop, a new paragraph begins."""
    text, ended = "", True
    for claim in claims:
        text += f"{'' if not text else ' ' if ended else _APART}{sentence(claim, cite)}"
        ended = ends_sentence(claim.text)
    return text


def table_lines(cells: Sequence[Claim], cite: Cite | None = None) -> list[str]:
    """Rows in the order in which their first cells come; what nobody says stays empty."""
    columns = columns_of(cells)
    rows = list(dict.fromkeys(cell.row for cell in cells))
    said: dict[tuple[str, str], list[str]] = {}
    for cell in cells:
        said.setdefault((cell.row, cell.column), []).append(sentence(cell, cite))
    lines = [["", *map(table_label, columns)], ["---"] * (len(columns) + 1)]
    lines += [[table_label(row), *(" ".join(said.get((row, column), ())) for column in columns)] for row in rows]
    return [f"| {' | '.join(line)} |" for line in lines]


def by_section(claims: Iterable[Claim]) -> list[tuple[str, list[Claim]]]:
    found: dict[str, list[Claim]] = {}
    for claim in claims:
        found.setdefault(claim.section, []).append(claim)
    return list(found.items())


def sentence(claim: Claim, cite: Cite | None = None) -> str:
    """A claim with its marks: `[n]` is source `src_n`."""
    text = table_label(claim.text) if claim.row else inert(claim.text)
    return f"{text} {(cite or marks)(claim.evidence)}".rstrip()


def marks(evidence: Iterable[Citation]) -> str:
    """Each source once."""
    numbers = dict.fromkeys(citation.source_id.removeprefix("src_") for citation in evidence)
    return "".join(f"[{n}]" for n in numbers)


def table_label(text: str) -> str:
    """In a table a bar would end the cell."""
    return inert(text).replace("|", "\\|")


def _places(report: Report) -> Iterator[str]:
    """Titles and headings, and no words of the places: nothing there answers."""
    titles = {source.id: source.title for source in report.sources}
    for place in report.nearest:
        under = f", “{inert(place.heading)}”" if place.heading and place.heading != titles[place.source_id] else ""
        yield f"- {inert(titles[place.source_id])}{under} {marks([place])}"


def _gaps(report: Report) -> list[str]:
    wording = phrases(report.language)
    lines: list[str] = []
    answered = len(report.checklist) == 1 and any(not claim.section and claim.evidence for claim in report.claims)
    told = {claim.item for claim in report.claims if claim.evidence}
    for item in report.checklist:
        if item.satisfied or (item.status == "partial" and (answered or item.id in told)):
            continue
        notes = [wording.partial] if item.status == "partial" else []
        if item.tried:
            notes.append(wording.tried.format(n=item.tried))
        lines.append(f"- {inert(item.description)}" + (f" ({', '.join(notes)})" if notes else ""))
    return lines
