"""What a knowledge pipeline takes in: `inquiro.Source.Research`, `Source.IdeaResult`, `Source.ImplementationResult`."""

from __future__ import annotations

from inquiro.core.types.base import Value
from inquiro.core.types.modes import IdeaResult, ImplementationResult, ResearchFindings


class FromResearch(Value, frozen=True):
    """Findings as a whole; where they name their run, everything that it read and learned comes along."""

    findings: ResearchFindings


class FromIdea(Value, frozen=True):
    idea: IdeaResult
    query: str = ""  # what was researched
    trace_id: str = ""


class FromImplementation(Value, frozen=True):
    implementation: ImplementationResult
    query: str = ""
    trace_id: str = ""
