"""What speaks for a field of a macro's result, whatever its label claims."""

from __future__ import annotations

from typing import Any

from inquiro.core.types import FieldLabel, FieldSupport


def is_filled(value: Any) -> bool:
    """Whether a field says anything: null, an empty text, an empty list or map do not."""
    return bool(value.strip()) if isinstance(value, str) else value not in (None, [], {})


def label_of(value: Any, support: FieldSupport | None) -> FieldLabel:
    """A field that says nothing is unfilled, and one that nothing speaks for has no source."""
    if support is not None and support.label == "edited":
        return "edited"
    if not is_filled(value):
        return "unfilled"
    if support is None or support.label == "unfilled":
        return "unsupported"
    return "unsupported" if support.label in ("quoted", "supported") and not support.evidence else support.label
