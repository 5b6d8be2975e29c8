"""The knowledge base of an organisation, and its index: one in a process, so that what a search needs is loaded once."""

from __future__ import annotations

import threading
from functools import partial
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from inquiro.core.protocols import Knowledge
from inquiro.core.settings import Settings
from inquiro.providers.embeddings import vectors_of
from inquiro.runtime.following import OWNER
from inquiro.storage.store import SqlStore

if TYPE_CHECKING:
    from inquiro.knowledge.base import KnowledgeBase
    from inquiro.knowledge.knowledge_index import KnowledgeIndex

ORGANISATION = OWNER[1]
_DIGITS = 32  # hexadecimal: enough that no two of a machine meet
_indexes: dict[Path, KnowledgeIndex] = {}
_lock = threading.Lock()


async def what_is_known(store: SqlStore, org_id: str, settings: Settings) -> Knowledge | None:
    """The knowledge base of an organisation, if a page is in it that could be read again: sources are told only then."""
    return knowledge_base(store, org_id, settings) if await store.knowledge_holds_pages(org_id) else None


def knowledge_base(store: SqlStore, org_id: str, settings: Settings) -> KnowledgeBase:
    """With an index that lasts; what it may use to know meaning, the settings say."""
    from inquiro.knowledge.base import KnowledgeBase  # slow to load, and most runs begin with nothing known
    from inquiro.knowledge.lookup import Lookup

    place = index_folder(settings, org_id)
    lookup = Lookup(store, org_id, partial(_shared_index, place), partial(vectors_of, settings))
    return KnowledgeBase(store, org_id, lookup=lookup)


def index_folder(settings: Settings, org_id: str) -> Path:
    """One for each database and organisation; the database by its address without who asks."""
    address = urlsplit(settings.database_url)
    bare = address._replace(netloc=address.netloc.rpartition("@")[2]).geturl()
    name = sha256(f"{bare}\n{org_id}".encode("utf-8", "surrogateescape")).hexdigest()[:_DIGITS]
    return settings.home / "knowledge" / name


def close_knowledge(home: Path) -> None:
    """Ends the background work for a data directory; what is done is kept."""
    with _lock:
        mine = [index for place, index in _indexes.items() if place.is_relative_to(home)]
    for index in mine:
        index.close()


def _shared_index(place: Path) -> KnowledgeIndex:
    from inquiro.knowledge.knowledge_index import KnowledgeIndex

    with _lock:
        if place not in _indexes or not place.is_dir():  # a person may delete it at any time
            _indexes[place] = KnowledgeIndex(place)
        return _indexes[place]
