"""Patches of a draft as a model makes them: single sentences over known facts, each for one finding of a critic."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

import msgspec

from inquiro.core.models import Thinking
from inquiro.core.types import CriticFinding, Critique, Fact, Patch, Value
from inquiro.engine.asked.critics import draft_lines
from inquiro.engine.asked.fact_sheet import fact_sheet
from inquiro.engine.asked.kept_sentences import LONGEST_SENTENCE, MOST_FACTS, speaks
from inquiro.engine.asked.listing import any_private, first_sentence, question_line
from inquiro.engine.asking_typed import Shown, Step, ask_typed
from inquiro.engine.critique import Criticised, numbered
from inquiro.engine.fencing import fenced, safe
from inquiro.engine.harmless import as_words, shortened
from inquiro.engine.packing import tokens

PATCH = Step(name="patch", role="write", room=30_000, output=6_000)
MOST_PATCHES = 24
DRAFT_SHARE = 0.5  # of the room
LONGEST_PROBLEM = 300


class SaidPatch(Value, frozen=True, kw_only=True):
    finding: int
    action: Literal["replace", "remove", "add"]
    sentence: int = 0
    section: str = ""
    text: str = ""
    facts: list[str] = msgspec.field(default_factory=list)


class SaidPatches(Value, frozen=True, kw_only=True):
    patches: list[SaidPatch]


async def patch_with(thinking: Thinking, shown: Criticised, critique: Critique) -> list[Patch]:
    sentences = numbered(shown.draft)
    listed: list[Fact] = []

    def build(room: int) -> Shown:
        findings = [_finding_line(number, one) for number, one in enumerate(critique.findings, 1)]
        head = f"{question_line(shown.plan)}\n\nFindings of the critics:\n{fenced('findings', findings)}"
        left = room - tokens(head) - 60
        lines = draft_lines(shown.draft, sentences, int(left * DRAFT_SHARE), facts=True)
        body = f"{head}\n\nThe draft:\n{fenced('draft', lines)}"
        facts = _newest_first(shown.facts, critique)
        sheet = fact_sheet(shown.items, facts, shown.order.around, room=max(room - tokens(body), 0))
        listed[:] = sheet.facts
        return Shown(text=f"{body}\n\n{sheet.text}")

    private = any_private(shown.facts, shown.items)
    said = await ask_typed(thinking, PATCH, build, SaidPatches, private=private)
    known = {fact.id for fact in listed} | {name for one in sentences for name in one.claim.facts}
    return [patch for one in said.patches[:MOST_PATCHES] if (patch := _patch(one, known)) is not None]


def _patch(said: SaidPatch, known: set[str]) -> Patch | None:
    """What of a patch may stand: one sentence of words alone, over facts that the model was shown."""
    text = first_sentence(as_words(said.text, LONGEST_SENTENCE)) if said.action != "remove" else ""
    facts = tuple(name for name in dict.fromkeys(said.facts) if name in known)[:MOST_FACTS]
    if said.action != "remove" and not (speaks(text) and facts):
        return None
    return Patch(
        finding=said.finding,
        action=said.action,
        sentence=said.sentence,
        section=said.section,
        text=text,
        facts=facts if text else (),
    )


def _finding_line(number: int, one: CriticFinding) -> str:
    about = f"sentence {one.sentence}: " if one.sentence else ""
    looked = f" (searched for: {safe(one.query)})" if one.item else ""
    return f"{number}. {about}{shortened(safe(one.problem), LONGEST_PROBLEM)}{looked}"


def _newest_first(facts: Sequence[Fact], critique: Critique) -> list[Fact]:
    """What was found because of the critics comes first, then everything else in its order."""
    return sorted(facts, key=lambda fact: fact.round <= critique.round)
