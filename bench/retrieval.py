"""How many of HotpotQA's supporting documents stand among the first 5 and 10 hits."""

from __future__ import annotations

from pathlib import Path

from _table import Row, show
from inquiro.core.errors import NotConfigured
from inquiro.retrieval.embeddings import load_embedder
from inquiro.runtime.evaluating.sets import QuestionSet, hotpotqa
from inquiro.runtime.evaluations.retrieval import FIRST, all_scores, found_in_first

DATA = Path(__file__).resolve().parents[2] / "shared" / "data"
REFERENCE = {"BM25": (0.775, 0.890), "embeddings": (0.785, 0.845), "hybrid": (0.825, 0.900)}  # first 5, first 10


def load(data: Path = DATA) -> QuestionSet | None:
    """The set, or None, with a word why, where it is not there."""
    try:
        return hotpotqa(data)
    except NotConfigured as error:
        print(f"skipped: {error}\n")
        return None


def main() -> None:
    given = load()
    if given is None:
        return
    found = all_scores(given, load_embedder())
    rows = [
        Row(f"{name}, first {first}", found_in_first(given, scores, first).value, "", aim, "higher")
        for name, scores in found.items()
        for first, aim in zip(FIRST, REFERENCE[name], strict=True)
    ]
    show("HotpotQA, share of gold documents found", rows)
    if len(found) == 1:
        print("  skipped embeddings and hybrid: no model is installed\n")


if __name__ == "__main__":
    main()
