"""Carrying out what a person approved: one execution for a review, resumable at the verb where it stopped."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Callable, Sequence
from datetime import UTC, datetime, timedelta
from typing import Literal
from uuid import UUID, uuid5

from inquiro.core.crash_points import reach
from inquiro.core.decoders import convert
from inquiro.core.errors import Conflict, InquiroError, LeaseLost, RunNotFound, StoreError
from inquiro.core.events import Event
from inquiro.core.settings import Settings
from inquiro.core.types import Decision, Lease, Run, Usage, VerbGroup, VerbStep
from inquiro.effects import Budget, Effects, Limits
from inquiro.effects.pacing import StorePace
from inquiro.onboarding.executing.acting import settle_held
from inquiro.onboarding.executing.executor import execute
from inquiro.onboarding.executing.rehearsing import dry_run
from inquiro.onboarding.executing.reports import Execution, ExecutionReport
from inquiro.onboarding.register_journal import JournaledRegister
from inquiro.onboarding.reviewing.deciding import blocked_leis
from inquiro.onboarding.suggesting import specs_digest
from inquiro.onboarding.verbs.handlers import HANDLERS
from inquiro.onboarding.verbs.registry import VerbRegistry
from inquiro.providers.gleif.client import GleifRegister
from inquiro.runtime.folders import VERBS, folders_of
from inquiro.runtime.following import EXECUTES
from inquiro.runtime.holding import LEASE_SECONDS, held
from inquiro.runtime.known import ORGANISATION
from inquiro.runtime.outside import way_out
from inquiro.runtime.recorder import DONE, Recorder
from inquiro.runtime.reviews import ReviewDesk
from inquiro.storage.ledger import OnboardingLedger
from inquiro.storage.store import SqlStore

Listener = Callable[[Event], None]
Settled = Literal["done", "repeat", "failed"]
OF_REVIEWS = UUID("7f0f8a52-6b1e-4d57-9a5c-2f4f7f2f3c11")  # execution ids are made from review ids: one for each


class Executions:
    def __init__(self, store: SqlStore, settings: Settings, owner: str, reviews: ReviewDesk) -> None:
        self.ledger = OnboardingLedger(store)
        self._store = store
        self._settings = settings
        self._owner = owner
        self._reviews = reviews

    async def start(self, prefix: str) -> Run:
        """The run that executes a review's verbs, made once; nothing of them has happened yet."""
        decision = await self._reviews.approved(prefix)
        run_id = execution_of(decision.review_id)
        with contextlib.suppress(RunNotFound):
            return await self._store.get_run(run_id)
        run = Run(
            id=run_id,
            tool_name=EXECUTES,
            input_params={
                "question": f"Execute the verbs of review {decision.review_id[:8]}",
                "review_id": decision.review_id,
                "decision_id": decision.id,
                "payload_hash": decision.payload_hash,
            },
            privacy=self._reviews.privacy_of(await self._reviews.get(decision.review_id)),
            lease_owner=self._owner,
            lease_until=datetime.now(UTC) + timedelta(seconds=LEASE_SECONDS),
        )
        return await self._store.create_run(run)

    async def find(self, review_id: str) -> Run | None:
        """The execution of a review, if it was ever begun."""
        try:
            return await self._store.get_run(execution_of(review_id))
        except RunNotFound:
            return None

    async def report(self, review_id: str) -> ExecutionReport | None:
        run = await self.find(review_id)
        return None if run is None or run.result is None else convert(run.result, ExecutionReport)

    async def steps(self, review_id: str) -> list[VerbStep]:
        """The journal, as far as the execution came."""
        return await self.ledger.verb_steps(execution_of(review_id))

    async def carry_out(self, run: Run, on_event: Listener | None = None) -> ExecutionReport:
        """Work on it here until it is done, fails, or has to be left to a person; a finished one is only reported."""
        if run.status == "completed":
            return convert(run.result, ExecutionReport)
        lease = await self._store.acquire(run.id, self._owner, LEASE_SECONDS)
        seen = await self._store.events(run.id)
        recorder = Recorder(self._store, lease, seen[-1] if seen else None, on_event)
        stopping = asyncio.Event()
        try:
            async with held(self._store, lease, stopping):
                return await self._work(run, lease, recorder, stopping)
        except LeaseLost:
            raise
        except InquiroError as error:
            recorder.say("failed", str(error), error=str(error))
            with contextlib.suppress(StoreError):
                await self._store.update_run(lease, status="failed", error_message=str(error))
            raise
        finally:
            with contextlib.suppress(StoreError):
                await recorder.close()
            with contextlib.suppress(StoreError):
                await self._store.release(lease)

    async def execute(self, prefix: str, on_event: Listener | None = None) -> ExecutionReport:
        return await self.carry_out(await self.start(prefix), on_event)

    async def rehearse(self, groups: Sequence[VerbGroup]) -> ExecutionReport:
        """What would happen; nothing does, and nobody outside is asked."""
        return await dry_run(
            self.ledger, tuple(groups), org_id=ORGANISATION, registry=self._verbs(), handlers=HANDLERS, blocked={}
        )

    async def settle(self, prefix: str, outcome: Settled) -> VerbStep:
        """A person says what became of the verb whose outcome nobody knows."""
        review = await self._reviews.get(prefix)
        decision = await self._reviews.approved(prefix)
        held_step = next((step for step in await self.steps(review.id) if step.status == "held"), None)
        if held_step is None:
            raise Conflict(f"no verb of review {review.id[:8]} waits to be settled")
        lease = await self._store.acquire(execution_of(review.id), self._owner, LEASE_SECONDS)
        try:
            return await settle_held(
                self.ledger, lease, held_step, outcome, org_id=ORGANISATION, decision_id=decision.id
            )
        finally:
            await self._store.release(lease)

    async def _work(self, run: Run, lease: Lease, recorder: Recorder, stopping: asyncio.Event) -> ExecutionReport:
        decision = await self._reviews.approved(str(run.input_params["review_id"]))
        _ensure_same(run, decision)
        self._ensure_verbs_mean_the_same(decision)
        if await self._store.stop_requested(run.id):
            stopping.set()
        await self._store.update_run(lease, status="in_progress")
        recorder.say("start", str(run.input_params["question"]), 0.01, run_id=run.id, engine="verbs", sources=["gleif"],
                     privacy=run.privacy, question=str(run.input_params["question"]), hash=decision.payload_hash)  # fmt: skip
        execution = Execution(
            run_id=run.id,
            decision_id=decision.id,
            org_id=ORGANISATION,
            groups=decision.payload.groups,
            blocked=blocked_leis(decision),
        )
        async with way_out(self._settings, self._store, run.privacy) as context:
            register = GleifRegister(context)
            effects = await Effects.open(
                self._store, lease, budget=Budget(Limits(seconds=None)), mode=run.privacy, pace=StorePace(self._store),
                org_id=ORGANISATION,
            )  # fmt: skip
            report = await execute(
                self.ledger, lease, execution, registry=self._verbs(), handlers=HANDLERS,
                register_for=lambda step: JournaledRegister(effects, step, register, stopping=stopping),
                emit=recorder.say, stopping=stopping.is_set,
            )  # fmt: skip
        return await self._close(lease, decision, report, recorder)

    async def _close(
        self, lease: Lease, decision: Decision, report: ExecutionReport, recorder: Recorder
    ) -> ExecutionReport:
        wrong = next((group.error or str(group.status) for group in report.groups if group.status not in OVER), "")
        if report.finished:  # before the run is over: whoever dies in between goes on with a run that is not
            await self._reviews.store.mark_executed(ORGANISATION, decision.review_id)
        reach("verbs.before_close")
        await self._store.update_run(
            lease,
            status="completed" if report.finished else "failed",
            progress=1.0 if report.finished else None,
            result=report.to_dict(),
            error_message=None if report.finished else wrong,
        )
        reach("verbs.after_close")
        counts = ", ".join(f"{count} {change}" for change, count in sorted(report.counts.items()))
        told = wrong or counts or "nothing to do"
        recorder.say(DONE, told, 1.0, counts=dict(report.counts), error=wrong, run_id=lease.run_id, usage=Usage().to_dict(),
                     status="completed" if report.finished else "error", stop_reason=told)  # fmt: skip
        return report

    def _ensure_verbs_mean_the_same(self, decision: Decision) -> None:
        registry = self._verbs()
        for group in decision.payload.groups:
            if group.specs != specs_digest(group.verbs, registry):
                raise Conflict(
                    f"verbs of your own that review {decision.review_id[:8]} uses mean something else since it was "
                    "approved: put them back as they were, or start again"
                )

    def _verbs(self) -> VerbRegistry:
        return VerbRegistry.load(folders_of(self._settings, VERBS))


OVER = {"done", "skipped"}


def execution_of(review_id: str) -> str:
    return str(uuid5(OF_REVIEWS, review_id))


def _ensure_same(run: Run, decision: Decision) -> None:
    if run.input_params.get("payload_hash") != decision.payload_hash:
        raise Conflict(f"the execution {run.id[:8]} was begun for another payload than the one that was approved")
