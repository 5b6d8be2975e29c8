"""Coverage, next queries and contradictions as a model judges them, in one call; rules hold where it may not see."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from typing import NamedTuple

import msgspec

from inquiro.core.models import Thinking
from inquiro.core.protocols import Reasoner
from inquiro.core.types import (
    Assessment,
    ChecklistItem,
    ContradictionKind,
    Entity,
    Fact,
    ItemStatus,
    Plan,
    Query,
    Value,
)
from inquiro.engine.asked.disputes import Disputed, contradictions
from inquiro.engine.asked.listing import any_private, chosen, grouped, item_line, question_line, split
from inquiro.engine.asked.searching import Wanted, addressed
from inquiro.engine.asking_typed import Shown, Step, ask_typed
from inquiro.engine.ending import together
from inquiro.engine.fencing import fenced, safe
from inquiro.engine.harmless import as_words, shortened
from inquiro.engine.packing import tokens
from inquiro.engine.querying import distinct
from inquiro.engine.search_scope import SearchScope

ASSESS = Step(name="assess", role="judge", room=6_000, output=4_096)
MOST_TRIED = 16
LONGEST_TRIED = 100
LONGEST_NOTE = 240
ON_ITS_WAY = 0.05  # seconds until a question is sent: what can be done beside it waits so long
_ORDER: tuple[ItemStatus, ...] = ("unsatisfied", "partial", "satisfied")


class JudgedItem(Value, frozen=True, kw_only=True):
    id: str
    status: ItemStatus
    missing: str = ""


class NextQuery(Value, frozen=True, kw_only=True):
    text: str
    kind: Wanted = "any"
    items: list[str] = msgspec.field(default_factory=list)


class Conflict(Value, frozen=True, kw_only=True):
    facts: list[str]
    about: str
    kind: ContradictionKind = "disagreement"
    explanation: str = ""


class Judged(Value, frozen=True, kw_only=True):
    items: list[JudgedItem]
    queries: list[NextQuery] = msgspec.field(default_factory=list)
    contradictions: list[Conflict] = msgspec.field(default_factory=list)


class Known(NamedTuple):
    """What a round knows, and what of it the model is shown."""

    plan: Plan
    items: Sequence[ChecklistItem]
    facts: Sequence[Fact]
    shown: Sequence[Fact]
    tried: Sequence[str]
    told: Sequence[str]  # of the tried ones, those the model may know
    private: bool  # something private is shown


async def assess_with(
    thinking: Thinking,
    embedded: Reasoner,
    plan: Plan,
    checklist: Sequence[ChecklistItem],
    facts: Sequence[Fact],
    *,
    entities: Sequence[Entity],
    tried: Sequence[str],
    round_number: int,
    scope: SearchScope | None = None,
) -> Assessment:
    scope = scope or SearchScope()
    everything = thinking.may_see_private("judge")
    items, _ = split(checklist, all_visible=everything)
    shown, hidden = split(facts, all_visible=everything)
    derived = any_private(facts, checklist)  # earlier queries may have come from private text
    known = Known(
        plan=plan,
        items=items,
        facts=facts,
        shown=shown,
        tried=tried,
        told=tried if everything or not derived else (),
        private=any_private(shown, items),
    )
    if not items or (hidden and not shown):
        return await embedded.assess(plan, checklist, facts, entities=entities, tried=tried, round_number=round_number)
    asking = asyncio.create_task(_ask(thinking, known, scope))
    async with together([asking]):
        await asyncio.wait([asking], timeout=ON_ITS_WAY)
        ruled = await embedded.assess(plan, checklist, facts, entities=entities, tried=tried, round_number=round_number)
        said, listed = await asking
    judged = tuple(_judged(item, said, known, bool(hidden)) for item in ruled.checklist)
    public = (
        await embedded.assess(
            plan,
            [item for item in checklist if not item.private],
            [fact for fact in facts if not fact.private],
            entities=[entity for entity in entities if not entity.private],
            tried=tried,
            round_number=round_number,
        )
        if known.private
        else ruled
    )
    return Assessment(
        checklist=judged,
        queries=_queries(said, judged, known, public.queries, scope),
        contradictions=contradictions(
            [Disputed(one.facts, one.about, one.kind, one.explanation) for one in said.contradictions],
            {fact.id: fact for fact in listed},
        ),
    )


async def _ask(thinking: Thinking, known: Known, scope: SearchScope) -> tuple[Judged, list[Fact]]:
    listed: list[Fact] = []

    def build(room: int) -> Shown:
        tried = [shortened(safe(text), LONGEST_TRIED) for text in known.told[-MOST_TRIED:]]
        searches = ["Searches already made:", fenced("searches", tried)] if tried else []
        rest = room - tokens("\n".join([question_line(known.plan), *searches, *map(item_line, known.items)])) - 40
        facts = chosen(known.items, known.shown, room=max(rest, 0))
        listed[:] = [fact for group in facts.values() for fact in group]
        body = fenced("checklist and facts", grouped(known.items, facts))
        text = "\n\n".join([question_line(known.plan), f"Checklist with facts:\n{body}", "\n".join(searches)])
        return Shown(text=text.rstrip())

    said = await ask_typed(thinking, ASSESS, build, Judged, private=known.private, scope=scope)
    return said, listed


def _judged(ruled: ChecklistItem, said: Judged, known: Known, some_hidden: bool) -> ChecklistItem:
    """The model's word, where it saw what there is; without any fact nothing is answered."""
    word = next((one for one in said.items if one.id == ruled.id), None)
    own = [fact for fact in known.facts if ruled.id in fact.scores]
    seen = [fact for fact in known.shown if ruled.id in fact.scores]
    if word is None or (own and not seen) or ruled.id not in {item.id for item in known.items}:
        return ruled
    status = word.status if own else "unsatisfied"
    if some_hidden and len(seen) < len(own):
        status = max(status, ruled.status, key=_ORDER.index)
    note = "" if status == "satisfied" else as_words(word.missing, LONGEST_NOTE)
    return msgspec.structs.replace(ruled, status=status, note=note)


def _queries(
    said: Judged, judged: Sequence[ChecklistItem], known: Known, public: Sequence[Query], scope: SearchScope
) -> tuple[Query, ...]:
    """New ones for what is open; those that private text led to stay here, beside them some that may travel."""
    still_open = [item.id for item in judged if not item.satisfied]
    if not still_open:
        return ()
    wanted = (
        (one.text, one.kind, tuple(item for item in one.items if item in still_open) or tuple(still_open))
        for one in said.queries
        if not one.items or any(item in still_open for item in one.items)
    )
    own_words = addressed(wanted, (), fewest=0, scope=scope)
    mine = [msgspec.structs.replace(query, private=known.private) for query in own_words]
    outside = [query for query in public if set(query.items) & set(still_open)]
    if known.private and scope.leaves_machine:
        here = [query for query in mine if not query.provider]
        mixed = [query for pair in zip(here, outside, strict=False) for query in pair]
        return distinct([*mixed, *here, *outside], known.tried)
    unseen = set(still_open) - {item.id for item in known.items}
    own = distinct(mine, known.tried)
    enough = any(not query.provider for query in own)
    return distinct([*own, *(query for query in outside if not enough or set(query.items) & unseen)], known.tried)
