"""Exa: web search by meaning, with the text of each page."""

from __future__ import annotations

from inquiro.core.types import Filters, Json, SourceResult
from inquiro.core.web import WebAnswer
from inquiro.providers.http.answers import object_of, results_in
from inquiro.providers.http.fields import address, day, doi_in, hits_of, number, plain, year_of
from inquiro.providers.http.searching import Service
from inquiro.providers.http.wording import domains, first_day

_MOST_RESULTS = 50
_MOST_CHARACTERS = 50_000  # of each page: fifty of them stay well below what an answer may weigh
_SNIPPET = 400


class Exa(Service):
    name = "exa"
    kind = "web"
    source_type = "web"
    base_url = "https://api.exa.ai"
    keys = ("EXA_API_KEY",)
    needs_key = True
    requests_per_second = 5.0  # of ten
    burst = 5
    filters: tuple[str, ...] = ("since", "site")

    async def search(self, query: str, max_results: int, filters: Filters) -> list[SourceResult]:
        body: Json = {
            "query": query,
            "type": "auto",
            "numResults": min(max_results, _MOST_RESULTS),
            "contents": {"text": {"maxCharacters": _MOST_CHARACTERS}},
        }
        if since := first_day(filters.since):
            body["startPublishedDate"] = f"{since}T00:00:00.000Z"
        if sites := domains(filters.sites):
            body["includeDomains"] = sites
        key = self.key()
        credentials = {"x-api-key": key} if key else {}
        return self.parse(await self.post("/search", body, credentials=credentials))[:max_results]

    def parse(self, answer: WebAnswer) -> list[SourceResult]:
        return hits_of(results_in(object_of(answer, self.name), self.name), self._hit)

    def _hit(self, one: Json) -> SourceResult | None:
        url, title, published = address(one.get("url")), plain(one.get("title")), day(one.get("publishedDate"))
        if not url or not title:
            return None
        text, author = one.get("text"), plain(one.get("author"))
        return SourceResult(
            url=url,
            title=title,
            snippet=_snippet(one),
            source_name=self.name,
            source_type=self.source_type,
            full_content=text if isinstance(text, str) and text.strip() else None,
            score=number(one.get("score")),
            authors=(author,) if author else (),
            published=published,
            year=year_of(published),
            doi=doi_in(url),
        )


def _snippet(one: Json) -> str:
    """What the service chose from the page, else the page's beginning."""
    chosen = one.get("highlights")
    highlights = " … ".join(filter(None, map(plain, chosen))) if isinstance(chosen, list) else ""
    text = one.get("text")
    beginning = plain(text[: 4 * _SNIPPET])[:_SNIPPET] if isinstance(text, str) else ""
    return highlights or plain(one.get("summary")) or beginning


plugin = Exa
