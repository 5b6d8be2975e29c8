"""What timing, clocks and people decide, asked once and journaled: a resume and a replay see the same."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from datetime import datetime

import msgspec
from langgraph.types import interrupt

from inquiro.core.protocols import Outlined, Preparing
from inquiro.core.types import Loss, Outline, Plan, Usage, Value
from inquiro.effects import Paid
from inquiro.effects.gateway import Call
from inquiro.engine.choosing import Ranked, chosen, closed_hosts, rank_sources
from inquiro.engine.deps import Deps
from inquiro.engine.domains import detect_domain
from inquiro.engine.search_scope import PUBMED, SearchScope
from inquiro.engine.stopping import Pressure

A_DAY = 86_400.0
MOST_OUTLINED = 40  # documents of a source


async def prepared(deps: Deps) -> list[Loss]:
    """Let providers get ready, such as bringing an index up to date; returns what they had to skip."""
    step = deps.effects.step("prepare")
    lost: list[Loss] = []
    for provider in deps.providers:
        if isinstance(provider, Preparing):
            call = Call(kind="search", name=provider.name, request={"prepare": True}, timeout=A_DAY)
            lost += await step.call(call, lambda chosen=provider: _ready(chosen, deps), list[Loss])  # type: ignore[misc]
    return lost


async def answered_once(deps: Deps, exchange: int, question: str) -> str:
    """A person's answer to a clarifying question; the first time, the run pauses for it."""
    step = deps.effects.step(f"clarify/{exchange}")
    told = step.recorded("answer", str)
    if told is None:
        deps.emit("clarify", question, 0.02, question=question)
        told = str(interrupt({"question": question}))
    answer = told

    async def keep() -> Paid:
        return Paid(value=answer)

    return await step.settle("answer", keep, str)


async def pressure(deps: Deps, number: int) -> Pressure:
    """What bears on the stop decision after a round from outside the research itself."""

    async def look() -> Paid:
        user_stop = await deps.store.stop_requested(deps.run_id)
        budget_stop = deps.effects.budget.exhausted()
        return Paid(value=Pressure(user_stop=user_stop, budget_stop=budget_stop))

    return await deps.effects.step(f"evaluate/{number}").settle("pressure", look, Pressure)


class Choice(Value, frozen=True, kw_only=True):
    """Who is asked, who waits, and which hosts let nobody in before."""

    asked: tuple[Ranked, ...]
    reserve: tuple[Ranked, ...] = ()
    closed: tuple[str, ...] = ()
    domain: str = ""  # the field of the question; empty in journals that are older


async def field_of(deps: Deps, made: Plan, question: str, context: str) -> str:
    """What the user says, else what a model's plan says, else what the words and the meaning of the question say."""
    if deps.request.domain or made.domain in deps.domains:
        return deps.request.domain or made.domain
    return await asyncio.to_thread(detect_domain, question, context, deps.domains, deps.embedder)


async def chosen_sources(deps: Deps, field: str | Callable[[], Awaitable[str]]) -> Choice:
    """Whom to ask, by the domain and what earlier runs learned; settled, since they learn while this one works."""

    async def look() -> Paid:
        domain = field if isinstance(field, str) else await field()
        records = await deps.store.source_records(domain)
        closed = closed_hosts(records)
        if deps.request.sources or deps.request.corpora or deps.request.public_corpora:
            named = [Ranked(name=p.name, kind=p.kind, score=1.0, reasons=("you named it",)) for p in deps.providers]
            return Paid(value=Choice(asked=tuple(named), closed=closed, domain=domain))
        config = deps.domains[domain]
        ranked = rank_sources(config, records, deps.providers)
        sites = bool(deps.request.filters.sites)
        made = chosen(ranked, academic_required=config.academic_required, sites=sites)
        return Paid(value=Choice(asked=made.asked, reserve=made.reserve, closed=closed, domain=domain))

    return await deps.effects.step("plan").settle("sources", look, Choice)


def scope_of(deps: Deps) -> SearchScope:
    """What can be searched, as far as it needs no looking."""
    named = {} if deps.request.domain else {name: one.description for name, one in sorted(deps.domains.items())}
    return SearchScope(
        kinds=tuple(dict.fromkeys(provider.kind for provider in deps.providers)),
        pubmed=any(provider.name == PUBMED for provider in deps.providers),
        leaves_machine=any(provider.leaves_machine for provider in deps.providers),
        fields=named,
    )


async def outlined_scope(deps: Deps, question: str) -> SearchScope:
    """The same with what folders hold; settled, since they change while a run waits, and a plan is paid for once."""

    async def look() -> Paid:
        found: list[Outline] = []
        for provider in deps.providers:
            if isinstance(provider, Outlined):
                found += await provider.outline(question, MOST_OUTLINED)
        return Paid(value=msgspec.structs.replace(scope_of(deps), outlines=tuple(found)))

    return await deps.effects.step("plan").settle("scope", look, SearchScope)


async def spent(deps: Deps, number: int) -> tuple[datetime, Usage]:
    """When the run ended and what it used."""
    step = deps.effects.step(f"export/{number}")

    async def look() -> Paid:
        return Paid(value=deps.effects.budget.used)

    return await step.now(), await step.settle("usage", look, Usage)


async def _ready(provider: Preparing, deps: Deps) -> Paid:
    return Paid(value=await provider.prepare(deps.emit))
