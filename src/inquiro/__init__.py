"""Inquiro: evidence-first research. Names load on first use, so that `import inquiro` stays cheap."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from inquiro.core.errors import InquiroError
    from inquiro.core.events import Event
    from inquiro.core.settings import Settings
    from inquiro.core.types import (
        CheckResult,
        IdeaResult,
        ImplementationResult,
        NoteResult,
        Report,
        ResearchFindings,
        ResearchMode,
        ResearchReport,
    )
    from inquiro.core.version import __version__
    from inquiro.engine.checking import Source, Verdict, verify
    from inquiro.engine.modes.parsing import parse_research_result
    from inquiro.runtime import Researcher, Runtime, adeep_research, deep_research
    from inquiro.runtime.checks import acheck_document, check_document
    from inquiro.runtime.knowing import KnowledgePipeline
    from inquiro.runtime.notes import aresearch_note, research_note

_HOMES = {
    "__version__": "inquiro.core.version",
    "CheckResult": "inquiro.core.types",
    "Event": "inquiro.core.events",
    "IdeaResult": "inquiro.core.types",
    "ImplementationResult": "inquiro.core.types",
    "InquiroError": "inquiro.core.errors",
    "KnowledgePipeline": "inquiro.runtime.knowing",
    "NoteResult": "inquiro.core.types",
    "Report": "inquiro.core.types",
    "ResearchFindings": "inquiro.core.types",
    "ResearchMode": "inquiro.core.types",
    "ResearchReport": "inquiro.core.types",
    "Researcher": "inquiro.runtime",
    "Runtime": "inquiro.runtime",
    "Settings": "inquiro.core.settings",
    "Source": "inquiro.engine.checking",
    "Verdict": "inquiro.engine.checking",
    "acheck_document": "inquiro.runtime.checks",
    "adeep_research": "inquiro.runtime",
    "aresearch_note": "inquiro.runtime.notes",
    "check_document": "inquiro.runtime.checks",
    "deep_research": "inquiro.runtime",
    "parse_research_result": "inquiro.engine.modes.parsing",
    "research_note": "inquiro.runtime.notes",
    "verify": "inquiro.engine.checking",
}

__all__ = [
    "CheckResult",
    "Event",
    "IdeaResult",
    "ImplementationResult",
    "InquiroError",
    "KnowledgePipeline",
    "NoteResult",
    "Report",
    "ResearchFindings",
    "ResearchMode",
    "ResearchReport",
    "Researcher",
    "Runtime",
    "Settings",
    "Source",
    "Verdict",
    "__version__",
    "acheck_document",
    "adeep_research",
    "aresearch_note",
    "check_document",
    "deep_research",
    "parse_research_result",
    "research_note",
    "verify",
]


def __getattr__(name: str) -> Any:
    if name in _HOMES:
        from importlib import import_module

        return getattr(import_module(_HOMES[name]), name)
    raise AttributeError(f"module 'inquiro' has no attribute '{name}'")


def __dir__() -> list[str]:
    return sorted(__all__)
