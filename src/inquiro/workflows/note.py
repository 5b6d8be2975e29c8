"""The graph of a note: read → topics → agree → collect → widen → process → analyze → synthesize → write → export."""

from __future__ import annotations

import asyncio
from functools import lru_cache
from typing import Any

import msgspec
from langgraph.checkpoint.base import BaseCheckpointSaver
from langgraph.graph import END, START, StateGraph
from langgraph.runtime import Runtime
from langgraph.types import Command

from inquiro.core.crash_points import reach
from inquiro.core.decoders import convert
from inquiro.core.errors import UsageError
from inquiro.core.types import PREVIEW, Json, NoteText, Plan, Query, Report, Topic, WriteOutcome, Written
from inquiro.effects import Paid
from inquiro.engine.deps import Deps
from inquiro.engine.domains import detect_domain
from inquiro.engine.notes.agreement import (
    agreed_queries,
    agreed_topics,
    held_words,
    let_through,
    question_of,
    remembering,
    told_held,
)
from inquiro.engine.notes.planned import plan_for
from inquiro.engine.notes.source_words import later_searches, source_words
from inquiro.engine.notes.topics import topics_ready
from inquiro.workflows import recalling
from inquiro.workflows.deep_research import Graph, analyze, collect, emit, export
from inquiro.workflows.note_findings import process, synthesize
from inquiro.workflows.note_read import asked_of, book_of, note_document, note_of, own_names, read_once
from inquiro.workflows.progress import checklist_view
from inquiro.workflows.settled import answered_once, chosen_sources
from inquiro.workflows.sources import documents_of
from inquiro.workflows.state import ResearchState
from inquiro.workflows.thinking import TOPICS, noted, think

WROTE, WIDENED, ACCEPTED = "written", "widened", "accept"
TOPIC_CALLS = 2  # questions to the model: a list that cannot be used is asked for once more


def build(checkpointer: BaseCheckpointSaver[Any] | None = None) -> Graph:
    return _compiled().copy({"checkpointer": checkpointer})


@lru_cache(maxsize=1)
def _compiled() -> Graph:
    graph = StateGraph(ResearchState, context_schema=Deps)
    steps: tuple[Any, ...] = (read, topics, agree, collect, widen, process, analyze, synthesize, write, export)
    names = [step.__name__ for step in steps]
    for name, step in zip(names, steps, strict=True):
        graph.add_node(name, step)
    for before, after in zip([START, *names], [*names, END], strict=True):
        graph.add_edge(before, after)
    return graph.compile()


def another_round() -> Command[Any]:
    """How a run that was stopped early goes on."""
    return Command(goto="collect")


async def read(_: ResearchState, runtime: Runtime[Deps]) -> Json:
    """The note as it is now, with its embeds; what was researched last time is left out."""
    deps = runtime.context
    note = await read_once(deps)
    started = await deps.effects.step("read").now()
    document = note_document(deps, note, started)
    await deps.store.put_documents(deps.effects.lease, [document])
    embeds = f", {len(note.embedded)} embedded" if note.embedded else ""
    emit("note", f"read {note.path}: {len(note.text):,} characters{embeds}", 0.05, path=note.path,
         characters=len(note.text), embedded=list(note.embedded), problems=list(note.problems))  # fmt: skip
    return {
        "current_phase": "read",
        "started_at": started.isoformat(),
        "documents": [document.id],
        "known": own_names(deps, note),
    }


async def topics(state: ResearchState, runtime: Runtime[Deps]) -> Json:
    """What the note is about, and which words of it may leave the machine; the vault gets ready meanwhile."""
    deps = runtime.context
    note, focus = note_of(deps), asked_of(deps).focus
    thought = think(
        deps, state, TOPICS, "plan", lambda one: one.topics(note, focus), returns=list[Topic], most=TOPIC_CALLS
    )
    skipped, found = await asyncio.gather(recalling.ready(deps, 0), thought)
    ready = await asyncio.to_thread(_usable, found, note, focus)
    held = await asyncio.to_thread(held_words, note, ready)
    made = plan_for(note, ready)
    domain = deps.request.domain or detect_domain(made.refined_query, "", deps.domains)
    choice = await chosen_sources(deps, domain)
    leaving = [one.name for one in choice.asked if _leaves(deps, one.name)]
    sent = sent_outside(made.queries, leaving)
    asked = [one.name for one in choice.asked if not asked_of(deps).dry_run or one.name not in leaving]
    emit("topics", f"{len(ready)} topics", 0.15, topics=[_shown(topic) for topic in ready], queries=sent,
         sources=leaving, sent=not asked_of(deps).dry_run, held=told_held(held),
         checklist=checklist_view(made.checklist))  # fmt: skip
    told = noted(deps, TOPICS)
    return {
        "current_phase": "topics",
        **_planned(made, ready),
        "domain": domain,
        "sent": sent,
        "sources": asked,
        "reserve": [] if asked_of(deps).dry_run else [one.to_dict() for one in choice.reserve],
        "closed": list(choice.closed),
        **told,
        "access_failures": [*(loss.to_dict() for loss in skipped), *told["access_failures"]],
    }


async def agree(state: ResearchState, runtime: Runtime[Deps]) -> Json:
    """Nothing of a note leaves before a person has seen it, where there is one; their answer is journaled."""
    deps = runtime.context
    note, asked, sent = note_of(deps), asked_of(deps), state["sent"]
    if asked.dry_run or not (asked.queries or (sent and asked.send == "ask")):
        return {"current_phase": "agree"}
    found = convert(state["topics"], list[Topic])
    if asked.queries:
        chosen = agreed_queries("\n".join(asked.queries), sent)
    else:
        answer, remember = remembering(await answered_once(deps, 0, question_of(sent, held_words(note, found))))
        chosen = agreed_queries(answer, sent)
        if remember and (words := let_through(chosen, note)):
            await _remember(deps, words)
    ready = agreed_topics(found, chosen)
    made = plan_for(note, ready)
    left = [query.text for query in made.queries if not query.private]
    emit("topics", f"{len(left)} searches agreed to", 0.16, queries=left, checklist=checklist_view(made.checklist))
    return {"current_phase": "agree", **_planned(made, ready), "sent": left}


async def widen(state: ResearchState, runtime: Runtime[Deps]) -> Json:
    """A second search for topics that lost words which public sources of this run use: these are public, too."""
    deps, asked = runtime.context, asked_of(runtime.context)
    place = deps.effects.step("widen")
    # Who was asked agreed to searches, not to words of pages; and a replay does no step that the run did not do.
    once = asked.send == "known" and not asked.queries and not asked.dry_run and bool(state["sent"])
    if not once or (deps.effects.replay and place.recorded(WIDENED, list[Query]) is None):
        return {}
    note, found = note_of(deps), convert(state["topics"], list[Topic])

    async def look() -> Paid:
        if deps.effects.budget.exhausted() is not None or deps.stopping.is_set():
            return Paid(value=[])
        documents = await documents_of(deps, state)
        words = await asyncio.to_thread(source_words, note, documents)
        more = await asyncio.to_thread(later_searches, note, found, words)
        return Paid(value=[Query(text=text, items=(topic,)) for topic, text in more])

    more = await place.settle(WIDENED, look, list[Query])
    if not more:
        return {}
    queries = [query.to_dict() for query in more]
    update = await collect({**state, "queries": queries}, runtime)
    hits = state["last"]["hits"] + update["last"]["hits"]
    return update | {
        "current_phase": "widen",
        "queries": [*state["queries"], *queries],
        "sent": [*state["sent"], *(query.text for query in more)],
        "last": update["last"] | {"hits": hits},
        "sources_failed": state["sources_failed"] and update["sources_failed"],
    }


async def write(state: ResearchState, runtime: Runtime[Deps]) -> Json:
    """The section into the note as it is by now; once, however often the run is interrupted."""
    deps, number = runtime.context, state["round"]
    report = convert((await deps.store.get_run(deps.run_id)).result, Report)
    assert report.note is not None
    note, section = note_of(deps), report.note.section
    reason = _kept_back(state, report)
    emit("write", reason or f"writing into {note.path}", 0.97, path=note.path)

    async def put() -> Paid:
        asked = asked_of(deps)
        dry_run = asked.dry_run or asked.hold
        done = await asyncio.to_thread(book_of(deps).write, note, section, deps.run_id, dry_run=dry_run)
        return Paid(value=done if asked.dry_run or not asked.hold else _held(done))

    if reason:
        tried: WriteOutcome = "dry_run" if asked_of(deps).dry_run else "nothing"
        written = Written(outcome=tried, path=note.path, reason=reason)
    else:
        written = await deps.effects.step(f"write/{number}").settle(WROTE, put, Written)
        written = deps.effects.step(ACCEPTED).recorded(WROTE, Written) or written  # in a replay
    reach("note.after_journal")
    told = msgspec.structs.replace(
        report.note,
        path=note.path,
        written=written,
        preview=(written.section or section)[:PREVIEW],
        sha256=note.sha256,
    )
    report = msgspec.structs.replace(report, note=told)
    emit("write", _told(written), 0.98, path=written.path, outcome=written.outcome, kept=written.kept)
    await deps.store.update_run(deps.effects.lease, result=report.to_dict())
    return {"current_phase": "write"}


def _held(tried: Written) -> Written:
    return msgspec.structs.replace(tried, outcome="held" if tried.diff else "unchanged")


async def _remember(deps: Deps, words: tuple[str, ...]) -> None:
    async def keep() -> Paid:
        await asyncio.to_thread(book_of(deps).accept, words)
        return Paid(value=True)

    await deps.effects.step("agree").settle("remembered", keep, bool)


def _planned(made: Plan, ready: list[Topic]) -> Json:
    return {
        "refined_query": made.refined_query,
        "topics": [topic.to_dict() for topic in ready],
        "plan": msgspec.structs.replace(made, queries=()).to_dict(),
        "checklist": [item.to_dict() for item in made.checklist],
        "queries": [query.to_dict() for query in made.queries],
    }


def sent_outside(queries: tuple[Query, ...], leaving: list[str]) -> list[str]:
    """Everything of the note that leaves the machine, or would."""
    return [query.text for query in queries if not query.private] if leaving else []


def _usable(found: list[Topic], note: NoteText, focus: str | None) -> list[Topic]:
    wanted = [Topic(id="t1", label=focus, type="concept")] if focus else []
    ready = topics_ready(found, note) or topics_ready(wanted, note)
    if not ready:
        raise UsageError(f"nothing to research was found in {note.path}; say what to look for with --focus")
    return ready


def _leaves(deps: Deps, name: str) -> bool:
    return any(provider.name == name and provider.leaves_machine for provider in deps.providers)


def _shown(topic: Topic) -> Json:
    return {"id": topic.id, "label": topic.label, "type": topic.type, "redacted": list(topic.redacted)}


def _kept_back(state: ResearchState, report: Report) -> str:
    """Why nothing is written, if so: an earlier section is worth more than an empty one."""
    if state.get("stop_cause") == "user":
        return "stopped before anything was written"
    if not report.claims and not (report.note and report.note.related):
        return "nothing was found, so nothing was written"
    return ""


def _told(written: Written) -> str:
    return {
        "written": f"wrote the section into {written.path}",
        "merged": f"updated the section in {written.path}; your edits were kept",
        "unchanged": f"found nothing new: {written.path} says all this already, and was not touched",
        "sibling": f"wrote the section into {written.path}: {written.reason}",
        "dry_run": f"nothing was written into {written.path}",
        "held": f"nothing is written into {written.path} before you accept it",
        "nothing": written.reason,
    }[written.outcome]
