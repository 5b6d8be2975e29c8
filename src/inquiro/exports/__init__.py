"""Exports: pure functions of a Report, `pack` of a whole run; one file per format."""

from __future__ import annotations

from inquiro.core.formats import formats
from inquiro.core.protocols import Export, RunExport
from inquiro.core.registry import Registry
from inquiro.exports._volatile import strip_volatile

registry: Registry[Export | RunExport] = formats

__all__ = ["registry", "strip_volatile"]
