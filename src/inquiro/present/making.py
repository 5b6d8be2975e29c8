"""How a report was made, in words that whoever reads it understands."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator

from inquiro.core.estimates import course, how_many_more
from inquiro.core.phrases import is_refusal
from inquiro.core.types import (
    ChecklistItem,
    ClaimLabel,
    Critic,
    CriticFinding,
    Critique,
    FactEstimate,
    ItemStatus,
    PrivacyMode,
    Report,
)
from inquiro.present.assessment import LONGEST_STATEMENT, assessed, open_points, points_answered
from inquiro.present.blocks import (
    Block,
    Chip,
    Figure,
    Folded,
    Items,
    Paragraph,
    Table,
    Text,
    Tone,
    facts,
    heading,
    paragraph,
    words,
)
from inquiro.present.checker import judged_fact
from inquiro.present.sentences import Sentences
from inquiro.present.wording import BY_MODEL, LABELS, counted, one_line, shortened, without_folders

QUOTES, FIRM = "Quotes", "quoted from or supported by a source"
MADE, NOT_READ, SURE = "How this report was made", "Not read", "How sure each statement is"
EXTRACTIVE = "extractive"
CLOSING = "Written without a model. A model adds most to a report like this: “inquiro doctor” says how to get one."
PRIVACY: dict[PrivacyMode, str] = {
    "local_only": "local only: nothing left this machine",
    "hybrid": "hybrid: questions and public pages may leave this machine, private text may not",
    "cloud_allowed": "cloud allowed: a model elsewhere may see private text",
}
TONES: dict[ClaimLabel, Tone] = {"quoted": "good", "supported": "good", "inferred": "warn", "uncited": "bad"}
CRITICS: dict[Critic, str] = {
    "counter": "what would overturn it",
    "gaps": "what is missing",
    "instructions": "was the question followed",
    "readability": "can it be read",
}
OUTCOMES: dict[str, str] = {
    "open": "left as it was", "changed": "sentence changed", "added": "sentence added", "removed": "sentence taken out"
}  # fmt: skip
_STATES: dict[ItemStatus, str] = {"satisfied": "✓ answered", "partial": "◐ answered in part", "unsatisfied": "○ open"}
_ESTIMATE = re.compile(r"[;,:.]? (?:on what is open, )?(?:the next round is expected|too little was read to estimate)")
_COUNTED = re.compile(r": \d+ of \d+ answered(?:, \d+ in part)?")  # when it stopped; critics may have added to it since
_USEFUL = 3  # times what was found: an interval that ends above that tells a reader nothing


def useful(told: FactEstimate | None) -> bool:
    """Whether an estimate of what nobody found says something."""
    return told is not None and bool(told.found) and told.high is not None and told.high <= _USEFUL * told.found


def why_stopped(report: Report) -> str:
    """Without the estimate in it where that says nothing, and with the points as they stand now."""
    reason = one_line(report.stop_reason)
    told = reason if useful(report.estimate) else _ESTIMATE.split(reason)[0]
    points = points_answered(report)
    return _COUNTED.sub(f": {points}", told) if points else told


def making(report: Report) -> Iterator[Block]:
    """In a few words first; then figures, what was not read, and what few readers want."""
    if said := in_words(report):
        yield paragraph(said)
    yield facts((name, value) for name, value in _facts(report) if value)
    points = tuple((turn.iteration, turn.estimate) for turn in report.rounds if turn.estimate is not None)
    if len(points) > 1:
        yield Figure(points=points, caption=f"Facts found so far, round by round: {course(report.rounds)}")
    if report.lost:
        yield heading(f"{NOT_READ} ({len(report.lost)})", 3)
        yield Items(items=tuple((paragraph(line),) for line in losses(report)))
    open_ones = {point.description for point in open_points(report)}
    if done := [item for item in report.checklist if one_line(item.description) not in open_ones]:
        listed = Items(items=tuple((_item(item),) for item in done))
        yield Folded(title="What was asked for", blocks=(listed,), level=3, heavy=True)
    yield from _critique(report.critique)
    if report.rounds:
        yield Folded(title="What each round searched for", blocks=(_rounds(report),), level=3, heavy=True)


def in_words(report: Report) -> str:
    """Why it stopped, what was read, who wrote it and how many of its statements have a source."""
    usage, reason, points = report.usage, why_stopped(report), points_answered(report)
    searched = counted(usage.searches, "search", "searches")
    rounds = f"{counted(report.iterations_used, 'round')} ({searched})" if report.iterations_used else searched
    told = [
        f"{counted(usage.pages, 'page')} read in {rounds}." if usage.pages or usage.searches else "",
        f"Why it stopped: {reason}{'' if reason.endswith('.') else '.'}" if reason else "",
        f"{points}." if points and "answered" not in reason else "",
        f"Written by {engine}." if (engine := _engine(report.engine)) else "",
        _labels(report),
    ]
    return " ".join(filter(None, told))


def _critique(critique: Critique | None) -> Iterator[Block]:
    """What critics said of the draft, and what became of each of it."""
    if critique is None or not critique.findings:
        return
    listed = Items(items=tuple((_criticism(one),) for one in critique.findings))
    yield Folded(title="What critics said of the draft", blocks=(listed,), level=3, heavy=True)


def _criticism(one: CriticFinding) -> Paragraph:
    looked = f"; searched for: {one_line(one.query)}" if one.item else ""
    told = f" ({CRITICS[one.critic]}: {OUTCOMES[one.outcome]}{looked})"
    return Paragraph(spans=(Text(text=one_line(one.problem)), Text(text=told, quiet=True)))


def _criticised(critique: Critique | None) -> str:
    if critique is None:
        return ""
    said = f"{counted(len(critique.findings), 'finding')} on the draft, {counted(len(critique.searches), 'search', 'searches')} for them"
    return f"{said}; sentences changed: {critique.changed}, added: {critique.added}, taken out: {critique.removed}"


def losses(report: Report) -> list[str]:
    return [
        one_line(
            f"{without_folders(loss.what)}: {without_folders(loss.reason)}{f' ({loss.source})' * bool(loss.source)}"
        )
        for loss in report.lost
    ]


def appendix(report: Report, sentences: Sentences) -> Iterator[Block]:
    """Every sentence with its label and what its confidence is made of."""
    if not report.claims:
        return
    rows = tuple(
        (
            words(str(one.number)),
            words(shortened(one.text, LONGEST_STATEMENT)),
            (
                Chip(text=LABELS[one.label], tone=TONES[one.label]),
                *words(f" {BY_MODEL}" if one.by == "model" else "", quiet=True),
            ),
            words(one.sure),
            (sentences.marks(one.sources),) if one.sources else words("–"),
        )
        for one in assessed(report)
    )
    head = ("No.", "Statement", "Label", "How sure, and why", "Sources")
    table = Table(head=head, rows=rows, widths=(7, 44, 13, 24, 12))
    yield Folded(title=SURE, blocks=(table,), anchor="statements", heavy=True)


def closing(report: Report) -> str:
    own = report.macro is None and report.check is None
    return CLOSING if own and report.engine == EXTRACTIVE and report.status != "waiting" else ""


def _facts(report: Report) -> Iterator[tuple[str, str]]:
    finished = report.status in {"completed", "max_iterations_reached"} and not report.partial
    yield "Status", "" if finished else report.status.replace("_", " ") + " (partial report)" * report.partial
    if useful(report.estimate) and report.estimate is not None:
        found = (
            f"{counted(report.estimate.found, 'different fact')} in {counted(report.estimate.documents, 'document')}"
        )
        yield "Found", f"{found}; {how_many_more(report.estimate)}"
    yield "Judged by the model", judged_fact(report.judged)
    yield "Critics", _criticised(report.critique)
    yield "Left out", one_line(", ".join(f"{count} {reason}" for reason, count in sorted(report.dropped.items())))
    yield "Privacy", PRIVACY[report.privacy]
    yield "Cost", _cost(report)


def _engine(engine: str) -> str:
    if engine == EXTRACTIVE:
        return "rules, without a model: its sentences are taken from what was read"
    model = re.fullmatch(r"llm \((.+)\)", engine)
    return f"the model {one_line(model[1])}" if model else one_line(engine)


def _labels(report: Report) -> str:
    """`Of 11 statements, 8 are quoted from or supported by a source, 2 are inferred, 1 is without a source.`"""
    if is_refusal(report.claims, report.language):
        return ""
    counts = Counter(claim.label for claim in report.claims)
    total, firm = len(report.claims), counts["quoted"] + counts["supported"]
    if total > 1 and firm == total:
        return f"All {total} statements are {FIRM}."
    are = [(firm, FIRM), (counts["inferred"], "inferred"), (counts["uncited"], "without a source")]
    told = ", ".join(f"{count} {'is' if count == 1 else 'are'} {name}" for count, name in are if count)
    return f"Of {counted(total, 'statement')}, {told}." if told else ""


def _cost(report: Report) -> str:
    usage = report.usage
    if not usage.calls and not usage.cost:
        return "nothing: no model was asked"
    paid = f"{usage.cost:.4f} USD, " if usage.cost else ""
    return f"{paid}{counted(usage.calls, 'model call')}, {usage.tokens:,} tokens"


def _item(item: ChecklistItem) -> Paragraph:
    state = _STATES[item.status]
    note = f": {one_line(item.note)}" if item.note else ""
    return Paragraph(spans=(Text(text=one_line(item.description)), Text(text=f" ({state}{note})", quiet=True)))


def _rounds(report: Report) -> Table:
    return Table(
        head=("Round", "Queries", "Results", "Read", "New facts", "Failures"),
        widths=(10, 42, 12, 10, 14, 12),
        rows=tuple(
            (
                words(str(turn.iteration)),
                words(one_line("; ".join(turn.queries))),
                *(words(str(n)) for n in (turn.results_count, turn.documents, turn.new_facts, turn.failures)),
            )
            for turn in report.rounds
        ),
    )
