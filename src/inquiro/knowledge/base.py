"""The knowledge base of one organisation: what its research found, merged, searched and taken back."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import UTC, datetime

import msgspec

from inquiro.core.errors import StoreBusy, UsageError
from inquiro.core.knowledge_store import KnowledgeStore, KnownThing
from inquiro.core.types import (
    Document,
    Giver,
    IndexState,
    Ingested,
    KnowledgeGraph,
    KnowledgeSize,
    Known,
    KnownEntity,
    KnownFact,
    KnownItem,
)
from inquiro.knowledge.changing import taken_back, worked_out
from inquiro.knowledge.gathering import Gathered
from inquiro.knowledge.lookup import Lookup
from inquiro.knowledge.tightening import documents_of, tightened
from inquiro.retrieval.words import content_tokens

LOCAL = "local"
ATTEMPTS = 8  # to write what was worked out before somebody else writes
SHOWN = 5  # ids that begin alike


class KnowledgeBase:
    """`core.protocols.Knowledge`, and what a pipeline and people ask of it besides."""

    def __init__(
        self,
        store: KnowledgeStore,
        org_id: str = LOCAL,
        clock: Callable[[], datetime] = lambda: datetime.now(UTC),
        lookup: Lookup | None = None,
    ) -> None:
        self._store = store
        self._org = org_id
        self._now = clock
        self._lookup = lookup or Lookup(store, org_id)

    async def size(self) -> KnowledgeSize:
        return await self._store.knowledge_size(self._org)

    async def search(self, query: str, limit: int) -> list[Known]:
        """The best of everything known: facts first, then items and entities, each best first."""
        if not content_tokens(query) or limit < 1:
            return []
        scores = dict(await self._lookup.ranked(query, limit))
        found = await self._as_private_as_now(await self._first(list(scores), limit))
        best = sorted(found, key=lambda one: (_place(one), -scores[one.id], one.id))
        return [_found(one, scores[one.id]) for one in best]

    async def ready(self, progress: Callable[[int, int, str], None] | None = None) -> IndexState:
        """Lets the index take in what is new, before the first search of a run; how far it came."""
        return await self._lookup.ready(progress)

    async def index_state(self) -> IndexState:
        """How much of what is known can be found by now, by its words and by its meaning."""
        return await self._lookup.state()

    async def documents(self, ids: Sequence[str]) -> list[Document]:
        """Only what something known was read in."""
        return await self._store.known_documents(self._org, ids)

    async def get(self, prefix: str) -> KnownThing:
        """By the beginning of its id."""
        wanted = prefix.strip()
        hint = "`inquiro knowledge search WORDS` shows ids"
        if not wanted:
            raise UsageError(f"no id was given; {hint}")
        ids = await self._store.known_ids(self._org, wanted, SHOWN + 1)
        if not ids:
            raise UsageError(f"nothing known has an id that starts with '{wanted}'; {hint}")
        if len(ids) > 1:
            listed = ", ".join(ids[:SHOWN]) + (" …" if len(ids) > SHOWN else "")
            raise UsageError(f"several ids start with '{wanted}' ({listed}); give more of it")
        found = await self._as_private_as_now(await self._store.known(self._org, ids))
        if not found:
            raise UsageError(f"nothing known has an id that starts with '{wanted}'; {hint}")
        return found[0]

    async def graph(self) -> KnowledgeGraph:
        found = await self._as_private_as_now(await self._store.all_known(self._org))
        return KnowledgeGraph(
            facts=tuple(one for one in found if isinstance(one, KnownFact)),
            entities=tuple(one for one in found if isinstance(one, KnownEntity)),
            items=tuple(one for one in found if isinstance(one, KnownItem)),
            sizes=await self.size(),
        )

    async def givers(self) -> list[Giver]:
        return await self._store.knowledge_givers(self._org)

    async def add(self, gathered: Gathered, giver: Giver) -> Ingested:
        """Takes the place of what the same giver told before; told again, it changes nothing."""
        for _ in range(ATTEMPTS):
            found = await worked_out(self._store, self._org, gathered, giver, self._now())
            if found.change is None or await self._store.change_knowledge(self._org, found.change):
                return msgspec.structs.replace(found.ingested, skipped=gathered.skipped)
        raise StoreBusy("others keep changing the knowledge base; try again")

    async def remove(self, run_id: str) -> Ingested:
        """Takes back what only that run gave, and counts it; `merged` are facts that others gave too."""
        for _ in range(ATTEMPTS):
            before = await self.size()
            found = await taken_back(self._store, self._org, run_id)
            if found.change is None:
                raise UsageError(f"nothing is known from run {run_id[:8]}; `inquiro knowledge add` takes a run in")
            if await self._store.change_knowledge(self._org, found.change):
                await self._lookup.forget_gone()
                return _less(before, await self.size(), found.ingested.merged)
        raise StoreBusy("others keep changing the knowledge base; try again")

    async def _first(self, ids: Sequence[str], limit: int) -> list[KnownThing]:
        """So many of these as are there; an index may not have noticed yet that some are gone."""
        found: list[KnownThing] = []
        at = 0
        while len(found) < limit and at < len(ids):
            some = ids[at : at + limit - len(found)]
            found += await self._store.known(self._org, some)
            at += len(some)
        return found

    async def _as_private_as_now(self, found: Sequence[KnownThing]) -> list[KnownThing]:
        private = await self._store.private_among(documents_of(found))
        return [tightened(one, private) for one in found]


def _less(before: KnowledgeSize, after: KnowledgeSize, lessened: int) -> Ingested:
    return Ingested(
        facts=max(0, before.facts - after.facts),
        merged=lessened,
        entities=max(0, before.entities - after.entities),
        relations=max(0, before.relations - after.relations),
        documents=max(0, before.documents - after.documents),
        items=max(0, before.items - after.items),
        contradictions=max(0, before.contradictions - after.contradictions),
    )


def _found(one: KnownThing, score: float) -> Known:
    if isinstance(one, KnownFact):
        return Known(score=score, fact=one)
    return Known(score=score, item=one) if isinstance(one, KnownItem) else Known(score=score, entity=one)


def _place(one: KnownThing) -> int:
    return 0 if isinstance(one, KnownFact) else 1 if isinstance(one, KnownItem) else 2
