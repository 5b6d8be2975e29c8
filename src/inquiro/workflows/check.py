"""The graph of a checked document: read → look_up → assess → export."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from functools import lru_cache
from typing import Any

import msgspec
from langgraph.checkpoint.base import BaseCheckpointSaver
from langgraph.graph import END, START, StateGraph
from langgraph.runtime import Runtime
from langgraph.types import Command

from inquiro.core.crash_points import reach
from inquiro.core.decoders import convert
from inquiro.core.errors import BudgetExhausted, UsageError
from inquiro.core.types import Document, Json, Loss, PageKind, Report, ResultStatus, SourceResult, Usage
from inquiro.effects import Paid
from inquiro.effects.gateway import Call
from inquiro.engine.deps import Deps
from inquiro.features.check.check_report import check_report
from inquiro.features.check.cited_text import CitedText, Sentence, cited_text
from inquiro.features.check.corpus_match import folder_of, opened, searched
from inquiro.features.check.reference_check import Examined, examined, unexamined, with_network
from inquiro.features.check.reference_fields import Reference
from inquiro.features.check.sentence_check import Judged, Library, judged, looked_up
from inquiro.workflows.deep_research import Graph, emit
from inquiro.workflows.settled import prepared, pressure, spent
from inquiro.workflows.state import ResearchState

AT_ONCE = 6  # references that are looked up side by side; services have a pace of their own
EXAMINED = "examined"
DRAFT = "draft"
MOST_UNCITED = 100  # sentences without a mark that are looked up in the folders
FEW_FILES = 3
LEFT = "the run ended before it could be looked up; `inquiro runs resume` goes on"
SECONDS = 120.0


def build(checkpointer: BaseCheckpointSaver[Any] | None = None) -> Graph:
    return _compiled().copy({"checkpointer": checkpointer})


@lru_cache(maxsize=1)
def _compiled() -> Graph:
    graph = StateGraph(ResearchState, context_schema=Deps)
    steps: tuple[Any, ...] = (read, look_up, assess, export)
    names = [step.__name__ for step in steps]
    for name, step in zip(names, steps, strict=True):
        graph.add_node(name, step)
    for before, after in zip([START, *names], [*names, END], strict=True):
        graph.add_edge(before, after)
    return graph.compile()


def another_round() -> Command[Any]:
    """How a check that was stopped early goes on: with what it has not looked up yet."""
    return Command(goto="look_up")


async def read(_: ResearchState, runtime: Runtime[Deps]) -> Json:
    """The document, taken apart; folders get ready meanwhile."""
    deps = runtime.context
    skipped = await prepared(deps)
    document = await _document(deps)
    text = await asyncio.to_thread(cited_text, document.text)
    if not text.sentences:
        raise UsageError(f"{_name(deps)} holds no sentence that could be checked")
    cited = sum(bool(sentence.marks) for sentence in text.sentences)
    emit("document", f"{len(text.sentences)} sentences, {cited} with a source, {len(text.references)} references", 0.05,
         sentences=len(text.sentences), cited=cited, references=len(text.references))  # fmt: skip
    started = await deps.effects.step("read").now()
    return {
        "current_phase": "read",
        "started_at": started.isoformat(),
        "documents": [document.id],
        "access_failures": [loss.to_dict() for loss in skipped],
    }


async def look_up(state: ResearchState, runtime: Runtime[Deps]) -> Json:
    """Every reference: in the folders, in the registers, at its address."""
    deps, number = runtime.context, state["round"] + 1
    text = cited_text((await _document(deps)).text)
    found = await _examined(deps, number, text.references)
    reach("round.after_admit")
    bad = sum(one.state not in {"exists", "at_hand"} for one in found)
    emit("references", f"{len(found)} references looked up, {bad} need a look", 0.75, references=len(found), bad=bad)
    return {"current_phase": "look_up", "round": number, "sources_queried": [p.name for p in deps.providers]}


async def assess(state: ResearchState, runtime: Runtime[Deps]) -> Json:
    """Every sentence against what it cites, and the report of it all."""
    deps, number = runtime.context, state["round"]
    text = cited_text((await _document(deps)).text)
    found = await _examined(deps, number, text.references)
    bearing = await pressure(deps, number)
    read = await deps.shelf.get([one.document for one in found if one.document])
    documents = {document.id: document for document in read}
    library = Library(
        {one.reference.number: one for one in found},
        {one.reference.number: documents[one.document] for one in found if one.document},
    )
    weighed = await asyncio.to_thread(lambda: [judged(sentence, library) for sentence in text.sentences])
    weighed, more = await _with_folders(deps, weighed)
    base = _base(state, deps, found, bearing.user_stop or (bearing.budget_stop.reason if bearing.budget_stop else ""))
    report = await asyncio.to_thread(
        lambda: check_report(
            base, _name(deps), text, found, weighed, documents=documents | {one.id: one for one in more}
        )
    )
    emit("synthesize", f"{len(report.claims)} sentences, {len(report.sources)} sources", 0.95,
         claims=len(report.claims), sources=len(report.sources))  # fmt: skip
    await deps.store.update_run(deps.effects.lease, result=report.to_dict())
    reach("report.after_store")
    return {"current_phase": "assess", "final_report": {"claims": len(report.claims)}}


async def export(state: ResearchState, runtime: Runtime[Deps]) -> Json:
    """Close the trace with its times and usage."""
    deps = runtime.context
    finished, usage = await spent(deps, state["round"])
    report = convert((await deps.store.get_run(deps.run_id)).result, Report)
    report = msgspec.structs.replace(report, created_at=finished, usage=usage)
    await deps.store.update_run(
        deps.effects.lease,
        status="completed",
        progress=1.0,
        current_stage="done",
        result=report.to_dict(),
        metrics={"seconds": usage.seconds, "sources_processed": len(report.sources)},
    )
    reach("run.after_close")
    return {"current_phase": "export"}


# -- the document -----------------------------------------------------------------------------------


async def _document(deps: Deps) -> Document:
    """The document as it was when the run began: read once, and journaled like a page."""
    asked = deps.request.check
    assert asked is not None

    async def perform() -> Paid:
        if deps.draft is None:
            raise UsageError(f"{asked.name} cannot be opened here")
        document = await deps.draft.open(hit)
        value = [document.id, document.kind, list(document.flags)]
        return Paid(value=value, usage=Usage(pages=1), documents=(document,), serves_others=False)

    hit = SourceResult(url=asked.url, title="", snippet="", source_name=DRAFT, private=not asked.url)
    request = {"draft": asked.url or asked.name}
    call = Call(kind="fetch", name=DRAFT, request=request, outside=bool(asked.url), timeout=SECONDS)
    document_id, kind, _ = await deps.effects.step("read").call(call, perform, tuple[str, PageKind, tuple[str, ...]])
    if kind != "content":
        raise UsageError(f"{asked.name} is a {kind.replace('_', ' ')} page, not a document")
    [document] = await deps.shelf.get([document_id])
    return document


def _name(deps: Deps) -> str:
    return deps.request.check.name if deps.request.check else ""


# -- references -------------------------------------------------------------------------------------


async def _examined(deps: Deps, number: int, references: Sequence[Reference]) -> list[Examined]:
    """Each once; which of them there was time for is settled, so that a replay looks at the same."""
    step = deps.effects.step(f"collect/{number}")
    known = step.recorded(EXAMINED, list[str])
    wanted = [one for one in references if known is None or one.number in known]
    found = {one.reference.number: one for one in await _side_by_side(deps, wanted, settled=known is not None)}

    async def admitted() -> Paid:
        return Paid(value=list(found))

    if known is None:
        await step.settle(EXAMINED, admitted, list[str])
    return with_network([found.get(one.number) or unexamined(one, LEFT) for one in references])


async def _side_by_side(deps: Deps, references: Sequence[Reference], *, settled: bool) -> list[Examined]:
    """What is settled is read from the journal, whoever wants the run to end meanwhile."""
    room = asyncio.Semaphore(AT_ONCE)
    done = 0

    async def one_of(reference: Reference) -> Examined | None:
        nonlocal done
        async with room:
            if deps.stopping.is_set() and not settled:
                return None
            try:
                found = await examined(deps, reference)
            except BudgetExhausted:
                return None
            if settled:
                return found
            done += 1
            deps.emit("reference", f"[{reference.number}] {found.state.replace('_', ' ')}: {found.told}",
                      0.05 + 0.65 * done / len(references), number=reference.number, state=found.state)  # fmt: skip
            return found

    every = await asyncio.gather(*(one_of(reference) for reference in references))
    return [one for one in every if one is not None]


# -- sentences --------------------------------------------------------------------------------------


async def _with_folders(deps: Deps, weighed: Sequence[Judged]) -> tuple[list[Judged], list[Document]]:
    """Sentences without a mark, by what the folders hold; nothing of them leaves this machine."""
    if folder_of(deps) is None:
        return list(weighed), []
    made: list[Judged] = []
    read: dict[str, Document] = {}
    left = MOST_UNCITED
    for at, one in enumerate(weighed):
        if one.outcome != "uncited" or not left:
            made.append(one)
            continue
        left -= 1
        documents = await _near(deps, at, one.sentence)
        ground = await asyncio.to_thread(looked_up, one.sentence, documents)
        read |= {document.id: document for document in documents}
        made.append(one._replace(ground=ground) if ground.good else one)
    return made, list(read.values())


async def _near(deps: Deps, at: int, sentence: Sentence) -> list[Document]:
    step = deps.effects.step(f"sentence/{at}")
    hits = await searched(deps, step, sentence.text)
    found = [await opened(deps, step, hit) for hit in hits[:FEW_FILES]]
    return list({document.id: document for document in found if document is not None}.values())


def _base(state: ResearchState, deps: Deps, found: Sequence[Examined], cut_short: str) -> Report:
    """Everything about the report that is not what it found."""
    left = [one for one in found if one.told == LEFT]
    lost = [Loss(what=one.reference.text[:200], reason=one.told) for one in found
            if one.state in {"blocked", "unreachable", "unchecked"}]  # fmt: skip
    early = bool(left)
    status: ResultStatus = "stopped" if early else "completed"
    looked = len(found) - len(left)
    reason = f"{looked} of {len(found)} references looked up: {cut_short or 'the run was stopped'}"
    return Report(
        trace_id=deps.run_id,
        question=state["original_query"],
        answer="",
        lost=(*convert(state["access_failures"], list[Loss]), *lost),
        notices=deps.notices,
        iterations_used=state["round"],
        stop_reason=reason if early else "Every sentence and every reference was checked.",
        status=status,
        engine="rules",
        privacy=deps.effects.mode,
        partial=early,
    )


__all__ = ["CitedText", "another_round", "build"]
