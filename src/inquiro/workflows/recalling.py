"""Following an earlier run: its documents are read for the new question before anything is searched.

That reading is round 0: it counts for the checklist and not for the limit of rounds.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime

import msgspec
from langgraph.runtime import Runtime

from inquiro.core.ages import EARLIER, read_earlier
from inquiro.core.protocols import Reasoner
from inquiro.core.types import (
    Assessment,
    Contradiction,
    ContradictionSide,
    Document,
    Json,
    Loss,
    Plan,
    Query,
    Report,
    ReportSource,
    Stop,
)
from inquiro.engine.copies import originals
from inquiro.engine.deps import Deps
from inquiro.engine.extract import Proven
from inquiro.engine.followed import Followed, fitting, followed, recorded
from inquiro.engine.leaning import background, leans, led_by
from inquiro.engine.querying import distinct
from inquiro.engine.retractions import marked, withdrawn_copies
from inquiro.workflows.settled import prepared
from inquiro.workflows.sources import counted
from inquiro.workflows.state import ResearchState, checklist_of, queries_of

RECALLED = 0  # the round


async def context_of(deps: Deps) -> str:
    """What the question is to be understood from."""
    earlier = await followed(deps)
    given = deps.request.context
    return given if earlier is None else background(given, earlier.question, earlier.opening)


async def planned(deps: Deps, reasoner: Reasoner, question: str, context: str, answers: Sequence[str]) -> Plan:
    """A model understands a question from the one before it; without one, its subject is lent to a question that leans."""
    earlier = await followed(deps)
    if earlier is None or reasoner is not deps.reasoner:
        return await reasoner.plan(question, context, answers)
    plan = await reasoner.plan(question, deps.request.context, answers)
    return led_by(plan, earlier.about) if leans(" ".join([question, *answers])) else plan


async def ready(deps: Deps, number: int) -> list[Loss]:
    """Providers get ready before the first search that may come: with the plan, or after what is followed was read."""
    due = RECALLED + 1 if deps.request.follow else RECALLED
    skipped = await prepared(deps) if number == due else []
    for loss in skipped:
        deps.emit("notice", f"skipped {loss.what}: {loss.reason}")
    return skipped


def after_plan(state: ResearchState) -> str:
    return "recall" if state.get("follows") else "collect"


async def recall(state: ResearchState, runtime: Runtime[Deps]) -> Json:
    """The documents of the followed run, as if this round had found them; nothing is searched or fetched."""
    deps = runtime.context
    earlier = await followed(deps)
    if earlier is None:
        return {"current_phase": "recall", "last": {"hits": 0, "failures": 0, "read": 0}}
    read = fitting(await deps.shelf.get(list(earlier.documents)), deps.request.filters)
    copies = originals(read, ())
    kept = [document for document in read if document.id not in copies]
    withdrawn = [*earlier.withdrawn, *withdrawn_copies(marked(read, earlier.withdrawn), copies)]
    deps.emit("recall", f"reading {_many(len(kept), 'document')} of run {earlier.short_id}", None, round=RECALLED,
              run=earlier.run_id, documents=len(kept))  # fmt: skip
    return {
        "current_phase": "recall",
        "documents": [document.id for document in kept],
        "known": [] if deps.request.fresh else list(earlier.names),
        "withdrawn": list(dict.fromkeys(withdrawn)),
        "dropped": counted(state["dropped"], "near-identical pages", len(copies)),
        "last": {"hits": 0, "failures": 0, "read": len(kept)},
    }


def read_for(state: ResearchState) -> list[Query]:
    """What passages are ranked by; earlier documents are about the subject already, so also by what is asked of it."""
    queries = queries_of(state)
    if state["round"] != RECALLED:
        return queries
    asked = (Query(text=" ".join(item.terms), items=(item.id,)) for item in checklist_of(state) if item.about)
    return [*queries, *dict.fromkeys(asked)]


def tell_recalled(deps: Deps, state: ResearchState, proven: Proven) -> None:
    earlier = recorded(deps.effects) if state["round"] == RECALLED else None
    if earlier is not None:
        documents = len({proof.document_id for proof in proven.evidence} or state["documents"])
        told = f"From run {earlier.short_id}: {_many(proven.new, 'fact')} of {_many(documents, 'document')}"
        deps.emit("recall", told, None, round=RECALLED, run=earlier.run_id, facts=proven.new, documents=documents)


def for_what_is_open(state: ResearchState, judged: Assessment) -> list[Query]:
    """After what is followed was read: the planned queries for what is open, which nobody was asked yet, then others."""
    if state["round"] != RECALLED:
        return list(judged.queries)
    still_open = {item.id for item in judged.checklist if not item.satisfied}
    first = [_for(query, still_open) for query in queries_of(state) if still_open & set(query.items)]
    return list(distinct([*first, *judged.queries], state["tried"]))


def why_it_stopped(deps: Deps, number: int, stop: Stop | None) -> Stop | None:
    """Where nothing had to be searched, the reason says so."""
    earlier = recorded(deps.effects) if number == RECALLED else None
    if stop is None or earlier is None:
        return stop
    coverage = stop.reason.partition(": ")[2].partition(";")[0]
    if stop.cause == "checklist":
        reason = f"Answered from run {earlier.short_id}; nothing was searched: {coverage}"
        return msgspec.structs.replace(stop, reason=reason)
    if stop.cause == "exhausted" and not deps.providers:
        reason = f"Run {earlier.short_id} says no more, and there is no source to search"
        return msgspec.structs.replace(stop, reason=reason)
    return stop


def as_followed(deps: Deps, state: ResearchState, report: Report, documents: Mapping[str, Document]) -> Report:
    """The report with what came from earlier runs marked as such."""
    earlier = recorded(deps.effects)
    if earlier is None:
        return report
    now = datetime.fromisoformat(state["started_at"])
    dated = {name: _dated(earlier, documents[name]) for name in earlier.documents if name in documents}
    sources = tuple(_source(one, dated, documents, now) for one in report.sources)
    return msgspec.structs.replace(
        report,
        sources=sources,
        contradictions=tuple(_contradiction(one, dated) for one in report.contradictions),
        notices=(_notice(earlier, sources), *report.notices),
    )


def _notice(earlier: Followed, sources: Sequence[ReportSource]) -> str:
    asked = f" of {earlier.asked_at:%Y-%m-%d}" if earlier.asked_at else ""
    taken = sum(source.document_id in earlier.documents for source in sources)
    read = _many(len(earlier.documents), "document")
    given = f"{taken} of the {_many(len(sources), 'source')}" if sources else "no source"
    return f"Follows run {earlier.short_id}{asked} (“{earlier.question}”): {read} read before gave {given}."


def _source(
    source: ReportSource, dated: Mapping[str, str], documents: Mapping[str, Document], now: datetime
) -> ReportSource:
    if source.document_id not in dated:
        return source
    read = documents[source.document_id].fetched_at
    days = (now.date() - read.date()).days
    age = f" ({_many(days, 'day')} ago)" if days > 0 else ""
    if source.type == "knowledge":  # that run had it from one before, which read it then
        kept = tuple(flag for flag in source.flags if not flag.startswith(EARLIER))
        return msgspec.structs.replace(source, flags=(*kept, read_earlier(read, now)))
    return msgspec.structs.replace(source, flags=(*source.flags, f"read by {dated[source.document_id]}{age}"))


def _contradiction(one: Contradiction, dated: Mapping[str, str]) -> Contradiction:
    def side(told: ContradictionSide) -> ContradictionSide:
        return msgspec.structs.replace(told, earlier=dated.get(told.document_id, ""))

    return msgspec.structs.replace(one, sides=tuple(side(told) for told in one.sides))


def _dated(earlier: Followed, document: Document) -> str:
    return f"run {earlier.documents[document.id][:8]} on {document.fetched_at:%Y-%m-%d}"


def _for(query: Query, items: set[str]) -> Query:
    return msgspec.structs.replace(query, items=tuple(item for item in query.items if item in items))


def _many(number: int, what: str) -> str:
    return f"{number} {what}" if number == 1 else f"{number} {what}s"
