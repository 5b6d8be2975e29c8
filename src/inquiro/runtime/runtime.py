"""What every interface uses: start, execute, resume, stop, answer, watch, verify."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from datetime import UTC, datetime, timedelta
from functools import cached_property
from typing import TYPE_CHECKING
from uuid import uuid4

import msgspec

from inquiro.core.decoders import convert
from inquiro.core.errors import LeaseLost, RunNotFound, UsageError
from inquiro.core.events import Event
from inquiro.core.protocols import Ranker, WholeRun
from inquiro.core.settings import Settings
from inquiro.core.types import (
    EffectRow,
    Fact,
    Ingested,
    KnowledgeGraph,
    KnowledgeSize,
    Known,
    KnownEntity,
    KnownFact,
    KnownItem,
    PrivacyMode,
    Report,
    ResearchRequest,
    Run,
    TraceStatus,
    Verification,
)
from inquiro.onboarding.needing import needs_model
from inquiro.providers.embeddings import close_vectors
from inquiro.runtime import wiring
from inquiro.runtime.answering import accept, give_up
from inquiro.runtime.attempt import Attempt
from inquiro.runtime.driving import Way
from inquiro.runtime.following import EXECUTES, WORKED_ON, as_before, followable, mode_after, research_only, tool_of
from inquiro.runtime.held_sections import HeldSections
from inquiro.runtime.holding import LEASE_SECONDS
from inquiro.runtime.known import ORGANISATION, close_knowledge, knowledge_base, what_is_known
from inquiro.runtime.learned import Learned, learned_by
from inquiro.runtime.owners import alive, new_owner
from inquiro.runtime.replay import Replayed, fork, replay
from inquiro.runtime.trying import Tried, try_source
from inquiro.runtime.wiring import SourceInfo
from inquiro.storage.store import SqlStore
from inquiro.storage.tokens import Tokens

if TYPE_CHECKING:
    from inquiro.knowledge.base import KnowledgeBase
    from inquiro.runtime.batches import Batches
    from inquiro.runtime.executions import Executions
    from inquiro.runtime.installing import InstalledModel
    from inquiro.runtime.macros import Macros
    from inquiro.runtime.models import ModelInfo, ModelTried
    from inquiro.runtime.reviews import ReviewDesk

Listener = Callable[[Event], None]
ENDED: frozenset[TraceStatus] = frozenset({"completed", "failed", "cancelled", "waiting"})
POLL_SECONDS = 0.2
REGISTER = "gleif"  # all that a macro can ask where there is no model
EARLY = {"stopped", "error"}  # with a report, and something left to do


class Runtime:
    """One store, any number of runs."""

    def __init__(self, store: SqlStore, settings: Settings) -> None:
        self.settings = settings
        self.tokens = Tokens(store)
        self.held_sections = HeldSections(store, settings.home)
        self._store = store
        self._owner = new_owner()
        self._running: dict[str, Attempt] = {}
        self._rankers: dict[PrivacyMode, Ranker] = {}

    @classmethod
    def open(cls, settings: Settings | None = None) -> Runtime:
        settings = settings or Settings.load()
        return cls(SqlStore.open(settings.database_url, settings.home, alive=alive), settings)

    def close(self) -> None:
        close_knowledge(self.settings.home)
        close_vectors(self.settings.home)
        self._store.close()

    async def start(self, request: ResearchRequest) -> Run:
        """Check the request and write it down; nothing is searched yet."""
        request = wiring.checked(request)
        mode = wiring.privacy_of(request, self.settings)
        if request.follow is not None:
            earlier = await followable(self._store, request.follow)
            request, mode = msgspec.structs.replace(request, follow=earlier.id), mode_after(mode, earlier)
        alone = not await self._possible(request, mode)
        if request.macro and alone and mode != "local_only":  # then it has nobody else to ask
            request = msgspec.structs.replace(request, sources=(REGISTER,))
        params = msgspec.to_builtins(request)
        run = Run(
            id=str(uuid4()),
            tool_name=tool_of(request),
            input_params=params,
            privacy=mode,
            # Born with its owner's lease: a server that starts at this moment must not take it for an orphan.
            lease_owner=self._owner,
            lease_until=datetime.now(UTC) + timedelta(seconds=LEASE_SECONDS),
        )
        return await self._store.create_run(run)

    async def execute(self, run_id: str, on_event: Listener | None = None) -> Report:
        """Work on a run here until it is done or waits for a person."""
        return await self._go(await self._store.get_run(run_id), on_event)

    async def ask(self, request: ResearchRequest, on_event: Listener | None = None) -> Report:
        return await self.execute((await self.start(await self.following(request))).id, on_event)

    async def following(self, request: ResearchRequest) -> ResearchRequest:
        """The request of a person who goes on from an earlier run: what it leaves open is as it was there."""
        return request if request.follow is None else as_before(request, await followable(self._store, request.follow))

    async def resume(self, run_id: str | None = None, on_event: Listener | None = None) -> Report:
        """Go on where a run stopped; a finished one only returns its report."""
        run = research_only(await self.find(run_id) if run_id else await self._newest_unfinished())
        if run.status == "completed":
            report = convert(run.result, Report)
            return await self._reopen(run, on_event) if report.status in EARLY else report
        if run.status == "waiting":
            return await self.report(run.id)
        return await self._go(run, on_event)

    async def answer(self, run_id: str, text: str, on_event: Listener | None = None) -> Report:
        """Answer a run's clarifying question and go on."""
        return await self._go(await self.accept(run_id, text), on_event)

    async def accept(self, run_id: str, text: str) -> Run:
        """Write down the answer to a run's clarifying question: the run goes on when it is resumed."""
        return await accept(self._store, (await self.find(run_id)).id, text)

    async def stop(self, run_id: str, reason: str = "User requested stop") -> Run:
        """Stop gently, wherever the run works: it writes the report it has."""
        run = await self.find(run_id)
        if run.status in {"completed", "failed", "cancelled"}:
            return run
        if run.status == "waiting":
            await give_up(self._store, run.id)
            return await self._store.get_run(run.id)
        await self._store.request_stop(run.id, reason)
        if run.id in self._running:
            self._running[run.id].stop()
        return await self._store.get_run(run.id)

    async def find(self, prefix: str) -> Run:
        return await self._store.find_run(prefix)

    async def run(self, run_id: str) -> Run:
        """By its whole id: programs have it."""
        return await self._store.get_run(run_id)

    async def runs(self, limit: int = 50, status: TraceStatus | None = None, tool_name: str | None = None) -> list[Run]:
        return await self._store.list_runs(tool_name=tool_name, status=status, limit=limit)

    async def delete(self, run_id: str) -> bool:
        """Remove a run with everything of its own; whether there was one."""
        return await self._store.delete_run(run_id)

    async def unfinished(self) -> list[Run]:
        """Runs that should go on and that nobody works on, oldest first."""
        return [run for run in await self._store.unfinished() if run.tool_name in WORKED_ON]

    async def events(self, run_id: str, after: int = 0) -> list[Event]:
        """What a run has said so far, from a number on."""
        return await self._store.events((await self.find(run_id)).id, after)

    async def news(self, run_id: str, after: int, limit: int) -> tuple[list[Event], Run | None]:
        """Events from a number on, at most so many; and the run, once no further event can come."""
        run = await self._store.get_run(run_id)
        found = await self._store.events(run_id, after, limit)
        ended = run.status != "waiting" and len(found) < limit and _is_over(run)
        return found, run if ended else None

    async def report(self, run_id: str) -> Report:
        run = research_only(await self.find(run_id))
        if run.result is None:
            raise UsageError(
                f"run {run.id[:8]} is {run.status} and has no report yet; `inquiro runs watch {run.id[:8]}`"
            )
        return convert(run.result, Report)

    async def verify(self, run_id: str) -> Verification:
        """Re-read every citation in the stored snapshots."""
        from inquiro.engine.verify import check_citations  # slow to load, like all that checks sentences

        report = await self.report(run_id)
        documents = await self._store.documents([source.document_id for source in report.sources])
        return check_citations(report, {document.id: document for document in documents})

    async def whole(self, run_id: str) -> WholeRun:
        """A run with everything that its report rests on."""
        from inquiro.runtime.packs import gathered

        return await gathered(self._store, await self.find(run_id), await self.report(run_id))

    async def replay(self, run_id: str) -> Replayed:
        """A finished run again, from its journal alone."""
        run = research_only(await self.find(run_id))
        embedded = wiring.embedded_reasoner()
        return await replay(
            self._store, run, embedded, await self._ranking("local_only"), wiring.domains_of(self.settings)
        )

    async def fork(self, run_id: str, at: int, model: str | None = None) -> Run:
        """A new run that goes its own way from an effect on; `execute` starts it."""
        run = await self.find(run_id)
        request = convert(run.input_params, ResearchRequest)
        await self._possible(msgspec.structs.replace(request, model=model or request.model), run.privacy)
        return await fork(self._store, run, at, model, self._owner)

    async def effects(self, run_id: str) -> list[EffectRow]:
        """A run's journal, in order."""
        return await self._store.effects((await self.find(run_id)).id)

    async def facts(self, run_id: str) -> list[Fact]:
        """What a run learned, whether its report says it or not."""
        return await self._store.facts((await self.find(run_id)).id)

    async def learned(self, run_id: str) -> Learned:
        """All that a run learned, with the proofs that its ids stand for."""
        return await learned_by(self._store, (await self.find(run_id)).id)

    async def watch(self, run_id: str, after: int = 0) -> AsyncIterator[Event]:
        """Past events, then live ones, until the run ends; it may run in another process."""
        run = await self.find(run_id)
        while True:
            ended = _is_over(await self._store.get_run(run.id))
            for event in await self._store.events(run.id, after):
                after = event.seq
                yield event
            if ended:
                return
            await asyncio.sleep(POLL_SECONDS)

    async def sources(self, domain: str | None = None) -> list[SourceInfo]:
        """Every source; with a domain, in the order in which its questions ask them, and why."""
        knowledge = await what_is_known(self._store, ORGANISATION, self.settings)
        found = await asyncio.to_thread(wiring.describe_sources, self.settings, knowledge)
        if domain is None:
            return found
        return wiring.ranked(found, domain, await self._store.source_records(domain), self.settings)

    async def try_source(self, name: str, query: str = "") -> Tried:
        """One real call to a source."""
        return await try_source(self.settings, self._store, name, query)

    async def models(self) -> list[ModelInfo]:
        """What is configured, and what could be."""
        from inquiro.runtime.models import describe_models

        return await asyncio.to_thread(describe_models, self.settings)

    async def try_model(self, model_id: str | None = None) -> ModelTried:
        """One small question to a model; it costs a few tokens."""
        from inquiro.runtime.models import try_model

        return await try_model(self.settings, self._store, model_id)

    async def install_model(self, name: str, tell: Callable[[str], None]) -> InstalledModel:
        """Fetch weights that run on this machine; `tell` hears how far it is."""
        from inquiro.runtime.installing import install_model

        return await install_model(self.settings, name, tell)

    @property
    def knowledge(self) -> KnowledgeBase:
        """What research found, kept for later research."""
        return knowledge_base(self._store, ORGANISATION, self.settings)

    async def knowledge_add(self, run_prefix: str, *, everything: bool = False) -> Ingested:
        from inquiro.runtime.taking_in import taken_in

        return await taken_in(self._store, self.knowledge, run_prefix, everything=everything)

    async def knowledge_remove(self, run_prefix: str) -> Ingested:
        """Take back what only that run gave; how much that was."""
        from inquiro.runtime.taking_in import forgotten

        return await forgotten(self._store, self.knowledge, run_prefix)

    async def knowledge_search(self, query: str, limit: int = 10) -> list[Known]:
        return await self.knowledge.search(query, limit)

    async def knowledge_show(self, id_prefix: str) -> KnownFact | KnownEntity | KnownItem:
        return await self.knowledge.get(id_prefix)

    async def knowledge_graph(self) -> KnowledgeGraph:
        return await self.knowledge.graph()

    async def knowledge_size(self) -> KnowledgeSize:
        return await self.knowledge.size()

    @cached_property
    def macros(self) -> Macros:
        """Research with a declared result."""
        from inquiro.runtime.macros import Macros

        return Macros(self.settings, self.reviews.store, self.start)

    @cached_property
    def reviews(self) -> ReviewDesk:
        """What waits for a person, and what they said."""
        from inquiro.runtime.reviews import ReviewDesk

        return ReviewDesk(self._store, self.settings)

    @cached_property
    def executions(self) -> Executions:
        """What was approved, carried out."""
        from inquiro.runtime.executions import Executions

        return Executions(self._store, self.settings, self._owner, self.reviews)

    @cached_property
    def batches(self) -> Batches:
        """Verbs for many, and verb files, put before a person."""
        from inquiro.runtime.batches import Batches

        return Batches(self._store, self.settings, self.reviews, self.executions)

    async def go_on(self, run_id: str) -> None:
        """Whatever kind of run it is: a server's way to take up its work."""
        run = await self._store.get_run(run_id)
        if run.tool_name == EXECUTES:
            await self.executions.carry_out(run)
        else:
            await self.resume(run_id)

    async def integrity(self) -> list[str]:
        """What is wrong with the database, or with the decisions in it; empty when it is sound."""
        return await self._store.integrity() or list(await self.reviews.broken_chains())

    async def _possible(self, request: ResearchRequest, mode: PrivacyMode) -> bool:
        """An unknown source, domain or model, a missing folder or key fails here, before anything is written.

        Whether there is a model for the run.
        """
        from inquiro.runtime import casting  # models are slow to load

        wiring.known_domain(request, self.settings)
        knowledge = await what_is_known(self._store, ORGANISATION, self.settings)
        context = wiring.context_of(request, self.settings, knowledge)
        models = casting.rebuilt(casting.cast(request, mode, context), mode, context)
        if request.macro and not models and not request.macro.macro.without_model:
            raise needs_model(request.macro.macro.name)
        wiring.providers_for(request, self.settings, mode, casting.with_searching(context, models))
        return bool(models)

    async def _go(self, run: Run, on_event: Listener | None, *, way: Way | None = None) -> Report:
        ranker = await self._ranking(wiring.mode_of(run, self.settings))
        if run.id in self._running:
            raise LeaseLost(f"run {run.id} is being worked on by this process already")
        attempt = Attempt(self._store, self.settings, self._owner, ranker)
        self._running[run.id] = attempt
        try:
            return await attempt.go(run, on_event, way=way)
        finally:
            del self._running[run.id]

    async def _ranking(self, mode: PrivacyMode) -> Ranker:
        """One for all runs under a mode: it keeps what it learned of a document."""
        if mode not in self._rankers:
            self._rankers[mode] = await asyncio.to_thread(wiring.ranker_for, self.settings, mode)
        return self._rankers[mode]

    async def _reopen(self, run: Run, on_event: Listener | None) -> Report:
        """A run that was stopped early goes on with its next round."""
        fresh = msgspec.structs.replace(run, metrics={**run.metrics, "seconds": 0.0})
        return await self._go(fresh, on_event, way=lambda graph: graph.another_round())

    async def _newest_unfinished(self) -> Run:
        mine = [run for run in await self.runs(status="pending") if run.lease_owner == self._owner]
        idle = [run for run in mine if run.id not in self._running]
        research = [run for run in (*await self.unfinished(), *idle) if run.tool_name != EXECUTES]
        if research:
            return max(research, key=lambda run: run.created_at or datetime.min.replace(tzinfo=UTC))
        every = [run for run in await self.runs() if run.tool_name in WORKED_ON and run.tool_name != EXECUTES]
        if every and every[0].status == "failed":  # by a full disk, say, or a model that could not be reached
            return every[0]
        if working := [run for run in every if run.status == "in_progress"]:
            run = working[0]
            raise RunNotFound(f"run {run.id[:8]} is being worked on; `inquiro runs watch {run.id[:8]}` follows it")
        raise RunNotFound("no unfinished run; `inquiro runs list` shows all")


def _is_over(run: Run) -> bool:
    """Whether no further event can come: the last ones are stored after the status, and before the lease is given back."""
    held = run.lease_owner and alive(run.lease_owner) and run.lease_until and datetime.now(UTC) < run.lease_until
    return run.status in ENDED and not held
