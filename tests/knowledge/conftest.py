"""Runs as they end: facts with their quotes, in pages that say so."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator, Sequence
from datetime import UTC, datetime, timedelta
from pathlib import Path
from types import SimpleNamespace
from typing import Any, ClassVar

import pytest
from sqlalchemy import StaticPool, create_engine

from inquiro.core.types import (
    Contradiction,
    ContradictionSide,
    Document,
    Evidence,
    Fact,
    Giver,
    Ingested,
    Report,
    ResearchFindings,
    Run,
)
from inquiro.engine.dating import stated_dates
from inquiro.engine.entities import names
from inquiro.engine.extract import evidence_at
from inquiro.engine.quantities import quantities
from inquiro.knowledge.base import KnowledgeBase
from inquiro.knowledge.gathering import Finished, gathered
from inquiro.storage import documents as snapshots
from inquiro.storage import knowledge, runs, tables
from inquiro.storage.store import SqlStore
from inquiro.testing import stored
from inquiro.text.polarity import denied

DAY = datetime(2026, 3, 1, tzinfo=UTC)


def page(name: str, *sentences: str, **fields: Any) -> Document:
    text = f"{name.capitalize()} opens with a line of its own.\n\n" + " ".join(sentences)
    return stored(
        name, text, **{"url": f"https://{name}.example/page", "title": name.capitalize(), "quality": 0.7} | fields
    )


def fact(number: int, statement: str, *evidence: str, **fields: Any) -> Fact:
    return Fact(
        **{
            "id": f"f{number}",
            "statement": statement,
            "evidence": evidence,
            "sources": (),
            "entities": names(statement),
            "quantities": quantities(statement),
            "dates": stated_dates(statement),
            "denies": denied(statement),
            "confidence": 0.5,
        }
        | fields
    )


def finished(
    run_id: str,
    *told: tuple[str, Sequence[Document]],
    contradictions: Sequence[tuple[int, int]] = (),
    findings: ResearchFindings | None = None,
    day: int = 0,
    also_read: Sequence[Document] = (),
) -> Finished:
    """Each statement stands word for word in the pages that are named with it."""
    evidence: list[Evidence] = []
    facts: list[Fact] = []
    documents = {document.id: document for document in also_read}
    for number, (statement, pages) in enumerate(told, 1):
        mine = []
        for document in pages:
            documents[document.id] = document
            start = document.text.index(statement)
            evidence.append(evidence_at(f"e{len(evidence) + 1}", document, start, start + len(statement)))
            mine.append(evidence[-1].id)
        facts.append(fact(number, statement, *mine))
    said = [
        Contradiction(
            about="it",
            kind="disagreement",
            explanation="they were measured differently",
            sides=tuple(
                ContradictionSide(statement=told[at - 1][0], fact_id=f"f{at}", document_id="") for at in (one, other)
            ),
        )
        for one, other in contradictions
    ]
    report = Report(
        trace_id=run_id, question="What is so?", answer="This.", contradictions=tuple(said), findings=findings
    )
    return Finished(
        run_id=run_id,
        report=report,
        facts=tuple(facts),
        evidence=tuple(evidence),
        documents=tuple(documents.values()),
        asked_at=DAY + timedelta(days=day),
    )


class Kept:
    """A knowledge base in a real database, told of whole runs."""

    def __init__(self, store: SqlStore, org_id: str = "local") -> None:
        self.store = store
        self.base = KnowledgeBase(store, org_id, clock=lambda: DAY)

    async def read(self, documents: Sequence[Document], run_id: str = "reader") -> None:
        """As a run stores them."""
        await self.store.create_run(Run(id=run_id, tool_name="deep_research", input_params={}))
        lease = await self.store.acquire(run_id, "me", 60)
        await self.store.put_documents(lease, documents)
        await self.store.release(lease)

    async def add(self, run: Finished) -> Ingested:
        await self.read(run.documents, run.run_id)
        return await self.base.add(gathered(run), Giver(key=run.run_id, run_id=run.run_id, asked_at=run.asked_at))

    def adds(self, *runs: Finished) -> list[Ingested]:
        async def scenario() -> list[Ingested]:
            return [await self.add(run) for run in runs]

        return asyncio.run(scenario())

    def __getattr__(self, name: str) -> Any:
        """What the knowledge base can do, to its end."""
        return lambda *arguments: asyncio.run(getattr(self.base, name)(*arguments))


class Swift:
    """The real tables and statements, in memory and on the spot: for properties, which need hundreds of bases."""

    FUNCTIONS: ClassVar = {
        "known_ids": knowledge.ids_with,
        "known_documents": knowledge.held_documents,
        "documents_held": knowledge.held,
        "change_knowledge": knowledge.change,
        "documents": snapshots.by_ids,
        "knowledge_size": knowledge.size,
        "knowledge_generation": knowledge.generation,
        "knowledge_givers": knowledge.givers,
        "knowledge_given": knowledge.given,
    }

    def __init__(self, documents: Sequence[Document]) -> None:
        self.connection = create_engine("sqlite://", poolclass=StaticPool).connect()
        tables.metadata.create_all(self.connection)
        runs.create(self.connection, Run(id="reader", tool_name="t", input_params={}), DAY)
        snapshots.put(self.connection, "reader", documents)

    def __getattr__(self, name: str) -> Any:
        function = self.FUNCTIONS.get(name) or getattr(knowledge, name)

        async def call(*arguments: Any, **options: Any) -> Any:
            return function(self.connection, *arguments, **options)

        return call


@pytest.fixture(scope="session")
def tell() -> SimpleNamespace:
    return SimpleNamespace(page=page, fact=fact, finished=finished, DAY=DAY, Kept=Kept, Swift=Swift)


@pytest.fixture
def kept(tmp_path: Path) -> Iterator[Kept]:
    store = SqlStore.open(f"sqlite:///{tmp_path}/known.db", tmp_path)
    yield Kept(store)
    store.close()
