"""Values that a sentence works out of numbers of its evidence, where it presents them as worked out.

With enough numbers at hand almost any value follows from two of them, so three things are asked for: words near the value
that say how it came about, operands of one kind, and operands that stand in one sentence, in rows of one list, or in the
sentence itself.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from itertools import combinations, pairwise
from typing import Protocol

import regex

from inquiro.text.agreement import EVERYDAY, MANIFOLD
from inquiro.text.figures import Figure
from inquiro.text.units import NONE, PERCENT

MOST = 8  # numbers of one kind in a sentence: with more of them every value can be had
NEAR = 60  # characters to either side of a value in which words say how it came about
_CUES = {
    "sum": r"total\w*|sum|together|combined|altogether|in\s+all|overall|both|insgesamt|zusammen|gesamt|suma\w*|en\s+total|au\s+total|somme|合計|计|總共",
    "difference": r"difference|differ\w*|more|less|fewer|higher|lower|greater|larger|smaller|longer|shorter|increas\w*|decreas\w*|rise|rose|risen|"
    r"f[ae]ll|fallen|grew|growth|grown|drop\w*|declin\w*|gain\w*|lost|loss|gap|margin|saving\w*|saves?|points?|remain\w*|left|rest|exceed\w*|"
    r"reduc\w*|unterschied|mehr|weniger|höher|niedriger|gestiegen|gesunken|differenz|übrig|diferencia|más|menos|aument\w*|différence|"
    r"plus|moins|hausse|baisse|差|増|減|多|少",
    "ratio": r"times|twice|doubl\w*|tripl\w*|quadrupl\w*|ratio|-?fold|mal|-?fach|doppelt|veces|fois|倍|per|each|apiece|je|pro|cada|chaque",
    "share": r"%|per\s?cent\w*|share|proportion|portion|majority|minority|anteil|prozent|proporción|parte|part|quarter\w*|half|third\w*|割|分の",
    "mean": r"average\w*|mean|durchschnitt\w*|im\s+schnitt|promedio|media|moyenne|平均",
    "rest": r"remain\w*|rest|others?|übrig\w*|restlich\w*|andere[nr]?|demás|resto|otr[oa]s?|autres?|reste|残り|其余",
    "span": r"from|between|until|till|later|after|before|since|last\w*|for|over|span\w*|old|aged?|von|bis|später|nach|lang|desde|hasta|durante|"
    r"depuis|jusqu\w*|pendant|から|间|間",
}
_CUE = {
    name: regex.compile(rf"(?<![\p{{L}}])(?:{words})(?![\p{{L}}])|[増減多少差倍割間间計计]", regex.IGNORECASE)
    for name, words in _CUES.items()
}
_TOGETHER = regex.compile(
    r"\b(?:together|combined|in\s+total|zusammen|insgesamt|en\s+total|juntos|ensemble|au\s+total)\b", regex.IGNORECASE
)
_ROW = regex.compile(r"^\s*(?:[-*•|–]|\d{1,2}[.)])\s?|\|")
_YEARS = range(1000, 2100)
_YEAR_LONG = 12.0  # months


class Statement(Protocol):
    """A sentence as far as its numbers go."""

    @property
    def text(self) -> str: ...
    @property
    def figures(self) -> Sequence[Figure]: ...
    @property
    def years(self) -> Collection[int]: ...


def computed(claimed: Figure, said: Statement, known: Sequence[Statement], *, unsaid: bool = False) -> str:
    """How a number of a sentence follows from others, in signs; empty where it does not, or is not said to.

    With `unsaid` it need not be said: that is no proof, and yet no number from nowhere either.
    """
    if claimed.ordinal:
        return ""
    told = set(_CUES) if unsaid else _told(claimed, said.text)
    if "span" in told and (how := _years_apart(claimed, said, known)):
        return f"{claimed.text} = {how}"
    if "rest" in told and (how := _left_of_all(claimed, known)):
        return f"{claimed.text} = {how}"
    own = [one for one in said.figures if one is not claimed and not one.ordinal and not one.everyday]
    kinds = told | {"sum"} if claimed.unit == NONE else told
    # What the sentence itself adds up before the reader's eyes needs no word for it.
    groups = [(own, kinds), *((group, told) for group in _groups(known))]
    if _TOGETHER.search(said.text):
        groups.append(([one for each in known for one in each.figures if _counts(one)], {"sum"}))
    for group, allowed in groups:
        for operands in _alike(group):
            for value, how in _ways(operands, claimed, allowed):
                if hits(value, claimed):
                    return f"{claimed.text} = {how}"
    return ""


def _told(claimed: Figure, text: str) -> set[str]:
    near = text[max(0, claimed.start - NEAR) : claimed.end + NEAR]
    found = {name for name, cue in _CUE.items() if cue.search(near)}
    if claimed.unit.measure == "times":
        found.add("ratio")
    if claimed.unit == PERCENT:
        found.add("share")
    return found


def _groups(known: Sequence[Statement]) -> Iterator[list[Figure]]:
    """The numbers of each sentence, and those of the rows that follow each other."""
    for one in known:
        yield list(one.figures)
    rows: list[Figure] = []
    for before, after in pairwise(known):
        if _ROW.search(before.text) and _ROW.search(after.text):
            rows = [*(rows or before.figures), *after.figures]
            yield list(rows)
        else:
            rows = []
    for before, after in pairwise(known):  # a difference is told across two sentences, of amounts that have a unit
        if len(before.figures) == len(after.figures) == 1 and before.figures[0].unit not in {NONE, PERCENT}:
            yield [*before.figures, *after.figures]


def _alike(group: Sequence[Figure]) -> Iterator[list[Figure]]:
    """Those of one unit each; years are no amounts, and nothing is said twice."""
    units: dict[tuple[str, float], dict[float, Figure]] = {}
    for one in group:
        if not (one.ordinal or one.everyday or _is_year(one)):
            units.setdefault((one.unit.measure, one.unit.factor), {}).setdefault(one.value, one)
    for some in units.values():
        if 2 <= len(some) <= MOST:
            yield list(some.values())


def _counts(one: Figure) -> bool:
    return one.unit == NONE and one.value >= 2 and one.value % 1 == 0


def _is_year(one: Figure) -> bool:
    return one.unit == NONE and one.value in _YEARS and one.text.isdecimal() and len(one.text) == 4


def _ways(some: Sequence[Figure], claimed: Figure, told: Collection[str]) -> Iterator[tuple[float, str]]:
    unit = some[0].unit
    if claimed.unit == unit and unit != PERCENT:
        yield from _added(some, told)
        if "mean" in told:
            yield sum(one.value for one in some) / len(some), f"({_listed(some, ' + ')}) / {len(some)}"
    for one, other in combinations(some, 2):
        larger, smaller = (one, other) if one.value >= other.value else (other, one)
        apart = claimed.unit == unit != PERCENT or (claimed.unit.measure == "points" and unit == PERCENT)
        if "difference" in told and apart:
            yield larger.value - smaller.value, f"{larger.text} − {smaller.text}"
        whole = unit != NONE or (_counts(larger) and smaller.value % 1 == 0)  # 0.49 / 0.98 is chance
        if smaller.value > 0 and whole:
            yield from _relative(larger, smaller, claimed, told)


def _added(some: Sequence[Figure], told: Collection[str]) -> Iterator[tuple[float, str]]:
    if "sum" not in told:
        return
    yield sum(one.value for one in some), _listed(some, " + ")
    if len(some) > 2:
        yield from ((one.value + other.value, f"{one.text} + {other.text}") for one, other in combinations(some, 2))


def _relative(larger: Figure, smaller: Figure, claimed: Figure, told: Collection[str]) -> Iterator[tuple[float, str]]:
    over, under = larger.value, smaller.value
    if claimed.unit == PERCENT and (larger.unit != PERCENT or claimed.everyday):
        if "share" in told and larger.unit != PERCENT:
            yield under / over * 100, f"{smaller.text} / {larger.text}"
        if "difference" in told:
            yield (over - under) / under * 100, f"({larger.text} − {smaller.text}) / {smaller.text}"
            yield (over - under) / over * 100, f"({larger.text} − {smaller.text}) / {larger.text}"
    if claimed.unit.measure == "times" and "ratio" in told:
        yield over / under, f"{larger.text} / {smaller.text}"
        if claimed.everyday:
            yield under / over, f"{smaller.text} / {larger.text}"


def _listed(some: Sequence[Figure], sign: str) -> str:
    return sign.join(one.text for one in some)


def hits(value: float, claimed: Figure) -> bool:
    """Whether a value is what a sentence says, as exactly as the sentence says it."""
    if claimed.everyday:
        reach = MANIFOLD * claimed.value if claimed.unit.measure == "times" else EVERYDAY
    else:
        reach = max(claimed.step * 0.5000001, 1e-9 * abs(value))
    if claimed.bound in {"about", "nearly"}:
        reach = max(reach, 0.05 * abs(value))
    if claimed.bound in {"above", "over", "least"}:
        return claimed.value <= value <= (claimed.value + 1 if claimed.unit.measure == "times" else claimed.value * 1.1)
    return abs(value - claimed.value) <= reach


def _left_of_all(claimed: Figure, known: Sequence[Statement]) -> str:
    """`the other 63 %` where the evidence speaks of 37 %."""
    if claimed.unit != PERCENT:
        return ""
    shares = (one for each in known for one in each.figures if one.unit == PERCENT)
    return next((f"100 % − {one.text}" for one in shares if hits(100 - one.value, claimed)), "")


def _years_apart(claimed: Figure, said: Statement, known: Sequence[Statement]) -> str:
    """`eight years from 2004 to 2012`: both years stand in the sentence, or they are the two of one sentence of the evidence."""
    if claimed.unit.measure != "month" or claimed.unit.factor != _YEAR_LONG:
        return ""
    for years in (said.years, *(one.years for one in known if len(one.years) == 2)):
        for first, last in combinations(sorted(years), 2):
            if last - first == claimed.value or (claimed.bound and abs(last - first - claimed.value) <= 1):
                return f"{last} − {first}"
    return ""
