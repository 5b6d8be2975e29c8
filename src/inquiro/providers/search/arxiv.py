"""arXiv: preprints of physics, mathematics, computer science and neighbours, each with its PDF."""

from __future__ import annotations

import re
from xml.etree import ElementTree as ET

from inquiro.core.errors import BadAnswer
from inquiro.core.identity import clean_arxiv_id, clean_doi
from inquiro.core.types import Filters, SourceResult
from inquiro.core.web import WebAnswer
from inquiro.providers.http.answers import text_of, xml_of
from inquiro.providers.http.fields import address, sound
from inquiro.providers.http.searching import Service
from inquiro.providers.http.wording import first_day
from inquiro.providers.scholarly import works
from inquiro.providers.scholarly.queries import phrases_and_words

_ATOM = "{http://www.w3.org/2005/Atom}"
_ARXIV = "{http://arxiv.org/schemas/atom}"
_OWN_FIELDS = re.compile(r"\b(?:ti|au|abs|co|jr|cat|rn|id|all|submittedDate):", re.IGNORECASE)
_MOST_TERMS = 6
_WITHDRAWN = re.compile(
    r"(?:this )?(?:paper|article|submission|manuscript)?\s*(?:has been |is |was )?withdrawn", re.IGNORECASE
)


class Arxiv(Service):
    name = "arxiv"
    kind = "academic"
    source_type = "academic"
    base_url = "https://export.arxiv.org/api"
    requests_per_second = 0.33  # one in three seconds, as its terms ask
    filters = ("since",)
    identifiers = ("arxiv",)

    async def look_up(self, kind: str, value: str) -> list[SourceResult]:  # noqa: ARG002 - it knows its own ids alone
        """The preprint with an id; an id that it does not have comes as an empty feed, or as an entry without a title."""
        answer = await self.get("/query", {"id_list": value, "max_results": 1})
        try:
            return self.parse(answer)[:1]
        except BadAnswer as error:
            if "refused the query" in str(error):  # an id that cannot be one
                return []
            raise

    async def search(self, query: str, max_results: int, filters: Filters) -> list[SourceResult]:
        """All terms must occur; when nothing has them all, any of them, by relevance."""
        hits = await self._ask(search_query(query, filters, "AND"), max_results)
        if not hits and (wider := search_query(query, filters, "OR")) != search_query(query, filters, "AND"):
            hits = await self._ask(wider, max_results)
        return hits

    def parse(self, answer: WebAnswer) -> list[SourceResult]:
        feed = xml_of(answer, self.name)
        if feed.tag != f"{_ATOM}feed":
            raise BadAnswer("arxiv answered with XML that is not a feed")
        return sound(self._hit(entry) for entry in feed.iter(f"{_ATOM}entry"))

    async def _ask(self, term: str, max_results: int) -> list[SourceResult]:
        answer = await self.get(
            "/query",
            {
                "search_query": term,
                "start": 0,
                "max_results": max(max_results, 1),
                "sortBy": "relevance",
                "sortOrder": "descending",
            },
        )
        return self.parse(answer)[:max_results]

    def _hit(self, entry: ET.Element) -> SourceResult | None:
        identifier = text_of(entry.find(f"{_ATOM}id"))
        abstract = text_of(entry.find(f"{_ATOM}summary"))
        if "/api/errors" in identifier:
            raise BadAnswer(f"arxiv refused the query: {abstract[:200]}")
        arxiv_id = clean_arxiv_id(identifier)
        title = text_of(entry.find(f"{_ATOM}title"))
        if not title or not arxiv_id:
            return None
        names = (text_of(one) for one in entry.iterfind(f"{_ATOM}author/{_ATOM}name"))
        authors = tuple(name for name in names if name)
        published = works.iso_date(text_of(entry.find(f"{_ATOM}published"))[:10])
        journal = text_of(entry.find(f"{_ARXIV}journal_ref"))
        note = text_of(entry.find(f"{_ARXIV}comment"))
        return SourceResult(
            url=f"https://arxiv.org/abs/{arxiv_id}",
            title=title,
            snippet=works.snippet(abstract, authors, journal or "arXiv", published),
            source_name=self.name,
            source_type=self.source_type,
            full_content=abstract or None,
            authors=authors,
            year=works.year(published),
            published=published,
            doi=clean_doi(text_of(entry.find(f"{_ARXIV}doi"))),
            arxiv_id=arxiv_id,
            venue=journal or "arXiv",
            peer_reviewed=bool(journal),
            open_access_url=_pdf(entry) or f"https://arxiv.org/pdf/{arxiv_id}",
            retracted=any(_WITHDRAWN.match(said) for said in (abstract, note)),
        )


def search_query(query: str, filters: Filters, joined_by: str) -> str:
    """Field queries of arXiv's own; a query that already has some is left as it is."""
    if _OWN_FIELDS.search(query):
        term = query.strip()
    else:
        phrases, singles = phrases_and_words(query)
        terms = [*phrases, *singles][:_MOST_TERMS] or [query.replace('"', " ").strip()]
        term = f" {joined_by} ".join(f"all:{one}" if one.isalnum() else f'all:"{one}"' for one in terms)
    since = first_day(filters.since)
    return f"({term}) AND submittedDate:[{since.replace('-', '')}0000 TO 299912312359]" if since else term


def _pdf(entry: ET.Element) -> str | None:
    links = (link for link in entry.iterfind(f"{_ATOM}link") if link.get("title") == "pdf")
    return works.first(address(link.get("href")) for link in links)


plugin = Arxiv
