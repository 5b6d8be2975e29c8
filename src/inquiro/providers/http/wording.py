"""What a user narrowed a search to, in the words and dates that services take."""

from __future__ import annotations

import re
from collections.abc import Sequence

_HOST = re.compile(r"[a-z0-9](?:[a-z0-9.-]*[a-z0-9])?", re.IGNORECASE)


def shortened(query: str, characters: int, words: int | None = None) -> str:
    """The query within a service's limits, cut between words; cutting beats a refusal."""
    kept = query.split()[:words]
    text = " ".join(kept)
    if len(text) <= characters:
        return text
    head, gap, _ = text[: characters + 1].rpartition(" ")
    return head if gap else text[:characters]


def domains(sites: Sequence[str]) -> list[str]:
    """Bare host names, out of whatever was given as a site."""
    hosts = (re.sub(r"^[a-z]+://", "", site.strip().lower()).split("/")[0] for site in sites)
    return [host for host in hosts if _HOST.fullmatch(host)]


def with_sites(query: str, sites: Sequence[str], characters: int = 2_000, words: int | None = None) -> str:
    """For services that know the `site:` operator; where there is a limit, the query makes room for the sites."""
    hosts = domains(sites)
    operators = " OR ".join(f"site:{host}" for host in hosts)
    if len(hosts) > 1:
        operators = f"({operators})"
    room = words - len(operators.split()) if words else None
    return f"{shortened(query, max(characters - len(operators) - 1, 1), room)} {operators}".strip()


def first_day(since: str | None) -> str | None:
    """2024 and 2024-05 begin on their first day."""
    return f"{since}-01-01"[:10] if since and len(since) == 4 else since and f"{since}-01"[:10]


def primary(language: str | None) -> str | None:
    """The language itself, without script or country: pt for pt-BR."""
    found = re.match(r"[a-z]{2,3}(?![a-z])", (language or "").strip().lower())
    return found[0] if found else None
