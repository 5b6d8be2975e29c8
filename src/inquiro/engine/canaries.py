"""Canaries: sentences of known truth, made from a run's own quotes, that show what the checker misses."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from random import Random

from inquiro.core.types import CanaryCount, Report
from inquiro.engine.checking import check
from inquiro.engine.checking.mutating import MUTATIONS, names_in, retold

MOST = 15  # quotes of a run, each retold once and made false once
SHORTEST, LONGEST = 30, 400  # characters
# A sentence without its last clause is often still true: nothing follows from calling it so.
FALSE = tuple(kind for kind in MUTATIONS if kind != "trimmed")
_LEAD = "According to the source, "


def count_canaries(report: Report, run_id: str) -> CanaryCount:
    """The same for the same report and run, so that a replay counts the same."""
    cited = dict.fromkeys(" ".join(c.quote.split()) for claim in report.claims for c in claim.evidence)
    quotes = [quote for quote in cited if SHORTEST <= len(quote) <= LONGEST]
    # Choosing is no secret: it has to be the same again for the same run.
    random = Random(run_id)  # noqa: S311
    chosen = random.sample(quotes, min(MOST, len(quotes)))
    names = names_in(quotes)
    false = [pair for quote in chosen if (pair := _falsified(quote, quotes, names, random))]
    alarms = [check(_retold(quote, random), [quote], [_LEAD]).label for quote in chosen]
    missed = [check(text, [quote], [_LEAD]).label for quote, text in false]
    return CanaryCount(
        known_true=len(alarms),
        false_alarms=_count(alarms, ("inferred", "uncited")),
        known_false=len(missed),
        missed=_count(missed, ("quoted", "supported")),
        runs=1,
    )


def pooled(counts: Iterable[CanaryCount]) -> CanaryCount:
    every = list(counts)
    return CanaryCount(**{name: sum(getattr(one, name) for one in every) for name in CanaryCount.__struct_fields__})


def _count(labels: Sequence[str], wrong: Sequence[str]) -> int:
    return sum(label in wrong for label in labels)


def _retold(quote: str, random: Random) -> str:
    """In another notation where it holds one, else with who says so: word for word would be too easy."""
    others = retold(quote)
    return random.choice(others) if others else _LEAD + quote[:1].lower() + quote[1:]


def _falsified(quote: str, quotes: Sequence[str], names: Sequence[str], random: Random) -> tuple[str, str] | None:
    for kind in random.sample(FALSE, len(FALSE)):
        changed = MUTATIONS[kind](quote, random, names)
        if changed and changed not in quotes:
            return quote, changed
    return None
