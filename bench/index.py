"""How long an index of 10,000 generated documents takes to build, to refresh and to ask."""

from __future__ import annotations

import random
import statistics
import tempfile
import time
from pathlib import Path

from inquiro.core.types import ReadText
from inquiro.retrieval.embeddings import load_embedder
from inquiro.retrieval.index import FolderIndex

DOCUMENTS = 10_000
WORDS = 300
VOCABULARY = 30_000
QUERIES = 200


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


def measure(documents: int = DOCUMENTS) -> dict[str, float]:
    """Seconds to build and to refresh, milliseconds per keyword query."""
    with tempfile.TemporaryDirectory() as place:
        folder = Path(place) / "corpus"
        folder.mkdir()
        vocabulary = make_folder(folder, documents)
        database = Path(place) / "index.db"
        index = FolderIndex(folder, database, read, frozenset({".txt"}))
        started = time.perf_counter()
        index.refresh()
        built = time.perf_counter()
        index.refresh()
        refreshed = time.perf_counter()
        times = _ask(index, vocabulary)
        return {
            "build_s": built - started,
            "refresh_s": refreshed - built,
            "query_p50_ms": statistics.median(times),
            "query_p95_ms": statistics.quantiles(times, n=20)[-1],
            "size_mb": database.stat().st_size / 1e6,
        }


def _ask(index: FolderIndex, vocabulary: list[str]) -> list[float]:
    chance = random.Random(11)
    times = []
    for _ in range(QUERIES):
        query = " ".join(chance.choices(vocabulary[50:5000], k=5))
        started = time.perf_counter()
        index.search(query, 10)
        times.append(1000 * (time.perf_counter() - started))
    return times


def embedding_speed(texts: int = 100) -> dict[str, float]:
    """Texts per CPU-second, for questions and for passages; empty without the extra."""
    embedder = load_embedder()
    if embedder is None:
        return {}
    sentence = "Street trees lowered the midday air temperature by up to two degrees in the trial. "
    found = {}
    for name, length in (("short texts per CPU-second", 1), ("passages per CPU-second", 10)):
        started = time.process_time()
        embedder.embed([f"{number} {sentence * length}" for number in range(texts)])
        found[name] = texts / (time.process_time() - started)
    return found


def main() -> None:
    for name, value in (measure() | embedding_speed()).items():
        print(f"{name:30} {value:10.2f}")


if __name__ == "__main__":
    main()
