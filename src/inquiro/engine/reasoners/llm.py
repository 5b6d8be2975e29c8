"""The reasoner that asks a language model: typed answers over fenced text, the embedded one where it may not see.

It neither shows nor takes an address: quotes are looked up in the snapshots, links are rendered by code.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from inquiro.core.models import Thinking
from inquiro.core.protocols import Reasoner
from inquiro.core.types import (
    A_REPORT,
    Assessment,
    ChecklistItem,
    Contradiction,
    CriticFinding,
    Critique,
    Draft,
    DraftClaim,
    Entity,
    Fact,
    Filled,
    Filling,
    Finding,
    ModeDraft,
    NoteText,
    Objection,
    Passage,
    Patch,
    Plan,
    PlannedSection,
    Pool,
    ResearchMode,
    Topic,
    WritingOrder,
)
from inquiro.engine.asked.assessing import assess_with
from inquiro.engine.asked.extracting import extract_with
from inquiro.engine.asked.paraphrases import paraphrase_with
from inquiro.engine.asked.planning import plan_with
from inquiro.engine.asked.repairing import repair_with
from inquiro.engine.asked.rulings import rule_on
from inquiro.engine.asked.writing_up import to_be_shown, write_with
from inquiro.engine.canaries import Paraphrase
from inquiro.engine.checking.excerpt import Excerpt
from inquiro.engine.checking.judge import Question, Ruling
from inquiro.engine.critique import Criticised
from inquiro.engine.search_scope import SearchScope


class LlmReasoner:
    """Raises EffectError or BudgetExhausted where the model did not do a step: the caller has another reasoner."""

    name = "llm"
    model = ""

    def __init__(self, thinking: Thinking, embedded: Reasoner, scope: SearchScope | None = None) -> None:
        self._thinking = thinking
        self._embedded = embedded
        self._scope = scope

    async def clarify(self, question: str, context: str, answers: Sequence[str]) -> str | None:
        """Whether there is anything to look up needs no model."""
        return await self._embedded.clarify(question, context, answers)

    async def plan(self, question: str, context: str, answers: Sequence[str]) -> Plan:
        embedded = await self._embedded.plan(question, context, answers)
        return await plan_with(self._thinking, question, context, answers, embedded, scope=self._scope)

    async def extract(
        self, plan: Plan, checklist: Sequence[ChecklistItem], passages: Sequence[Passage], known: Sequence[Fact]
    ) -> list[Finding]:
        return await extract_with(self._thinking, self._embedded, plan, checklist, passages, known=known)

    async def assess(
        self,
        plan: Plan,
        checklist: Sequence[ChecklistItem],
        facts: Sequence[Fact],
        *,
        entities: Sequence[Entity],
        tried: Sequence[str],
        round_number: int,
    ) -> Assessment:
        return await assess_with(
            self._thinking,
            self._embedded,
            plan,
            checklist,
            facts,
            entities=entities,
            tried=tried,
            round_number=round_number,
            scope=self._scope,
        )

    async def write(
        self,
        plan: Plan,
        checklist: Sequence[ChecklistItem],
        facts: Sequence[Fact],
        contradictions: Sequence[Contradiction],
        order: WritingOrder = A_REPORT,
    ) -> Draft:
        known = (plan, checklist, facts)
        return await write_with(self._thinking, self._embedded, *known, disputes=contradictions, order=order)

    async def supplement(
        self,
        plan: Plan,
        checklist: Sequence[ChecklistItem],
        facts: Sequence[Fact],
        contradictions: Sequence[Contradiction],
        says: Mapping[str, str],
    ) -> Draft:
        from inquiro.engine.asked.supplementing import supplement_with  # only where a note is researched

        known = (plan, checklist, facts)
        return await supplement_with(self._thinking, self._embedded, *known, disputes=contradictions, says=says)

    async def present(self, mode: ResearchMode, pool: Pool, top_k: int, room: int | None = None) -> ModeDraft:
        from inquiro.engine.asked.presenting import present_with  # only where it is asked for

        return await present_with(self._thinking, self._embedded, mode, pool, top_k, room=room)

    async def repair(self, plan: Plan, objections: Sequence[Objection], facts: Sequence[Fact]) -> list[DraftClaim]:
        return await repair_with(self._thinking, self._embedded, plan, objections, facts)

    async def perspectives(self, plan: Plan) -> Plan:
        from inquiro.engine.asked.perspectives import perspectives_with  # these four only in a thorough run

        return await perspectives_with(self._thinking, plan, self._scope or SearchScope())

    async def outline(
        self, plan: Plan, checklist: Sequence[ChecklistItem], facts: Sequence[Fact], order: WritingOrder
    ) -> tuple[PlannedSection, ...]:
        from inquiro.engine.asked.outlines import outline_with

        items, shown, _ = to_be_shown(self._thinking, checklist, facts)
        return await outline_with(self._thinking, plan, items, shown, order) if shown else ()

    async def criticise(self, shown: Criticised) -> list[CriticFinding]:
        from inquiro.engine.asked.critics import criticise_with

        seen = self._seen(shown)
        return await criticise_with(self._thinking, seen) if seen else []

    async def patch(self, shown: Criticised, critique: Critique) -> list[Patch]:
        from inquiro.engine.asked.patches import patch_with

        seen = self._seen(shown)
        return await patch_with(self._thinking, seen, critique) if seen else []

    def _seen(self, shown: Criticised) -> Criticised | None:
        """None where the draft rests on what the model may not see."""
        items, facts, hidden = to_be_shown(self._thinking, shown.items, shown.facts)
        return None if hidden or not facts else shown._replace(items=items, facts=facts)

    async def judge(self, questions: Sequence[Question]) -> list[Ruling]:
        return await rule_on(self._thinking, questions)

    async def paraphrase(self, excerpts: Sequence[Excerpt]) -> list[Paraphrase]:
        return await paraphrase_with(self._thinking, excerpts)

    async def fill(self, filling: Filling, facts: Sequence[Fact], validate: Callable[[Any], Sequence[str]]) -> Filled:
        from inquiro.engine.asked.filling import fill_with  # only where a macro runs

        return await fill_with(self._thinking, filling, facts, validate)

    async def topics(self, note: NoteText, focus: str | None) -> list[Topic]:
        from inquiro.engine.asked.topics import topics_with  # only where it is asked for

        return await topics_with(self._thinking, note, focus, self._embedded)


plugin = LlmReasoner  # takes what it thinks with: a run builds one for every step
