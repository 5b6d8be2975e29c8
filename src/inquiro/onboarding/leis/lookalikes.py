"""What somebody may have meant who wrote something that is almost an LEI: hints for a person, never put in its place."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator
from itertools import combinations

from inquiro.core.lei import lei_problem

MOST_HINTS = 5
_ALIKE = {"O": "0", "I": "1", "S": "5", "B": "8", "Z": "2", "G": "6"}
_TWINS = {**_ALIKE, **{digit: letter for letter, digit in _ALIKE.items()}}
_MOST_SWAPS = 2
_LENGTH = 20
_SEPARATORS = frozenset("-_.:/\\'\"\u2010\u2011\u2012\u2013\u2014\u00ad\u200b\u200c\u200d\u2060\ufeff")


def lookalikes(text: str) -> tuple[str, ...]:
    """Valid LEIs that differ by case, spaces, separators or foreign digits, else by one or two look-alikes."""
    if lei_problem(text) is None:
        return ()
    straight = _straightened(text)
    if lei_problem(straight) is None:
        return (straight,)
    if len(straight) != _LENGTH or not straight.isascii() or not straight.isalnum():
        return ()
    for swaps in range(1, _MOST_SWAPS + 1):
        if meant := tuple(one for one in _swapped(straight, swaps) if lei_problem(one) is None):
            return meant[:MOST_HINTS]
    return ()


def meant_instead(text: str) -> str:
    """The end of a complaint about `text`: `; was … meant?`, or nothing."""
    return f"; was {' or '.join(hints)} meant?" if (hints := lookalikes(text)) else ""


def _straightened(text: str) -> str:
    """Upper case, ASCII digits, full-width letters made narrow, no spaces and separators."""
    narrow = unicodedata.normalize("NFKC", text)
    return "".join(
        str(unicodedata.digit(char)) if unicodedata.digit(char, None) is not None else char
        for char in narrow.upper()
        if not char.isspace() and char not in _SEPARATORS
    )


def _swapped(text: str, swaps: int) -> Iterator[str]:
    places = [place for place, char in enumerate(text) if char in _TWINS]
    for chosen in combinations(places, swaps):
        chars = list(text)
        for place in chosen:
            chars[place] = _TWINS[chars[place]]
        yield "".join(chars)
