"""Which modes a person asked for, however they said it."""

from __future__ import annotations

from collections.abc import Sequence

from inquiro.core.errors import UsageError
from inquiro.core.types import MODES, ResearchMode


def modes_of(mode: str | Sequence[str] | None) -> tuple[ResearchMode, ...]:
    """None is all of them, a single name is a list of one, and what is named twice counts once."""
    if mode is None:
        return MODES
    named = [mode] if isinstance(mode, str) else list(mode)
    if not named:
        raise UsageError(f"no mode was named; leave it out for all of {', '.join(MODES)}")
    return tuple(dict.fromkeys(_known(name) for name in named))


def at_least_one(top_k: int) -> int:
    if isinstance(top_k, bool) or not isinstance(top_k, int) or top_k < 1:
        raise UsageError(f"top_k must be a whole number of at least 1, not {top_k!r}")
    return top_k


def _known(name: str) -> ResearchMode:
    for mode in MODES:
        if isinstance(name, str) and name.strip().lower() == mode:
            return mode
    hint = "; for what 'both' did, use freeform" if str(name).strip().lower() == "both" else ""
    raise UsageError(f"unknown mode '{name}'; known: {', '.join(MODES)}{hint}")
