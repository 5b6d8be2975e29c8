"""What a run learned, whether its report says it or not."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from typing import NamedTuple

from inquiro.core.types import Entity, Evidence, Fact
from inquiro.storage.store import SqlStore


class Learned(NamedTuple):
    facts: Sequence[Fact]
    entities: Sequence[Entity]
    evidence: Sequence[Evidence]


async def learned_by(store: SqlStore, run_id: str) -> Learned:
    """With the proofs that ids in facts and relations stand for."""
    facts, entities, evidence = await asyncio.gather(
        store.facts(run_id), store.entities(run_id), store.evidence(run_id)
    )
    others = {alias for entity in entities for alias in entity.aliases}  # once one of their own, now a spelling
    return Learned(facts, [entity for entity in entities if entity.name not in others], evidence)
