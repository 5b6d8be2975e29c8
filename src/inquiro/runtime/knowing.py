"""Research into the knowledge base as a plain function call, for scripts and notebooks."""

from __future__ import annotations

from inquiro.core.settings import Settings
from inquiro.core.types import Ingested
from inquiro.knowledge.base import KnowledgeBase
from inquiro.runtime.calls import ended
from inquiro.runtime.known import ORGANISATION
from inquiro.runtime.owners import alive
from inquiro.runtime.taking_in import Ingestible, taken_in
from inquiro.storage.store import SqlStore


class KnowledgePipeline:
    """Keeps what research found, so that later research can use it."""

    def __init__(self, settings: Settings | None = None) -> None:
        self._settings = settings

    def run(self, source: Ingestible, *, everything: bool = False) -> Ingested:
        """Take in findings, one of their items, a report or a run; told again, it changes nothing.

        Of a run, what its report rests on is kept; with `everything`, all that it learned.
        """
        return ended(lambda: self.arun(source, everything=everything))

    async def arun(self, source: Ingestible, *, everything: bool = False) -> Ingested:
        """The twin of `run` for where an event loop is running."""
        settings = self._settings or Settings.load()
        store = SqlStore.open(settings.database_url, settings.home, alive=alive)
        try:
            return await taken_in(store, KnowledgeBase(store, ORGANISATION), source, everything=everything)
        finally:
            store.close()
