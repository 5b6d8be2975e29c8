"""The answer as a model writes it: an outline of its own, and sentences and cells over facts that it was shown."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from inquiro.core.models import ModelAnswer, Thinking
from inquiro.core.protocols import Reasoner
from inquiro.core.said import Unreadable, read_typed
from inquiro.core.types import ChecklistItem, Contradiction, Draft, Fact, Json, Plan, WritingOrder
from inquiro.engine import allowance
from inquiro.engine.asked.fact_sheet import fact_sheet
from inquiro.engine.asked.kept_sentences import Kept, any_rests_on
from inquiro.engine.asked.listing import any_private, question_line, split
from inquiro.engine.asked.outlines import outline_lines
from inquiro.engine.asked.report_draft import draft_of, with_hidden
from inquiro.engine.asked.report_form import Written, as_written, sentences_of
from inquiro.engine.asking_typed import Shown, Step, ask_formed, form_of
from inquiro.engine.fencing import fenced, safe
from inquiro.engine.harmless import shortened
from inquiro.engine.packing import tokens

WRITE = Step(name="write", role="write", room=allowance.UNKNOWN_WINDOW, output=allowance.SHORT_REPORT)
MOST_DISPUTES = 8
LONGEST_DISPUTE = 160
LONGEST_HEADING = 120
_FORMS = {
    "answer": "Form: an answer. The bottom line, and at most three short sections; leave out what the question does not need.",
    "report": "Form: a report. All that the facts say on the question, in as many sections as it takes.",
}
_BRIEF = "Form: brief. Only the bottom line, in two to five sentences; no sections."
_OUTLINE = (
    "The reader's outline: one section for each of these headings, worded exactly so, in this order, and no others:"
)


_PLANNED = (
    "An outline that was made before, with the point of each section and the facts it needs. Follow it, unless the facts "
    "force something better; its headings may be reworded, and the bottom line comes before it:"
)


async def write_with(
    thinking: Thinking,
    embedded: Reasoner,
    plan: Plan,
    checklist: Sequence[ChecklistItem],
    facts: Sequence[Fact],
    *,
    disputes: Sequence[Contradiction],
    order: WritingOrder,
) -> Draft:
    items, shown, hidden = to_be_shown(thinking, checklist, facts)
    if not shown:
        return await embedded.write(plan, checklist, facts, disputes, order)
    said, listed = await _ask(thinking, plan, items, shown, disputes=disputes, order=order)
    kept = Kept(listed)
    draft = draft_of(said, kept, plan, checklist, order)
    kept.tell(thinking)
    if not draft.opening:
        draft = replace(draft, opening=(await embedded.write(plan, checklist, shown, disputes, order)).opening)
    if hidden:
        draft = with_hidden(draft, await embedded.write(plan, checklist, hidden, (), order), hidden, checklist, order)
    return draft


def to_be_shown(
    thinking: Thinking, checklist: Sequence[ChecklistItem], facts: Sequence[Fact]
) -> tuple[list[ChecklistItem], list[Fact], list[Fact]]:
    """The items and facts that the model may see, and the facts that are kept from it."""
    everything = thinking.may_see_private("write")
    items, _ = split(checklist, all_visible=everything)
    shown, hidden = split(facts, all_visible=everything)
    return items, [fact for fact in shown if any(item.id in fact.scores for item in items)], hidden


async def _ask(
    thinking: Thinking,
    plan: Plan,
    items: Sequence[ChecklistItem],
    facts: Sequence[Fact],
    *,
    disputes: Sequence[Contradiction],
    order: WritingOrder,
) -> tuple[Written, list[Fact]]:
    listed: list[Fact] = []

    def build(room: int) -> Shown:
        head = [question_line(plan), *wanted_lines(order)]
        disputed = min(len(disputes), MOST_DISPUTES) * LONGEST_DISPUTE // 4
        rest = room - tokens("\n\n".join(head)) - disputed
        sheet = fact_sheet(items, facts, order.around, room=max(rest, 0))
        listed[:] = sheet.facts
        parts = [*head, sheet.text]
        if lines := dispute_lines(disputes, {fact.id for fact in listed}):
            parts.append(f"Facts that disagree:\n{fenced('disagreements', lines)}")
        left = f"{sheet.left} of {len(facts)} facts" if sheet.left else ""
        return Shown(text="\n\n".join(parts), left_out=left)

    def read(answer: ModelAnswer) -> Written | Unreadable:
        value = read_typed(answer.text, Json, finished=answer.finish == "stop")
        if isinstance(value, Unreadable):
            return value
        said = as_written(value)
        if any_rests_on(sentences_of(said), listed):
            return said
        return Unreadable(problems=("$.bottom_line: no sentence names a listed fact in its `facts`",))

    room = order.room or WRITE.room
    step = replace(WRITE, room=room, output=allowance.report_length(room))
    private = any_private(facts, items)
    said = await ask_formed(thinking, step, build, form_of(step, Written, read), private=private)
    return said, listed


def wanted_lines(order: WritingOrder) -> list[str]:
    """How the answer is wanted, as the model is told."""
    if order.brief:
        return [_BRIEF]
    if not order.outline:
        planned = [f"{_PLANNED}\n{fenced('outline', outline_lines(order.sections))}"] if order.sections else []
        return [_FORMS[order.style], *planned]
    headings = [shortened(safe(heading), LONGEST_HEADING) for heading in order.outline]
    return [_FORMS["report"], f"{_OUTLINE}\n{fenced('outline', headings)}"]


def dispute_lines(disputes: Sequence[Contradiction], known: set[str]) -> list[str]:
    lines = []
    for one in disputes:
        sides = [side.fact_id for side in one.sides]
        if set(sides) <= known:
            lines.append(shortened(f"{' / '.join(sides)} ({one.kind}): {safe(one.about)}", LONGEST_DISPUTE))
    return lines[:MOST_DISPUTES]
