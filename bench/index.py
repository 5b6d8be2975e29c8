"""How long an index of 10,000 generated documents takes to build, to refresh and to ask."""

from __future__ import annotations

import random
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

from _table import Row, best, percentile, show
from inquiro.core.types import ReadText
from inquiro.retrieval.embeddings import load_embedder
from inquiro.retrieval.index import FolderIndex

DOCUMENTS = 10_000
WORDS = 300
VOCABULARY = 30_000
QUERIES = 200
SCANS = 5


def read(data: bytes, name: str) -> ReadText:
    return ReadText(text=data.decode(), media_type="text/plain", title=name)


def make_folder(folder: Path, documents: int, seed: int = 7) -> list[str]:
    """Documents whose words are as unevenly common as those of real text; returns the vocabulary."""
    chance = random.Random(seed)
    letters = "aeioulnrstmdkbgpvf"
    vocabulary = ["".join(chance.choices(letters, k=chance.randint(3, 10))) for _ in range(VOCABULARY)]
    weights = [1 / (rank + 10) for rank in range(VOCABULARY)]
    for number in range(documents):
        drawn = chance.choices(vocabulary, weights, k=WORDS)
        lines = [" ".join(drawn[at : at + 15]).capitalize() + "." for at in range(0, WORDS, 15)]
        (folder / f"{number:05}.txt").write_text("\n\n".join(" ".join(lines[at : at + 5]) for at in range(0, 20, 5)))
    return vocabulary


def measure(documents: int = DOCUMENTS) -> list[Row]:
    """Building, refreshing and asking by words, beside a scan of all files for every question."""
    with tempfile.TemporaryDirectory() as place:
        folder = Path(place) / "corpus"
        folder.mkdir()
        vocabulary = make_folder(folder, documents)
        database = Path(place) / "index.db"
        index = FolderIndex(folder, database, read, frozenset({".txt"}))
        building = seconds(index.refresh)
        refreshing = best(lambda: seconds(index.refresh), 3)
        asked = questions(vocabulary)
        times = [1000 * seconds(lambda q=query: index.search(q, 10)) for query in asked]  # type: ignore[misc]
        scans = [1000 * seconds(lambda q=query: scan(folder, q, 10)) for query in asked[:SCANS]]  # type: ignore[misc]
        size = database.stat().st_size / 1e6
    return [
        Row(f"building, {documents:,} documents of {WORDS} words", building, "s"),
        Row("refreshing when nothing changed", refreshing, "s"),
        Row("size", size, "MB"),
        Row("query, p50", percentile(times, 0.5), "ms"),
        Row("query, p95", percentile(times, 0.95), "ms"),
        Row("scan of all files, p50", percentile(scans, 0.5), "ms"),
        Row("scan / query", percentile(scans, 0.5) / percentile(times, 0.5), "x"),
    ]


def seconds(work: Callable[[], object]) -> float:
    started = time.perf_counter()
    work()
    return time.perf_counter() - started


def questions(vocabulary: list[str]) -> list[str]:
    chance = random.Random(11)
    return [" ".join(chance.choices(vocabulary[50:5000], k=5)) for _ in range(QUERIES)]


def scan(folder: Path, query: str, limit: int) -> list[str]:
    """What one would write without an index: read every file, count the words, keep the best."""
    wanted = query.split()
    counts = {}
    for path in folder.iterdir():
        text = path.read_text()
        counts[path.name] = sum(map(text.count, wanted))
    return sorted(counts, key=lambda name: -counts[name])[:limit]


def embedding_speed(texts: int = 100) -> list[Row]:
    """Texts per CPU-second, for questions and for passages; empty without a model."""
    embedder = load_embedder()
    if embedder is None:
        return []
    sentence = "Street trees lowered the midday air temperature by up to two degrees in the trial. "
    rows = []
    for name, length in (("embedding short texts", 1), ("embedding passages", 10)):
        started = time.process_time()
        embedder.embed([f"{number} {sentence * length}" for number in range(texts)])
        rows.append(Row(name, texts / (time.process_time() - started), "texts/CPU-s"))
    return rows


def main() -> None:
    rows = measure()
    embedding = embedding_speed()
    show("Index", rows + embedding)
    if not embedding:
        print("  skipped embeddings: no model is installed\n")


if __name__ == "__main__":
    main()
