"""Parts of a structured abstract: only what came of a study answers, not what it set out to do and how."""

from __future__ import annotations

from bisect import bisect_right
from functools import lru_cache

import regex

FEWEST = 2  # labels that make an abstract a structured one
_PREPARES = (
    "OBJECTIVES?|AIMS?|PURPOSE|BACKGROUND|INTRODUCTION|CONTEXT|RATIONALE|HYPOTHES[IE]S|(?:STUDY )?DESIGN|SETTINGS?|PARTICIPANTS|"
    "(?:(?:PATIENTS?|MATERIALS?|SUBJECTS?|DESIGN|PARTICIPANTS|DATA)(?:,| AND|/) ?)*(?:AND )?(?:METHODS?|METHODOLOGY)|"
    "PATIENTS|SUBJECTS|DATA SOURCES|INTERVENTIONS?|(?:MAIN )?(?:OUTCOME )?MEASURE(?:MENT)?S?"
)
_TELLS = "(?:MAIN )?RESULTS?|FINDINGS|(?:RESULTS AND )?CONCLUSIONS?|INTERPRETATION|DISCUSSION|IMPLICATIONS"
_LABEL = regex.compile(rf"(?<!\w)(?:(?P<prepares>{_PREPARES})|(?:{_TELLS}))\s?:")


def prepares(text: str, at: int) -> bool:
    """Whether what stands there is of a part that says what a study is about, set out to do or how it went about it."""
    starts, kinds = _parts(text)
    place = bisect_right(starts, at)
    return bool(place) and kinds[place - 1]


def without_label(statement: str) -> str:
    """A sentence without the name of the part that it opens."""
    found = _LABEL.match(statement)
    return statement[found.end() :].lstrip() if found else statement


@lru_cache(maxsize=512)
def _parts(text: str) -> tuple[tuple[int, ...], tuple[bool, ...]]:
    found = list(_LABEL.finditer(text))
    if len(found) < FEWEST:
        return (), ()
    return tuple(one.start() for one in found), tuple(one["prepares"] is not None for one in found)
