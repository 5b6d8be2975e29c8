"""What values a stated amount leaves open: more than 500 and 620 fit together."""

from __future__ import annotations

from math import inf

import regex

LEEWAY = 0.1  # of an amount that is given as about so much

_LEAST = regex.compile(
    r"(?:at least|more than|over|above|exceed(?:s|ed|ing)|greater than|upwards of|minimum of|no less than|>|≥|mindestens|mehr als|über|"
    r"ab|más de|al menos|por lo menos|plus de|au moins)\s*$",
    regex.IGNORECASE,
)
_MOST = regex.compile(
    r"(?:up to|at most|less than|fewer than|under|below|no more than|maximum of|within|<|≤|höchstens|bis zu|weniger als|unter|maximal|"
    r"hasta|menos de|como máximo|moins de|jusqu'à)\s*$",
    regex.IGNORECASE,
)
_ABOUT = regex.compile(
    r"(?:about|around|approximately|approx\.|roughly|some|nearly|almost|circa|ca?\.|an estimated|estimated(?: at)?|~|≈|etwa|rund|"
    r"ungefähr|fast|knapp|unos|unas|casi|aproximadamente|alrededor de|environ|près de|約)\s*$",
    regex.IGNORECASE,
)
_RULE = regex.compile(
    r"\b(?:may|must|shall|allow(?:s|ed)|permit(?:s|ted)?|limit(?:s|ed)?|maximum|minimum|requires?|required|prescrib\w+|legal(?:ly)?|"
    r"darf|dürfen|muss|müssen|erlaubt|zulässig\w*|grenzwerte?|vorgeschrieben|límites?|permitid\w+|debe|deben|máxim[oa]|mínim[oa]|"
    r"limites?|autoris\w+|doit|doivent)\b",
    regex.IGNORECASE,
)


def same_limit(one: tuple[str, str], other: tuple[str, str]) -> bool:
    """Whether both state a limit of one direction as a rule: of two such only one can hold, though each leaves room for
    the other's number. Each is the statement, and what stands before its number."""
    if not all(_RULE.search(statement) for statement, _ in (one, other)):
        return False
    return any(all(side.search(before[-24:]) for _, before in (one, other)) for side in (_LEAST, _MOST))


def bounded(low: float, high: float, before: str) -> tuple[float, float]:
    """The span that is meant, from what stands before the number."""
    lead = before[-24:]
    if _LEAST.search(lead):
        return low, inf
    if _MOST.search(lead):
        return -inf, high
    if _ABOUT.search(lead):
        leeway = LEEWAY * max(abs(low), abs(high))
        return low - leeway, high + leeway
    return low, high
