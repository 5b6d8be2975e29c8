"""Brave: a web index of its own."""

from __future__ import annotations

from datetime import UTC, datetime

from inquiro.core.errors import BadAnswer
from inquiro.core.types import Filters, Json, SourceResult
from inquiro.core.web import WebAnswer
from inquiro.providers.http.answers import object_of
from inquiro.providers.http.fields import address, at, day, doi_in, hits_of, plain, year_of
from inquiro.providers.http.searching import Service
from inquiro.providers.http.wording import first_day, primary, with_sites

_MOST_RESULTS = 20
_LONGEST_QUERY = 400
_MOST_WORDS = 50
# The service refuses codes that it does not know, and has its own for some.
_LANGUAGES = frozenset(
    "ar bg bn ca cs da de en es et eu fi fr gl gu he hi hr hu is it kn ko lt lv ml mr ms nb nl pa pl ro ru sk sl sr sv"
    " ta te th tr uk vi".split()
)
_OWN_CODES = {"zh": "zh-hans", "pt": "pt-pt", "pt-br": "pt-br", "ja": "jp", "no": "nb", "zh-tw": "zh-hant"}


class Brave(Service):
    name = "brave"
    kind = "web"
    source_type = "web"
    base_url = "https://api.search.brave.com"
    keys = ("BRAVE_API_KEY",)
    needs_key = True
    requests_per_second = 1.0
    filters: tuple[str, ...] = ("since", "site")  # a language is only preferred, and hits tell theirs

    async def search(self, query: str, max_results: int, filters: Filters) -> list[SourceResult]:
        since = first_day(filters.since)
        key = self.key()
        answer = await self.get(
            "/res/v1/web/search",
            {
                "q": with_sites(query, filters.sites, _LONGEST_QUERY, _MOST_WORDS),
                "count": min(max_results, _MOST_RESULTS),
                "result_filter": "web",
                "text_decorations": "false",
                "search_lang": _code(filters.language),
                "freshness": f"{since}to{datetime.now(UTC).date().isoformat()}" if since else None,
            },
            headers={"accept": "application/json"},
            credentials={"x-subscription-token": key} if key else {},
        )
        return self.parse(answer)[:max_results]

    def parse(self, answer: WebAnswer) -> list[SourceResult]:
        body = object_of(answer, self.name)
        results = at(body, "web", "results")
        if body.get("type") != "search" or not isinstance(results, list | None):
            raise BadAnswer(f"{self.name} answered without results")
        return hits_of(results, self._hit)

    def _hit(self, one: Json) -> SourceResult | None:
        url, title, published = address(one.get("url")), plain(one.get("title")), day(one.get("page_age"))
        if not url or not title:
            return None
        more = one.get("extra_snippets")
        snippets = [one.get("description"), *(more if isinstance(more, list) else [])]
        return SourceResult(
            url=url,
            title=title,
            snippet=" … ".join(filter(None, map(plain, snippets))),
            source_name=self.name,
            source_type=self.source_type,
            published=published,
            year=year_of(published),
            venue=plain(at(one, "profile", "name")) or None,
            language=plain(one.get("language")) or None,
            doi=doi_in(url),
        )


def _code(language: str | None) -> str | None:
    whole, short = (language or "").strip().lower(), primary(language) or ""
    return _OWN_CODES.get(whole) or _OWN_CODES.get(short) or (short if short in _LANGUAGES else None)


plugin = Brave
