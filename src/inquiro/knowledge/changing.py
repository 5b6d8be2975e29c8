"""A giver comes or goes: everything that has to be written for it, worked out before anything is."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import NamedTuple
from uuid import uuid4

import msgspec

from inquiro.core.knowledge_store import KnowledgeStore
from inquiro.core.types import Given, Giver, Ingested, KnowledgeChange, KnownKind
from inquiro.knowledge.facts_changed import facts_changed
from inquiro.knowledge.gathering import Gathered
from inquiro.knowledge.things_changed import entities_changed, items_changed

KINDS: tuple[KnownKind, ...] = ("fact", "entity", "item")
Rows = Mapping[KnownKind, Sequence[Given]]


class WorkedOut(NamedTuple):
    change: KnowledgeChange | None  # None: there is nothing to change
    ingested: Ingested


class _Turn(NamedTuple):
    """Who comes or goes, in which state of the knowledge base."""

    generation: int
    givers: Mapping[str, Giver]  # as they will be
    leaving: Rows
    told: Rows
    keys: tuple[str, ...]  # whose rows are taken back
    giver: Giver | None = None
    documents: tuple[str, ...] = ()


async def worked_out(store: KnowledgeStore, org_id: str, gathered: Gathered, giver: Giver, now: datetime) -> WorkedOut:
    """What changes when a giver tells something, perhaps in place of what it told before."""
    generation = await store.knowledge_generation(org_id)
    givers = {one.key: one for one in await store.knowledge_givers(org_id)}
    known = givers.get(giver.key)
    before = await _given(store, org_id, [giver.key])
    told = _rows(gathered, giver.key)
    if _as_told(before) == _as_told(told) and (known or not any(told.values())):
        return WorkedOut(None, Ingested())
    coming = msgspec.structs.replace(giver, added_at=known.added_at if known else now)
    givers[giver.key] = coming
    turn = _Turn(generation, givers, before, told, (giver.key,), coming, gathered.documents)
    return await _changed(store, org_id, turn)


async def taken_back(store: KnowledgeStore, org_id: str, run_id: str) -> WorkedOut:
    """What changes when a run's things are to be forgotten; `merged` are facts that stay with less."""
    generation = await store.knowledge_generation(org_id)
    givers = {one.key: one for one in await store.knowledge_givers(org_id)}
    keys = tuple(key for key, one in givers.items() if run_id in {one.run_id, key})
    if not keys:
        return WorkedOut(None, Ingested())
    left = {key: one for key, one in givers.items() if key not in keys}
    turn = _Turn(generation, left, await _given(store, org_id, keys), _rows(Gathered(), ""), keys)
    found = await _changed(store, org_id, turn)
    gone = set(found.change.gone if found.change else ())
    return WorkedOut(found.change, Ingested(merged=len({row.home for row in turn.leaving["fact"]} - gone)))


async def _changed(store: KnowledgeStore, org_id: str, turn: _Turn) -> WorkedOut:
    leaving, told = turn.leaving, turn.told
    facts = await facts_changed(store, org_id, turn.givers, leaving["fact"], told["fact"])
    entities = await entities_changed(store, org_id, turn.givers, leaving["entity"], told["entity"])
    items = await items_changed(store, org_id, turn.givers, leaving["item"], told["item"])
    held = await store.documents_held(org_id, turn.documents)
    change = KnowledgeChange(
        token=uuid4().hex,
        generation=turn.generation,
        leaving=turn.keys,
        giver=turn.giver,
        given=(*facts.given, *entities.given, *items.given),
        facts=facts.facts,
        entities=entities.entities,
        items=items.items,
        gone=(*facts.gone, *entities.gone, *items.gone),
        documents=turn.documents,
        words=(*facts.words, *entities.words),
    )
    ingested = Ingested(
        facts=facts.new,
        merged=facts.merged,
        entities=entities.new,
        relations=entities.relations,
        documents=len(set(turn.documents) - held),
        items=items.new,
        contradictions=facts.contradictions,
    )
    return WorkedOut(change, ingested)


async def _given(store: KnowledgeStore, org_id: str, keys: Sequence[str]) -> Rows:
    return {kind: await store.knowledge_given(org_id, kind, keys=keys) for kind in KINDS}


def _rows(gathered: Gathered, key: str) -> Rows:
    return {
        "fact": [Given(key=key, fact=one) for one in gathered.facts],
        "entity": [Given(key=key, entity=one) for one in gathered.entities],
        "item": [Given(key=key, item=one) for one in gathered.items],
    }


def _as_told(rows: Rows) -> dict[str, Given]:
    """Whatever became of it."""
    return {row.id: msgspec.structs.replace(row, home="") for some in rows.values() for row in some}
