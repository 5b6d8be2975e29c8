"""One attempt at a run: the lease is held, the graph goes on from its last checkpoint, the trace is closed."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Mapping
from datetime import UTC, datetime
from pathlib import Path

import msgspec

from inquiro.core.decoders import convert
from inquiro.core.errors import InquiroError, LeaseLost, StoreError
from inquiro.core.models import ModelClient, ModelRole
from inquiro.core.onboarding import OnboardingDesk
from inquiro.core.protocols import ProviderContext, Ranker, SearchProvider
from inquiro.core.settings import Settings
from inquiro.core.types import Lease, PrivacyMode, Report, ResearchRequest, Run, Usage
from inquiro.effects import Budget, Effects, Limits, Paid
from inquiro.effects.pacing import StorePace
from inquiro.engine.asking import engine_name
from inquiro.engine.deps import Deps
from inquiro.providers.embeddings import vectors_of
from inquiro.retrieval.vectors import Waiting
from inquiro.runtime import wiring
from inquiro.runtime.driving import Way, drive
from inquiro.runtime.engine_versions import with_this_version
from inquiro.runtime.holding import LEASE_SECONDS, held
from inquiro.runtime.known import what_is_known
from inquiro.runtime.recorder import DONE, Listener, Recorder
from inquiro.runtime.remembered import SourceCard, card_of
from inquiro.storage.store import SqlStore

TOLD = "told:keys"
EVER = datetime(1970, 1, 1, tzinfo=UTC)
_SOON = 0.1  # seconds


class Attempt:
    """Everything that lives as long as this process works on a run."""

    def __init__(self, store: SqlStore, settings: Settings, owner: str, ranker: Ranker) -> None:
        self._store = store
        self._settings = settings
        self._owner = owner
        self._ranker = ranker
        self.stopping = asyncio.Event()
        self._loop = asyncio.get_running_loop()

    def stop(self) -> None:
        """End gently; may be called from another thread, where an interface lives."""
        self._loop.call_soon_threadsafe(self.stopping.set)

    async def go(self, run: Run, listener: Listener | None, *, way: Way | None = None) -> Report:
        """Run until done, waiting or broken; `way` is how to go on if not from where it stopped."""
        lease = await self._store.acquire(run.id, self._owner, LEASE_SECONDS)
        seen = await self._store.events(run.id)
        recorder = Recorder(self._store, lease, seen[-1] if seen else None, listener)
        try:
            async with held(self._store, lease, self.stopping):
                return await self._work(run, lease, recorder, way)
        except LeaseLost:
            raise
        except InquiroError as error:
            await self._fail(lease, recorder, str(error))
            raise
        except Exception as error:  # the edge of a run: whoever looks at it must learn that it ended, and how
            await self._fail(lease, recorder, f"unexpected {type(error).__name__}: {error}")
            raise
        finally:
            with contextlib.suppress(StoreError):
                await recorder.close()
            with contextlib.suppress(StoreError):
                await self._store.release(lease)

    async def _fail(self, lease: Lease, recorder: Recorder, why: str) -> None:
        recorder.say("failed", why, error=why)
        with contextlib.suppress(StoreError):  # a full disk cannot take the bad news either
            await self._store.update_run(lease, status="failed", error_message=why)

    async def _work(self, run: Run, lease: Lease, recorder: Recorder, way: Way | None) -> Report:
        from inquiro.runtime.outside import close_all, way_out  # what speaks HTTP is slow to load

        request = convert(run.input_params, ResearchRequest)
        mode = wiring.mode_of(run, self._settings)
        settings = msgspec.structs.replace(self._settings, privacy=mode)
        knowledge = await what_is_known(self._store, run.org_id, settings)
        async with way_out(self._settings, self._store, mode, wiring.corpora_of(request), knowledge) as outside:
            context = wiring.fitted(request, outside)
            deps = await self._deps(run, request, lease, mode, context)
            if _opens_pages_soon(deps):
                # Planning and searching leave time to start what reads them, once the first question is on its way.
                asyncio.get_running_loop().call_later(_SOON, context.expect_pages)
            try:
                return await self._research(run, deps, lease, recorder, way)
            finally:
                await close_all((*deps.providers, *deps.models.values(), deps.browser))

    async def _research(self, run: Run, deps: Deps, lease: Lease, recorder: Recorder, way: Way | None) -> Report:
        from inquiro.storage.checkpoints import StoreSaver  # brings LangGraph along

        request = deps.request
        mode, version = deps.effects.mode, with_this_version(run)
        await self._store.update_run(lease, status="in_progress", privacy=mode, engine_version=version)
        recorder.say("start", request.question, 0.01, question=request.question, engine=engine_name(deps.models, deps.reasoner.name),
                     privacy=deps.effects.mode, sources=[p.name for p in deps.providers],
                     corpus=[Path(p).name for p in (*request.corpora, *request.public_corpora)], run_id=run.id)  # fmt: skip
        for notice in deps.notices:
            recorder.say("notice", notice)
        await self._tell_once(recorder, deps, run.org_id)
        question = await drive(deps, StoreSaver(self._store, lease), recorder.record, way)
        if question is not None:
            return await self._wait(run, request, lease, recorder, question)
        closed = await self._store.get_run(run.id)
        if closed.status != "completed":  # its graph had ended before a crash could be noticed
            await self._store.update_run(lease, status="completed", progress=1.0)
        report = convert(closed.result, Report)
        recorder.say(DONE, report.stop_reason, 1.0, status=report.status, stop_reason=report.stop_reason,
                     usage=report.usage.to_dict(), run_id=run.id)  # fmt: skip
        return report

    async def _tell_once(self, recorder: Recorder, deps: Deps, org_id: str) -> None:
        """What a key would add, said in the first run that would have used it."""
        named = bool(deps.request.sources)  # whoever names sources knows what there is
        hint = None if named else wiring.key_that_would_help(deps.providers, self._settings)
        if hint and await self._store.cached(TOLD, org_id, EVER) is None:
            recorder.say("notice", hint)
            await self._store.cache(TOLD, org_id, False, hint)

    async def _deps(
        self, run: Run, request: ResearchRequest, lease: Lease, mode: PrivacyMode, context: ProviderContext
    ) -> Deps:
        from inquiro.runtime import casting
        from inquiro.runtime.drafts import draft_of
        from inquiro.runtime.notebook import notebook_of
        from inquiro.runtime.outside import pages_of
        from inquiro.workflows.deep_research import emit

        limits = Limits(seconds=request.seconds, cost=request.max_cost, tokens=request.max_tokens)
        day = Limits(seconds=None, cost=self._settings.max_cost_per_day, tokens=self._settings.max_tokens_per_day)
        budget = Budget(limits, spent=Usage(seconds=float(run.metrics.get("seconds", 0.0))), day=day)
        effects = await Effects.open(
            self._store, lease, budget=budget, mode=mode, pace=StorePace(self._store), org_id=run.org_id,
            fresh=request.fresh,
        )  # fmt: skip
        models, notice = await self._models(request, effects, context)
        providers, helpers = await self._providers(request, effects, casting.with_searching(context, models))
        pages = pages_of(context, self._store, run.org_id)
        vectors = await asyncio.to_thread(vectors_of, msgspec.structs.replace(self._settings, privacy=mode))
        return Deps(
            request=request,
            store=self._store,
            effects=effects,
            reasoner=wiring.embedded_reasoner(vectors),
            models=models,
            notices=(notice,) if notice else (),
            ranker=self._ranker,
            providers=providers,
            openers=wiring.openers_for(providers),
            domains=wiring.domains_of(self._settings),
            embedder=Waiting(vectors) if vectors else None,
            pages=None if mode == "local_only" else pages,
            copies=wiring.copies_in(helpers),
            browser=wiring.browser_in(helpers),
            draft=draft_of(request, context),
            emit=emit,
            stopping=self.stopping,
            notebook=notebook_of(request, self._settings),
            onboarding=self._desk(context) if request.macro else None,
        )

    def _desk(self, context: ProviderContext) -> OnboardingDesk:
        from inquiro.runtime.macros import desk_of  # only where a macro runs

        return desk_of(self._store, context)

    async def _models(
        self, request: ResearchRequest, effects: Effects, context: ProviderContext
    ) -> tuple[Mapping[ModelRole, ModelClient], str]:
        """The models this run began with; one that began before there were any goes on without."""
        from inquiro.runtime import casting

        async def look() -> Paid:
            return Paid(value=casting.cast(request, effects.mode, context))

        start = effects.step("start")
        begun = start.recorded("sources", list[SourceCard]) is not None
        if begun and start.recorded("models", casting.Cast) is None and request.model is None:
            return {}, ""
        cast = await start.settle("models", look, casting.Cast)
        return casting.rebuilt(cast, effects.mode, context), cast.notice

    async def _providers(
        self, request: ResearchRequest, effects: Effects, context: ProviderContext
    ) -> tuple[tuple[SearchProvider, ...], tuple[SearchProvider, ...]]:
        """The sources and helpers this run began with: one that became available since is not added half-way."""
        providers = wiring.providers_for(request, self._settings, effects.mode, context)
        helpers = wiring.helpers_for(effects.mode, context, providers)

        async def look() -> Paid:
            asked = [card_of(provider) for provider in providers]
            return Paid(value=[*asked, *(card_of(helper, helps=True) for helper in helpers)])

        cards = await effects.step("start").settle("sources", look, list[SourceCard])
        known = {(card.name, card.helps) for card in cards}
        return (
            tuple(provider for provider in providers if (provider.name, False) in known),
            tuple(helper for helper in helpers if (helper.name, True) in known),
        )

    async def _wait(
        self, run: Run, request: ResearchRequest, lease: Lease, recorder: Recorder, question: str
    ) -> Report:
        report = Report(
            trace_id=run.id,
            question=request.question,
            answer="",
            status="waiting",
            clarification=question,
            stop_reason=f"Waiting for an answer: {question}",
            privacy=run.privacy,
        )
        await self._store.update_run(lease, status="waiting", current_stage="clarify", result=report.to_dict())
        recorder.say("waiting", question, question=question, run_id=run.id)
        return report


def _opens_pages_soon(deps: Deps) -> bool:
    """Whether the run begins with a search whose hits are pages."""
    note = deps.request.note
    if deps.pages is None or deps.request.follow or (note and (note.dry_run or note.depth == "shallow")):
        return False
    return any(provider.leaves_machine and provider.name not in deps.openers for provider in deps.providers)
