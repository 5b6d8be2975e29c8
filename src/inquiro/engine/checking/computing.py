"""Values that a sentence works out of two numbers of its evidence."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import permutations

import regex

from inquiro.engine.checking.figures import Figure
from inquiro.engine.checking.units import NONE, PERCENT

MOST = 24  # numbers of the evidence that are tried in pairs
_CUES = regex.compile(
    r"\b(?:total\w*|sum|together|combined|overall|altogether|difference|more|less|fewer|higher|lower|increas\w*|decreas\w*|rise|rose|"
    r"risen|f[ae]ll|fallen|grew|growth|grown|drop\w*|declin\w*|gain\w*|lost|loss|times|twice|double\w*|tripl\w*|ratio|share|"
    r"per\s?cent|percent\w*|average|gap|saving\w*|insgesamt|zusammen|unterschied|mehr|weniger|gestiegen|gesunken|anteil|"
    r"suma|diferencia|más|menos|aument\w*|somme|différence|plus|moins|hausse|baisse)\b|%",
    regex.IGNORECASE,
)


def computed(claimed: Figure, held: Sequence[Figure], text: str) -> str:
    """How a number follows from two others, in signs; empty where it does not, or where nothing says that it was worked out."""
    if not _CUES.search(text):
        return ""
    known = list(dict.fromkeys(held))[:MOST]
    for first, second in permutations(known, 2):
        for value, how in _ways(first, second, claimed):
            if abs(value - claimed.value) <= max(claimed.step * 0.5000001, 1e-9 * abs(value)):
                return f"{claimed.text} = {how}"
    return ""


def _ways(first: Figure, second: Figure, claimed: Figure) -> Iterator[tuple[float, str]]:
    if first.unit != second.unit:
        return
    a, b = first.value, second.value
    if claimed.unit == first.unit or (claimed.unit.measure == "points" and first.unit == PERCENT):
        if first.start < second.start:
            yield a + b, f"{first.text} + {second.text}"
        if a > b:
            yield a - b, f"{first.text} − {second.text}"
    if not b:
        return
    if claimed.unit == PERCENT:
        yield abs(a - b) / abs(b) * 100, f"({first.text} − {second.text}) / {second.text}"
        yield a / b * 100, f"{first.text} / {second.text}"
    if claimed.unit == NONE or claimed.unit.measure == "times":
        yield a / b, f"{first.text} / {second.text}"
