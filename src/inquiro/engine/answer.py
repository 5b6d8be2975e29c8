"""The answer in Markdown: a pure function of a report's claims and checklist, so that it can be checked again."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from inquiro.core.markdown import inert
from inquiro.core.phrases import phrases
from inquiro.core.text_lines import ends_sentence
from inquiro.core.types import Claim, Report

_APART = "\n\n"


def render_answer(report: Report) -> str:
    """Opening, findings by section, disagreements, and what was not found."""
    parts: list[str] = []
    for heading, claims in by_section(report.claims):
        if heading:
            parts.append(f"## {inert(heading)}")
        parts.append(_joined(claims))
    if gaps := _gaps(report):
        parts += [f"## {phrases(report.language).missing}", "\n".join(gaps)]
    return "\n\n".join(parts)


def _joined(claims: Sequence[Claim]) -> str:
    """One after another; after a row or an item, which has no full stop, a new paragraph begins."""
    text = ""
    for claim in claims:
        text += f"{'' if not text else ' ' if ends_sentence(text) else _APART}{sentence(claim)}"
    return text


def by_section(claims: Iterable[Claim]) -> list[tuple[str, list[Claim]]]:
    found: dict[str, list[Claim]] = {}
    for claim in claims:
        found.setdefault(claim.section, []).append(claim)
    return list(found.items())


def sentence(claim: Claim) -> str:
    """A claim with its marks: `[n]` is source `src_n`."""
    numbers = dict.fromkeys(citation.source_id.removeprefix("src_") for citation in claim.evidence)
    return f"{inert(claim.text)} {''.join(f'[{n}]' for n in numbers)}".rstrip()


def _gaps(report: Report) -> list[str]:
    wording = phrases(report.language)
    lines: list[str] = []
    answered = len(report.checklist) == 1 and any(not claim.section and claim.evidence for claim in report.claims)
    for item in report.checklist:
        if item.satisfied or (answered and item.status == "partial"):
            continue
        notes = [wording.partial] if item.status == "partial" else []
        if item.tried:
            notes.append(wording.tried.format(n=item.tried))
        lines.append(f"- {inert(item.description)}" + (f" ({', '.join(notes)})" if notes else ""))
    return lines
