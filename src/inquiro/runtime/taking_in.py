"""Taking research into the knowledge base: a whole run with what it read, or findings that somebody brings along."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable
from hashlib import sha256

import msgspec

from inquiro.core.decoders import convert
from inquiro.core.errors import RunNotFound, UsageError
from inquiro.core.types import (
    EffectRow,
    FromIdea,
    FromImplementation,
    FromResearch,
    Giver,
    IdeaResult,
    ImplementationResult,
    Ingested,
    Report,
    ResearchFindings,
    ResearchReport,
    Run,
)
from inquiro.engine.retractions import marked
from inquiro.engine.search import Admitted
from inquiro.knowledge.base import KnowledgeBase
from inquiro.knowledge.by_hand import addresses, brought
from inquiro.knowledge.gathering import Finished, Gathered, gathered, only_item
from inquiro.knowledge.items import told_items
from inquiro.runtime.following import OWNER, Refusals, finished_research
from inquiro.storage.store import SqlStore

ACCEPTED = (
    "what ResearchFindings, IdeaResult and ImplementationResult give as to_source() (Source.Research, "
    "Source.IdeaResult, Source.ImplementationResult), any of these themselves, a Report, or the id of a run"
)
Findings = ResearchFindings | IdeaResult | ImplementationResult | ResearchReport
Ingestible = Findings | FromResearch | FromIdea | FromImplementation | Report | str


KEEPING = Refusals(
    "and what it found cannot be kept here", "whose findings could be kept", "has found nothing yet to keep"
)


async def knowable(store: SqlStore, prefix: str) -> Run:
    """The run with that id prefix, if what it found can be kept."""
    return await finished_research(store, prefix, KEEPING)


async def taken_in(store: SqlStore, base: KnowledgeBase, source: Ingestible, *, everything: bool = False) -> Ingested:
    """Whatever is told, with all that can be proven of it here; of a run what its report rests on, or everything."""
    if isinstance(source, str):
        return await _run_taken_in(store, base, await knowable(store, source), everything=everything)
    if isinstance(source, Report):
        return await _report_taken_in(store, base, source, everything=everything)
    if isinstance(source, FromResearch):
        return await _findings_taken_in(store, base, source.findings, everything=everything)
    if isinstance(source, FromIdea):
        alone = ResearchFindings(source.query, ["idea"], 1, ideas=[source.idea], trace_id=source.trace_id)
        return await _item_taken_in(store, base, alone)
    if isinstance(source, FromImplementation):
        only = [source.implementation]
        alone = ResearchFindings(source.query, ["implementation"], 1, implementations=only, trace_id=source.trace_id)
        return await _item_taken_in(store, base, alone)
    if isinstance(source, Findings):
        return await taken_in(store, base, source.to_source(), everything=everything)
    raise UsageError(f"a knowledge pipeline takes in {ACCEPTED}; not {type(source).__name__}")


async def forgotten(store: SqlStore, base: KnowledgeBase, prefix: str) -> Ingested:
    """What only that run gave goes; the run itself may be gone already."""
    wanted = prefix.strip()
    given = {one.run_id or one.key for one in await base.givers()}
    if not wanted:
        raise RunNotFound("no run id was given; `inquiro runs list` shows them")
    fitting = sorted(run_id for run_id in given if run_id.startswith(wanted))
    if len(fitting) > 1:
        raise RunNotFound(f"several runs start with '{wanted}': {', '.join(one[:12] for one in fitting[:5])}")
    if not fitting:
        run = await store.find_run(wanted)
        raise UsageError(f"nothing is known from run {run.id[:8]}; `inquiro knowledge add {run.id[:8]}` takes it in")
    return msgspec.structs.replace(await base.remove(fitting[0]), run_id=fitting[0])


async def _report_taken_in(store: SqlStore, base: KnowledgeBase, report: Report, *, everything: bool) -> Ingested:
    if run := await _own_run(store, report.trace_id):
        return await _run_taken_in(store, base, run, everything=everything)
    if report.findings is not None:
        return await _findings_taken_in(store, base, report.findings, everything=everything)
    raise UsageError(
        f"the run {report.trace_id[:8]} of this report is not in this database, so nothing it says can be proven here"
    )


async def _findings_taken_in(
    store: SqlStore, base: KnowledgeBase, findings: ResearchFindings, *, everything: bool
) -> Ingested:
    """With their run where it is here; what it did not find itself is kept beside it."""
    run = await _own_run(store, findings.trace_id)
    if run is None:
        return await _brought_in(store, base, findings)
    told = convert(run.result, Report).findings
    more = _besides(findings, told) if told else findings
    whole = await _run_taken_in(store, base, run, everything=everything)
    if not more.ideas and not more.implementations:
        return whole
    return _both(whole, await _brought_in(store, base, more))


async def _item_taken_in(store: SqlStore, base: KnowledgeBase, alone: ResearchFindings) -> Ingested:
    """One item: of its run, only what it rests on comes along."""
    run = await _own_run(store, alone.trace_id)
    if run is not None:
        finished = await _finished(store, run)
        found = await asyncio.to_thread(only_item, finished, alone)
        if found.items:
            giver = Giver(key=f"{run.id}#{found.items[0].id}", run_id=run.id, asked_at=run.created_at)
            return await base.add(found, giver)
    return await _brought_in(store, base, alone)


async def _run_taken_in(store: SqlStore, base: KnowledgeBase, run: Run, *, everything: bool) -> Ingested:
    found: Gathered = await asyncio.to_thread(gathered, await _finished(store, run), everything=everything)
    told = await base.add(found, Giver(key=run.id, run_id=run.id, asked_at=run.created_at))
    return msgspec.structs.replace(told, run_id=run.id)


async def _brought_in(store: SqlStore, base: KnowledgeBase, findings: ResearchFindings) -> Ingested:
    stored = await store.documents_at(OWNER[1], addresses(findings))
    found = await asyncio.to_thread(brought, findings, stored)
    told = msgspec.json.encode([findings.query, findings.ideas, findings.implementations])
    return await base.add(found, Giver(key=f"by hand {sha256(told).hexdigest()[:16]}"))


async def _own_run(store: SqlStore, run_id: str) -> Run | None:
    """None where findings name no run, or one that is not here."""
    if not run_id.strip():
        return None
    try:
        run = await store.get_run(run_id)
    except RunNotFound:
        return None
    return await knowable(store, run.id) if (run.user_id, run.org_id) == OWNER else None


async def _finished(store: SqlStore, run: Run) -> Finished:
    report = convert(run.result, Report)
    facts, evidence, journal = await asyncio.gather(store.facts(run.id), store.evidence(run.id), store.effects(run.id))
    read = [*(piece.document_id for piece in evidence), *(source.document_id for source in report.sources)]
    documents = await store.documents(list(dict.fromkeys(filter(None, read))))
    withdrawn = [*_withdrawn(journal), *(source.document_id for source in report.sources if source.retracted)]
    return Finished(
        run_id=run.id,
        report=report,
        facts=tuple(facts),
        evidence=tuple(evidence),
        documents=tuple(marked(documents, withdrawn)),
        asked_at=run.created_at,
    )


def _withdrawn(journal: Iterable[EffectRow]) -> list[str]:
    """What some source knew to be retracted, read or not."""
    rounds = [row.response for row in journal if row.kind == "admit" and row.step.startswith("collect/")]
    return [name for one in rounds if one for name in convert(one, Admitted, strict=False).withdrawn]


def _besides(findings: ResearchFindings, told: ResearchFindings) -> ResearchFindings:
    known = told_items(told)
    ideas = [one for one in findings.ideas if (one.source, one.content) not in known]
    implementations = [one for one in findings.implementations if (one.source, one.content) not in known]
    return msgspec.structs.replace(findings, ideas=ideas, implementations=implementations, report=None)


def _both(one: Ingested, other: Ingested) -> Ingested:
    counted = {name: getattr(one, name) + getattr(other, name) for name in one.__struct_fields__}
    return Ingested(**counted)
