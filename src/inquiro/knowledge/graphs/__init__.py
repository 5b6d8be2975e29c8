"""The knowledge base as a graph for other programs; a module in this folder is a format under its own name."""

from __future__ import annotations

from typing import Protocol

from inquiro.core.registry import Registry
from inquiro.core.types import KnowledgeGraph
from inquiro.knowledge.graphs._sharing import public_part

__all__ = ["GraphExport", "public_part", "registry"]


class GraphExport(Protocol):
    """A pure function of the graph: the same knowledge gives the same bytes."""

    name: str
    suffix: str
    media_type: str

    def render(self, graph: KnowledgeGraph) -> bytes: ...


registry: Registry[GraphExport] = Registry("graph format", "inquiro.knowledge.graphs", "inquiro.knowledge_graphs")
