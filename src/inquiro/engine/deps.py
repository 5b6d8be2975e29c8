"""What the steps of one run work with; the runtime supplies the objects."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property

from inquiro.core.events import Emit
from inquiro.core.protocols import Opener, Ranker, Reasoner, SearchProvider, Store
from inquiro.core.types import ResearchRequest
from inquiro.effects import Effects
from inquiro.engine.shelf import Shelf


@dataclass(frozen=True)
class Deps:
    request: ResearchRequest
    store: Store
    effects: Effects
    reasoner: Reasoner
    ranker: Ranker
    providers: tuple[SearchProvider, ...]
    openers: Mapping[str, Opener]
    emit: Emit
    stopping: asyncio.Event = field(default_factory=asyncio.Event)  # someone asked the run to end gently
    late: list[asyncio.Task[object]] = field(default_factory=list)  # answers that missed their round's deadline

    @cached_property
    def shelf(self) -> Shelf:
        """What was read so far, at hand."""
        return Shelf(self.store)

    @property
    def run_id(self) -> str:
        return self.effects.lease.run_id
