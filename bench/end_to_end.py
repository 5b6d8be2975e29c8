"""Evidence recall of whole runs: how many of HotpotQA's supporting documents a run's evidence comes from."""

from __future__ import annotations

import asyncio
import sys
from pathlib import Path

from _table import Row, show
from inquiro.core.settings import Settings
from inquiro.retrieval.embeddings import OFF, availability
from inquiro.runtime.evaluating.figures import Task
from inquiro.runtime.evaluations.evidence import QUESTIONS, EvidenceRecall
from retrieval import DATA, load

SEMANTIC_TOO = "--semantic"


def measure(name: str, many: int, embedding_model: Path | None) -> list[Row]:
    nowhere = Settings(
        home=Path(__file__).parent, database_url="", embedding_model=embedding_model
    )  # runs have a home of their own
    done = asyncio.run(EvidenceRecall().evaluate(Task(data=DATA, settings=nowhere, limit=many)))
    rows = [Row(f"{name}: {figure.name}", figure.value) for figure in done.figures]
    return [*rows, Row(f"{name}: a question", done.seconds / done.n, "s")]


def main() -> None:
    """`end_to_end.py [QUESTIONS] [--semantic]`."""
    given = load()
    if given is None:
        return
    numbers = [int(word) for word in sys.argv[1:] if word.isdigit()]
    many = min(numbers[0] if numbers else QUESTIONS, len(given.questions))
    rows = measure("keyword", many, OFF)
    if SEMANTIC_TOO in sys.argv and availability().available:
        rows += measure("hybrid", many, None)
    show(f"Share of gold documents in the evidence, {many} runs", rows)
    if SEMANTIC_TOO not in sys.argv:
        print(f"  skipped with embeddings: {SEMANTIC_TOO} adds them (they take minutes)\n")


if __name__ == "__main__":
    main()
