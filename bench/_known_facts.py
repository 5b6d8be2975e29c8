"""A knowledge base of generated facts: how soon its index is built, and how long a question takes."""

from __future__ import annotations

import asyncio
import random
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path

import numpy as np

from _table import Row, percentile
from _vault_notes import Maker
from inquiro.core.types import KnowledgeChange, KnownFact, KnownProof
from inquiro.knowledge.base import KnowledgeBase
from inquiro.knowledge.knowledge_index import KnowledgeIndex
from inquiro.knowledge.lookup import Lookup
from inquiro.retrieval.vectors import Vectors, VectorStore
from inquiro.storage.store import SqlStore

FACTS = 20_000
WORDS = 20
QUERIES = 200
DIMENSIONS = 384
_PATIENCE = 600.0  # seconds


class Seeded:
    """Any text has a vector at once: what is measured is not the model."""

    name, dimensions, batch, at_once = "seeded", DIMENSIONS, 64, 1

    def embed(self, texts: Sequence[str]) -> Vectors:
        rows = np.array([np.random.default_rng(abs(hash(text))).standard_normal(DIMENSIONS) for text in texts])
        found: Vectors = (rows / np.linalg.norm(rows, axis=1, keepdims=True)).astype(np.float32)
        return found


def measure(facts: int = FACTS) -> list[Row]:
    with tempfile.TemporaryDirectory() as place:
        store = SqlStore.open(f"sqlite:///{place}/known.db", Path(place))
        try:
            return asyncio.run(_measured(store, Path(place), facts))
        finally:
            store.close()


async def _measured(store: SqlStore, place: Path, facts: int) -> list[Row]:
    maker = Maker()
    await _keep(store, [_fact(maker, number) for number in range(facts)])
    vectors = VectorStore(place / "vectors.db", Seeded.name, Seeded)
    index = KnowledgeIndex(place / "index")
    lookup = Lookup(store, "local", lambda: index)
    by_words = KnowledgeBase(store, lookup=lookup)
    by_both = KnowledgeBase(store, lookup=Lookup(store, "local", lambda: index, lambda: vectors))
    building = await _seconds(lookup)
    rare, common = maker.questions(QUERIES), _common(maker)
    rows = [
        Row(f"knowledge: indexing {facts:,} facts of {WORDS} words", building, "s"),
        *_times("… a question by words", await _asked(by_words, rare)),
        *_times("… one of very common words", await _asked(by_words, common)),
    ]
    await by_both.ready()
    index.wait_for_meaning(_PATIENCE)
    rows += _times("… by words and meaning, vectors seeded", await _asked(by_both, rare))
    await _keep(store, [_fact(maker, facts)])
    rows.append(Row("… the first one after a change", 1000 * await _seconds(lookup), "ms"))
    index.close()
    vectors.close()
    return rows


async def _keep(store: SqlStore, facts: Sequence[KnownFact]) -> None:
    generation = await store.knowledge_generation("local")
    change = KnowledgeChange(token=f"change {generation}", generation=generation, facts=tuple(facts))
    assert await store.change_knowledge("local", change)


def _fact(maker: Maker, number: int) -> KnownFact:
    said, title = maker.some(WORDS).capitalize() + ".", maker.some(5).capitalize()
    proof = KnownProof(
        document_id=f"d{number}", start=0, end=len(said), quote=said, url="https://a.example", title=title
    )
    return KnownFact(id=f"kf_{number:016x}", statement=said, proofs=(proof,), entities=(title.split()[0],))


def _common(maker: Maker) -> list[str]:
    chance = random.Random(13)
    return [" ".join(chance.choices(maker.words[:50], k=5)) for _ in range(QUERIES)]


async def _seconds(lookup: Lookup) -> float:
    """Until the index has everything that is known by now."""
    began = time.perf_counter()
    await lookup.caught_up(_PATIENCE)
    return time.perf_counter() - began


async def _asked(base: KnowledgeBase, questions: Sequence[str]) -> list[float]:
    times = []
    for question in questions:
        began = time.perf_counter()
        await base.search(question, 10)
        times.append(1000 * (time.perf_counter() - began))
    return times


def _times(name: str, times: Sequence[float]) -> list[Row]:
    return [Row(f"{name}, p50", percentile(times, 0.5), "ms"), Row(f"{name}, p95", percentile(times, 0.95), "ms")]
