"""What became of verbs, on the screen: what was created, what failed, and the tree that it makes."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from rich.console import Console, ConsoleOptions, RenderableType, RenderResult
from rich.text import Text

from inquiro.cli.rows import INDENT, Paragraph, Row, column
from inquiro.cli.text import as_it_is, count, plain
from inquiro.core.decoders import convert
from inquiro.core.types import LedgerEntity, LedgerRelationship, VerbOutcome, VerbStep
from inquiro.runtime.known import ORGANISATION

if TYPE_CHECKING:
    from inquiro.core.ledger import LedgerStore
    from inquiro.onboarding.executing.reports import ExecutionReport, GroupReport

MARKS = {"created": "+", "updated": "~", "unchanged": "=", "found": "=", "recorded": "+", "done": "·"}
STYLES = {"+": "green", "~": "yellow", "✗": "red", "?": "red"}
MOST_STEPS = 40  # of all groups; of more only those that went wrong
MOST_LINES = 60  # of a tree
_SKIPPED = "done before"


class ExecutionScreen:
    """The report of an execution or a rehearsal."""

    def __init__(
        self,
        report: ExecutionReport,
        review_id: str = "",
        entities: Sequence[LedgerEntity] = (),
        relationships: Sequence[LedgerRelationship] = (),
        *,
        already: bool = False,
    ) -> None:
        self.report, self.review_id, self.already = report, review_id, already
        self.entities, self.relationships = entities, relationships

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        yield Row(self._label(), summary(self.report), style="bold")
        if self.already:
            yield Row("", "It was executed before: nothing was done again.", style="yellow")
        groups = self.report.groups
        briefly = sum(len(group.steps) for group in groups) > MOST_STEPS
        for group in groups:
            if len(groups) > 1:
                yield _group_line(group, rehearsed=self.report.rehearsed)
            if not briefly or group.status not in {"done", "skipped"}:
                yield from (_step_line(step, rehearsed=self.report.rehearsed) for step in group.steps)
            if group.error and group.status != "skipped":
                yield Paragraph(Text(f"✗ {plain(group.error)}", style="red"), INDENT, 2)
            elif group.error and len(groups) == 1:
                yield Paragraph(Text(plain(group.error), style="dim"), INDENT, 2)
        yield from self._tree(column(options) - INDENT)
        yield from (Row("Next", command, style="dim") for command in self._next())

    def _label(self) -> str:
        return "Would do" if self.report.rehearsed else "Executed" if self.report.finished else "Unfinished"

    def _tree(self, width: int) -> Iterator[RenderableType]:
        if not self.entities or self.report.rehearsed:
            return
        from inquiro.onboarding.trees import text_tree

        lines = text_tree(self.entities, self.relationships).splitlines()
        yield ""
        for line in lines[:MOST_LINES]:
            text = Text(" " * INDENT + as_it_is(line))
            text.truncate(width + INDENT, overflow="ellipsis")  # a wrapped branch is no branch
            yield text
        if len(lines) > MOST_LINES:
            rest = f"… {count(len(lines) - MOST_LINES, 'more line')}: inquiro review tree {self.review_id[:8]}"
            yield Text(" " * INDENT + rest, style="dim")

    def _next(self) -> Iterator[str]:
        short = self.review_id[:8]
        if self.report.rehearsed or not short:
            return
        if self.report.of("held"):
            yield f"inquiro review execute {short} --settle done|repeat|failed"
        elif not self.report.finished:
            yield f"inquiro review execute {short}"


def summary(report: ExecutionReport) -> str:
    """`5 created, 2 unchanged; 1 of 12 rows failed`."""
    counted = ", ".join(f"{number:,} {change}" for change, number in sorted(report.counts.items()))
    wrong = [
        f"{len(some):,} of {count(len(report.groups), 'row')} {status}"
        for status in ("failed", "held", "stopped")
        if len(report.groups) > 1 and (some := report.of(status))
    ]
    skipped = [f"{len(some):,} {_SKIPPED}"] if (some := report.of("skipped")) else []
    return "; ".join(filter(None, [counted, *skipped, *wrong])) or (
        "nothing to do" if report.finished else "nothing was done"
    )


async def touched(ledger: LedgerStore, report: ExecutionReport) -> tuple[list[LedgerEntity], list[LedgerRelationship]]:
    """The entities that the verbs made or found, and how they are related to each other."""
    ids = {ref for group in report.groups for step in group.steps for ref in _refs(step)}
    if not ids:
        return [], []
    entities = await ledger.ledger_entities(ORGANISATION, sorted(ids))
    known = {entity.id for entity in entities}
    related = await ledger.ledger_relationships(ORGANISATION)
    return entities, [one for one in related if one.owner in known and one.owned in known]


def _refs(step: VerbStep) -> tuple[str, ...]:
    outcome = outcome_of(step)
    return tuple(filter(None, (outcome.ref, *outcome.refs)))


def outcome_of(step: VerbStep) -> VerbOutcome:

    return convert(step.outcome, VerbOutcome) if step.outcome else VerbOutcome()


def _group_line(group: GroupReport, *, rehearsed: bool) -> RenderableType:
    mark = {"done": "✓", "skipped": "=", "failed": "✗", "held": "?", "stopped": "…"}[group.status]
    done = sum(step.status == "done" for step in group.steps)
    state = _SKIPPED if group.status == "skipped" else f"{done} of {count(group.total, 'verb')}"
    if rehearsed and group.status == "done":
        state = count(group.total, "verb")
    named = plain(group.title or group.key)
    return Paragraph(Text.assemble((mark, STYLES.get(mark, "green")), f" {named}  ", (state, "dim")), INDENT, 2)


def _step_line(step: VerbStep, *, rehearsed: bool) -> RenderableType:
    outcome = outcome_of(step)
    failed = step.status in {"failed", "held"}
    mark = "✗" if step.status == "failed" else "?" if step.status == "held" else MARKS.get(outcome.change, "·")
    said: str = "" if failed or outcome.change == "done" else outcome.change
    if rehearsed and said in {"created", "updated", "recorded"}:
        said = f"would be {said}"
    label = plain(outcome.label) or shortest(step)
    return Paragraph(
        Text.assemble((mark, STYLES.get(mark, "dim")), f" {label}  ", (f"{plain(step.verb)} {said}".strip(), "dim")),
        INDENT,
        2,
    )


def shortest(step: VerbStep) -> str:
    return plain(step.text.partition("\n")[0]).strip("()")
