"""Reviews as every interface uses them: shown from the payload, decided by people, executed once."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Mapping, Sequence
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

from inquiro.core.decision_chain import DecisionChain, checked_chain
from inquiro.core.errors import NeedsPerson
from inquiro.core.protocols import ProviderContext
from inquiro.core.settings import PORT, Settings
from inquiro.core.types import (
    Channel,
    Decision,
    Json,
    LeiFinding,
    Payload,
    PrivacyMode,
    ResearchSession,
    Review,
    ReviewStatus,
    VerbGroup,
    tighter,
)
from inquiro.onboarding.leis.checking import check_leis
from inquiro.onboarding.macros.schemas import validate
from inquiro.onboarding.reviewing.editing import Rules
from inquiro.onboarding.reviewing.gate import Gate
from inquiro.onboarding.reviewing.viewing import view
from inquiro.onboarding.reviewing.views import ReviewView
from inquiro.onboarding.suggesting import suggested_verbs
from inquiro.onboarding.verb_leis import check_verb_leis
from inquiro.providers.gleif.client import GleifRegister
from inquiro.runtime.folders import VERBS, folders_of
from inquiro.runtime.known import ORGANISATION
from inquiro.runtime.outside import way_out
from inquiro.storage.reviews import Reviews
from inquiro.storage.store import SqlStore

ADDRESS = f"http://127.0.0.1:{PORT}"


class ReviewDesk:
    def __init__(self, store: SqlStore, settings: Settings) -> None:
        self.store = Reviews(store)
        self._runs = store
        self._settings = settings

    async def list(self, status: ReviewStatus | None = None, session_id: str = "", limit: int = 50) -> list[Review]:
        """Newest first; an unknown session is an error and not an empty list."""
        whole = (await self.store.session(ORGANISATION, session_id)).id if session_id else ""
        return await self.store.reviews(ORGANISATION, status=status, session_id=whole, limit=limit)

    async def get(self, prefix: str) -> Review:
        return await self.store.review(ORGANISATION, prefix)

    async def decision(self, prefix: str) -> Decision | None:
        return await self.store.decision(ORGANISATION, (await self.get(prefix)).id)

    async def view(self, prefix: str) -> ReviewView:
        """What a reviewer sees, made from the payload alone."""
        review = await self.get(prefix)
        return await self.view_of(review, await self.store.decision(ORGANISATION, review.id))

    async def view_of(self, review: Review, decision: Decision | None) -> ReviewView:
        chain = await self.chain(review.session_id) if decision is not None else None
        return await asyncio.to_thread(view, review, decision, chain)

    async def chain(self, session_id: str = "") -> DecisionChain:
        """Whether the decisions of a session, or those outside of any, still say what was said."""
        return checked_chain(await self.store.chain(ORGANISATION, session_id))

    async def broken_chains(self) -> Sequence[str]:
        """What is wrong with the decisions of any session."""
        chains = [await self.chain(one) for one in await self.store.deciding_sessions(ORGANISATION)]
        return [problem.message for chain in chains for problem in chain.problems]

    async def approve(
        self,
        prefix: str,
        *,
        seen_hash: str,
        version: int,
        who: str,
        channel: Channel,
        edits: Any = None,
        merge: bool = False,
        overrides: Mapping[str, str] | None = None,
        reason: str = "",
        resulting: str = "",
        execute: bool = False,
    ) -> Decision:
        """`execute`: the verbs are to run at once; refused where they cannot."""
        async with self._gate(prefix) as gate:
            return await gate.approve(
                prefix,
                seen_hash=seen_hash,
                version=version,
                who=who,
                channel=channel,
                edits=edits,
                merge=merge,
                overrides=overrides,
                reason=reason,
                resulting=resulting,
                execute=execute,
            )

    async def preview(self, prefix: str, edits: Any) -> Review:
        """What an edit would make of a review; nothing is saved."""
        async with self._gate(prefix) as gate:
            return await gate.preview(prefix, edits)

    async def reject(
        self, prefix: str, *, seen_hash: str, version: int, who: str, channel: Channel, reason: str = ""
    ) -> Decision:
        async with self._gate(prefix) as gate:
            return await gate.reject(
                prefix, seen_hash=seen_hash, version=version, who=who, channel=channel, reason=reason
            )

    async def revise(
        self, prefix: str, edits: Any, *, seen_hash: str, version: int, who: str, merge: bool = False
    ) -> Review:
        """A saved edit without a decision."""
        async with self._gate(prefix) as gate:
            return await gate.revise(prefix, edits, seen_hash=seen_hash, version=version, who=who, merge=merge)

    async def approved(self, prefix: str) -> Decision:
        """The decision whose verbs may run; NeedsPerson or Conflict where none may."""
        async with self._gate(prefix) as gate:
            return await gate.approved(prefix)

    async def status(self, session_id: str) -> Json:
        async with self._gate("") as gate:
            return await gate.status(session_id)

    async def clear(self, session_id: str) -> ResearchSession:
        return await self.store.clear_session(ORGANISATION, session_id)

    async def sessions(self, limit: int = 50) -> Sequence[ResearchSession]:
        return await self.store.sessions(ORGANISATION, limit)

    def privacy_of(self, review: Review) -> PrivacyMode:
        """What the research behind a review was allowed, and never more than the settings allow now."""
        return tighter(review.privacy or self._settings.privacy, self._settings.privacy)

    def where(self, review_id: str) -> Json:
        """Where a person decides: the page of a running server, and the command."""
        short = review_id[:8]
        return {
            "review_id": review_id,
            "link": f"{ADDRESS}/reviews/{review_id}",
            "command": f"inquiro review show {short}, then inquiro review approve {short}",
        }

    def needs_person(self, review_id: str) -> NeedsPerson:
        place = self.where(review_id)
        return NeedsPerson(
            f"a person has to decide: open {place['link']} (while `inquiro serve` runs) or run {place['command']}"
        )

    @asynccontextmanager
    async def _gate(self, prefix: str) -> AsyncIterator[Gate]:
        """The register is asked as openly as the research that the review came from."""
        mode = self.privacy_of(await self.get(prefix)) if prefix else self._settings.privacy
        async with way_out(self._settings, self._runs, mode) as context:
            yield Gate(self.store, self._rules(context), ORGANISATION)

    def _rules(self, context: ProviderContext) -> Rules:
        async def look_up(data: Any) -> list[LeiFinding]:
            return await check_leis(data, GleifRegister(context))

        def regenerate(payload: Payload) -> tuple[Sequence[VerbGroup], Sequence[str]]:
            assert payload.macro is not None
            folders: Sequence[Path] = folders_of(self._settings, VERBS)
            made = suggested_verbs(payload.macro, payload.data, payload.params, folders)
            before = payload.groups[0] if payload.groups else VerbGroup(key="", title=payload.macro.name)
            group = VerbGroup(key=before.key, title=before.title, verbs=made.text, specs=made.specs)
            return ((group,) if made.text.strip() else ()), made.problems

        async def look_up_verbs(groups: Sequence[VerbGroup], known: Sequence[LeiFinding]) -> Sequence[LeiFinding]:
            return await check_verb_leis(groups, GleifRegister(context), known)

        return Rules(validate=validate, check_leis=look_up, regenerate=regenerate, check_verbs=look_up_verbs)
