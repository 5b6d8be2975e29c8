"""Macros as every interface uses them: found, explained, checked, and run as ordinary research."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping, Sequence
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any

import msgspec

from inquiro.core.onboarding import OnboardingDesk
from inquiro.core.protocols import ProviderContext
from inquiro.core.settings import Settings
from inquiro.core.types import Macro, MacroAsk, ResearchRequest, Run, tighter
from inquiro.onboarding.macros.checked_files import Checked, check_files
from inquiro.onboarding.macros.parameters import fill
from inquiro.onboarding.macros.registry import MacroRegistry
from inquiro.onboarding.macros.tools import sources_of
from inquiro.providers.gleif.client import GleifRegister
from inquiro.runtime.folders import MACROS, VERBS, folders_of
from inquiro.runtime.known import ORGANISATION
from inquiro.storage.reviews import Reviews
from inquiro.storage.store import SqlStore

if TYPE_CHECKING:
    from inquiro.onboarding.macros.history import Replayed

LONGEST_AIM = 300
Start = Callable[[ResearchRequest], Awaitable[Run]]


class Macros:
    def __init__(self, settings: Settings, reviews: Reviews, start: Start) -> None:
        self._settings = settings
        self._reviews = reviews
        self._start = start

    @cached_property
    def registry(self) -> MacroRegistry:
        return MacroRegistry(folders_of(self._settings, MACROS), folders_of(self._settings, VERBS))

    def find(self, search: str = "") -> list[Macro]:
        return self.registry.list(search)

    def get(self, name: str) -> Macro:
        return self.registry.get(name)

    def check(self, paths: Sequence[Path], *, strict: bool = False) -> list[Checked]:
        """Files, and all macro files of folders, in that order; none of them hides another."""
        return check_files(paths, strict=strict, verb_folders=folders_of(self._settings, VERBS))

    async def history(self, macro: Macro) -> list[Replayed]:
        """Past decisions on results of this macro, held against it as it is now."""
        from inquiro.onboarding.macros.history import replay_history

        past = await self._reviews.decisions(ORGANISATION, macro_name=macro.name)
        return replay_history(macro, past, folders_of(self._settings, VERBS))

    async def request(
        self,
        name: str,
        params: Mapping[str, Any],
        *,
        session_id: str = "",
        texts: bool = False,
        **options: Any,
    ) -> ResearchRequest:
        """A macro as a request; what is wrong with its parameters is said here, before anything is written.

        `texts`: parameters as a command line gives them. Without a session a new one is made.
        """
        macro = self.get(name)
        filled = fill(macro, params, texts=texts)
        session = await self._reviews.open_session(ORGANISATION, session_id)
        ask = MacroAsk(macro=macro, params=filled, session_id=session.id)
        request = ResearchRequest(question=aim_of(macro, filled), macro=ask, **{"unattended": True, **options})
        return msgspec.structs.replace(request, sources=request.sources or self._sources(macro, request))

    async def start(self, name: str, params: Mapping[str, Any], **options: Any) -> Run:
        return await self._start(await self.request(name, params, **options))

    def _sources(self, macro: Macro, request: ResearchRequest) -> tuple[str, ...]:
        """What the macro's tools stand for; where nothing may leave the machine, what lies on it."""
        mode = tighter(request.privacy or self._settings.privacy, self._settings.privacy)
        return () if mode == "local_only" else sources_of(macro.tools)


def aim_of(macro: Macro, params: Mapping[str, Any]) -> str:
    """The question that the research pursues: whom it is about, and the macro's own aim."""
    about = [str(params[one.name]) for one in macro.parameters if one.required and params.get(one.name)]
    aim = " ".join(macro.description.split())[:LONGEST_AIM]
    return f"{', '.join(about) or macro.name}: {aim or macro.name}"


def desk_of(store: SqlStore, context: ProviderContext) -> OnboardingDesk:
    """What a macro's run works with besides its sources."""
    return OnboardingDesk(
        reviews=Reviews(store),
        register=GleifRegister(context),
        verb_folders=folders_of(context.settings, VERBS),
    )
