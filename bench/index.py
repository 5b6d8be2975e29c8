"""How long an index takes to build, to refresh and to ask: generated documents and facts, and a real corpus."""

from __future__ import annotations

import random
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

import _known_facts
from _table import Row, best, percentile, show
from inquiro.core.types import ReadText
from inquiro.index.folder import FolderIndex
from inquiro.readers import supported_suffixes
from inquiro.readers.pool import read_apart
from inquiro.retrieval.embeddings import load_embedder
from inquiro.retrieval.vectors import VectorStore

DOCUMENTS = 10_000
WORDS = 300
VOCABULARY = 30_000
QUERIES = 200
SCANS = 5
PEPS = Path(__file__).resolve().parents[2] / "shared" / "data" / "corpus_peps"
ASKED = (
    "What does the walrus operator do inside a comprehension?",
    "Why was the release cycle of Python shortened to a year?",
    "How are type hints for variables written?",
    "Which modules were removed as dead batteries?",
    "What is needed to make the global interpreter lock optional?",
)
EMBEDDED_SECONDS = 30.0  # of vectors in the background; all of them take minutes


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
        state = Path(place) / "state"
        index = FolderIndex(folder, state, read, frozenset({".txt"}))
        building = seconds(index.refresh)
        refreshing = best(lambda: seconds(index.refresh), 3)
        asked = questions(vocabulary)
        times = [1000 * seconds(lambda q=query: index.search(q, 10)) for query in asked]  # type: ignore[misc]
        scans = [1000 * seconds(lambda q=query: scan(folder, q, 10)) for query in asked[:SCANS]]  # type: ignore[misc]
        size = sum(path.stat().st_size for path in state.rglob("*") if path.is_file()) / 1e6
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


def real_corpus() -> list[Row]:
    """736 documents of some 20 pages: words first, questions before and while the vectors come."""
    model = load_embedder()
    with tempfile.TemporaryDirectory() as place:
        store = VectorStore(Path(place) / "vectors.db", model.name, lambda: model) if model else None
        index = FolderIndex(PEPS, Path(place) / "state", read_apart, supported_suffixes(), store)
        began = time.perf_counter()
        index.start()
        index.wait(600)
        building = time.perf_counter() - began
        rows = [
            Row("corpus_peps: searchable by words", building, "s", 15.0),
            Row("… a question by words, p50", 1000 * median_of(lambda q: index.search(q, 10, "keyword")), "ms"),
        ]
        if store and model:
            rows.append(
                Row("… a new question while vectors are made", median_of(lambda q: index.search(q, 10)), "s", 3.0)
            )
            rows.append(Row("… the same questions again", median_of(lambda q: index.search(q, 10)), "s", 3.0))
            before, started = index.state().by_meaning, time.perf_counter()
            index.wait_for_meaning(EMBEDDED_SECONDS)
            made = (index.state().by_meaning - before) / (time.perf_counter() - started)
            rows.append(Row("… passages a second that get their vectors beside", made, ""))
            rows.append(Row("… the same without an index", plain_speed(index, store), ""))
            index.close()
            store.close()
    return rows


def median_of(ask: Callable[[str], object]) -> float:
    return percentile([seconds(lambda q=query: ask(q)) for query in ASKED], 0.5)  # type: ignore[misc]


def plain_speed(index: FolderIndex, store: VectorStore) -> float:
    """Passages of the same corpus, embedded one after another with nothing else to do."""
    index.close()
    texts = [index.document(f"pep-{number:04}.txt").content.text[5_000:5_900] for number in (20, 308, 484, 572, 703)]
    many = [f"{number} {text}" for number in range(60) for text in texts if text]
    return len(many) / seconds(lambda: store.embed(many))


def main() -> None:
    rows = measure()
    embedding = embedding_speed()
    show("Index", rows + embedding)
    show("Index of what is known", _known_facts.measure())
    if PEPS.is_dir():
        show("Index, a real corpus", real_corpus())
    else:
        print("  skipped the real corpus: ../shared/data is not there\n")
    if not embedding:
        print("  skipped embeddings: no model is installed\n")


if __name__ == "__main__":
    main()
