"""Which lines two texts have in common, in order: unique lines first, in time that a hostile text cannot blow up."""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter
from collections.abc import Sequence
from typing import NamedTuple

_SMALL = 10_000  # pairs of lines in a gap without unique lines that are compared one by one
_DEEPEST = 64


class _Gap(NamedTuple):
    """What is still to be compared."""

    a: int
    a_end: int
    b: int
    b_end: int
    depth: int = 0


def line_matches(old: Sequence[str], new: Sequence[str]) -> dict[int, int]:
    """Positions of `new` by positions of `old`, both ascending."""
    matched: dict[int, int] = {}
    pending = [_Gap(0, len(old), 0, len(new))]
    while pending:
        a, a_end, b, b_end, depth = pending.pop()
        while a < a_end and b < b_end and old[a] == new[b]:
            matched[a] = b
            a, b = a + 1, b + 1
        while a < a_end and b < b_end and old[a_end - 1] == new[b_end - 1]:
            a_end, b_end = a_end - 1, b_end - 1
            matched[a_end] = b_end
        if a == a_end or b == b_end:
            continue
        anchors = _unique(old, new, _Gap(a, a_end, b, b_end)) if depth < _DEEPEST else []
        if not anchors and (a_end - a) * (b_end - b) <= _SMALL:
            anchors = _longest(old, new, _Gap(a, a_end, b, b_end))
            matched.update(anchors)
            continue
        for i, j in anchors:
            pending.append(_Gap(a, i, b, j, depth + 1))
            matched[i] = j
            a, b = i + 1, j + 1
        if anchors:
            pending.append(_Gap(a, a_end, b, b_end, depth + 1))
    return dict(sorted(matched.items()))


def _unique(old: Sequence[str], new: Sequence[str], gap: _Gap) -> list[tuple[int, int]]:
    """Lines that each side has once, the longest run of them that is in the same order on both."""
    a, a_end, b, b_end, _ = gap
    once = {line for line, times in Counter(old[a:a_end]).items() if times == 1}
    once &= {line for line, times in Counter(new[b:b_end]).items() if times == 1}
    if not once:
        return []
    where = {new[j]: j for j in range(b, b_end) if new[j] in once}
    pairs = [(i, where[old[i]]) for i in range(a, a_end) if old[i] in once]
    ends: list[int] = []  # the smallest end of an ascending run of each length
    last: list[int] = []
    before: list[int] = []
    for number, (_, j) in enumerate(pairs):
        length = bisect_left(ends, j)
        ends[length : length + 1] = [j]
        last[length : length + 1] = [number]
        before.append(last[length - 1] if length else -1)
    chain, number = [], last[-1]
    while number >= 0:
        chain.append(pairs[number])
        number = before[number]
    return chain[::-1]


def _longest(old: Sequence[str], new: Sequence[str], gap: _Gap) -> list[tuple[int, int]]:
    """The longest common subsequence, by comparing each with each."""
    a, a_end, b, b_end, _ = gap
    width = b_end - b
    rows = [[0] * (width + 1)]
    for i in range(a_end - 1, a - 1, -1):
        below, row = rows[-1], [0] * (width + 1)
        for k in range(width - 1, -1, -1):
            row[k] = below[k + 1] + 1 if old[i] == new[b + k] else max(below[k], row[k + 1])
        rows.append(row)
    rows.reverse()
    found, i, k = [], 0, 0
    while i < a_end - a and k < width:
        if old[a + i] == new[b + k]:
            found.append((a + i, b + k))
            i, k = i + 1, k + 1
        elif rows[i + 1][k] >= rows[i][k + 1]:
            i += 1
        else:
            k += 1
    return found
