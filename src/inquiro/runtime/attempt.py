"""One attempt at a run: the lease is held, the graph goes on from its last checkpoint, the trace is closed."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator, Callable
from pathlib import Path
from typing import Any

import msgspec

from inquiro.core.errors import InquiroError, LeaseLost, StoreError
from inquiro.core.protocols import Ranker
from inquiro.core.settings import Settings
from inquiro.core.types import Lease, Report, ResearchRequest, Run, Usage
from inquiro.effects import Budget, Effects, Limits
from inquiro.effects.pacing import StorePace
from inquiro.engine.deps import Deps
from inquiro.runtime import wiring
from inquiro.runtime.recorder import DONE, Listener, Recorder
from inquiro.storage.store import SqlStore

Way = Callable[[Any], Any]  # from the graph's module to the input that makes it go on
LEASE_SECONDS = 30.0
BEAT_SECONDS = 1.0
BEATS_PER_RENEWAL = 10


class Attempt:
    """Everything that lives as long as this process works on a run."""

    def __init__(self, store: SqlStore, settings: Settings, owner: str, ranker: Ranker) -> None:
        self._store = store
        self._settings = settings
        self._owner = owner
        self._ranker = ranker
        self.stopping = asyncio.Event()

    async def go(self, run: Run, listener: Listener | None, *, way: Way | None = None) -> Report:
        """Run until done, waiting or broken; `way` is how to go on if not from where it stopped."""
        lease = await self._store.acquire(run.id, self._owner, LEASE_SECONDS)
        seen = await self._store.events(run.id)
        recorder = Recorder(self._store, lease, seen[-1] if seen else None, listener)
        try:
            async with self._heartbeat(lease):
                return await self._work(run, lease, recorder, way)
        except LeaseLost:
            raise
        except InquiroError as error:
            recorder.say("failed", str(error), error=str(error))
            with contextlib.suppress(StoreError):  # a full disk cannot take the bad news either
                await self._store.update_run(lease, status="failed", error_message=str(error))
            raise
        finally:
            with contextlib.suppress(StoreError):
                await recorder.close()
            with contextlib.suppress(StoreError):
                await self._store.release(lease)

    async def _work(self, run: Run, lease: Lease, recorder: Recorder, way: Way | None) -> Report:
        # LangGraph is slow to load, and only a run that works needs it.
        from inquiro.storage.checkpoints import StoreSaver
        from inquiro.workflows import deep_research
        from inquiro.workflows.state import initial

        request = msgspec.convert(run.input_params, ResearchRequest)
        deps = await self._deps(run, request, lease, deep_research.emit)
        graph = deep_research.build(StoreSaver(self._store, lease))
        config: Any = {
            "configurable": {"thread_id": run.id},
            "recursion_limit": 4 * request.max_iterations + 40,
        }
        await self._store.update_run(lease, status="in_progress", privacy=deps.effects.mode)
        recorder.say("start", request.question, 0.01, question=request.question, engine=deps.reasoner.name,
                     privacy=deps.effects.mode, sources=[p.name for p in deps.providers],
                     corpus=[Path(p).name for p in (*request.corpora, *request.public_corpora)], run_id=run.id)  # fmt: skip
        before = await graph.aget_state(config)
        fresh = None if before.values else initial(run.id, request, deps.effects.mode)
        start = way(deep_research) if way else fresh
        try:
            stream = graph.astream(start, config, context=deps, stream_mode="custom", durability="sync")
            async for told in stream:
                recorder.record(told)
        finally:
            for task in deps.late:
                task.cancel()
        after = await graph.aget_state(config)
        if after.interrupts:
            return await self._wait(run, request, lease, recorder, str(after.interrupts[0].value["question"]))
        closed = await self._store.get_run(run.id)
        if closed.status != "completed":  # its graph had ended before a crash could be noticed
            await self._store.update_run(lease, status="completed", progress=1.0)
        report = msgspec.convert(closed.result, Report)
        recorder.say(DONE, report.stop_reason, 1.0, status=report.status, stop_reason=report.stop_reason,
                     usage=report.usage.to_dict(), run_id=run.id)  # fmt: skip
        return report

    async def _deps(self, run: Run, request: ResearchRequest, lease: Lease, emit: Any) -> Deps:
        mode = wiring.resumed_mode(run.privacy, self._settings) if run.attempt else run.privacy
        limits = Limits(seconds=request.max_seconds, cost=request.max_cost, tokens=request.max_tokens)
        budget = Budget(limits, spent=Usage(seconds=float(run.metrics.get("seconds", 0.0))))
        providers = wiring.providers_for(request, self._settings, mode)
        effects = await Effects.open(
            self._store, lease, budget=budget, mode=mode, pace=StorePace(self._store), org_id=run.org_id,
            fresh=request.fresh,
        )  # fmt: skip
        return Deps(
            request=request,
            store=self._store,
            effects=effects,
            reasoner=wiring.reasoner_for(request, self._settings),
            ranker=self._ranker,
            providers=providers,
            openers=wiring.openers_for(providers),
            emit=emit,
            stopping=self.stopping,
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

    @contextlib.asynccontextmanager
    async def _heartbeat(self, lease: Lease) -> AsyncIterator[None]:
        beating = asyncio.create_task(self._beat(lease))
        try:
            yield
        finally:
            beating.cancel()
            await asyncio.gather(beating, return_exceptions=True)

    async def _beat(self, lease: Lease) -> None:
        """Keep the lease, and hear a stop that another process asked for."""
        beats = 0
        while True:
            await asyncio.sleep(BEAT_SECONDS)
            beats += 1
            with contextlib.suppress(StoreError):  # a busy database is asked again at the next beat
                if beats % BEATS_PER_RENEWAL == 0:
                    await self._store.renew([lease], LEASE_SECONDS)
                if not self.stopping.is_set() and await self._store.stop_requested(lease.run_id):
                    self.stopping.set()
