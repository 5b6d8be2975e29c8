"""What the steps of one run work with; the runtime supplies the objects."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from inquiro.core.events import Emit
from inquiro.core.models import ModelClient, ModelRole
from inquiro.core.notebook import Notebook
from inquiro.core.onboarding import OnboardingDesk
from inquiro.core.protocols import FindsOpenCopies, Opener, Ranker, Reasoner, SearchProvider, Store
from inquiro.core.types import ResearchRequest
from inquiro.effects import Effects
from inquiro.engine.domains import DomainConfiguration, Embeds
from inquiro.engine.shelf import Shelf


@dataclass(frozen=True)
class UnderWay:
    """A search that works, with the pages it has read so far by their place among its hits."""

    task: asyncio.Task[Any]
    read: dict[int, Any] = field(default_factory=dict)


@dataclass(frozen=True)
class Deps:
    request: ResearchRequest
    store: Store
    effects: Effects
    reasoner: Reasoner  # the one that needs no model; with models it takes over where they fail
    ranker: Ranker
    providers: tuple[SearchProvider, ...]
    domains: Mapping[str, DomainConfiguration]
    openers: Mapping[str, Opener]  # sources that open their own hits
    emit: Emit
    models: Mapping[ModelRole, ModelClient] = field(default_factory=dict)  # one for every role, or none at all
    notices: tuple[str, ...] = ()  # what a reader has to know of how the run was set up
    stopping: asyncio.Event = field(default_factory=asyncio.Event)  # someone asked the run to end gently
    pages: Opener | None = None  # opens any public address
    copies: FindsOpenCopies | None = None
    draft: Opener | None = None  # the document that is checked
    browser: Opener | None = None  # for pages that need JavaScript
    notebook: Notebook | None = None  # the vault of the note that is researched
    embedder: Embeds | None = None  # tells the field of a question that no word of it tells
    onboarding: OnboardingDesk | None = None  # where a macro asks the register and puts its result before people
    late: dict[str, UnderWay] = field(default_factory=dict)  # searches that missed their round's end

    @cached_property
    def shelf(self) -> Shelf:
        """What was read so far, at hand."""
        return Shelf(self.store)

    @property
    def run_id(self) -> str:
        return self.effects.lease.run_id
