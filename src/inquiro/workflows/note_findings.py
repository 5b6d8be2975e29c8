"""What was found for a note: facts of pages, snippets and other notes, held against its own, and written by topic."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from datetime import datetime

import msgspec
from langgraph.runtime import Runtime

from inquiro.core.crash_points import reach
from inquiro.core.decoders import convert
from inquiro.core.types import (
    ChecklistItem,
    Contradiction,
    Document,
    Draft,
    Fact,
    Finding,
    Json,
    NoteResult,
    Passage,
    Query,
    Report,
    RoundRecord,
    Stop,
    Topic,
)
from inquiro.effects import Paid
from inquiro.engine.coverage import judge
from inquiro.engine.deps import Deps
from inquiro.engine.draft_verdicts import DraftVerdicts
from inquiro.engine.extract import Proven, prove
from inquiro.engine.material import Material
from inquiro.engine.notes import reading
from inquiro.engine.notes.agreement import held_words
from inquiro.engine.notes.claim_verdicts import sentences_that_meet, verdicts
from inquiro.engine.notes.differing import differing
from inquiro.engine.notes.echoes import Echoes, without_echoes
from inquiro.engine.notes.planned import on_this_machine
from inquiro.engine.notes.related import related_notes
from inquiro.engine.notes.section import SectionMaterial, render_section
from inquiro.engine.stopping import Pressure
from inquiro.engine.synthesize import synthesize as assemble
from inquiro.workflows.deep_research import emit
from inquiro.workflows.draft_review import Reviewed, review, steps
from inquiro.workflows.extent import NOTE_PAGE_CHARACTERS
from inquiro.workflows.note_read import asked_of, book_of, note_of, path_of
from inquiro.workflows.progress import trace_state
from inquiro.workflows.reporting import grown, report_base
from inquiro.workflows.settled import pressure
from inquiro.workflows.sources import counted, documents_of
from inquiro.workflows.state import ResearchState, checklist_of, plan_of, queries_of, rounds_of
from inquiro.workflows.thinking import noted, think

MOST_CALLS = 3  # questions to a model for a note, beside one for every page
PAGE = "page"
LINKS, NEIGHBOURS = "links", "neighbours"
VAULT = "vault"


async def process(state: ResearchState, runtime: Runtime[Deps]) -> Json:
    """Facts with exact quotes: of each page by the model, in deep research, of everything else without it."""
    deps, number = runtime.context, state["round"]
    own, *others = await _read(deps, state)
    pages = reading.fetched(others) if deps.models and asked_of(deps).depth == "deep" else []
    local = on_this_machine(checklist_of(state))
    labels, words = reading.apart(queries_of(state), {item.id for item in local})
    by_label = await _ranked(deps, labels, others)
    by_words = await _ranked(deps, words, others)
    mine = await _ranked(deps, labels, [own], len(own.text))
    ranked = reading.each_once([*by_label, *by_words])
    by_model = {page.id for page in pages}
    standing = {passage.document_id: passage.standing for passage in ranked}
    by_id = {document.id: document for document in (own, *others)}

    async def work() -> Paid:
        known = await deps.store.facts(deps.run_id)
        evidence = await deps.store.evidence(deps.run_id)
        read = (plan_of(state), checklist_of(state))
        topics = convert(state["topics"], list[Topic])
        findings = reading.own_findings(topics, own)
        findings += await deps.reasoner.extract(*read, mine, known)
        told = await asyncio.to_thread(
            sentences_that_meet, topics, [one for one in ranked if one.document_id != own.id]
        )
        for items, passages in ((checklist_of(state), by_label), (local, by_words)):
            plain = [passage for passage in passages if passage.document_id not in by_model]
            told += await deps.reasoner.extract(plan_of(state), items, plain, known)
        for found in await asyncio.gather(
            *(_of_page(deps, state, place, page, standing.get(page.id, 0.0)) for place, page in enumerate(pages, 1))
        ):
            told += found
        findings += await asyncio.to_thread(_news, told, own, others)
        return Paid(value=prove(findings, by_id, known, len(evidence), number, passages=[*ranked, *mine]))

    proven = await deps.effects.step(f"process/{number}").settle("facts", work, Proven)
    reach("facts.after_settle")
    await deps.store.put_findings(deps.effects.lease, proven.facts, proven.evidence, ())
    reach("facts.after_store")
    touched = len({passage.document_id for passage in ranked})
    emit("process", f"{len(ranked)} passages from {touched} documents, {proven.new} new facts", 0.6,
         round=number, passages=len(ranked), documents=touched, new_facts=proven.new)  # fmt: skip
    counts = {"passages": len(ranked), "documents": touched, "new": proven.new, "repeated": proven.repeated}
    steps = [_page_step(number, place) for place, _ in enumerate(pages, 1)]
    return {
        "current_phase": "process",
        "last": state["last"] | counts,
        "dropped": counted(state["dropped"], "quotes not found", proven.dropped),
        **noted(deps, *steps),
    }


async def _ranked(
    deps: Deps, queries: Sequence[Query], documents: Sequence[Document], longest: int = NOTE_PAGE_CHARACTERS
) -> list[Passage]:
    return await asyncio.to_thread(reading.ranked_for_topics, deps.ranker, queries, documents, longest)


def _news(told: Sequence[Finding], own: Document, others: Sequence[Document]) -> list[Finding]:
    """Without what only repeats the note."""
    echoes = Echoes(own.text)
    copies = frozenset(one.id for one in others if echoes.copied_in(one))
    return without_echoes(told, echoes, copies)


async def synthesize(state: ResearchState, runtime: Runtime[Deps]) -> Json:
    """Sentences by topic, every one verified, and the section they make."""
    deps, number = runtime.context, state["round"]
    facts, proofs, documents = await asyncio.gather(
        deps.store.facts(deps.run_id), deps.store.evidence(deps.run_id), documents_of(deps, state)
    )
    evidence, note_id = {proof.id: proof for proof in proofs}, state["documents"][0]
    unquoted = _unquoted(deps, documents)
    quoted = reading.told_elsewhere(facts, evidence, unquoted)
    others = reading.told_by_others(quoted, evidence, note_id)
    bearing = await pressure(deps, number)
    checklist = judge(checklist_of(state), others)
    material = Material(
        plan=plan_of(state),
        checklist=checklist,
        facts={fact.id: fact for fact in (*facts, *others)},
        evidence=evidence,
        documents={document.id: document for document in documents},
    )
    clashes = convert(state["contradictions"], list[Contradiction])
    known = [one for one in clashes if not any(side.document_id in unquoted for side in one.sides)]
    labels = {topic["id"]: topic["label"] for topic in state["topics"]}
    found = await asyncio.to_thread(
        differing, known, quoted, evidence, material.documents, note_id=note_id, topics=labels
    )
    material = msgspec.structs.replace(material, contradictions=tuple(found))
    reviewed = await _drafted(deps, state, material, others)
    told = noted(deps, f"write/{number}", *steps(number))
    checklist = _found(checklist, reviewed.draft, found, state["topics"], note_id)
    state = {**state, "checklist": [item.to_dict() for item in checklist]}
    material = msgspec.structs.replace(material, checklist=checklist)
    done = sum(item.status != "unsatisfied" for item in checklist)
    stop = _stop(state, bearing, done, len(checklist))
    ended = {"stop_cause": stop.cause, "stop_reason": stop.reason, "should_stop": True}
    record = _record(state, len(facts), f"{done}/{len(checklist)}")
    state = {**grown(state, told), **ended, "rounds": [*state["rounds"], record.to_dict()]}  # type: ignore[typeddict-item]
    base = report_base(state, deps, others)
    report = await asyncio.to_thread(
        assemble, reviewed.draft, material, base, strict=deps.request.strict, verdicts=reviewed.verdicts
    )
    report = msgspec.structs.replace(report, judged=reviewed.judged)
    material = msgspec.structs.replace(material, facts={fact.id: fact for fact in others})
    report = msgspec.structs.replace(report, note=await _result(deps, state, report, material, facts))
    emit("synthesize", f"{len(report.claims)} sentences, {len(report.sources)} sources", 0.95,
         claims=len(report.claims), sources=len(report.sources))  # fmt: skip
    await deps.store.update_run(
        deps.effects.lease,
        result=report.to_dict(),
        state=trace_state(state["refined_query"], checklist, facts, rounds_of(state)),
    )
    reach("report.after_store")
    return {
        "current_phase": "synthesize",
        "checklist": state["checklist"],
        "final_report": {"claims": len(report.claims)},
        "rounds": [record.to_dict()],
        **ended,
        **told,
    }


async def _read(deps: Deps, state: ResearchState) -> list[Document]:
    """The note itself, then everything else that was read."""
    documents = {document.id: document for document in await documents_of(deps, state)}
    return [documents[name] for name in dict.fromkeys(state["documents"]) if name in documents]


async def _of_page(deps: Deps, state: ResearchState, place: int, page: Document, standing: float) -> list[Finding]:
    queries = queries_of(state)
    passages: list[Passage] = await asyncio.to_thread(
        reading.ranked_of_page, deps.ranker, queries, page, NOTE_PAGE_CHARACTERS, standing
    )
    read = (plan_of(state), checklist_of(state), passages)
    step = _page_step(state["round"], place)
    return await think(deps, state, step, "extract", lambda one: one.extract(*read, ()), returns=list[Finding], most=1)


def _page_step(number: int, place: int) -> str:
    return f"{PAGE}/{number}.{place}"


async def _drafted(deps: Deps, state: ResearchState, material: Material, facts: Sequence[Fact]) -> Reviewed:
    """The sentences, judged and mended as far as the questions that are left allow it."""
    step = f"write/{state['round']}"
    says = {topic["id"]: topic["context"] for topic in state["topics"] if topic.get("context")}
    known = (material.plan, material.checklist, facts, material.contradictions, says)
    most = max(1, MOST_CALLS - _asked(deps) - 1)
    draft = await think(deps, state, step, "write", lambda one: one.supplement(*known), returns=Draft, most=most)
    draft = msgspec.structs.replace(draft, opening=())
    if (left := MOST_CALLS - _asked(deps)) <= 0:
        return Reviewed(draft, DraftVerdicts(material))
    reviewed = await review(deps, state, draft, material, left)
    return reviewed._replace(draft=msgspec.structs.replace(reviewed.draft, opening=()))


def _found(
    checklist: Sequence[ChecklistItem],
    draft: Draft,
    differences: Sequence[Contradiction],
    topics: Sequence[Json],
    note_id: str,
) -> tuple[ChecklistItem, ...]:
    """A topic counts as found where the section says something on it: what is told at the end and in the list agrees."""
    told = {section.item for section in draft.sections if section.claims}
    says = {topic.get("context"): topic["id"] for topic in topics}
    told |= {says.get(side.statement, "") for one in differences for side in one.sides if side.document_id == note_id}
    return tuple(
        msgspec.structs.replace(
            item,
            status=("satisfied" if item.status != "unsatisfied" else "partial") if item.id in told else "unsatisfied",
        )
        for item in checklist
    )


def _asked(deps: Deps) -> int:
    """Questions that a model was asked for this note, beside those for pages."""
    steps = [step for step, _, _ in deps.effects.journal if step.startswith("model/")]
    return sum(not step.startswith(f"model/{PAGE}/") for step in steps)


async def _result(
    deps: Deps, state: ResearchState, report: Report, material: Material, facts: Sequence[Fact]
) -> NoteResult:
    note, documents = note_of(deps), material.documents
    notes = [one for one in documents.values() if one.source_name == VAULT]
    links = await _links(deps, [one.url for one in notes])
    known = msgspec.structs.replace(note, linked=(*note.linked, *await _neighbours(deps, note.path)))
    labels, _ = reading.apart(queries_of(state), {item.id for item in checklist_of(state) if item.own})
    related = related_notes(
        known,
        notes,
        labels,
        facts,
        material.evidence,
        path_of=lambda url: path_of(deps, url),
        links=links,
        quotes=asked_of(deps).quotes,
    )
    topics = convert(state["topics"], list[Topic])
    held = verdicts(
        topics, material.contradictions, tuple(material.facts.values()), material.evidence, documents,
        note_id=state["documents"][0],
    )  # fmt: skip
    section = render_section(
        report,
        SectionMaterial(
            note_id=state["documents"][0],
            links=links,
            related=related,
            topics=tuple(topics),
            verdicts=held,
            researched=datetime.fromisoformat(state["started_at"]),
        ),
    )
    return NoteResult(
        path=note.path,
        topics_researched=len(topics),
        run_id=deps.run_id,
        topics=tuple(topics),
        queries=tuple(state["sent"]),
        related=related,
        section=section,
        problems=note.problems,
        held=held_words(note, topics),
        verdicts=held,
    )


def _unquoted(deps: Deps, documents: Sequence[Document]) -> frozenset[str]:
    """The reader's other notes, unless their words are wanted: what stands in a diary is not copied elsewhere."""
    if asked_of(deps).quotes:
        return frozenset()
    return frozenset(document.id for document in documents if document.source_name == VAULT)


async def _links(deps: Deps, urls: Sequence[str]) -> dict[str, str]:
    """How the note names other notes; settled, since names change."""

    async def look() -> Paid:
        links = await asyncio.to_thread(lambda: {url: book_of(deps).link(url) for url in urls})
        return Paid(value={url: link for url, link in links.items() if link})

    return await deps.effects.step("synthesize").settle(LINKS, look, dict[str, str])


async def _neighbours(deps: Deps, path: str) -> list[str]:
    async def look() -> Paid:
        return Paid(value=await asyncio.to_thread(book_of(deps).neighbours, path))

    return await deps.effects.step("synthesize").settle(NEIGHBOURS, look, list[str])


def _stop(state: ResearchState, bearing: Pressure, done: int, of: int) -> Stop:
    if bearing.user_stop:
        return Stop(cause="user", reason=bearing.user_stop)
    if bearing.budget_stop:
        return bearing.budget_stop
    if state["sources_failed"] and not done:
        return Stop(cause="sources", reason="No source could be reached")
    return Stop(cause="checklist", reason=f"Something was found on {done} of {of} topics")


def _record(state: ResearchState, facts: int, progress: str) -> RoundRecord:
    last = state["last"]
    return RoundRecord(
        iteration=state["round"],
        queries=tuple(query.text for query in queries_of(state) if not query.private),
        results_count=last["hits"],
        documents=last["documents"],
        passages=last["passages"],
        new_facts=last["new"],
        failures=last["failures"],
        checklist_progress=progress,
        facts=facts,
    )
