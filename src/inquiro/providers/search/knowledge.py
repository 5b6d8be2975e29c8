"""What earlier research found, as a source: the pages its facts were read in are opened again as they were."""

from __future__ import annotations

import asyncio
import hashlib
from collections.abc import Callable, Iterable, Sequence
from datetime import UTC, datetime
from typing import NamedTuple

import msgspec

from inquiro.core.ages import read_earlier
from inquiro.core.errors import BadAnswer
from inquiro.core.events import Emit
from inquiro.core.identity import canonical_url
from inquiro.core.protocols import Knowledge, ProviderContext
from inquiro.core.snapshots import is_part
from inquiro.core.types import (
    Availability,
    Document,
    Filters,
    IndexState,
    Known,
    KnownFact,
    Loss,
    ProviderKind,
    SourceResult,
    SourceType,
)
from inquiro.providers.embeddings import vectors_of
from inquiro.providers.search._telling import Teller
from inquiro.retrieval.words import detect_language

NOTHING_YET = "nothing is known yet; `inquiro knowledge add RUN` keeps what a run found"
FACTS_PER_PAGE = 5  # asked for, so that pages with many facts on a question leave room for others
SNAPSHOTS_PER_PAGE = 2
LONGEST_SNIPPET = 500
_VERBS = {"known things": "indexed"}
_WHAT = "earlier research"


class KnowledgeSearch:
    """What kept runs had read: pages by the facts and items known from them; without any, it is not available."""

    name = "knowledge"
    kind: ProviderKind = "knowledge"
    source_type: SourceType = "knowledge"
    requests_per_second = 0.0
    leaves_machine = ""
    keys: tuple[str, ...] = ()

    def __init__(self, context: ProviderContext, clock: Callable[[], datetime] = lambda: datetime.now(UTC)) -> None:
        self._knowledge = context.knowledge
        self._settings = context.settings
        self._clock = clock

    def availability(self) -> Availability:
        known = self._knowledge is not None
        return Availability(available=known, reason="" if known else NOTHING_YET)

    async def prepare(self, emit: Emit) -> list[Loss]:
        """Lets the index take in what was kept since the last run; says what is not found yet."""
        if self._knowledge is None:
            return []
        told = Teller(emit, asyncio.get_running_loop(), _VERBS)
        state = await self._knowledge.ready(told)
        told.close()
        emit("index", f"earlier research: {state.documents:,} known things", unread=state.unread)
        vectors = await asyncio.to_thread(vectors_of, self._settings)
        return _losses(state, by_meaning=vectors is not None)

    async def search(self, query: str, max_results: int, filters: Filters) -> list[SourceResult]:
        if self._knowledge is None or max_results < 1:
            return []
        found = await self._knowledge.search(query, max_results * FACTS_PER_PAGE)
        told = _by_document(found)
        wanted = list(told)[: max_results * SNAPSHOTS_PER_PAGE]
        held = [one for one in await self._held(self._knowledge, wanted) if _speaks(one, filters.language)]
        return [_hit(document, told[document.id]) for document in _newest_of_each(held)[:max_results]]

    async def open(self, hit: SourceResult) -> Document:
        """The snapshot under a name of its own: the one that the first run stored keeps what that run knew of it."""
        held = await self._held(self._knowledge, [hit.document_id]) if self._knowledge and hit.document_id else []
        if not held or held[0].url != hit.url:
            raise BadAnswer(f"the knowledge base does not hold {hit.url} (any more)")
        flag = read_earlier(held[0].fetched_at, self._clock())
        return msgspec.structs.replace(
            held[0],
            id=hashlib.sha256(f"{self.name}\n{held[0].id}\n{flag}".encode()).hexdigest()[:32],
            source_name=self.name,
            source_type=self.source_type,
            flags=(*held[0].flags, flag),
        )

    async def _held(self, knowledge: Knowledge, ids: Sequence[str]) -> list[Document]:
        return [document for document in await knowledge.documents(ids) if document.kind == "content"]


class _Told(NamedTuple):
    """What is known from a document, as well as the question could find it."""

    statement: str
    score: float
    private: bool


def _by_document(found: Iterable[Known]) -> dict[str, _Told]:
    """The documents in the order of the best that is known from each; a name is known by facts, and gives none."""
    told: dict[str, _Told] = {}
    for one in sorted(found, key=lambda known: -known.score):
        if thing := one.fact or one.item:
            said = thing.statement if isinstance(thing, KnownFact) else thing.content
            for proof in thing.proofs:
                told.setdefault(proof.document_id, _Told(said[:LONGEST_SNIPPET], one.score, thing.private))
    return told


def _newest_of_each(documents: Sequence[Document]) -> list[Document]:
    """Of several snapshots of one page the newest, in the place of the best."""
    by_page: dict[str, Document] = {}
    for document in documents:
        page = canonical_url(document.url)
        if page not in by_page or document.fetched_at > by_page[page].fetched_at:
            by_page[page] = document
    return list(by_page.values())


def _speaks(document: Document, language: str | None) -> bool:
    return not language or detect_language(document.text) == language.lower()[:2]


def _hit(document: Document, told: _Told) -> SourceResult:
    return SourceResult(
        url=document.url,
        title=document.title,
        snippet=told.statement,
        source_name=KnowledgeSearch.name,
        source_type=KnowledgeSearch.source_type,
        retrieved_at=None if is_part(document) else document.fetched_at,  # the page itself was never read
        published=document.published,
        quality_score=document.quality,
        quality_reasons=document.quality_reasons,
        score=told.score,
        doi=document.doi,
        retracted=document.retracted,
        private=document.private or told.private,
        document_id=document.id,
    )


def _losses(state: IndexState, *, by_meaning: bool) -> list[Loss]:
    losses: list[Loss] = []
    if state.unread:
        reason = f"its index is still being built: only {state.documents:,} known things can be found yet"
        losses.append(Loss(what=_WHAT, reason=reason, source=KnowledgeSearch.name))
    if by_meaning and (left := state.passages - state.by_meaning):
        reason = f"{left:,} of {state.passages:,} statements have no embedding yet and are found by their words only"
        losses.append(Loss(what=_WHAT, reason=reason, source=KnowledgeSearch.name))
    return losses


plugin: Callable[[ProviderContext], KnowledgeSearch] = KnowledgeSearch
