"""The notes of the user's vault as a source: indexed on this machine, searched on this machine."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING
from urllib.parse import urlsplit
from urllib.request import url2pathname

import msgspec

from inquiro.core.errors import BadAnswer, UsageError
from inquiro.core.events import Emit
from inquiro.core.protocols import ProviderContext
from inquiro.core.snapshots import snapshot
from inquiro.core.types import (
    Availability,
    Document,
    Filters,
    FoundNote,
    Loss,
    NoteFilter,
    ProviderKind,
    SourceResult,
    SourceType,
)
from inquiro.providers.embeddings import vectors_of
from inquiro.providers.search._telling import Teller, nobody
from inquiro.retrieval.vectors import SECONDS
from inquiro.retrieval.words import detect_language
from inquiro.vault.quotable import is_quotable, quotable

if TYPE_CHECKING:  # without a vault no index is loaded
    from inquiro.vault.index import Refreshed, VaultIndex

NO_VAULT = "set INQUIRO_VAULT to the folder of your vault"
_EMBED_SECONDS = SECONDS  # `inquiro vault index` embeds what is left
_VERBS = {"notes": "read", "passages": "embedded"}
_QUALITY = 0.5  # notes are their writer's own words, neither better nor worse than another page without a name


class VaultSearch:
    """Searches one vault; every note is private."""

    name = "vault"
    kind: ProviderKind = "vault"
    source_type: SourceType = "vault"
    requests_per_second = 0.0
    leaves_machine = ""
    keys: tuple[str, ...] = ()

    def __init__(self, context: ProviderContext) -> None:
        self._settings = context.settings
        self._vault = context.vault or context.settings.vault
        self._for_note = context.vault is not None  # whatever is found is written into another note
        self._prepared = False
        self._lock = asyncio.Lock()

    def availability(self) -> Availability:
        if self._vault is None:
            return Availability(available=False, reason=NO_VAULT)
        there = self._vault.is_dir()
        return Availability(available=there, reason="" if there else f"there is no folder {self._vault}")

    async def prepare(self, emit: Emit) -> list[Loss]:
        """Brings the index up to date, and says what could not be read or is found by its words only."""
        async with self._lock:
            told = Teller(emit, asyncio.get_running_loop(), _VERBS)
            index = await asyncio.to_thread(self._index)
            found = await asyncio.to_thread(index.refresh, told)
            left = found.not_embedded
            if left and index.embedder:
                left = await asyncio.to_thread(index.embed_some, _EMBED_SECONDS, told)
            emit(
                "index",
                f"{index.vault.name}: {found.notes:,} notes",
                folder=index.vault.name,
                skipped=len(found.skipped),
            )
            self._prepared = True
            return _losses(index, found, left if index.embedder else 0)

    async def search(self, query: str, max_results: int, filters: Filters) -> list[SourceResult]:
        if max_results < 1 or not query.strip():
            return []
        if not self._prepared:
            await self.prepare(nobody)
        return await asyncio.to_thread(self._search, query, max_results, filters)

    async def open(self, hit: SourceResult) -> Document:
        """The note as the index holds it, which is what the hit was found in."""
        return await asyncio.to_thread(self._open, hit)

    def _index(self) -> VaultIndex:
        from inquiro.vault.index.shared import shared_index

        return shared_index(self._settings.home, self._vault, vectors_of(self._settings))

    def _search(self, query: str, max_results: int, filters: Filters) -> list[SourceResult]:
        index = self._index()
        wanted = 4 * max_results if filters.language else max_results
        found = index.search(query, "hybrid", wanted, NoteFilter(since=filters.since or "", shared=self._for_note))
        spoken = [note for note in found if not filters.language or detect_language(note.snippet) == filters.language]
        return [self._result(index, note) for note in spoken[:max_results]]

    def _result(self, index: VaultIndex, note: FoundNote) -> SourceResult:
        return SourceResult(
            url=(index.vault / note.path).as_uri(),
            title=note.title,
            snippet=self._snippet(index, note),
            source_name=self.name,
            source_type=self.source_type,
            score=note.score,
            quality_score=_QUALITY,
            private=True,
        )

    def _snippet(self, index: VaultIndex, note: FoundNote) -> str:
        return note.snippet if not self._for_note or is_quotable(note.snippet, index.text(note.path).text) else ""

    def _open(self, hit: SourceResult) -> Document:
        index = self._index()
        path = Path(url2pathname(urlsplit(hit.url).path))
        if not path.is_relative_to(index.vault):
            raise BadAnswer(f"{hit.url} is not in the vault")
        try:
            content = index.text(path.relative_to(index.vault).as_posix())
        except UsageError as error:
            raise BadAnswer(str(error)) from error
        if self._for_note:
            content = msgspec.structs.replace(content, text=quotable(content.text))
        known = msgspec.structs.replace(hit, title=content.title, published=content.published, private=True)
        return snapshot(known, content)


def _losses(index: VaultIndex, found: Refreshed, left: int) -> list[Loss]:
    losses = [Loss(what=f"{index.vault.name}/{path}", reason=why, source="vault") for path, why in found.skipped]
    if left:
        reason = f"{left:,} passages have no embedding yet and are found by their words only (`inquiro vault index`)"
        losses.append(Loss(what=index.vault.name, reason=reason, source="vault"))
    return losses


plugin: Callable[[ProviderContext], VaultSearch] = VaultSearch
