"""SearXNG: the metasearch engine that a user or their organisation runs."""

from __future__ import annotations

from datetime import UTC, date, datetime, timedelta
from urllib.parse import parse_qs, urlsplit

from inquiro.core.errors import AccessDenied, Unavailable, UnsafeAddress
from inquiro.core.types import Availability, Filters, Json, SourceResult
from inquiro.core.web import WebAnswer
from inquiro.providers.http.answers import object_of, results_in
from inquiro.providers.http.fields import address, day, doi_in, hits_of, number, plain, year_of
from inquiro.providers.http.searching import Service
from inquiro.providers.http.wording import first_day, primary, with_sites

_RANGES = (("day", 1), ("week", 7), ("month", 30), ("year", 365))
_CHOICES = ("engines", "categories", "safesearch")  # an operator's own, given with the address


class SearXNG(Service):
    name = "searxng"
    kind = "web"
    source_type = "web"
    base_url = ""
    leaves_machine = "the query, to the SearXNG you name, which asks its engines"
    requests_per_second = 2.0
    filters: tuple[str, ...] = ("language",)  # its ranges of time are wider than a date, and engines may ignore `site:`

    @property
    def base(self) -> str:
        return self._given.partition("?")[0].rstrip("/").removesuffix("/search")

    @property
    def _given(self) -> str:
        return self.settings.provider_urls.get(self.name, "")

    def availability(self) -> Availability:
        if not address(self._given):
            return Availability(available=False, reason="set INQUIRO_SEARXNG_URL to the address of a SearXNG of yours")
        return Availability(available=True)

    async def search(self, query: str, max_results: int, filters: Filters) -> list[SourceResult]:
        chosen = parse_qs(urlsplit(self._given).query)
        try:
            answer = await self.get(
                "/search",
                {
                    "q": with_sites(query, filters.sites),
                    "format": "json",
                    "language": primary(filters.language),
                    "time_range": _range(filters.since, datetime.now(UTC).date()),
                    **{name: ",".join(chosen[name]) for name in _CHOICES if name in chosen},
                },
            )
        except UnsafeAddress:
            raise
        except AccessDenied as error:
            hint = "its settings.yml must list json under search.formats"
            raise AccessDenied(f"{error}: {hint}") from error
        return self.parse(answer)[:max_results]

    def parse(self, answer: WebAnswer) -> list[SourceResult]:
        body = object_of(answer, self.name)
        results = results_in(body, self.name)
        if not results and (silent := _silent(body)):
            raise Unavailable(f"{self.name} has no results, since its engines did not answer: {silent}")
        return hits_of(results, self._hit)

    def _hit(self, one: Json) -> SourceResult | None:
        url, title, published = address(one.get("url")), plain(one.get("title")), day(one.get("publishedDate"))
        if not url or not title:
            return None
        author, venue = plain(one.get("author")), plain(one.get("journal"))
        return SourceResult(
            url=url,
            title=title,
            snippet=plain(one.get("content")),
            source_name=self.name,
            source_type=self.source_type,
            score=number(one.get("score")),
            authors=(author,) if author else _names(one.get("authors")),
            published=published,
            year=year_of(published),
            venue=venue or None,
            doi=doi_in(url) or doi_in(f"doi.org/{one.get('doi') or ''}"),
            open_access_url=address(one.get("pdf_url")) or None,
        )


def _names(value: object) -> tuple[str, ...]:
    return tuple(filter(None, map(plain, value))) if isinstance(value, list) else ()


def _silent(body: Json) -> str:
    """Which engines failed, and why, as the service tells it."""
    engines = body.get("unresponsive_engines")
    pairs = [one for one in engines if isinstance(one, list)] if isinstance(engines, list) else []
    return ", ".join(plain(" ".join(map(str, one)))[:80] for one in pairs[:5])


def _range(since: str | None, today: date) -> str | None:
    """The narrowest range that leaves nothing out."""
    try:
        first = date.fromisoformat(first_day(since) or "")
    except ValueError:
        return None
    return next((name for name, days in _RANGES if first >= today - timedelta(days=days)), None)


plugin = SearXNG
