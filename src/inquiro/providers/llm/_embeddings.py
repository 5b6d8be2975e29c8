"""Vectors in an answer: one for each text that was sent, all of one length, nothing else."""

from __future__ import annotations

import math
from typing import Any

from inquiro.core.errors import BadAnswer
from inquiro.core.types import Json

_LONGEST = 10_000  # numbers in a vector; no model makes more


def vectors_in(body: Json, wanted: int, who: str) -> list[list[float]]:
    """In the order of the texts, whatever the order of the answer."""
    data = body.get("data")
    if not isinstance(data, list) or len(data) != wanted:
        raise BadAnswer(f"{who} gave something else than {wanted} embeddings")
    rows: dict[int, list[float]] = {}
    for position, entry in enumerate(data):
        given: Json = entry if isinstance(entry, dict) else {}
        index, row = given.get("index", position), given.get("embedding")
        if isinstance(index, bool) or not isinstance(index, int) or not _is_vector(row):
            raise BadAnswer(f"{who} gave an embedding that is none")
        rows[index] = [float(number) for number in row or ()]
    if sorted(rows) != list(range(wanted)) or len({len(row) for row in rows.values()}) > 1:
        raise BadAnswer(f"{who} gave embeddings that do not fit the texts")
    return [rows[index] for index in range(wanted)]


def _is_vector(row: Any) -> bool:
    if not isinstance(row, list) or not 0 < len(row) <= _LONGEST:
        return False
    return all(isinstance(one, int | float) and not isinstance(one, bool) and _fits(one) for one in row)


def _fits(one: float) -> bool:
    """Neither endless nor too large for a float."""
    try:
        return math.isfinite(float(one))
    except OverflowError:
        return False
