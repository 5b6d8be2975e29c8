"""What values a stated amount leaves open: more than 500 and 620 fit together."""

from __future__ import annotations

from math import inf

import regex

from inquiro.text.figures import bound_before

LEEWAY = 0.1  # of an amount that is given as about so much

_SIDES = ({"least", "above", "over"}, {"most", "below", "under"})
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
    said = [bound_before(before, len(before)) for _, before in (one, other)]
    return any(all(bound in side for bound in said) for side in _SIDES)


def bounded(low: float, high: float, before: str) -> tuple[float, float]:
    """The span that is meant, from what stands before the number."""
    bound = bound_before(before, len(before))
    if bound in _SIDES[0]:
        return low, inf
    if bound in _SIDES[1]:
        return -inf, high
    if bound:
        leeway = LEEWAY * max(abs(low), abs(high))
        return low - leeway, high + leeway
    return low, high
