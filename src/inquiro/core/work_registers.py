"""Registers that know works by their identifiers."""

from __future__ import annotations

from typing import Protocol, runtime_checkable

from inquiro.core.types import SourceResult


@runtime_checkable
class LooksUp(Protocol):
    """Knows works by `doi`, `arxiv` or `pmid`; one that it does not have is an empty list, an outage an EffectError."""

    name: str
    identifiers: tuple[str, ...]

    async def look_up(self, kind: str, value: str) -> list[SourceResult]: ...
