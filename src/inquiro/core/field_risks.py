"""How risky a field of a macro's result is: what stops, what nobody said, what is counted, what is quoted."""

from __future__ import annotations

import re
from collections.abc import Sequence
from enum import IntEnum
from typing import Any

from inquiro.core.types import FieldLabel, LeiFinding
from inquiro.text.lookalikes import mixed_words
from inquiro.text.unseen import odd_characters

_NUMBER = re.compile(r"\s*[-+]?[\d.,\s]+\s*(?:%|percent)?\s*", re.IGNORECASE)


class Risk(IntEnum):
    """The smaller, the sooner it is shown; up to EDITED somebody has to look."""

    STOPPED = 0
    STOPPED_FOR_NOW = 1
    DISGUISED = 2
    UNSUPPORTED = 3
    INFERRED = 4
    EDITED = 5
    NUMBER = 6
    SUPPORTED = 7
    QUOTED = 8
    UNFILLED = 9


NEEDS_LOOK = Risk.EDITED
_BY_LABEL: dict[FieldLabel, Risk] = {
    "unsupported": Risk.UNSUPPORTED,
    "inferred": Risk.INFERRED,
    "edited": Risk.EDITED,
    "supported": Risk.SUPPORTED,
    "quoted": Risk.QUOTED,
    "unfilled": Risk.UNFILLED,
}


def risk_of(value: Any, label: FieldLabel, leis: Sequence[LeiFinding], disguises: Sequence[str]) -> Risk:
    if any(one.blocks and not one.overridable for one in leis):
        return Risk.STOPPED
    if any(one.blocks for one in leis):
        return Risk.STOPPED_FOR_NOW
    if disguises:
        return Risk.DISGUISED
    by_label = _BY_LABEL[label]
    return Risk.NUMBER if by_label in (Risk.SUPPORTED, Risk.QUOTED) and is_number(value) else by_label


def is_number(value: Any) -> bool:
    """Numbers, percentages and texts that are nothing else: one wrong digit is never seen at a glance."""
    if isinstance(value, str):
        return bool(_NUMBER.fullmatch(value)) and any(map(str.isdigit, value))
    return isinstance(value, (int, float)) and not isinstance(value, bool)


def disguises(value: Any) -> list[str]:
    """Ways in which a text may look like something that it is not."""
    if not isinstance(value, str):
        return []
    notes = []
    if odd := odd_characters(value):
        notes.append(f"holds characters that cannot be seen: {' '.join(dict.fromkeys(odd))}")
    return [*notes, *map(str, mixed_words(value))]
