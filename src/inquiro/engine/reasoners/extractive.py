"""The embedded reasoner: no model, no network. It selects what sources say and never adds to it."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping, Sequence
from typing import Any

import msgspec

from inquiro.core.types import (
    A_REPORT,
    Assessment,
    ChecklistItem,
    Contradiction,
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
    Plan,
    Pool,
    Query,
    ResearchMode,
    Topic,
    WritingOrder,
)
from inquiro.engine import question as questions
from inquiro.engine.coverage import judge
from inquiro.engine.querying import first_queries, next_queries, with_hints
from inquiro.engine.selection import select
from inquiro.engine.writing import compose
from inquiro.retrieval.ranking import Meaning

MOST_EXCHANGES = 2


class ExtractiveReasoner:
    """Keyword and entity extraction, ranking and sentence selection behind the steps of a run."""

    name = "extractive"
    model = ""

    def __init__(self, vectors: Meaning | None = None) -> None:
        self._vectors = vectors

    async def clarify(self, question: str, context: str, answers: Sequence[str]) -> str | None:
        """A question back only where there is nothing to search for."""
        if len(answers) >= MOST_EXCHANGES or context.strip():
            return None
        missing = questions.unclear(questions.analyse(" ".join([question, *answers])))
        if missing == "nothing":
            return f"What should be researched? “{question}” names nothing that can be looked up."
        if missing == "subject" and not answers:
            return f"What does “{question}” refer to? Please name the subject."
        return None

    async def plan(self, question: str, context: str, answers: Sequence[str]) -> Plan:
        refined = " ".join([question.strip(), *(answer.strip() for answer in answers)])
        known = questions.analyse(refined)
        added = questions.content_words(context, known.language) if context else ()
        items = questions.checklist(known)
        if added:
            extended = [msgspec.structs.replace(items[0], terms=(*items[0].terms, *added[:6])), *items[1:]]
            items = tuple(extended)
        terms = tuple(dict.fromkeys([*(word for part in known.parts for word in part.words), *added]))
        kinds = tuple(facet.id for part in known.parts for facet in part.facets[:1])
        return Plan(
            refined_query=refined,
            checklist=items,
            key_terms=terms,
            entities=known.names,
            question_type=kinds[0] if kinds else "open",
            domain="",  # nobody has said it yet
            language=known.language,
            in_scope=tuple(item.description for item in items),
            queries=first_queries(items, known.names) or (Query(text=refined, items=(items[0].id,)),),
        )

    async def extract(
        self, plan: Plan, checklist: Sequence[ChecklistItem], passages: Sequence[Passage], known: Sequence[Fact]
    ) -> list[Finding]:
        return await asyncio.to_thread(select, plan, checklist, passages, known, self._vectors)

    async def assess(
        self,
        plan: Plan,
        checklist: Sequence[ChecklistItem],
        facts: Sequence[Fact],
        *,
        entities: Sequence[Entity],
        tried: Sequence[str],
        round_number: int,  # noqa: ARG002 - the protocol's; what was tried says enough here
    ) -> Assessment:
        judged = with_hints(plan, judge(checklist, facts), facts, entities)
        return Assessment(checklist=judged, queries=next_queries(plan, judged, facts, tried, entities))

    async def write(
        self,
        plan: Plan,
        checklist: Sequence[ChecklistItem],
        facts: Sequence[Fact],
        contradictions: Sequence[Contradiction],  # noqa: ARG002 - shown beside the answer, not woven in
        order: WritingOrder = A_REPORT,
    ) -> Draft:
        draft = compose(plan, checklist, facts)
        return Draft(opening=draft.opening) if order.brief else draft

    async def supplement(
        self,
        plan: Plan,
        checklist: Sequence[ChecklistItem],
        facts: Sequence[Fact],
        contradictions: Sequence[Contradiction],  # noqa: ARG002 - shown beside it, not woven in
        says: Mapping[str, str],  # noqa: ARG002
    ) -> Draft:
        from inquiro.engine.notes.supplement import compose_topics  # only where a note is researched

        return compose_topics(plan, checklist, facts)

    async def present(
        self,
        mode: ResearchMode,
        pool: Pool,
        top_k: int,
        room: int | None = None,  # noqa: ARG002 - it reads everything
    ) -> ModeDraft:
        return await asyncio.to_thread(_present, mode, pool, top_k)

    async def repair(
        self,
        plan: Plan,  # noqa: ARG002 - the protocol's
        objections: Sequence[Objection],
        facts: Sequence[Fact],  # noqa: ARG002
    ) -> list[DraftClaim]:
        """What it wrote are the sources' own words: there is nothing better to say."""
        return [objection.claim for objection in objections]

    async def fill(
        self,
        filling: Filling,
        facts: Sequence[Fact],  # noqa: ARG002
        validate: Callable[[Any], Sequence[str]],  # noqa: ARG002
    ) -> Filled:
        """What a register gave in the declared shape; sentences alone do not say which field they belong to."""
        return Filled(data={} if filling.known is None else filling.known)

    async def topics(self, note: NoteText, focus: str | None) -> list[Topic]:
        return await asyncio.to_thread(_topics, note, focus)


def _present(mode: ResearchMode, pool: Pool, top_k: int) -> ModeDraft:
    from inquiro.engine.modes import extractive, papers  # only where it is asked for

    if mode == "freeform":
        return papers.paper(pool)
    return extractive.ideas(pool, top_k) if mode == "idea" else extractive.implementations(pool, top_k)


def _topics(note: NoteText, focus: str | None) -> list[Topic]:
    from inquiro.engine.notes.extractive import topics_of  # only where it is asked for

    return topics_of(note, focus)


plugin = ExtractiveReasoner
