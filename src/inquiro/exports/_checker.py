"""How often the sentence checker errs, in words."""

from __future__ import annotations

from inquiro.core.intervals import wilson
from inquiro.core.types import CanaryCount

FEWEST = 30  # canaries: fewer say nothing


def checker_fact(count: CanaryCount | None) -> str:
    """Misses and false alarms with n and the 95 % interval; nothing where too few sentences were tried."""
    if count is None or count.total < FEWEST:
        return ""
    missed = _share(count.missed, count.known_false)
    alarms = _share(count.false_alarms, count.known_true)
    over = f"{count.runs} run{'s' * (count.runs != 1)}"
    return f"missed {missed} sentences made false and doubted {alarms} true ones, over {over}"


def _share(hits: int, n: int) -> str:
    low, high = wilson(hits, n)
    rate = hits / n if n else 0.0
    return f"{hits} of {n} ({rate:.1%}, 95% interval {low:.1%} to {high:.1%})"
