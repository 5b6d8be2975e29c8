"""What becomes of known entities and items when a giver comes or goes."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import NamedTuple

import msgspec

from inquiro.core.knowledge_store import KnowledgeStore, KnownThing
from inquiro.core.types import Given, Giver, KnowledgeWord, KnownEntity, KnownItem
from inquiro.knowledge.marks import marks_of_entity
from inquiro.knowledge.merging import merged_item
from inquiro.knowledge.naming import merged_entity, same_things, spellings
from inquiro.knowledge.sameness import relation_key


class EntitiesChanged(NamedTuple):
    entities: tuple[KnownEntity, ...] = ()
    gone: tuple[str, ...] = ()
    given: tuple[Given, ...] = ()
    words: tuple[KnowledgeWord, ...] = ()
    new: int = 0
    relations: int = 0


class ItemsChanged(NamedTuple):
    items: tuple[KnownItem, ...] = ()
    gone: tuple[str, ...] = ()
    given: tuple[Given, ...] = ()
    new: int = 0


async def entities_changed(
    store: KnowledgeStore, org_id: str, givers: Mapping[str, Giver], leaving: Sequence[Given], told: Sequence[Given]
) -> EntitiesChanged:
    rows, homes = await _same_named(store, org_id, leaving, told)
    replaced = {row.key for row in (*leaving, *told)}
    groups = same_things([*(row for row in rows if row.key not in replaced), *told])
    merged = [(merged_entity(group, givers), group) for group in groups]
    facts = {entity.id: (entity, group) for entity, group in merged}
    stored = await _stored(store, org_id, homes | set(facts))
    written = [entity for entity, _ in merged if stored.get(entity.id) != entity]
    known = {row.id for row in rows}
    keys = {relation_key(one.subject, one.predicate, one.object) for entity in written for one in entity.relations}
    held = await store.word_holders(org_id, "relation", sorted(keys))
    spelled = {
        entity.id: {name for row in group if row.entity for name in spellings(row.entity)} for entity, group in merged
    }
    return EntitiesChanged(
        entities=tuple(written),
        gone=tuple(sorted(homes - set(facts))),
        given=_moved(told, merged),
        words=tuple(word for entity in written for word in marks_of_entity(entity, spelled[entity.id])),
        new=sum(not any(row.id in known for row in group) for _, group in merged),
        relations=len(keys - set(held)),
    )


async def items_changed(
    store: KnowledgeStore, org_id: str, givers: Mapping[str, Giver], leaving: Sequence[Given], told: Sequence[Given]
) -> ItemsChanged:
    homes = {row.id for row in (*leaving, *told)}
    rows = await store.knowledge_given(org_id, "item", homes=sorted(homes))
    replaced = {row.key for row in (*leaving, *told)}
    current = [*(row for row in rows if row.key not in replaced), *told]
    groups: dict[str, list[Given]] = {}
    for row in current:
        groups.setdefault(row.id, []).append(row)
    merged = [(merged_item(group, givers), group) for _, group in sorted(groups.items())]
    stored = await _stored(store, org_id, homes)
    written = [item for item, _ in merged if stored.get(item.id) != item]
    return ItemsChanged(
        items=tuple(written),
        gone=tuple(sorted(homes - set(groups))),
        given=_moved(told, merged),
        new=len(set(groups) - {row.id for row in rows}),
    )


async def _same_named(
    store: KnowledgeStore, org_id: str, leaving: Sequence[Given], told: Sequence[Given]
) -> tuple[list[Given], set[str]]:
    """All that was told under any of these names, and under the other names of those."""
    homes = {row.home for row in leaving}
    rows = await store.knowledge_given(org_id, "entity", homes=sorted(homes))
    asked: set[str] = set()
    while names := {name for row in (*rows, *told) if row.entity for name in spellings(row.entity)} - asked:
        asked |= names
        holders = await store.word_holders(org_id, "named", sorted(names))
        more = {home for some in holders.values() for home in some} - homes
        homes |= more
        rows += await store.knowledge_given(org_id, "entity", homes=sorted(more))
    return rows, homes


async def _stored(store: KnowledgeStore, org_id: str, ids: Collection[str]) -> dict[str, KnownThing]:
    return {one.id: one for one in await store.known(org_id, sorted(ids))}


def _moved(told: Sequence[Given], merged: Sequence[tuple[KnownEntity | KnownItem, list[Given]]]) -> tuple[Given, ...]:
    """What is new, and what went into another thing than before."""
    mine = {(row.key, row.id) for row in told}
    placed = [(row, thing.id) for thing, group in merged for row in group]
    return tuple(
        msgspec.structs.replace(row, home=home) for row, home in placed if (row.key, row.id) in mine or row.home != home
    )
