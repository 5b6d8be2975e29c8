"""Tavily: web search made for machines, with the text of each page."""

from __future__ import annotations

from inquiro.core.settings import Secret
from inquiro.core.types import Filters, Json, SourceResult
from inquiro.core.web import WebAnswer
from inquiro.providers.http.answers import object_of, results_in
from inquiro.providers.http.fields import address, day, doi_in, hits_of, number, plain, year_of
from inquiro.providers.http.searching import Service
from inquiro.providers.http.wording import domains, first_day, shortened

_MOST_RESULTS = 20
_LONGEST_QUERY = 400


class Tavily(Service):
    name = "tavily"
    kind = "web"
    source_type = "web"
    base_url = "https://api.tavily.com"
    keys = ("TAVILY_API_KEY",)
    needs_key = True
    requests_per_second = 1.25  # a development key has a hundred a minute
    burst = 25
    filters: tuple[str, ...] = ("since", "site")

    async def search(self, query: str, max_results: int, filters: Filters) -> list[SourceResult]:
        body: Json = {
            "query": shortened(query, _LONGEST_QUERY),
            "search_depth": "advanced",
            "include_raw_content": "text",
            "max_results": min(max_results, _MOST_RESULTS),
        }
        if since := first_day(filters.since):
            body["start_date"] = since
        if sites := domains(filters.sites):
            body["include_domains"] = sites
        key = self.key()
        credentials = {"authorization": Secret(f"Bearer {key.reveal()}")} if key else {}
        return self.parse(await self.post("/search", body, credentials=credentials))[:max_results]

    def parse(self, answer: WebAnswer) -> list[SourceResult]:
        return hits_of(results_in(object_of(answer, self.name), self.name), self._hit)

    def _hit(self, one: Json) -> SourceResult | None:
        url, title, published = address(one.get("url")), plain(one.get("title")), day(one.get("published_date"))
        if not url or not title:
            return None
        text = one.get("raw_content")
        return SourceResult(
            url=url,
            title=title,
            snippet=plain(one.get("content")),
            source_name=self.name,
            source_type=self.source_type,
            full_content=text if isinstance(text, str) and text.strip() else None,
            score=number(one.get("score")),
            published=published,
            year=year_of(published),
            doi=doi_in(url),
        )


plugin = Tavily
