"""How far a share that was counted may be from the true one."""

from __future__ import annotations

from math import sqrt

_Z = 1.959964  # 95 % of a normal distribution


def wilson(hits: int, n: int) -> tuple[float, float]:
    """The 95 % interval of a share after Wilson; it holds for few trials and for shares of 0 and 1 too."""
    if n <= 0:
        return 0.0, 1.0
    share, spread = hits / n, _Z * _Z / n
    middle = (share + spread / 2) / (1 + spread)
    half = _Z * sqrt(share * (1 - share) / n + spread / (4 * n)) / (1 + spread)
    return max(0.0, min(share, middle - half)), min(1.0, max(share, middle + half))
