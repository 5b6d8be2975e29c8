"""The research graph: clarify → plan → (recall | collect) → process → analyze → evaluate → (collect | criticise | synthesize) → export."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from functools import lru_cache
from time import monotonic
from typing import Any, Literal

import msgspec
from langgraph.checkpoint.base import BaseCheckpointSaver
from langgraph.config import get_stream_writer
from langgraph.graph import END, START, StateGraph
from langgraph.graph.state import CompiledStateGraph
from langgraph.runtime import Runtime
from langgraph.types import Command

from inquiro.core.crash_points import reach
from inquiro.core.decoders import convert
from inquiro.core.types import (
    ChecklistItem,
    Contradiction,
    Fact,
    Finding,
    Json,
    Plan,
    Query,
    Report,
)
from inquiro.effects import Paid
from inquiro.engine.analyze import analyze as cross_check
from inquiro.engine.analyze import doubted
from inquiro.engine.contradictions import joined
from inquiro.engine.copies import originals
from inquiro.engine.deps import Deps
from inquiro.engine.domains import detect_domain
from inquiro.engine.entities import gather
from inquiro.engine.extract import Proven, prove
from inquiro.engine.modes.searching import with_mode_queries
from inquiro.engine.retractions import marked, withdrawn_copies
from inquiro.engine.search import Round, told_query
from inquiro.engine.search import collect as fan_out
from inquiro.engine.stopping import Situation, decide
from inquiro.workflows import critique, recalling
from inquiro.workflows.answering import answered
from inquiro.workflows.canarying import with_canaries
from inquiro.workflows.extent import given, max_rounds, own_pages, page_seconds, pages
from inquiro.workflows.judgement import judgement
from inquiro.workflows.progress import checklist_view, outlook_of, round_record, saturation_of, trace_state
from inquiro.workflows.reading_budget import chosen_reading, not_meant, read_all
from inquiro.workflows.settled import answered_once, chosen_sources, field_of, pressure, spent
from inquiro.workflows.sources import (
    counted,
    documents_of,
    next_queries,
    remember_sources,
    still_asked,
    times_asked,
)
from inquiro.workflows.state import ResearchState, checklist_of, plan_of, queries_of, reserve_of, rounds_of, waiting_of
from inquiro.workflows.thinking import noted, think

Graph = CompiledStateGraph[ResearchState, Deps, ResearchState, ResearchState]
MOST_EXCHANGES = 2


def emit(stage: str, message: str, progress: float | None = None, **data: object) -> None:
    """The engine's voice: LangGraph's custom stream."""
    get_stream_writer()({"stage": stage, "message": message, "progress": progress, "data": data})


def build(checkpointer: BaseCheckpointSaver[Any] | None = None) -> Graph:
    """The graph for one run; compiling costs 11 ms, so it is done once."""
    nodes = (
        clarify,
        plan,
        recalling.recall,
        collect,
        process,
        analyze,
        evaluate,
        critique.criticise,
        synthesize,
        export,
    )
    return _compiled(nodes).copy({"checkpointer": checkpointer})


@lru_cache(maxsize=8)
def _compiled(nodes: tuple[Any, ...]) -> Graph:
    graph = StateGraph(ResearchState, context_schema=Deps)
    for node in nodes:
        graph.add_node(node.__name__, node)
    graph.add_edge(START, "clarify")
    graph.add_conditional_edges("plan", recalling.after_plan, ["recall", "collect"])
    graph.add_edge("recall", "process")
    graph.add_edge("collect", "process")
    graph.add_edge("process", "analyze")
    graph.add_edge("analyze", "evaluate")
    graph.add_edge("synthesize", "export")
    graph.add_edge("export", END)
    return graph.compile()


async def clarify(state: ResearchState, runtime: Runtime[Deps]) -> Command[Literal["clarify", "plan"]]:
    """Ask the person only when there is nothing to search for; two exchanges at most."""
    deps, answers = runtime.context, state["answers"]
    question = await deps.reasoner.clarify(state["original_query"], await recalling.context_of(deps), answers)
    if question is None or deps.request.unattended or len(answers) >= MOST_EXCHANGES:
        return Command(goto="plan", update={"current_phase": "clarify"})
    answer = await answered_once(deps, len(answers), question)
    return Command(goto="clarify", update={"answers": [answer], "current_phase": "clarify"})


async def plan(state: ResearchState, runtime: Runtime[Deps]) -> Json:
    """The refined question, its checklist, and the first queries."""
    deps, began = runtime.context, monotonic()
    step = deps.effects.step("plan")
    critique.announce(deps)
    started, skipped = await asyncio.gather(step.now(), recalling.ready(deps, 0))
    asked = (state["original_query"], await recalling.context_of(deps), state["answers"])
    made = await think(deps, state, "plan", "plan", lambda one: recalling.planned(deps, one, *asked), returns=Plan)
    made = with_mode_queries(await critique.seen_from_all_sides(deps, state, made), deps.request.modes)
    unclear = await deps.reasoner.clarify(*asked)
    if unclear:
        assumption = f"Nobody could be asked: “{unclear}” The question was taken as it stands."
        made = msgspec.structs.replace(made, assumptions=(*made.assumptions, assumption))
    choice = await chosen_sources(deps, lambda: field_of(deps, made, *asked[:2]))
    domain = choice.domain or deps.request.domain or detect_domain(*asked[:2], deps.domains)
    emit("plan", f"{len(made.checklist)} things to find out", 0.1, checklist=checklist_view(made.checklist),
         refined_query=made.refined_query, key_terms=list(made.key_terms), seconds=monotonic() - began, domain=domain,
         sources=[one.name for one in choice.asked], reserve=[one.name for one in choice.reserve],
         reasons={one.name: list(one.reasons) for one in choice.asked})  # fmt: skip
    return {
        "current_phase": "plan",
        "started_at": started.isoformat(),
        "refined_query": made.refined_query,
        "domain": domain,
        "sources": [one.name for one in choice.asked],
        "reserve": [one.to_dict() for one in choice.reserve],
        "closed": list(choice.closed),
        "plan": msgspec.structs.replace(made, queries=()).to_dict(),
        "checklist": [item.to_dict() for item in made.checklist],
        "queries": [query.to_dict() for query in made.queries],
        **(told := noted(deps, "plan", "perspectives")),
        "access_failures": [*(loss.to_dict() for loss in skipped), *told["access_failures"]],
    }


async def collect(state: ResearchState, runtime: Runtime[Deps]) -> Json:
    """This round's queries to every source, pages read as their hits arrive."""
    deps, number = runtime.context, state["round"] + 1
    queries, skipped = queries_of(state), await recalling.ready(deps, number)
    emit("round", f"round {number}: {len(queries)} queries", None, round=number,
         max_rounds=max(max_rounds(deps), number), queries=[told_query(deps, query) for query in queries])  # fmt: skip
    turn = Round(
        number=number,
        queries=tuple(queries),
        pages=pages(deps, sum(not query.private for query in queries) or len(queries)),
        own_pages=own_pages(deps),
        given=given(deps),
        page_seconds=page_seconds(deps),
        every_query=deps.request.note is not None,
        sources=tuple(state["sources"]),
        reserve=tuple(reserve_of(state)),
        closed=tuple(state["closed"]),
        read=tuple(state["known"]),
        waiting=tuple(waiting_of(state)),
        last=number >= max_rounds(deps),
        year=int(state["started_at"][:4]),
        domain=state["domain"],
    )
    admitted = await fan_out(deps, deps.effects.step(f"collect/{number}"), turn)
    reach("round.after_admit")
    opened = await deps.shelf.get([d for d in admitted.documents if d not in state["documents"]])
    copies = originals(opened, await documents_of(deps, state))
    found = [document for document in opened if document.id not in copies]
    withdrawn = [*admitted.withdrawn, *withdrawn_copies(marked(opened, admitted.withdrawn), copies)]
    answered = [one for one in admitted.searched if not one.failed]
    return {
        "current_phase": "collect",
        "round": number,
        "documents": [document.id for document in found],
        "known": [name for name in admitted.names if name not in state["known"]],
        "waiting": [one.to_dict() for one in admitted.waiting],
        **still_asked(state, admitted),
        "withdrawn": [name for name in dict.fromkeys(withdrawn) if name not in state.get("withdrawn", [])],
        "dropped": counted(state["dropped"], "near-identical pages", len(copies)),
        "sources_queried": [one.provider for one in admitted.searched],  # one for each search
        "tried": [query.text for query in queries],
        "checklist": [item.to_dict() for item in _count_tries(checklist_of(state), queries)],
        "asked": times_asked(state, admitted),
        "access_failures": [loss.to_dict() for loss in (*skipped, *admitted.lost)],
        "answered_rounds": state["answered_rounds"] + bool(answered),
        "sources_failed": not found and len(answered) < len(admitted.searched) + len(admitted.waiting),
        "last": {"hits": admitted.hits, "failures": len(admitted.lost), "read": len(found)},
    }


async def process(state: ResearchState, runtime: Runtime[Deps]) -> Json:
    """Passages ranked locally first, then facts with exact quotes."""
    deps, number = runtime.context, state["round"]
    deps.effects.budget.thinking_begins()
    step = f"extract/{number}"
    documents = await documents_of(deps, state)
    by_id = {document.id: document for document in documents}
    reading = await chosen_reading(deps, state, documents)
    reach("reading.after_settle")
    passages = reading.passages(by_id)

    async def work() -> Paid:
        known, evidence = await asyncio.gather(deps.store.facts(deps.run_id), deps.store.evidence(deps.run_id))
        read = (plan_of(state), checklist_of(state), passages, known)
        findings = await think(deps, state, step, "extract", lambda one: one.extract(*read), returns=list[Finding])
        return Paid(value=prove(findings, by_id, known, len(evidence), number, passages=passages))

    # Settled before it is stored: a crash in between must not count the same sentences as found twice.
    proven = await deps.effects.step(f"process/{number}").settle("facts", work, Proven)
    reach("facts.after_settle")
    await deps.store.put_findings(deps.effects.lease, proven.facts, proven.evidence, ())
    reach("facts.after_store")
    recalling.tell_recalled(deps, state, proven)
    touched = len({passage.document_id for passage in passages})
    emit("process", f"{len(passages)} passages from {touched} documents, {proven.new} new facts", None,
         round=number, passages=len(passages), documents=touched, new_facts=proven.new, allowance=reading.allowance,
         tokens=reading.used)  # fmt: skip
    dropped = counted(state["dropped"], "quotes not found", proven.dropped)
    counts = {"passages": len(passages), "documents": touched, "new": proven.new, "repeated": proven.repeated,
              "shown": reading.used}  # fmt: skip
    done = noted(deps, step)
    done["access_failures"] += [loss.to_dict() for loss in not_meant(reading, number)]
    return {"current_phase": "process", "last": state["last"] | counts, "dropped": dropped, **done}


async def analyze(state: ResearchState, runtime: Runtime[Deps]) -> Json:
    """Origins, confidence and contradictions over everything found so far."""
    deps = runtime.context
    facts, evidence, documents = await asyncio.gather(
        deps.store.facts(deps.run_id), deps.store.evidence(deps.run_id), documents_of(deps, state)
    )
    weighed, contradictions = await asyncio.to_thread(
        cross_check,
        facts,
        {e.id: e for e in evidence},
        {d.id: d for d in documents},
        deps.domains[state["domain"]].verification_threshold,
    )
    entities = await asyncio.to_thread(gather, weighed, [document.text for document in documents])
    await deps.store.put_findings(deps.effects.lease, weighed, (), entities)
    emit("analyze", f"{len(weighed)} facts, {len(contradictions)} contradictions", None, round=state["round"],
         facts=len(weighed), entities=len(entities), contradictions=len(contradictions))  # fmt: skip
    return {
        "current_phase": "analyze",
        "facts_extracted": [fact.id for fact in weighed],
        "entities_found": [entity.name for entity in entities],
        "contradictions": [one.to_dict() for one in contradictions],
        "last": state["last"]
        | {"facts_before": len(state["facts_extracted"]), "entities_before": len(state["entities_found"])},
    }


async def evaluate(
    state: ResearchState, runtime: Runtime[Deps]
) -> Command[Literal["collect", "criticise", "synthesize"]]:
    """Coverage, saturation and the stop decision with its reason in words."""
    deps, number = runtime.context, state["round"]
    facts, stored = await asyncio.gather(deps.store.facts(deps.run_id), deps.store.entities(deps.run_id))
    named = set(state["entities_found"])  # one that turned out to be another spelling stays stored
    entities = [entity for entity in stored if entity.name in named]
    judged = await judgement(deps, state, facts, entities)
    disputes = await _disputes(deps, state, facts, judged.contradictions)
    metrics = saturation_of(state, judged.checklist, entities)
    deps.effects.budget.thinking_ends()
    outlook, bearing = await asyncio.gather(
        asyncio.to_thread(outlook_of, state, judged.checklist, facts), pressure(deps, number)
    )
    stop = decide(
        Situation(
            checklist=judged.checklist,
            round=number,
            max_rounds=max_rounds(deps),
            user_stop=bearing.user_stop,
            budget_stop=bearing.budget_stop,
            metrics=metrics,
            answered_rounds=state["answered_rounds"],
            sources_failed=state["sources_failed"],
            answers_under_way=bool(state["waiting"]),
            queries_left=bool(deps.providers and (judged.queries or state["waiting"])),
            outlook=outlook.remaining,
        )
    )
    stop = recalling.why_it_stopped(deps, number, stop or read_all(deps, state, judged.checklist))
    stop = critique.ended(state, stop)
    done = sum(item.satisfied for item in judged.checklist)
    record = round_record(state, judged.checklist, metrics, outlook)
    share = max(number / max_rounds(deps), done / max(len(judged.checklist), 1))
    emit("evaluate", stop.reason if stop else f"{done} of {len(judged.checklist)} answered", 0.1 + 0.75 * share,
         round=number, checklist=checklist_view(judged.checklist), usage=deps.effects.budget.used.to_dict(),
         expected_new_facts=record.expected_new_facts, estimate=outlook.whole.to_dict(), saturation=metrics.to_dict(),
         stop=stop.to_dict() if stop else None)  # fmt: skip
    records = [*rounds_of(state), record]
    await deps.store.update_run(
        deps.effects.lease,
        current_stage=f"round {number}",
        progress=0.1 + 0.75 * share,
        state=trace_state(state["refined_query"], judged.checklist, facts, records),
        metrics={"seconds": deps.effects.budget.used.seconds},
    )
    update = {
        "current_phase": "evaluate",
        **noted(deps, f"assess/{number}"),
        "checklist": [item.to_dict() for item in judged.checklist],
        "contradictions": [one.to_dict() for one in disputes],
        "queries": next_queries(state, recalling.for_what_is_open(state, judged), stop),
        "rounds": [record.to_dict()],
        "saturation_metrics": metrics.to_dict(),
        "should_stop": stop is not None,
        "stop_reason": stop.reason if stop else None,
        "stop_cause": stop.cause if stop else None,
    }
    return Command(goto=critique.next_node(deps, state, stop), update=update)


async def synthesize(state: ResearchState, runtime: Runtime[Deps]) -> Json:
    """Claims from facts, every sentence verified, the report put together."""
    deps = runtime.context
    if deps.request.modes:
        from inquiro.workflows import researcher  # only where it is asked for

        return await researcher.present(deps, state)
    report, told = await answered(deps, state)
    return await kept(deps, report, told)


async def kept(deps: Deps, report: Report, told: Json) -> Json:
    """The report into the store, and what the graph remembers of it."""
    emit("synthesize", f"{len(report.claims)} sentences, {len(report.sources)} sources", 0.95,
         claims=len(report.claims), sources=len(report.sources))  # fmt: skip
    await deps.store.update_run(deps.effects.lease, result=report.to_dict())
    reach("report.after_store")
    return {"current_phase": "synthesize", "final_report": {"claims": len(report.claims)}, **told}


async def export(state: ResearchState, runtime: Runtime[Deps]) -> Json:
    """Close the trace: times and usage into the report, what each source gave into memory."""
    deps = runtime.context
    finished, usage = await spent(deps, state["round"])
    run = await deps.store.get_run(deps.run_id)
    report = convert(run.result, Report)
    report = await with_canaries(deps, state["round"], report)
    report = msgspec.structs.replace(report, created_at=finished, usage=usage)
    queries = state["sources_queried"]
    kinds = {provider.name: provider.kind for provider in deps.providers}
    metrics = {
        "total_iterations": state["round"],
        "pubmed_queries": queries.count("pubmed"),
        "web_queries": sum(kinds.get(name) == "web" for name in queries),
        "local_queries": sum(kinds.get(name) == "local" for name in queries),
        "sources_processed": len(state["documents"]),
        "llm_calls": usage.calls,
        "seconds": usage.seconds,
        "canaries": report.canaries.to_dict() if report.canaries else None,
    }
    await remember_sources(deps, state, report)
    await deps.store.update_run(
        deps.effects.lease,
        status="completed",
        progress=1.0,
        current_stage="done",
        result=report.to_dict(),
        metrics=metrics,
    )
    reach("run.after_close")
    return {"current_phase": "export"}


async def _disputes(
    deps: Deps, state: ResearchState, facts: list[Fact], seen: Sequence[Contradiction]
) -> list[Contradiction]:
    """What rules found and what a model saw besides; whoever disputes a fact lowers its confidence."""
    if seen:
        threshold = deps.domains[state["domain"]].verification_threshold
        await deps.store.put_findings(deps.effects.lease, doubted(facts, seen, threshold), (), ())
    return joined(convert(state["contradictions"], list[Contradiction]), seen)


def another_round() -> Command[Any]:
    """How a graph that was stopped early goes on."""
    return Command(goto="collect")


def _count_tries(checklist: list[ChecklistItem], queries: list[Query]) -> list[ChecklistItem]:
    sent = {one.id: [q.text for q in queries if one.id in q.items and q.private <= one.private] for one in checklist}
    return [
        msgspec.structs.replace(item, tried=item.tried + len(sent[item.id]), queries=(*item.queries, *sent[item.id]))
        for item in checklist
    ]
