"""What a run of each depth takes: questions to the model, tokens, and our time beside the longest chain.

Pages and model are another process on loopback, 100 ms a page and 300 ms a call, as in deep_run.py. Thorough is dearer
on purpose; the figures say by how much.
"""

from __future__ import annotations

import asyncio
import sys
from typing import get_args

from _model_run import FakeWeb, Measured, measure
from _model_world import Outside, outside
from _table import Row, exit_code, show
from inquiro.core.types import Depth
from inquiro.providers.search import registry
from inquiro.retrieval.embeddings import OFF
from inquiro.testing import plugged_in

QUESTION = (
    "What do street trees in Varnholt cost, who pays for them, how much water do they need, and where do they fail?"
)
ROUNDS, HITS, RUNS = 3, 3, 2
NEVER = 1_000_000  # judgements until the model is content: the limit of rounds ends the run


def taken(world: Outside, depth: Depth) -> Measured:
    """The least disturbed of some runs; the first loads what is loaded once."""
    runs = [asyncio.run(measure(world, QUESTION, ROUNDS, OFF, depth)) for _ in range(1 + RUNS)]
    return min(runs[1:], key=lambda one: one.ratio)


def rows(depth: Depth, one: Measured) -> list[Row]:
    used = one.report.usage
    return [
        Row(f"{depth}: questions to the model", used.calls),
        Row(f"{depth}: tokens", used.tokens),
        Row(f"{depth}: sentences", len(one.report.claims)),
        Row(f"{depth}: longest chain", one.chain, "s"),
        Row(f"{depth}: time / longest chain", one.ratio),
    ]


def main() -> int:
    with outside(NEVER, HITS) as world, plugged_in(registry, fakeweb=FakeWeb):
        found = [row for depth in get_args(Depth) for row in rows(depth, taken(world, depth))]
    show(f"Depths, {ROUNDS} rounds at most, without embeddings", found)
    return exit_code(found)


if __name__ == "__main__":
    sys.exit(main())
