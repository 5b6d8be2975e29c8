"""Runs with a fuzzed model: whole ones through the runtime, and the reasoning alone, which is many times faster."""

from __future__ import annotations

import asyncio
import contextlib
import sqlite3
import tempfile
import traceback
from collections import Counter
from collections.abc import Awaitable, Callable, Iterable, Iterator, Sequence
from contextlib import ExitStack, closing
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from time import process_time
from typing import Any, Literal, TypeVar
from unittest.mock import patch

import msgspec

from inquiro.core.errors import EffectError, InquiroError
from inquiro.core.models import ModelAnswer, ModelRequest, ModelRole
from inquiro.core.protocols import Reasoner
from inquiro.core.settings import Settings
from inquiro.core.types import (
    A_REPORT,
    Assessment,
    ChecklistItem,
    Contradiction,
    CriticFinding,
    Critique,
    Document,
    Draft,
    Evidence,
    Fact,
    Loss,
    Patch,
    Plan,
    PlannedSection,
    Query,
    Report,
    ResearchRequest,
)
from inquiro.engine.analyze import analyze
from inquiro.engine.contradictions import joined
from inquiro.engine.critique import Criticised, Thorough, patched
from inquiro.engine.draft_verdicts import objections
from inquiro.engine.entities import gather
from inquiro.engine.extract import prove
from inquiro.engine.material import Material
from inquiro.engine.reading_list import WITHOUT_MODEL, chosen_within, reading_order
from inquiro.engine.reasoners.extractive import ExtractiveReasoner
from inquiro.engine.reasoners.llm import LlmReasoner
from inquiro.engine.repair import repaired
from inquiro.engine.synthesize import synthesize
from inquiro.exports import registry as exports
from inquiro.providers.llm import registry as models
from inquiro.providers.search import registry as sources
from inquiro.retrieval.embeddings import OFF
from inquiro.retrieval.ranking import PassageRanker
from inquiro.runtime import Runtime
from inquiro.testing import ScriptedProvider, forbid_network, plugged_in

from .model import FuzzedModel
from .oracle import Seen, Snapshot, breaches
from .world import QUESTIONS, World

T = TypeVar("T")
Way = Literal["whole", "inner"]
MEMORY = Path("/dev/shm")
STRICT = 0.2  # of the runs
THOROUGH = 0.4  # of the runs


@dataclass
class Outcome:
    """What became of one run; `way` and `seed` are all that it takes to see it again."""

    way: Way
    seed: int
    outputs: int = 0
    spoiled: int = 0
    kinds: Counter[str] = field(default_factory=Counter)
    claims: int = 0
    citations: int = 0
    labels: Counter[str] = field(default_factory=Counter)
    breaches: list[str] = field(default_factory=list)
    refused: str = ""  # a typed error instead of a report
    seconds: float = 0.0
    report: Report | None = None


def whole(seeds: Iterable[int]) -> Iterator[Outcome]:
    """Each a run of its own over scripted pages, all in one database that is gone afterwards."""
    with ExitStack() as stack:
        home = Path(stack.enter_context(tempfile.TemporaryDirectory(dir=MEMORY if MEMORY.is_dir() else None)))
        stack.enter_context(forbid_network())
        stack.enter_context(patch.object(sources, "_modules", lambda: ["corpus"]))
        database = home / "inquiro.db"
        settings = Settings(home=home, database_url=f"sqlite:///{database}", embedding_model=OFF)
        runtime = stack.enter_context(closing(Runtime.open(settings)))
        for seed in seeds:
            world = World()
            model = FuzzedModel(f"whole {seed}", world)
            provider = ScriptedProvider("world", world.pages, leaves_machine="the query")
            with (
                plugged_in(models, fuzzed=lambda _context, _name, m=model: m),
                plugged_in(sources, world=lambda _context, p=provider: p),
            ):
                yield _tried("whole", seed, model, lambda s=seed: _researched(runtime, database, s))


def inner(seeds: Iterable[int]) -> Iterator[Outcome]:
    """The steps of a run in their order, with neither gateway nor store."""
    for seed in seeds:
        model = FuzzedModel(f"inner {seed}", World())
        yield _tried("inner", seed, model, lambda s=seed, m=model: asyncio.run(_reasoned(m, s)))


def _tried(way: Way, seed: int, model: FuzzedModel, run: Callable[[], tuple[Report, dict[str, Snapshot]]]) -> Outcome:
    outcome, began = Outcome(way, seed), process_time()
    try:
        report, stored = run()
        shown = {name: exports.get(name)().render(report).decode() for name in ("md", "html")}
        outcome.report = report
        outcome.breaches = breaches(Seen(report, stored, World().served, shown))
        outcome.claims = len(report.claims)
        outcome.citations = sum(len(claim.evidence) for claim in report.claims)
        outcome.labels = Counter(claim.label for claim in report.claims)
    except InquiroError as error:
        outcome.refused = f"{type(error).__name__}: {error}"
    except Exception:  # noqa: BLE001 - a crash, whatever it is, is what this looks for
        outcome.breaches = ["it crashed: " + traceback.format_exc(limit=-4)]
    outcome.outputs, outcome.spoiled, outcome.kinds = model.outputs, model.spoiled, model.kinds
    outcome.seconds = process_time() - began
    return outcome


# -- through the runtime ------------------------------------------------------------------------------------------


def _researched(runtime: Runtime, database: Path, seed: int) -> tuple[Report, dict[str, Snapshot]]:
    chance = Random(seed)
    request = ResearchRequest(
        question=chance.choice(QUESTIONS),
        sources=("world",),
        model="fuzzed:model",
        max_iterations=2,
        strict=chance.random() < STRICT,
        fresh=True,  # what another run has read is not linked to this one
        unattended=True,
        depth="thorough" if chance.random() < THOROUGH else "deep",
    )
    report = asyncio.run(runtime.ask(request))
    return report, _stored(database, report.trace_id)


def _stored(database: Path, run_id: str) -> dict[str, Snapshot]:
    """As they lie in the database, past everything that could mend them on the way."""
    asked = (
        "SELECT d.id, d.url, b.text FROM run_documents r JOIN documents d ON d.id = r.document_id "
        "JOIN blobs b ON b.sha256 = d.text_sha256 WHERE r.run_id = ?"
    )
    with contextlib.closing(sqlite3.connect(database)) as connection:
        return {row[0]: Snapshot(row[1], row[2]) for row in connection.execute(asked, (run_id,))}


# -- the reasoning alone ------------------------------------------------------------------------------------------


class _Direct:
    """Asks the model and nobody else; a `Thinking`."""

    def __init__(self, model: FuzzedModel) -> None:
        self.losses: list[Loss] = []
        self._model = model

    def reads(self, role: ModelRole) -> int | None:
        return None

    def may_see_private(self, role: ModelRole) -> bool:
        return True

    async def ask(self, role: ModelRole, request: ModelRequest, *, private: bool = False) -> ModelAnswer:
        return await self._model.complete(request)

    async def keep(self, role: ModelRole, request: ModelRequest, answer: ModelAnswer, *, private: bool = False) -> None:
        """Nobody asks again."""

    def lose(self, what: str, reason: str) -> None:
        self.losses.append(Loss(what=what, reason=reason, source="model"))


class _Steps:
    """Every step by the model, and by the embedded reasoner where the model did not do it."""

    def __init__(self, model: FuzzedModel) -> None:
        self.thinking = _Direct(model)
        self._embedded = ExtractiveReasoner()
        self._asked = LlmReasoner(self.thinking, self._embedded)

    async def take(self, step: Callable[[Reasoner], Awaitable[T]]) -> T:
        try:
            return await step(self._asked)
        except EffectError as error:
            self.thinking.lose("a step of the model", str(error))
            return await step(self._embedded)


class _Research:
    """What a run knows, step after step."""

    def __init__(self, steps: _Steps, plan: Plan) -> None:
        self.steps = steps
        self.plan = plan
        self.checklist: Sequence[ChecklistItem] = plan.checklist
        self.documents: dict[str, Document] = {}
        self._queries: Sequence[Query] = plan.queries
        self._tried: list[str] = []
        self._evidence: dict[str, Evidence] = {}
        self._facts: list[Fact] = []
        self._disputes: list[Contradiction] = []

    async def round(self, number: int, found: Sequence[Document]) -> None:
        self.documents |= {one.id: one for one in found}
        self._tried += [query.text for query in self._queries]
        order = reading_order(PassageRanker(), self.plan.refined_query, self._queries, list(self.documents.values()))
        passages = chosen_within(order, WITHOUT_MODEL).passages(self.documents)
        findings = await self.steps.take(lambda one: one.extract(self.plan, self.checklist, passages, self._facts))
        proven = prove(findings, self.documents, self._facts, len(self._evidence), number)
        self._evidence |= {proof.id: proof for proof in proven.evidence}
        every = {fact.id: fact for fact in self._facts} | {fact.id: fact for fact in proven.facts}
        self._facts, ruled = analyze(list(every.values()), self._evidence, self.documents)
        judged = await self.steps.take(lambda one: self._assessed(one, number))
        self._disputes = joined(ruled, judged.contradictions)
        self.checklist, self._queries = judged.checklist, judged.queries or self._queries

    async def _assessed(self, reasoner: Reasoner, number: int) -> Assessment:
        known = (self.plan, self.checklist, self._facts)
        return await reasoner.assess(*known, entities=gather(self._facts), tried=self._tried, round_number=number)

    async def _thorough(self, known: tuple[Any, ...]) -> Draft:
        """After an outline, and with its critics answered."""

        async def outlined(one: Reasoner) -> tuple[PlannedSection, ...]:
            return await one.outline(*known[:3], A_REPORT) if isinstance(one, Thorough) else ()

        async def criticised(one: Reasoner) -> list[CriticFinding]:
            return await one.criticise(shown) if isinstance(one, Thorough) else []

        async def answered(one: Reasoner) -> list[Patch]:
            return await one.patch(shown, critique) if isinstance(one, Thorough) else []

        order = msgspec.structs.replace(A_REPORT, sections=await self.steps.take(outlined))
        draft = await self.steps.take(lambda one: one.write(*known, order))
        shown = Criticised(self.plan, self.checklist, self._facts, draft, order)
        critique = Critique(round=1, findings=tuple(await self.steps.take(criticised)))
        patches = await self.steps.take(answered) if critique.findings else []
        return patched(draft, critique, patches, self._facts, self.plan.language)[0]

    async def report(self, base: Report, *, strict: bool, thorough: bool = False) -> Report:
        material = Material(
            plan=self.plan,
            checklist=tuple(self.checklist),
            facts={fact.id: fact for fact in self._facts},
            evidence=self._evidence,
            documents=self.documents,
            contradictions=tuple(self._disputes),
        )
        known = (self.plan, self.checklist, self._facts, self._disputes)
        draft = await (self._thorough(known) if thorough else self.steps.take(lambda one: one.write(*known)))
        if failed := objections(draft, material):
            better = await self.steps.take(lambda one: one.repair(self.plan, failed, self._facts))
            draft = repaired(draft, failed, better, self.plan.language)
        lost = tuple(self.steps.thinking.losses)
        return synthesize(draft, material, msgspec.structs.replace(base, lost=lost), strict=strict)


async def _reasoned(model: FuzzedModel, seed: int) -> tuple[Report, dict[str, Snapshot]]:
    chance = Random(seed)
    question, pages = chance.choice(QUESTIONS), World().documents()
    chance.shuffle(pages)
    steps = _Steps(model)
    run = _Research(steps, await steps.take(lambda one: one.plan(question, "", ())))
    for number in range(1, chance.choice((1, 2)) + 1):  # some pages are never read
        await run.round(number, pages[3 * number - 3 : 3 * number])
    base = Report(trace_id=f"inner-{seed}", question=question, answer="")
    report = await run.report(base, strict=chance.random() < STRICT, thorough=chance.random() < THOROUGH)
    return report, {one.id: Snapshot(one.url, one.text) for one in run.documents.values()}
