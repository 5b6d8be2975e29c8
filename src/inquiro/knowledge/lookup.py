"""Looking things up in what is known: its index, kept level with the store."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping, Sequence
from functools import cached_property
from time import monotonic

import msgspec

from inquiro.core.knowledge_store import KnowledgeStore, KnownThing
from inquiro.core.types import IndexState
from inquiro.index.update import Progress
from inquiro.knowledge.knowledge_index import KnowledgeIndex
from inquiro.knowledge.tightening import documents_of, tightened
from inquiro.retrieval.vectors import VectorStore

SECONDS = 3.0  # that a search waits for what changed: then it takes what can be found by now
_WORD_SECONDS = 10.0  # that a run waits before its first search: it has other sources too
_MEANING_SECONDS = 1.0  # enough for a small base; a larger one gets its vectors beside other work


class Lookup:
    """The index of one organisation, opened when something is looked for; without a place of its own it does not last."""

    def __init__(
        self,
        store: KnowledgeStore,
        org_id: str,
        index: Callable[[], KnowledgeIndex] = KnowledgeIndex,
        vectors: Callable[[], VectorStore | None] = lambda: None,
    ) -> None:
        self._store = store
        self._org = org_id
        self._open = index
        self._find_vectors = vectors

    async def ranked(self, query: str, most: int) -> list[tuple[str, float]]:
        """Ids, best first, with everything that was known a moment ago, or as much as could be taken in by now."""
        if not await self.caught_up():
            return []
        return await asyncio.to_thread(self._search, query, most)

    async def caught_up(self, seconds: float | None = None, progress: Progress | None = None) -> bool:
        """Lets the index follow what was changed, by whichever process; False where nothing was ever known."""
        until = monotonic() + (SECONDS if seconds is None else seconds)
        while token := await self._store.knowledge_token(self._org):
            if await asyncio.to_thread(self._follows) == token or monotonic() >= until:
                return True
            await asyncio.to_thread(self._wait, until - monotonic(), progress)
        return False

    async def forget_gone(self) -> None:
        """After something was taken back: its words shall not stay in an index that nobody asks again."""
        if await asyncio.to_thread(self._holds_anything):
            await self.caught_up()

    async def ready(self, progress: Progress | None = None) -> IndexState:
        """As `caught_up`, for whoever begins and asks later: meaning follows beside other work."""
        if not await self.caught_up(_WORD_SECONDS, progress):
            return IndexState()
        await asyncio.to_thread(self._wait_for_meaning)
        return await self.state()

    async def state(self) -> IndexState:
        token = await self._store.knowledge_token(self._org)
        if not token:
            return IndexState()
        follows, state = await asyncio.to_thread(lambda: (self._index.follows(), self._index.state(self._vectors)))
        if follows == token:
            return state
        known = await self._store.known_tokens(self._org)
        return msgspec.structs.replace(state, unread=max(1, len(known) - state.documents))

    @cached_property
    def _index(self) -> KnowledgeIndex:
        return self._open()

    @cached_property
    def _vectors(self) -> VectorStore | None:
        return self._find_vectors()

    def _follows(self) -> str:
        return self._index.follows()

    def _search(self, query: str, most: int) -> list[tuple[str, float]]:
        return self._index.search(query, most, self._vectors)

    def _holds_anything(self) -> bool:
        return self._index.state().documents > 0

    def _wait(self, seconds: float, progress: Progress | None) -> None:
        self._index.start(_Followed(self._store, self._org), self._vectors, progress)
        self._index.wait(seconds)

    def _wait_for_meaning(self) -> None:
        if self._vectors:
            self._index.start(_Followed(self._store, self._org), self._vectors)
            self._index.wait_for_meaning(_MEANING_SECONDS)


class _Followed:
    """The store for a thread that has no event loop."""

    def __init__(self, store: KnowledgeStore, org_id: str) -> None:
        self._store = store
        self._org = org_id

    def token(self) -> str:
        return asyncio.run(self._store.knowledge_token(self._org))

    def tokens(self) -> Mapping[str, str]:
        return asyncio.run(self._store.known_tokens(self._org))

    def things(self, ids: Sequence[str]) -> list[tuple[KnownThing, str]]:
        return asyncio.run(self._as_private_as_now(ids))

    async def _as_private_as_now(self, ids: Sequence[str]) -> list[tuple[KnownThing, str]]:
        found = await self._store.known_with_tokens(self._org, ids)
        private = await self._store.private_among(documents_of(thing for thing, _ in found))
        return [(tightened(thing, private), token) for thing, token in found]
