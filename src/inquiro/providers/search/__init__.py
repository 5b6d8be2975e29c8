"""Where hits come from; a module in this folder is a source under its own name."""

from __future__ import annotations

from inquiro.core.protocols import SearchProvider
from inquiro.core.registry import Registry

_UNBUILT = "no one has built it yet"

registry: Registry[SearchProvider] = Registry(
    "source",
    "inquiro.providers.search",
    "inquiro.search",
    declared={"news_api": _UNBUILT, "crunchbase": _UNBUILT, "google_scholar": _UNBUILT},
)
