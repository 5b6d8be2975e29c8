"""The vault's index for every interface: bring it up to date, and find notes in it."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path

from inquiro.core.settings import Settings
from inquiro.core.types import FoundNote, NoteFilter, SearchMode, Value
from inquiro.index.update import Progress
from inquiro.providers.embeddings import vectors_of
from inquiro.vault.index import Refreshed, VaultIndex
from inquiro.vault.index.shared import shared_index
from inquiro.vault.watching import VaultWatcher

__all__ = ["BrokenLinks", "IndexedVault", "find_notes", "index_of", "index_vault", "links_of_vault", "vault_followed"]


class BrokenLinks(Value, frozen=True, kw_only=True):
    """How many links the notes have, and those that lead nowhere: a note and what it names."""

    links: int = 0
    broken: tuple[tuple[str, str], ...] = ()


class IndexedVault(Value, frozen=True, kw_only=True):
    """An index brought up to date, and how far."""

    vault: str
    refreshed: Refreshed
    links: BrokenLinks
    embeddings: bool = False  # whether there is a model to make them


def index_of(settings: Settings, folder: Path | None = None, *, meaning: bool = True) -> VaultIndex:
    """The index of that vault, else of the one in the settings."""
    return shared_index(settings.home, folder or settings.vault, vectors_of(settings) if meaning else None)


def index_vault(
    settings: Settings,
    folder: Path | None = None,
    progress: Progress | None = None,
    *,
    embed: bool = True,
    searchable: Callable[[IndexedVault], None] | None = None,
) -> IndexedVault:
    """Words first, which takes seconds, then meaning, which takes minutes; `searchable` is told in between."""
    index = index_of(settings, folder, meaning=embed)
    found = IndexedVault(
        vault=str(index.vault),
        refreshed=index.refresh(progress),
        links=links_of_vault(index),
        embeddings=index.embedder is not None,
    )
    if searchable:
        searchable(found)
    if not embed or index.embedder is None or not found.refreshed.not_embedded:
        return found
    left = index.embed_some(None, progress)
    return IndexedVault(
        vault=found.vault, refreshed=found.refreshed.with_embeddings(left), links=found.links, embeddings=True
    )


def links_of_vault(index: VaultIndex) -> BrokenLinks:
    links, broken = index.broken_links()
    return BrokenLinks(links=links, broken=tuple(broken))


def find_notes(
    settings: Settings,
    query: str,
    mode: SearchMode = "hybrid",
    n_results: int = 5,
    narrowed: NoteFilter | None = None,
    *,
    folder: Path | None = None,
    progress: Progress | None = None,
) -> list[FoundNote]:
    """Notes that answer a query, best first. What changed is read before, by its words; meaning is found where it is."""
    index = index_of(settings, folder, meaning=mode != "keyword")
    index.refresh_if_due(progress)
    return index.search(query, mode, n_results, narrowed)


@asynccontextmanager
async def vault_followed(settings: Settings) -> AsyncIterator[None]:
    """While a server runs: the vault of the settings, if there is one, is kept indexed in the background."""
    if settings.vault is None or not settings.vault.is_dir():
        yield
        return
    watcher = VaultWatcher(lambda: index_of(settings))
    watcher.start()
    try:
        yield
    finally:
        await asyncio.to_thread(watcher.close)
