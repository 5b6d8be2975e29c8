"""Running a finished run again from its journal alone, and forking it at an effect."""

from __future__ import annotations

import asyncio
import tempfile
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any
from uuid import uuid4

import msgspec

from inquiro.core.decoders import convert
from inquiro.core.errors import NotReplayable, UsageError
from inquiro.core.protocols import Ranker, Reasoner
from inquiro.core.types import EffectKind, EffectRow, Lease, Report, ResearchRequest, Run, Usage, Value
from inquiro.effects import Budget, Effects, Limits
from inquiro.effects.pacing import StorePace
from inquiro.engine.deps import Deps
from inquiro.engine.domains import DomainConfiguration
from inquiro.runtime.driving import drive
from inquiro.runtime.engine_versions import require_this_version
from inquiro.runtime.remembered import Remembered, SourceCard
from inquiro.runtime.wiring import browser_in, copies_in, openers_for
from inquiro.storage.store import SqlStore

OUTSIDE: frozenset[EffectKind] = frozenset({"model", "search", "fetch", "registry"})
LEASE_SECONDS = 3_600.0
MODELS = ("start", "models")  # where the journal keeps which models a run began with

Domains = Mapping[str, DomainConfiguration]


class Replayed(Value, frozen=True, kw_only=True):
    """What a replay gave, beside what the run had given."""

    report: Report
    identical: bool
    effects: int
    differences: tuple[str, ...] = ()


async def replay(store: SqlStore, run: Run, reasoner: Reasoner, ranker: Ranker, domains: Domains) -> Replayed:
    """The run once more in a scratch store, with the journal as the only source."""
    original = convert(run.result, Report) if run.result and run.status == "completed" else None
    if original is None:
        raise UsageError(f"run {run.id[:8]} is {run.status}: only a finished run can be replayed")
    require_this_version(run)
    journal = await store.effects(run.id)
    with tempfile.TemporaryDirectory(prefix="inquiro-replay-") as folder:
        scratch = SqlStore.open(f"sqlite:///{folder}/replay.db", Path(folder))
        try:
            again = await _again(scratch, store, run, journal, reasoner=reasoner, ranker=ranker, domains=domains)
        finally:
            scratch.close()
    differences = _differences(original, again)
    return Replayed(report=again, identical=not differences, effects=len(journal), differences=differences)


async def fork(store: SqlStore, run: Run, at: int, model: str | None, owner: str) -> Run:
    """A new run that shares the journal before an effect, and after it every outside answer it asks for again."""
    journal = await store.effects(run.id)
    if at not in {row.seq for row in journal}:
        raise UsageError(f"run {run.id[:8]} has no effect {at}; `inquiro runs show {run.id[:8]} --effects` lists them")
    asked = convert(run.input_params, ResearchRequest)
    request = msgspec.structs.replace(asked, model=model or asked.model)
    twin = Run(
        id=str(uuid4()),
        tool_name=run.tool_name,
        input_params=msgspec.to_builtins(request) | {"forked_from": run.id, "forked_at": at},
        privacy=run.privacy,
        user_id=run.user_id,
        org_id=run.org_id,
    )
    await store.create_run(twin)
    lease = await store.acquire(twin.id, owner, LEASE_SECONDS)
    inherited = _inherited(journal, at, another_model=model is not None)
    for row in inherited:
        await store.finish_effect(lease, msgspec.structs.replace(row, run_id=twin.id, usage=Usage(), cached=True))
    await store.put_documents(lease, await store.documents(_read(inherited)))
    await store.release(lease)
    return twin


def _inherited(journal: Sequence[EffectRow], at: int, *, another_model: bool) -> list[EffectRow]:
    """Everything before the effect; from it on only answers from outside, which are the same for the same question.

    Another model answers otherwise: from the effect on it is asked itself, and the choice of models is made again.
    """
    chosen = next(row for row in journal if row.seq == at)
    kinds = OUTSIDE - {"model"} if another_model else OUTSIDE
    later = [row for row in journal if row.seq > at and row.kind in kinds and row.key != chosen.key]
    earlier = [row for row in journal if row.seq < at and not (another_model and (row.step, row.name) == MODELS)]
    return earlier + later


async def _again(
    scratch: SqlStore,
    store: SqlStore,
    run: Run,
    journal: Sequence[EffectRow],
    *,
    reasoner: Reasoner,
    ranker: Ranker,
    domains: Domains,
) -> Report:
    lease = await _copied(scratch, store, run, journal)
    deps = _deps(scratch, lease, run, journal, reasoner=reasoner, ranker=ranker, domains=domains)
    from inquiro.storage.checkpoints import StoreSaver  # brings LangGraph along

    saver = StoreSaver(scratch, lease)
    if await drive(deps, saver, _ignore) is not None:
        raise NotReplayable("the journal does not hold the answer to the run's clarifying question")
    rounds = max((int(row.step.partition("/")[2]) for row in journal if row.step.startswith("collect/")), default=0)
    while (done := await _report(scratch, run)).iterations_used < rounds:  # it was stopped, then resumed
        await drive(deps, saver, _ignore, lambda graph: graph.another_round())
        if (await _report(scratch, run)).iterations_used == done.iterations_used:
            break
    return await _report(scratch, run)


async def _copied(scratch: SqlStore, store: SqlStore, run: Run, journal: Sequence[EffectRow]) -> Lease:
    """The scratch store needs the run's own row and the snapshots that its journal names."""
    fresh = Run(id=run.id, tool_name=run.tool_name, input_params=run.input_params, privacy=run.privacy)
    await scratch.create_run(fresh)
    lease = await scratch.acquire(run.id, "replay", LEASE_SECONDS)
    await scratch.put_documents(lease, await store.documents(_read(journal)))
    return lease


def _read(journal: Sequence[EffectRow]) -> list[str]:
    """The documents that a journal names: those of an earlier run that it followed, and those it opened itself."""
    from inquiro.engine.followed import taken_by  # brings along what reads questions

    earlier = taken_by(journal)
    opened = [row.response[0] for row in journal if row.kind == "fetch" and row.status == "done"]
    return list(dict.fromkeys([*(earlier.documents if earlier else ()), *opened]))


def _deps(
    scratch: SqlStore,
    lease: Lease,
    run: Run,
    journal: Sequence[EffectRow],
    *,
    reasoner: Reasoner,
    ranker: Ranker,
    domains: Domains,
) -> Deps:
    budget = Budget(Limits(seconds=None))
    for row in journal:
        budget.charge(row.usage)
    effects = Effects(
        scratch, lease, mode=run.privacy, budget=budget, pace=StorePace(scratch), journal=journal, replay=True
    )
    from inquiro.runtime.casting import Cast, remembered
    from inquiro.workflows.deep_research import emit

    cards = effects.step("start").recorded("sources", list[SourceCard])
    cast = effects.step("start").recorded("models", Cast)
    if cards is None:
        raise NotReplayable("the journal does not say which sources the run had")
    providers = tuple(Remembered(card) for card in cards if not card.helps)
    helpers = [Remembered(card) for card in cards if card.helps]
    pages = Remembered(SourceCard(name="web", kind="web", source_type="web"))
    return Deps(
        request=convert(run.input_params, ResearchRequest),
        store=scratch,
        effects=effects,
        reasoner=reasoner,
        models=remembered(cast),
        notices=(cast.notice,) if cast and cast.notice else (),
        ranker=ranker,
        providers=providers,
        openers=openers_for(providers),
        domains=domains,
        pages=None if run.privacy == "local_only" else pages,
        copies=copies_in(helpers),
        browser=browser_in(helpers),
        emit=emit,
        stopping=asyncio.Event(),
    )


async def _report(scratch: SqlStore, run: Run) -> Report:
    return convert((await scratch.get_run(run.id)).result, Report)


def _ignore(told: Mapping[str, Any]) -> None:
    """A replay speaks to nobody."""


def _differences(original: Report, again: Report) -> tuple[str, ...]:
    before, after = original.to_dict(), again.to_dict()
    return tuple(sorted(name for name in before if before[name] != after.get(name)))
