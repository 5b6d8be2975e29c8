"""Estimates of what nobody has found yet, in words and in one line of text."""

from __future__ import annotations

from collections.abc import Sequence

from inquiro.core.types import FactEstimate, RoundRecord

_BLOCKS = "▁▂▃▄▅▆▇█"
_MOST_FIGURES = 6  # of a course: of more rounds the blocks alone tell


def how_many_more(told: FactEstimate) -> str:
    """`about 2 more are estimated to exist, 0–7`."""
    if told.coverage is None:
        return "too little was read to estimate how many more exist"
    if told.unseen is None or told.high is None:
        least = _whole(told.low or 0)
        known = f"at least {least} more are likely to exist" if least != "0" else "how many more exist is not known"
        return f"each stands in one source only: {known}"
    if told.high < 1:
        return "no more are estimated to exist"
    return f"about {_whole(told.unseen)} more are estimated to exist, {_range(told)}"


def what_next(told: FactEstimate) -> str:
    """`the next round is expected to add 0.4 facts (about 2 more are estimated to exist, 0–7)`."""
    if told.next_round is None:
        return "too little was read to estimate what the next round would add"
    facts = "fact" if told.next_round == 1 else "facts"
    return f"the next round is expected to add {told.next_round:g} {facts} ({how_many_more(told)})"


def counted(told: FactEstimate) -> str:
    """`12 facts, about 2 more (0–7)`: short, for one of many."""
    found = f"{told.found} {'fact' if told.found == 1 else 'facts'}"
    if told.coverage is None:
        return f"{found}, too few to estimate more"
    if told.unseen is None or told.high is None:
        least = _whole(told.low or 0)
        return f"{found}, each in one source only" + (f": at least {least} more" if least != "0" else "")
    return (
        f"{found}, no more expected" if told.high < 1 else f"{found}, about {_whole(told.unseen)} more ({_range(told)})"
    )


def course(rounds: Sequence[RoundRecord]) -> str:
    """The facts found so far, round by round: `▃▆█ 12 → 30 → 43`; nothing of a single round."""
    found = [turn.estimate.found for turn in rounds if turn.estimate is not None]
    if len(found) < 2:
        return ""
    most = max(1, *found)
    blocks = "".join(_BLOCKS[(len(_BLOCKS) - 1) * n // most] for n in found)
    shown = found if len(found) <= _MOST_FIGURES else [found[0], found[-1]]
    return f"{blocks} {' → '.join(map(str, shown))}"


def _range(told: FactEstimate) -> str:
    return f"{_whole(told.low or 0)}–{_whole(told.high or 0)}"


def _whole(number: float) -> str:
    return f"{round(number):,}"
