"""One real call to a source, outside of any run: does it answer, how fast, with what?"""

from __future__ import annotations

import asyncio
from time import monotonic

from inquiro.core.errors import EffectError, NotConfigured
from inquiro.core.settings import Settings
from inquiro.core.types import Filters, SourceResult, Value
from inquiro.providers.search import registry as sources
from inquiro.runtime.known import ORGANISATION, what_is_known
from inquiro.runtime.source_plugins import source_named
from inquiro.storage.store import SqlStore

QUESTIONS = {"academic": "aspirin", "registry": "Siemens", "reference": "Photosynthesis"}
ANY_QUESTION = "history of the bicycle"
MOST_HITS = 3
SECONDS = 30.0


class Tried(Value, frozen=True, kw_only=True):
    """What a source did when it was tried; `error` says why it did not answer."""

    name: str
    query: str
    ok: bool
    seconds: float
    hits: tuple[SourceResult, ...] = ()
    error: str = ""


async def try_source(settings: Settings, store: SqlStore, name: str, query: str = "") -> Tried:
    """Nothing is stored but the shared politeness, which this call honours too."""
    from inquiro.runtime.outside import close_all, way_out  # what speaks HTTP is slow to load

    knowledge = await what_is_known(store, ORGANISATION, settings)
    async with way_out(settings, store, settings.privacy, knowledge=knowledge) as context:
        provider = source_named(sources, name, context)
        availability = provider.availability()
        if not availability.available:
            raise NotConfigured(f"source '{name}' cannot be used: {availability.reason}")
        if provider.leaves_machine and settings.privacy == "local_only":
            raise NotConfigured(f"source '{name}' leaves this machine, and the privacy setting is local_only")
        asked, began = query or QUESTIONS.get(provider.kind, ANY_QUESTION), monotonic()
        try:
            async with asyncio.timeout(SECONDS):
                hits = await provider.search(asked, MOST_HITS, Filters())
        except TimeoutError:
            return Tried(name=name, query=asked, ok=False, seconds=SECONDS, error=f"no answer within {SECONDS:.0f} s")
        except EffectError as error:
            return Tried(name=name, query=asked, ok=False, seconds=monotonic() - began, error=str(error))
        finally:
            await close_all([provider])
        return Tried(name=name, query=asked, ok=True, seconds=monotonic() - began, hits=tuple(hits))
