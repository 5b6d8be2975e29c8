"""How many facts nobody has found yet: Chao2 and Good-Turing over the independent origins of those that were."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from math import exp, log, sqrt
from typing import NamedTuple

import msgspec

from inquiro.core.types import ChecklistItem, Fact, FactEstimate
from inquiro.engine.relevance import ENOUGH
from inquiro.engine.sightings import Sighting, sightings

FEWEST_MENTIONS = 5  # below that, and where all come from one place, nothing can be said
FEWEST_ORIGINS = 2
_Z = 1.959964  # 95 % of a normal distribution
_DOUBT = 0.05


class Forecast(NamedTuple):
    """What is still to be found: at all, on what is open, and for each checklist item."""

    whole: FactEstimate
    remaining: FactEstimate  # the whole where everything is answered
    items: tuple[FactEstimate, ...]


def forecast(facts: Iterable[Fact], checklist: Sequence[ChecklistItem], *, documents: int, last_read: int) -> Forecast:
    """From `documents` read so far, `last_read` of them in the last round; the next one asks for open items only."""
    seen = sightings(fact for fact in facts if max(fact.scores.values(), default=ENOUGH) >= ENOUGH)
    open_items = {item.id for item in checklist if not item.satisfied}

    def of(items: set[str], name: str = "") -> FactEstimate:
        return estimate([one for one in seen if one.items & items], documents=documents, more=last_read, item=name)

    whole = estimate(seen, documents=documents, more=last_read)
    return Forecast(
        whole=whole,
        remaining=of(open_items) if open_items else whole,
        items=tuple(of({item.id}, item.id) for item in checklist),
    )


def estimate(seen: Sequence[Sighting], *, documents: int, more: int, item: str = "") -> FactEstimate:
    """How many facts there are besides those seen, and how many of them `more` further documents would show.

    A document states a fact or it does not, so these are incidences, and the sampling unit is the document that
    stands for an independent origin: Chao2, the twin of Chao1 for incidences, in its bias-corrected form.
    """
    times = Counter(len(one.origins) for one in seen)
    found, mentions, once, twice = len(seen), sum(n * k for n, k in times.items()), times[1], times[2]
    origins = Counter(origin for one in seen for origin in one.origins)
    units = max(documents, len(origins))
    told = FactEstimate(item=item, found=found, mentions=mentions, once=once, twice=twice, documents=units)
    if mentions < FEWEST_MENTIONS or len(origins) < FEWEST_ORIGINS:
        return told
    unseen = _chao2(once, twice, units)
    low, high = _range(unseen, times, origins, units)
    return msgspec.structs.replace(
        told,
        coverage=round(1 - once / mentions, 3),
        unseen=None if high is None else round(unseen, 1),
        low=round(low, 1),
        high=None if high is None else round(high, 1),
        next_round=round(_expected(unseen, once, units, more), 1),
    )


def _chao2(once: int, twice: int, units: int) -> float:
    return (units - 1) / units * once * (once - 1) / (2 * (twice + 1))


def _expected(unseen: float, once: int, units: int, more: int) -> float:
    """New facts in `more` further units, after Colwell and others (2012): never more than there are."""
    return unseen * (1 - (1 - once / (units * unseen + once)) ** max(more, 0)) if unseen else 0.0


def _range(unseen: float, times: Counter[int], origins: Counter[str], units: int) -> tuple[float, float | None]:
    """The 95 % interval of what is unseen; where nothing came twice, its lower end is all that there is."""
    if times[1] == times.total():
        return _never_twice(origins), None
    return _log_normal(unseen, times, units) if unseen else (0.0, _none_but(times, units))


def _log_normal(unseen: float, times: Counter[int], units: int) -> tuple[float, float]:
    """After Chao (1987): the spread is one of the logarithm, so that the lower end never falls below what was seen."""
    once, twice, share = times[1], times[2], (units - 1) / units
    spread = share * once * (once - 1) / (2 * (twice + 1))
    spread += share**2 * once * (2 * once - 1) ** 2 / (4 * (twice + 1) ** 2)
    spread += share**2 * once**2 * twice * (once - 1) ** 2 / (4 * (twice + 1) ** 4)
    if not twice:
        spread -= share**2 * once**4 / (4 * (times.total() + unseen))
    factor = exp(_Z * sqrt(log(1 + spread / unseen**2)))
    return unseen / factor, unseen * factor


def _none_but(times: Counter[int], units: int) -> float:
    """The upper end where none is expected: each fact may have been missed with the chance that its count leaves."""
    missed = sum(k * exp(-n) for n, k in times.items())
    spread = sum(k * (exp(-n) - exp(-2 * n)) for n, k in times.items())
    spread -= sum(n * k * exp(-n) for n, k in times.items()) ** 2 / units
    found = times.total()
    return (found * missed + _Z * sqrt(max(spread, 0.0)) * found) / (found - missed)


def _never_twice(origins: Counter[str]) -> float:
    """So many more there are at least, with 95 % confidence: among fewer, two origins would have met.

    The chance that sets of a and b out of S facts have none in common is below exp(-ab / S), whatever S is made of.
    """
    pairs = (origins.total() ** 2 - sum(n * n for n in origins.values())) / 2
    return max(0.0, pairs / -log(_DOUBT) - origins.total())
