"""Vectors: how many a second the model makes, what the store and the background cost, and who waits for whom."""

from __future__ import annotations

import asyncio
import os
import random
import sys
import tempfile
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Self

from _table import Row, show
from concurrency import QUESTIONS
from inquiro.cli.example_corpus import example_corpus
from inquiro.core.settings import Settings
from inquiro.core.types import ResearchRequest
from inquiro.retrieval.embeddings import OFF, OnnxEmbedder, availability, load_embedder, model_files
from inquiro.retrieval.vectors import FILE, SECONDS, VectorStore
from inquiro.runtime import Runtime

TEXTS = 160
RUNS = 20
ASKED, DIFFERENT = 1_222, 617  # texts that four runs at once want
_WORDS = "street trees lowered the midday air temperature in summer by up to two degrees while the programme was paid "


class Clock:
    """Wall time, which a busy machine stretches, and CPU time, which it hardly does."""

    def __enter__(self) -> Self:
        self._wall, self._cpu = time.perf_counter(), time.process_time()
        return self

    def __exit__(self, *_: object) -> None:
        self.wall, self.cpu = time.perf_counter() - self._wall, time.process_time() - self._cpu


def passages(many: int, words: int, seed: int = 7) -> list[str]:
    chance, known = random.Random(seed), _WORDS.split()
    return [f"{seed} {number} " + " ".join(chance.choices(known, k=words)) for number in range(many)]


def ceiling(model: OnnxEmbedder, texts: list[str]) -> Clock:
    """All cores, nothing but the model."""
    with Clock() as clock, ThreadPoolExecutor(os.cpu_count()) as threads:
        list(threads.map(lambda text: model.embed([text]), texts))
    return clock


def background(model: OnnxEmbedder, texts: list[str], home: Path) -> Clock:
    """The same texts through the store: queue, background threads, commits."""
    store = VectorStore(home / FILE, model.name, lambda: model)
    with Clock() as clock:
        store.later(texts)
        while store.pending():
            time.sleep(0.02)
        store.close()
    return clock


def throughput(home: Path) -> list[Row]:
    rows, files = [], model_files()
    assert files is not None
    for tokens in (256, 128, 64):
        model = files._replace(tokens=tokens).load()
        texts = passages(TEXTS, 2 * tokens, tokens)
        most, here = ceiling(model, texts), background(model, texts, home)
        rows += [
            Row(f"{tokens} tokens: the model alone", TEXTS / most.wall, "texts/s"),
            Row("  of it, a CPU-second", TEXTS / most.cpu, "texts"),
            Row("  in the background, kept on disk", TEXTS / here.wall, "texts/s"),
            Row("  of it, a CPU-second", TEXTS / here.cpu, "texts"),
            Row("  share of what the model alone does, by CPU", most.cpu / here.cpu, "", 0.9, "higher"),
        ]
    return rows


def four_at_once(model: OnnxEmbedder, home: Path) -> list[Row]:
    """Each wants a good half of the texts, and together they want most of them twice."""
    texts = passages(DIFFERENT, 12, 4)
    chance = random.Random(3)
    wanted = texts + chance.sample(texts, ASKED - DIFFERENT)
    chance.shuffle(wanted)
    store = VectorStore(home / FILE, model.name, lambda: model)
    with Clock() as clock, ThreadPoolExecutor(4) as runs:
        list(runs.map(lambda part: store.embed(wanted[part::4]), range(4)))
    made = store.embedded
    store.close()
    again = VectorStore(home / FILE, model.name, lambda: model)
    with Clock() as later:
        again.embed(texts)
    return [
        Row(f"4 runs at once, {ASKED} texts of which {DIFFERENT} differ: made", made, "texts", DIFFERENT),
        Row("  all of it", clock.wall, "s"),
        Row("  a second process makes", again.embedded, "texts", 0),
        Row("  and takes", 1_000 * later.wall, "ms"),
    ]


def longest_wait(model: OnnxEmbedder, home: Path) -> list[Row]:
    """Ten callers that want more than can be made, with the background full."""
    store = VectorStore(home / FILE, model.name, lambda: model)
    store.later(passages(2_000, 100, 20))
    waits: list[float] = []
    covered: list[float] = []

    def ask(number: int) -> None:
        with Clock() as clock:
            store.query(f"question {number}")
            _, mask = store.embed(passages(200, 100, 30 + number), seconds=SECONDS)
        waits.append(clock.wall)
        covered.append(float(mask.mean()))

    callers = [threading.Thread(target=ask, args=(number,)) for number in range(10)]
    for caller in callers:
        caller.start()
    for caller in callers:
        caller.join()
    store.close()
    return [
        Row("longest wait of 10 callers for 200 passages each", max(waits), "s", 2 * SECONDS),
        Row("  share of their passages that was ready by then", sum(covered) / len(covered), ""),
    ]


async def asked_together(settings: Settings) -> Clock:
    runtime = Runtime.open(settings)
    requests = [
        ResearchRequest(question=question, corpora=(str(example_corpus()),), unattended=True, fresh=True)
        for question in QUESTIONS[:RUNS]
    ]
    with Clock() as clock:
        reports = await asyncio.gather(*(runtime.ask(request) for request in requests))
        runtime.close()
    if any(report.status == "error" for report in reports):
        sys.exit("a run failed")
    return clock


def runs_at_once(home: Path) -> list[Row]:
    taken = {}
    for name, model in (("words", OFF), ("meaning", None)):
        settings = Settings(home=home / name, database_url=f"sqlite:///{home / name}.db", embedding_model=model)
        taken[name] = [asyncio.run(asked_together(settings)) for _ in range(2)]
    rows = []
    for when, at in (("first", 0), ("again", 1)):
        words, meaning = taken["words"][at], taken["meaning"][at]
        rows += [
            Row(f"{RUNS} runs at once, {when}: words alone", words.wall, "s"),
            Row("  with embeddings", meaning.wall, "s"),
            Row("  that is", meaning.wall / words.wall, "x", 1.5),
            Row("  by CPU, which a busy machine does not stretch", meaning.cpu / words.cpu, "x", 1.5),
        ]
    return rows


def main() -> None:
    model = load_embedder()
    if model is None:
        print(f"Vectors skipped: {availability().reason}\n")
        return
    with tempfile.TemporaryDirectory() as folder:
        home = Path(folder)
        rows = throughput(home / "a")
        rows += four_at_once(model, home / "b")
        rows += longest_wait(model, home / "c")
        rows += runs_at_once(home / "d")
    show("Vectors", rows)


if __name__ == "__main__":
    main()
