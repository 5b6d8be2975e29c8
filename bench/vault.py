"""How long a vault takes to index, to follow and to ask, at 10,000 and 100,000 notes, and what the links of real ones do."""

from __future__ import annotations

import argparse
import json
import resource
import subprocess
import sys
import tarfile
import tempfile
import time
from collections.abc import Callable, Sequence
from hashlib import blake2b
from pathlib import Path

import numpy as np
import numpy.typing as npt

from _plain_search import PlainSearch
from _table import Row, best, percentile, show
from _vault_notes import Maker, disturb, make_vault
from inquiro.core.types import SearchMode
from inquiro.index.vector_files import VectorView
from inquiro.retrieval.embeddings import load_embedder
from inquiro.vault.census import census
from inquiro.vault.index import VaultIndex

SIZES = (10_000, 100_000)
EMBEDDED = 2_000  # notes with vectors of the real model
QUERIES = 200
GREPS = 3
RESULTS = 5
MODES: tuple[SearchMode, ...] = ("keyword", "semantic", "hybrid")
VAULTS = ("docs", "contributing", "resources/sample_vaults/Tasks-Demo")
REAL = Path(__file__).parents[2] / "shared" / "data" / "vault_obsidian_tasks"


class Seeded:
    """A model that maps every text to a direction of its own, at once."""

    name = "seeded"
    dimensions = 384

    def embed(self, texts: Sequence[str]) -> npt.NDArray[np.float32]:
        rows = np.empty((len(texts), self.dimensions), dtype=np.float32)
        for row, text in zip(rows, texts, strict=True):
            seed = int.from_bytes(blake2b(text.encode(), digest_size=8).digest(), "little")
            row[:] = np.random.Generator(np.random.SFC64(seed)).standard_normal(self.dimensions, dtype=np.float32)
        unit: npt.NDArray[np.float32] = rows / np.linalg.norm(rows, axis=1, keepdims=True)
        return unit


def measure(place: Path, notes: int) -> list[Row]:
    vault, state = place / f"vault {notes}", place / f"state {notes}"
    maker = make_vault(vault, notes)
    built = build_apart(vault, state)
    model = Seeded()
    index = VaultIndex(vault, state, model)
    vectors = seconds(index.embed_some)
    rows = [
        Row(f"{notes:,} notes ({size(vault):,.0f} MB): indexing by words", built["seconds"], "s"),
        Row("… peak memory", built["megabytes"], "MB"),
        Row("… storing a seeded vector for every passage", vectors, "s"),
        Row("… size of the index on disk", size(state), "MB"),
        Row("… nothing changed", best(lambda: seconds(index.refresh), 3), "s"),
        Row("… after 100 changes, best of 3", best(lambda: followed(index, vault, maker), 3), "s", 1.0),
    ]
    index.embed_some()
    asked = maker.questions(QUERIES)
    index.search(asked[0])
    ours = {mode: milliseconds(lambda q, m=mode: index.search(q, m, RESULTS), asked) for mode in MODES}  # type: ignore[misc]
    for mode, times in ours.items():
        aim = 25.0 if mode == "hybrid" else None
        rows += [
            Row(f"… {mode} query, p50", percentile(times, 0.5), "ms"),
            Row(f"… {mode} query, p95", percentile(times, 0.95), "ms", aim),
        ]
    return [*rows, *compared(place, vault, index, asked, percentile(ours["hybrid"], 0.95))]


def compared(place: Path, vault: Path, index: VaultIndex, asked: list[str], hybrid: float) -> list[Row]:
    """The same questions to what one would write first."""
    model = Seeded()
    exact = np.asarray(open_vectors(index)._exact, dtype=np.float32)
    plain = PlainSearch(vault, place / f"plain {len(exact)}.db", exact)

    def both(query: str) -> object:
        return plain.by_words(query, RESULTS), plain.by_meaning(model.embed([query])[0], RESULTS)

    times = milliseconds(both, asked)
    greps = milliseconds(lambda query: plain.grep(query, RESULTS), asked[:GREPS])
    return [
        Row("… full-text table and full product instead, p50", percentile(times, 0.5), "ms"),
        Row("… the same, p95", percentile(times, 0.95), "ms"),
        Row("… the same / ours, p95", percentile(times, 0.95) / hybrid, "x"),
        Row("… reading every file instead, p50", percentile(greps, 0.5), "ms"),
    ]


def real_embeddings(place: Path, notes: int) -> list[Row]:
    """The real model: how fast, and whether its nearest passages are found by their bits."""
    model = load_embedder()
    if model is None:
        return []
    vault = place / "embedded"
    maker = make_vault(vault, notes, seed=3)
    index = VaultIndex(vault, place / "embedded state", model)
    told = index.refresh()
    took = seconds(index.embed_some)
    asked = maker.questions(50)
    index.search(asked[0])
    times = milliseconds(lambda query: index.search(query, "hybrid", RESULTS), asked)
    view = open_vectors(index)
    exact = np.asarray(view._exact, dtype=np.float32)
    queries = model.embed(asked)
    found = [recalled(view, exact, query) for query in queries]
    return [
        Row(f"{notes:,} notes with real embeddings", took, "s"),
        Row("… notes a second", notes / took, ""),
        Row("… passages a second", told.passages / took, ""),
        Row("… hybrid query, p50", percentile(times, 0.5), "ms"),
        Row("… hybrid query, p95", percentile(times, 0.95), "ms"),
        Row("… nearest 10 that are among those looked at", float(np.mean(found)), "", 0.99, "higher"),
    ]


def recalled(view: VectorView, exact: npt.NDArray[np.float32], query: npt.NDArray[np.float32]) -> float:
    wanted = np.argsort(-(exact @ query))[:10]
    return float(np.isin(wanted, view.nearest(query, None, np.zeros(0, dtype=np.int64)).numbers).mean())


def real_vaults(place: Path) -> list[Row]:
    """Every link of the real vaults: resolved, or broken."""
    packed = next(iter(sorted(REAL.glob("*.tar.xz"))), None) if REAL.is_dir() else None
    if packed is None:
        return []
    with tarfile.open(packed) as archive:
        archive.extractall(place / "real", filter="data")
    rows = []
    for inside in VAULTS:
        started = time.perf_counter()
        found = census(place / "real" / inside)
        took = time.perf_counter() - started
        rows += [
            Row(f"{inside.rpartition('/')[2]}: notes", found.notes, ""),
            Row("… links and embeds", found.links + found.embeds, ""),
            Row("… to a heading, to a block", found.heading_refs + found.block_refs, ""),
            Row("… resolved", found.resolved, ""),
            Row("… broken", len(found.broken), ""),
            Row("… counted in", took, "s"),
        ]
    return rows


def followed(index: VaultIndex, vault: Path, maker: Maker) -> float:
    disturb(vault, maker)
    return seconds(index.refresh)


def open_vectors(index: VaultIndex) -> VectorView:
    with index._store.read() as connection:
        files = index._store.vectors(connection)
        assert files is not None
        view = index._searcher._current(connection)
        return VectorView(files, view.embedded)


def build_apart(vault: Path, state: Path) -> dict[str, float]:
    """In a process of its own, whose memory is that of the index alone."""
    done = subprocess.run(
        [sys.executable, __file__, "--build", vault, state], check=True, capture_output=True, text=True
    )
    figures: dict[str, float] = json.loads(done.stdout)
    return figures


def build(vault: Path, state: Path) -> None:
    took = seconds(VaultIndex(vault, state).refresh)
    memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    print(json.dumps({"seconds": took, "megabytes": memory}))


def milliseconds(work: Callable[[str], object], asked: Sequence[str]) -> list[float]:
    return [1000 * seconds(lambda q=query: work(q)) for query in asked]  # type: ignore[misc]


def seconds(work: Callable[[], object]) -> float:
    started = time.perf_counter()
    work()
    return time.perf_counter() - started


def size(folder: Path) -> float:
    return sum(path.stat().st_size for path in folder.rglob("*") if path.is_file()) / 1e6


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--small", action="store_true", help="400 notes and no model: seconds instead of minutes")
    parser.add_argument("--build", nargs=2, type=Path, metavar=("VAULT", "STATE"), help=argparse.SUPPRESS)
    wanted = parser.parse_args()
    if wanted.build:
        build(*wanted.build)
        return
    for notes in (400,) if wanted.small else SIZES:
        with tempfile.TemporaryDirectory() as place:
            show("Vault", measure(Path(place), notes))
    with tempfile.TemporaryDirectory() as place:
        embedded = [] if wanted.small else real_embeddings(Path(place), EMBEDDED)
        found = real_vaults(Path(place))
    show("Vault, real model", embedded) if embedded else print("  skipped real embeddings\n")
    show("Vault, real ones", found) if found else print("  skipped real vaults: ../shared/data is not there\n")


if __name__ == "__main__":
    main()
