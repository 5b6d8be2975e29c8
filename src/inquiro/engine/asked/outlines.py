"""Outlines of a report, made from different sides and compared before anything is written."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable, Sequence

import msgspec

from inquiro.core.errors import BudgetExhausted, EffectError, PrivacyRefused
from inquiro.core.models import Thinking
from inquiro.core.types import ChecklistItem, Fact, Plan, PlannedSection, Value, WritingOrder
from inquiro.engine.asked.fact_sheet import fact_sheet
from inquiro.engine.asked.listing import any_private, question_line
from inquiro.engine.asked.report_form import Kind
from inquiro.engine.asking_typed import Shown, Step, ask_typed
from inquiro.engine.fencing import fenced, safe
from inquiro.engine.harmless import as_words, shortened
from inquiro.engine.label_words import as_label
from inquiro.engine.packing import tokens

OUTLINE = Step(name="outline", role="write", room=24_000, output=4_096)
CHOICE = Step(name="outline_choice", role="write", room=6_000, output=4_096)
SIDES = (
    "Organise by: what the reader has to decide or do, the answer first and what it depends on after it.",
    "Organise by: how the evidence hangs together: what is established, where sources differ, and what follows.",
)
MOST_SECTIONS, MOST_FACTS = 12, 40
LONGEST_POINT = 240
LONGEST_HEADING = 80


class OutlinedSection(Value, frozen=True, kw_only=True):
    kind: Kind
    heading: str
    point: str = ""
    facts: list[str] = msgspec.field(default_factory=list)


class Outlined(Value, frozen=True, kw_only=True):
    sections: list[OutlinedSection]


class Chosen(Value, frozen=True, kw_only=True):
    sections: list[OutlinedSection]
    why: str = ""


async def outline_with(
    thinking: Thinking, plan: Plan, items: Sequence[ChecklistItem], facts: Sequence[Fact], order: WritingOrder
) -> tuple[PlannedSection, ...]:
    """The better of several outlines; where only one came, that one. Raises where none did."""
    private = any_private(facts, items)

    async def one(side: str) -> tuple[PlannedSection, ...] | Exception:
        def build(room: int) -> Shown:
            head = f"{question_line(plan)}\n\n{side}"
            sheet = fact_sheet(items, facts, {}, room=max(min(room, order.room or room) - tokens(head), 0))
            return Shown(text=f"{head}\n\n{sheet.text}")

        try:
            said = await ask_typed(thinking, OUTLINE, build, Outlined, private=private, wrong=_empty)
        except (EffectError, BudgetExhausted, PrivacyRefused) as error:
            return error
        return sections_of(said.sections, {fact.id for fact in facts})

    made = await asyncio.gather(*map(one, SIDES))
    outlines = [one for one in made if not isinstance(one, Exception) and one]
    if not outlines:
        raise next(one for one in made if isinstance(one, Exception))
    return outlines[0] if len(outlines) == 1 else await _compared(thinking, plan, outlines, private=private)


def sections_of(said: Iterable[OutlinedSection], known: set[str]) -> tuple[PlannedSection, ...]:
    """What of an outline can be followed: sections with a heading over facts that there are."""
    found = [
        PlannedSection(
            heading=as_label(one.heading)[:LONGEST_HEADING],
            part=one.kind,
            point=as_words(one.point, LONGEST_POINT),
            facts=tuple(name for name in dict.fromkeys(one.facts) if name in known)[:MOST_FACTS],
        )
        for one in said
    ]
    return tuple(one for one in found if one.heading and one.facts)[:MOST_SECTIONS]


def outline_lines(sections: Sequence[PlannedSection]) -> list[str]:
    """As a model is shown it."""
    return [
        f"{number}. {safe(one.heading)} ({one.part}): {shortened(safe(one.point), LONGEST_POINT)} [{' '.join(one.facts)}]"
        for number, one in enumerate(sections, 1)
    ]


async def _compared(
    thinking: Thinking, plan: Plan, outlines: Sequence[tuple[PlannedSection, ...]], *, private: bool
) -> tuple[PlannedSection, ...]:
    """The choice among outlines; a choice that cannot be had leaves the first."""

    def build(room: int) -> Shown:
        share = room * 3 // len(outlines)
        shown = [
            f"Outline {letter}:\n{fenced(f'outline {letter}', [shortened(line, share // 4) for line in outline_lines(one)])}"
            for letter, one in zip("AB", outlines, strict=False)
        ]
        return Shown(text="\n\n".join([question_line(plan), *shown]))

    known = {name for one in outlines for section in one for name in section.facts}
    try:
        said = await ask_typed(thinking, CHOICE, build, Chosen, private=private, wrong=_empty)
    except (EffectError, BudgetExhausted, PrivacyRefused) as error:
        thinking.lose("the comparison of outlines", str(error).rstrip("."))
        return outlines[0]
    return sections_of(said.sections, known) or outlines[0]


def _empty(said: Outlined | Chosen) -> str:
    return "" if any(one.facts for one in said.sections) else "$.sections: no section names a listed fact"
