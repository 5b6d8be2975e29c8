"""The way out for one piece of work: one transport, shared politeness, reading in children, and their end."""

from __future__ import annotations

import hashlib
from collections.abc import AsyncIterator, Iterable, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from datetime import UTC, datetime

import msgspec

from inquiro.core.decoders import convert
from inquiro.core.protocols import Closing, Corpus, Knowledge, Opener, ProviderContext
from inquiro.core.settings import Settings, with_keys
from inquiro.core.types import PrivacyMode
from inquiro.effects.pacing import StorePace
from inquiro.providers.http.transport import Transport
from inquiro.providers.pages.fetcher import Fetcher
from inquiro.providers.pages.memory import Validators
from inquiro.providers.search import registry as sources
from inquiro.readers.pool import ReadingPool
from inquiro.readers.pool.sharing import SharedPools
from inquiro.runtime.source_plugins import own_key
from inquiro.storage.store import SqlStore

EVER = datetime(1970, 1, 1, tzinfo=UTC)
_POOLS = SharedPools()


@asynccontextmanager
async def way_out(
    settings: Settings,
    store: SqlStore,
    mode: PrivacyMode,
    corpora: Sequence[Corpus] = (),
    knowledge: Knowledge | None = None,
) -> AsyncIterator[ProviderContext]:
    """What providers get to work with, closed when the work ends."""
    settings = msgspec.structs.replace(settings, privacy=mode)  # what the work may do, not what others may
    settings = with_keys(settings, [own_key(name) for name in sources.names() if not sources.is_built_in(name)])
    async with _POOLS.lent(ReadingPool) as pool, Transport(settings) as web:
        yield ProviderContext(
            settings=settings,
            corpora=tuple(corpora),
            web=web,
            pace=StorePace(store),
            read=pool.read,
            expect_pages=pool.get_ready,
            knowledge=knowledge,
        )


async def close_all(things: Iterable[object]) -> None:
    """What some of them hold open, such as a browser; one that cannot be closed keeps no other open."""
    async with AsyncExitStack() as stack:
        for thing in {id(thing): thing for thing in things}.values():
            if isinstance(thing, Closing):
                stack.push_async_callback(thing.aclose)


def pages_of(context: ProviderContext, store: SqlStore, org_id: str) -> Opener:
    """Opens any public address."""
    return Fetcher(context, StoredPages(store, org_id))


class StoredPages:
    """What pages said last time, so that one that did not change is not sent again."""

    def __init__(self, store: SqlStore, org_id: str) -> None:
        self._store = store
        self._org = org_id

    async def recall(self, url: str) -> Validators | None:
        found = await self._store.cached(_key(url), self._org, EVER)
        if found is None:
            return None
        etag, last_modified, document_id = convert(found[0], tuple[str, str, str])
        documents = await self._store.documents([document_id])
        return Validators(etag=etag, last_modified=last_modified, document=documents[0]) if documents else None

    async def keep(self, url: str, validators: Validators) -> None:
        known = [validators.etag, validators.last_modified, validators.document.id]
        await self._store.cache(_key(url), self._org, public=True, response=known)


def _key(url: str) -> str:
    return f"page:{hashlib.sha256(url.encode()).hexdigest()[:32]}"
