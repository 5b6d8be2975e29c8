"""The tools a macro may name, and the sources each stands for: names and kinds, as a request takes them."""

from __future__ import annotations

from collections.abc import Iterable

TOOLS: dict[str, tuple[str, ...]] = {
    "web_search": ("web", "reference"),
    "academic_search": ("academic",),
    "registry_search": ("registry",),
    "gleif_lookup": ("gleif",),
    "local_search": ("corpus",),
    "vault_search": ("vault",),
    "knowledge_search": ("knowledge",),
}


def sources_of(tools: Iterable[str]) -> tuple[str, ...]:
    """The sources of several tools, each once; a macro without tools leaves the choice to the request."""
    return tuple(dict.fromkeys(source for tool in tools for source in TOOLS[tool]))
