"""What a run says of its sources in the end: what each gave, what was left behind, what a reader should know."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Iterable, Sequence

from inquiro.core.decoders import convert
from inquiro.core.types import Document, EffectRow, Json, Loss, Query, Report, ReportSource, Stop
from inquiro.engine.choosing import HOST
from inquiro.engine.deps import Deps
from inquiro.engine.followed import recorded
from inquiro.engine.publishers import host_of
from inquiro.engine.retractions import marked
from inquiro.engine.search import Admitted, Waiting
from inquiro.workflows.state import ResearchState, reserve_of, waiting_of

_OUTAGES = {"Unavailable", "NoAddress", "Deferred", "TimedOut"}
_CLOSED = {"AccessDenied", "RateLimited"}


async def documents_of(deps: Deps, state: ResearchState) -> list[Document]:
    """Everything that was read, with the retractions that any source told of."""
    return marked(await deps.shelf.get(state["documents"]), state.get("withdrawn", []))


def still_asked(state: ResearchState, admitted: Admitted) -> Json:
    """A source that refused us is not asked again in this run: the best one in reserve takes its place."""
    refused = {one.provider for one in admitted.searched if one.refused}
    asked = [name for name in state["sources"] if name not in refused]
    reserve = [one for one in reserve_of(state) if one.name not in refused]
    missing = len(state["sources"]) - len(asked)
    promoted = [one.name for one in reserve[:missing]]
    return {"sources": [*asked, *promoted], "reserve": [one.to_dict() for one in reserve[missing:]]}


def next_queries(state: ResearchState, asked: Sequence[Query], stop: Stop | None) -> list[Json]:
    """Whoever goes on with a run that reached nobody asks the same again."""
    if stop is not None and stop.cause == "sources":
        return state["queries"]
    return [query.to_dict() for query in asked]


def times_asked(state: ResearchState, admitted: Admitted) -> dict[str, int]:
    """In how many rounds each source was asked about each item."""
    pairs = {f"{one.provider}|{item}": 1 for one in admitted.searched for item in one.items}
    return dict(Counter(state["asked"]) + Counter(pairs))


def lost_in(state: ResearchState) -> tuple[Loss, ...]:
    """What failed or was left behind, each once: several rounds may meet the same wall."""
    failed = convert(state["access_failures"], list[Loss])
    return tuple(dict.fromkeys([*failed, *map(left_behind, waiting_of(state))]))


def counted(counts: dict[str, int], what: str, more: int) -> dict[str, int]:
    return counts | {what: counts.get(what, 0) + more} if more else counts


async def remember_sources(deps: Deps, state: ResearchState, report: Report) -> None:
    """What each source and each host gave to the answer, out of what was asked of it: the next run ranks by it.

    What a followed run had read is to its sources' credit already.
    """
    earlier = recorded(deps.effects)
    before = earlier.documents if earlier else {}
    facts = {fact.id: fact for fact in await deps.store.facts(deps.run_id)}
    sources = {source.id: source for source in report.sources if source.document_id not in before}
    verified: Counter[str] = Counter()
    for claim in report.claims:
        if any(facts[fact].verified for fact in claim.facts if fact in facts):
            own = [sources[one.source_id] for one in claim.evidence if one.source_id in sources]
            verified.update({name for source in own for name in _names(source)})
    cited = Counter(name for source in sources.values() for name in _names(source))
    remembered = [
        deps.store.remember_source(
            deps.effects.lease, state["domain"], name, gained=min(cited[name], tries.asked), tried=tries.asked,
            verified=min(verified[name], tries.asked), blocked=tries.blocked, seconds=tries.seconds,
        )
        for name, tries in sorted(_tries(deps.effects.journal.values()).items())
    ]  # fmt: skip
    await asyncio.gather(*remembered)  # one commit, however many hosts were asked


class _Tries:
    """How often something was asked, was closed to us, and how long it took."""

    asked = 0
    blocked = 0
    seconds = 0.0


def _tries(journal: Iterable[EffectRow]) -> dict[str, _Tries]:
    """By source and by host; an outage says nothing of what a source is worth, so it is left out."""
    found: dict[str, _Tries] = {}
    for row in journal:
        error = str((row.error or {}).get("type", ""))
        if row.kind not in {"search", "registry", "fetch"} or row.status == "intent" or error in _OUTAGES:
            continue
        if "query" not in row.request and row.kind != "fetch":
            continue
        if row.kind == "fetch" and "snapshot" in row.request:  # nobody's host was asked for what is kept here
            continue
        name = _host(str(row.request.get("url", ""))) if row.kind == "fetch" else row.name
        if not name:
            continue
        tries = found.setdefault(name, _Tries())
        tries.asked += 1
        tries.blocked += error in _CLOSED or (row.kind == "fetch" and not error and row.response[1] != "content")
        tries.seconds += 0.0 if row.cached else row.seconds
    return found


def left_behind(one: Waiting) -> Loss:
    """A search that had not answered when the run ended."""
    return Loss(what=f"search “{one.query.text}”", reason="no answer before the run ended", source=one.provider)


def uncollected(state: ResearchState) -> tuple[str, ...]:
    """Why there is nothing to write from, where there is nothing."""
    if state.get("stop_cause") == "sources":
        why = next((loss.reason for loss in lost_in(state)), "they all failed")
        what = "answered in time" if state["waiting"] else "could be reached"
        return (f"No source {what} ({why}). Is there a network? `--corpus FOLDER` searches your own documents.",)
    if not state["documents"]:
        return (f"Nothing was read, so nothing can be said: {_why_unread(state)}.",)
    return ()


def notices(state: ResearchState, deps: Deps) -> tuple[str, ...]:
    """What the domain asks for and the sources could not give."""
    if failed := uncollected(state):
        return failed
    domain = deps.domains[state["domain"]]
    kinds = {provider.name: provider.kind for provider in deps.providers}
    scholarly = any(kinds.get(name) == "academic" for name in state["sources"])
    local = all(kinds.get(name) in {"local", "vault", "knowledge"} for name in state["sources"])
    if domain.academic_required and not scholarly and not local:
        return (f"Questions of the {domain.domain} domain want scholarly sources, and none was searched.",)
    return ()


def _why_unread(state: ResearchState) -> str:
    if state.get("stop_cause") == "user":
        return "the run was stopped before the first page was there"
    if lost := lost_in(state):
        more = f" (and {len(lost) - 1} more, listed as lost)" if len(lost) > 1 else ""
        return f"{lost[0].source or lost[0].what}: {lost[0].reason}{more}"
    return "no search found a page" if state["sources_queried"] else "no source was asked"


def _names(source: ReportSource) -> list[str]:
    host = "" if source.type == "knowledge" else _host(source.url)
    return [name for name in (source.source_name, host) if name]


def _host(url: str) -> str:
    host = host_of(url).removeprefix("www.")
    return f"{HOST}{host}" if host else ""
