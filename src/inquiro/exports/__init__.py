"""Exports: pure functions of a Report, one file per format."""

from __future__ import annotations

from inquiro.core.protocols import Export
from inquiro.core.registry import Registry
from inquiro.exports._volatile import strip_volatile

_LATER = "arrives in a later version"

registry: Registry[Export] = Registry(
    "format",
    "inquiro.exports",
    "inquiro.exports",
    declared=dict.fromkeys(("pdf", "docx", "ris", "csl", "pack"), _LATER),
)

__all__ = ["registry", "strip_volatile"]
