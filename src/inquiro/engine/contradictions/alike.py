"""Which sets have most of their members in common, without comparing every set with every other."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from math import ceil


def share(a: frozenset[str], b: frozenset[str]) -> float:
    shared = len(a & b)
    return shared / max(len(a) + len(b) - shared, 1)


def alike_pairs(sets: Sequence[frozenset[str]], least: float) -> Iterator[tuple[int, int]]:
    """Every pair that shares at least `least` of all its members, the earlier place first.

    Two such sets share one of the rarest members of either: of n members, the n - least * n + 1 rarest are enough.
    """
    known = Counter(member for members in sets for member in members)
    holders: defaultdict[str, list[int]] = defaultdict(list)
    for place, members in enumerate(sets):
        rarest = sorted(members, key=lambda member: (known[member], member))
        rarest = rarest[: len(members) - ceil(least * len(members) - 1e-9) + 1]
        met = {other for member in rarest for other in holders[member]}
        for other in sorted(met):
            if share(sets[other], members) >= least:
                yield other, place
        for member in rarest:
            holders[member].append(place)
