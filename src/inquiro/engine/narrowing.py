"""What the user narrowed a search to, applied to hits of services that cannot do it themselves."""

from __future__ import annotations

from collections.abc import Sequence

from inquiro.core.types import Filters, SourceResult
from inquiro.engine.publishers import host_of


def narrowed(hits: Sequence[SourceResult], filters: Filters, honoured: Sequence[str] = ()) -> list[SourceResult]:
    """Hits that fit; what a hit does not say of itself cannot rule it out, except its address."""
    return [
        hit
        for hit in hits
        if ("since" in honoured or _new_enough(hit, filters.since))
        and (not filters.sites or _on_site(hit, filters.sites))
        and ("language" in honoured or _speaks(hit, filters.language))
    ]


def _new_enough(hit: SourceResult, since: str | None) -> bool:
    told = hit.published or (str(hit.year) if hit.year else "")
    return not since or not told or told >= since[: len(told)]


def _on_site(hit: SourceResult, sites: Sequence[str]) -> bool:
    """Files and registries have no site to be judged by."""
    if not hit.url.lower().startswith(("http:", "https:")) or hit.source_type == "registry":
        return True
    host = host_of(hit.url)
    return any(host == site or host.endswith(f".{site}") for site in map(_named, sites))


def _named(site: str) -> str:
    """The host alone: people paste a whole address, and mean `www.example.org` and `example.org` alike."""
    told = site.strip()
    return host_of(told if "://" in told else f"https://{told}").strip(".").removeprefix("www.") or told


def _speaks(hit: SourceResult, language: str | None) -> bool:
    return not language or not hit.language or hit.language.lower()[:2] == language.lower()[:2]
