"""Exports: pure functions of a Report, `pack` of a whole run; one file per format."""

from __future__ import annotations

from inquiro.core.protocols import Export, RunExport
from inquiro.core.registry import Registry
from inquiro.exports._answer import Block, Marks, Span, Statement
from inquiro.exports._modes import IDEAS, IMPLEMENTATIONS, NONE_FOUND, PAPER, Item, Shown, problems, shown
from inquiro.exports._result import Fact, ShownResult, shown_result
from inquiro.exports._result_fields import ShownField, ShownGroup, ShownPart
from inquiro.exports._volatile import strip_volatile

registry: Registry[Export | RunExport] = Registry("format", "inquiro.exports", "inquiro.exports")

__all__ = [
    "IDEAS",
    "IMPLEMENTATIONS",
    "NONE_FOUND",
    "PAPER",
    "Block",
    "Fact",
    "Item",
    "Marks",
    "Shown",
    "ShownField",
    "ShownGroup",
    "ShownPart",
    "ShownResult",
    "Span",
    "Statement",
    "problems",
    "registry",
    "shown",
    "shown_result",
    "strip_volatile",
]
