"""The graph of a macro: begin → plan → collect → process → analyze → evaluate → (collect | synthesize) → propose → export.

Without a model a macro that can live on the register alone goes begin → register_only → register_facts → analyze →
synthesize: facts with exact quotes, from the register's own entries.
"""

from __future__ import annotations

from functools import lru_cache
from itertools import chain, repeat
from typing import Any, Literal

import msgspec
from langgraph.checkpoint.base import BaseCheckpointSaver
from langgraph.graph import END, START, StateGraph
from langgraph.runtime import Runtime
from langgraph.types import Command

from inquiro.core.crash_points import reach
from inquiro.core.decoders import convert
from inquiro.core.errors import EffectError, NotConfigured, PrivacyRefused, Stopped
from inquiro.core.types import (
    ChecklistItem,
    Finding,
    Json,
    Loss,
    MacroAsk,
    MacroResult,
    Plan,
    Query,
    Report,
    RoundRecord,
)
from inquiro.effects import Paid
from inquiro.engine.coverage import judge
from inquiro.engine.deps import Deps
from inquiro.engine.extract import prove
from inquiro.onboarding.discovering import Discovery, discover, documents_of
from inquiro.onboarding.needing import needs_model
from inquiro.onboarding.register_journal import JournaledRegister
from inquiro.onboarding.reviewing.payloads import as_kept, new_review, payload_hash
from inquiro.workflows import recalling
from inquiro.workflows.answering import answered
from inquiro.workflows.critique import criticise
from inquiro.workflows.deep_research import (
    Graph,
    analyze,
    collect,
    emit,
    evaluate,
    export,
    kept,
    plan,
    process,
)
from inquiro.workflows.macro_result import FILL, filled, payload_of, researched, subject_of
from inquiro.workflows.reporting import grown
from inquiro.workflows.state import ResearchState, checklist_of
from inquiro.workflows.thinking import noted

REGISTER = "register"
DISCOVERY = "discovery"
NOTHING = "idle"  # the state of a result that nobody has to look at
LOOKS_UP = "gleif_lookup"
GENERAL = "general"
OWN, OTHERS = 1.0, 0.5  # how well an entry speaks to who the client is
MOST_READ = 60  # register entries that become facts; the result itself rests on all of them
ASKED = {
    "c1": ("Who {} is", (" has the LEI ", "legal jurisdiction of ", "registration status of ")),
    "c2": ("Who owns {}", (" parent of ", " parent: ")),
    "c3": ("Which funds {} manages", (" is a fund managed by ",)),
}
_JURISDICTIONS = ("jurisdiction_hint", "jurisdiction", "country")
MOST_ENTITIES, MOST_ASKED = 50, 1_000


def build(checkpointer: BaseCheckpointSaver[Any] | None = None) -> Graph:
    return _compiled().copy({"checkpointer": checkpointer})


@lru_cache(maxsize=1)
def _compiled() -> Graph:
    graph = StateGraph(ResearchState, context_schema=Deps)
    steps: tuple[Any, ...] = (
        begin,
        plan,
        register_only,
        register_facts,
        collect,
        process,
        analyze,
        evaluate,
        synthesize,
        propose,
    )
    for step in (*steps, criticise, export):  # evaluate may lead to critics, though never in a macro
        graph.add_node(step.__name__, step)
    graph.add_edge(START, "begin")
    graph.add_edge("plan", "collect")
    graph.add_edge("collect", "process")
    graph.add_edge("register_only", "register_facts")
    graph.add_edge("register_facts", "analyze")
    graph.add_edge("process", "analyze")
    graph.add_conditional_edges("analyze", _after_analysis, ["evaluate", "synthesize"])
    graph.add_edge("synthesize", "propose")
    graph.add_edge("propose", "export")
    graph.add_edge("export", END)
    return graph.compile()


def another_round() -> Command[Any]:
    """How a run that was stopped early goes on."""
    return Command(goto="collect")


async def begin(_: ResearchState, runtime: Runtime[Deps]) -> Command[Literal["plan", "register_only"]]:
    """What the register knows of the client, before anything else is asked."""
    deps = runtime.context
    ask = ask_of(deps)
    alone = not deps.models
    if alone and ask.macro.without_model != REGISTER:
        raise needs_model(ask.macro.name)
    started = await deps.effects.step("begin").now()
    found = await _looked_up(deps, ask, alone=alone)
    documents = [msgspec.structs.replace(one, fetched_at=started) for one in documents_of(found)]
    await deps.store.put_documents(deps.effects.lease, documents)
    if found.subject is not None:
        emit("register", f"the register knows {found.subject.name} ({found.subject.lei})", 0.06,
             lei=found.subject.lei, children=len(found.children), funds=len(found.funds))  # fmt: skip
    update = {
        "current_phase": "begin",
        "started_at": started.isoformat(),
        "documents": [one.id for one in documents],
        "access_failures": [Loss(what="register", reason=why, source="gleif").to_dict() for why in found.lost],
    }
    return Command(goto="register_only" if alone else "plan", update=update)


async def register_only(state: ResearchState, runtime: Runtime[Deps]) -> Json:
    """The plan of a run that has nothing to ask but the register."""
    deps, question = runtime.context, state["original_query"]
    subject = subject_of(ask_of(deps))
    skipped = await recalling.ready(deps, 0)
    items = [
        ChecklistItem(id=name, label=label.format(subject), description=label.format(subject))
        for name, (label, _) in ASKED.items()
    ]
    made = Plan(refined_query=question, checklist=tuple(items), key_terms=(subject,))
    count = len(state["documents"])
    record = RoundRecord(iteration=1, queries=(subject,), results_count=count, documents=count)
    return {
        "current_phase": "plan",
        "refined_query": question,
        "domain": GENERAL,
        "plan": made.to_dict(),
        "checklist": [item.to_dict() for item in items],
        "queries": [Query(text=subject, items=tuple(ASKED)).to_dict()],
        "round": 1,
        "rounds": [record.to_dict()],
        "answered_rounds": 1,
        "last": {"hits": count, "failures": 0, "read": count},
        "should_stop": True,
        "stop_cause": "checklist",
        "stop_reason": "The register was asked; there is no model that could read more",
        "access_failures": [loss.to_dict() for loss in skipped],
    }


async def register_facts(state: ResearchState, runtime: Runtime[Deps]) -> Json:
    """Every sentence of the register is a fact: nothing in it has to be found first."""
    deps = runtime.context
    documents = await deps.shelf.get(state["documents"])
    findings = [
        Finding(document_id=one.id, statement=line, quote=line, scores=dict.fromkeys(_answers(line), weight))
        for one, weight in zip(documents[:MOST_READ], chain([OWN], repeat(OTHERS)), strict=False)
        for line in one.text.splitlines()
        if _answers(line)
    ]
    proven = prove(findings, {one.id: one for one in documents}, (), 0, 1)
    await deps.store.put_findings(deps.effects.lease, proven.facts, proven.evidence, ())
    emit("process", f"{len(proven.facts)} facts from {len(documents)} register entries", 0.5,
         documents=len(documents), new_facts=proven.new)  # fmt: skip
    facts = await deps.store.facts(deps.run_id)
    counts = {"passages": len(findings), "documents": len(documents), "new": proven.new, "repeated": proven.repeated}
    return {
        "current_phase": "process",
        "checklist": [item.to_dict() for item in judge(checklist_of(state), facts)],
        "last": state["last"] | counts,
    }


async def synthesize(state: ResearchState, runtime: Runtime[Deps]) -> Json:
    """The result in its declared shape, every field with its evidence, beside an ordinary report."""
    deps = runtime.context
    known = await discovered(deps)
    material = await researched(deps, state)
    made = await filled(deps, state, ask_of(deps), known, material)
    emit("fill", f"{made.counted} fields filled, {made.proven} with evidence", 0.9)
    missed = noted(deps, FILL)
    report, told = await answered(deps, grown(state, missed), made.document_ids)
    numbers = {source.document_id: source.id for source in report.sources}
    result = made.numbered(numbers, report)
    return await kept(deps, msgspec.structs.replace(report, macro=result), _both(missed, told))


async def propose(_: ResearchState, runtime: Runtime[Deps]) -> Json:
    """Put the result before people; the session waits for them. One without a single field takes nobody's time."""
    deps = runtime.context
    ask = ask_of(deps)
    report = convert((await deps.store.get_run(deps.run_id)).result, Report)
    assert report.macro is not None
    if any(field.label != "unfilled" for field in report.macro.fields):
        result = await _proposed(deps, ask, report.macro)
        emit("review", "waits for a person's decision", 0.97, review=deps.run_id, session=ask.session_id)
    else:
        result = msgspec.structs.replace(report.macro, state=NOTHING)
        emit("review", "nothing was found, so nothing waits for a decision", 0.97, session=ask.session_id)
    await deps.store.update_run(deps.effects.lease, result=msgspec.structs.replace(report, macro=result).to_dict())
    return {"current_phase": "propose"}


async def _proposed(deps: Deps, ask: MacroAsk, result: MacroResult) -> MacroResult:
    payload = payload_of(ask.macro, result)
    if deps.onboarding is not None:
        review = new_review(
            payload,
            kind="macro",
            title=f"{ask.macro.name}: {subject_of(ask)}",
            review_id=deps.run_id,
            session_id=ask.session_id,
            run_id=deps.run_id,
            privacy=deps.effects.mode,
            org_id=deps.effects.org_id,
        )
        await deps.onboarding.reviews.propose(review)
    reach("macro.after_propose")
    return msgspec.structs.replace(result, payload_hash=payload_hash(as_kept(payload)))


def ask_of(deps: Deps) -> MacroAsk:
    assert deps.request.macro is not None
    return deps.request.macro


async def discovered(deps: Deps) -> Discovery:
    """What the register gave at the beginning of the run."""
    return deps.effects.step(REGISTER).recorded(DISCOVERY, Discovery) or Discovery()


async def _looked_up(deps: Deps, ask: MacroAsk, *, alone: bool) -> Discovery:
    """Settled as a whole: the register may say something else tomorrow. A run that has nothing else needs it."""
    if LOOKS_UP not in ask.macro.tools:
        return Discovery()
    step = deps.effects.step(REGISTER)
    if (known := step.recorded(DISCOVERY, Discovery)) is not None:
        return known
    try:
        found = await _asked(deps, ask)
    except (EffectError, PrivacyRefused, Stopped) as error:
        if alone and isinstance(error, Stopped):
            raise Stopped(f"{error}; `inquiro runs resume {deps.run_id[:8]}` goes on") from error
        if alone:
            raise NotConfigured(
                f"the register of legal entities could not be asked ({str(error).rstrip('.')}), and without a model "
                f"there is nothing else to go by. `inquiro runs resume {deps.run_id[:8]}` tries again"
            ) from error
        emit("notice", f"the register could not be asked: {error}")
        found = Discovery(lost=(f"register of legal entities: {error}",))

    async def keep() -> Paid:
        return Paid(value=found)

    return await step.settle(DISCOVERY, keep, Discovery)


async def _asked(deps: Deps, ask: MacroAsk) -> Discovery:
    assert deps.onboarding is not None
    calls = f"{REGISTER}/calls"
    register = JournaledRegister(deps.effects, calls, deps.onboarding.register, stopping=deps.stopping)
    hint = next((ask.params[key] for key in _JURISDICTIONS if isinstance(ask.params.get(key), str)), "")
    most = ask.params.get("max_entities")
    limit = most if isinstance(most, int) and 0 < most <= MOST_ASKED else MOST_ENTITIES
    return await discover(register, subject_of(ask), jurisdiction=hint, most=limit)


def _answers(line: str) -> list[str]:
    """Which of the things that are asked a sentence of the register speaks to."""
    return [name for name, (_, words) in ASKED.items() if any(word in line for word in words)]


def _after_analysis(state: ResearchState) -> str:
    return "synthesize" if state.get("should_stop") else "evaluate"


def _both(one: Json, other: Json) -> Json:
    return {key: [*one.get(key, []), *other.get(key, [])] for key in {*one, *other}}
