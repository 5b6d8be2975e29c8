"""Crossref: what publishers themselves say about their works, retractions included."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any
from urllib.parse import quote

import msgspec

from inquiro.core.errors import BadAnswer
from inquiro.core.identity import clean_doi
from inquiro.core.protocols import ProviderContext
from inquiro.core.settings import Secret
from inquiro.core.types import Filters, Json, SourceResult
from inquiro.core.web import WebAnswer
from inquiro.providers.http.answers import object_of
from inquiro.providers.http.fields import address, at, hits_of, objects
from inquiro.providers.http.searching import LACKING, Service
from inquiro.providers.http.wording import first_day
from inquiro.providers.scholarly import works
from inquiro.providers.scholarly.languages import two_letters

# A name that the route does not know makes every request fail; `language`, for one, cannot be selected.
SELECT = (
    "DOI,URL,title,subtitle,author,container-title,published,published-print,published-online,issued,abstract,type,is-referenced-by-count,"
    "update-to,updated-by,license,link"
)
_MOST = 100
_FEW = 5
_REVIEWED = {"journal-article", "proceedings-article"}
_TAKEN_BACK = {"retraction", "withdrawal", "removal"}


class Crossref(Service):
    name = "crossref"
    kind = "academic"
    source_type = "academic"
    base_url = "https://api.crossref.org"
    leaves_machine = "the query, and INQUIRO_CONTACT when it is set"
    filters = ("since",)
    identifiers = ("doi", "notices")

    def __init__(self, context: ProviderContext) -> None:
        super().__init__(context)
        self.requests_per_second = 3.0 if context.settings.contact else 1.0  # who says who they are may ask more

    async def look_up(self, kind: str, value: str) -> list[SourceResult]:
        """The work with a DOI, which publishers may have registered elsewhere; or the notices published about it."""
        contact = self.settings.contact
        secrets = {"mailto": Secret(contact)} if contact else None
        if kind == "notices":
            answer = await self.get(
                "/works", {"filter": f"updates:{value}", "rows": _FEW, "select": SELECT}, secret_params=secrets
            )
            return self.parse(answer, about=value)
        answer = await self.get(f"/works/{quote(value, safe='')}", secret_params=secrets, may_lack=True)
        return [] if answer.status in LACKING else self.parse(answer)

    async def search(self, query: str, max_results: int, filters: Filters) -> list[SourceResult]:
        since = first_day(filters.since)
        contact = self.settings.contact
        answer = await self.get(
            "/works",
            {
                "query.bibliographic": query,
                "rows": min(max(max_results, 1), _MOST),
                "select": SELECT,
                "filter": f"from-pub-date:{since}" if since else None,
            },
            secret_params={"mailto": Secret(contact)} if contact else None,
        )
        return self.parse(answer)[:max_results]

    def parse(self, answer: WebAnswer, about: str = "") -> list[SourceResult]:
        """`about`: the work whose notices these are; each says what kind of notice it is."""
        value = object_of(answer, self.name)
        message, kind = value.get("message"), value.get("message-type")
        rows = [message] if kind == "work" else at(message, "items") if kind == "work-list" else None
        if not isinstance(rows, list) or not all(isinstance(row, dict) for row in rows):
            raise BadAnswer("crossref answered with something other than works")
        taken_back = {doi for row in rows for doi in _takes_back(row)}
        hits = hits_of(rows, self._hit)
        if about:
            told = {kind for row in rows for kind in _told_of(row, about)}
            return [msgspec.structs.replace(hit, notices=works.notices(sorted(told))) for hit in hits]
        return [msgspec.structs.replace(hit, retracted=True) if hit.doi in taken_back else hit for hit in hits]

    def _hit(self, work: Json) -> SourceResult | None:
        doi = clean_doi(works.text(work.get("DOI")))
        title = works.plain(works.first(works.texts(work.get("title"))) or "")
        subtitle = works.plain(works.first(works.texts(work.get("subtitle"))) or "")
        url = works.landing(doi=doi, other=work.get("URL"))
        if not title or not url:
            return None
        abstract = works.plain(work.get("abstract"))
        authors = tuple(name for one in objects(work.get("author")) if (name := _name(one)))
        venue = works.plain(works.first(works.texts(work.get("container-title"))) or "") or None
        published = works.first(_date(work.get(name)) for name in ("published", "issued"))
        updates = objects(work.get("updated-by"))
        return SourceResult(
            url=url,
            title=f"{title}: {subtitle}" if subtitle and subtitle.lower() not in title.lower() else title,
            snippet=works.snippet(abstract, authors, venue, published),
            source_name=self.name,
            source_type=self.source_type,
            full_content=abstract or None,
            authors=authors,
            year=works.year(published),
            published=published,
            doi=doi,
            venue=venue,
            peer_reviewed=_reviewed(works.text(work.get("type"))),
            citations=works.count(work.get("is-referenced-by-count")),
            open_access_url=_open_copy(work),
            language=two_letters(works.text(work.get("language"))),
            retracted=works.says_retracted(title) or any(_is_retraction(one) for one in updates),
            years=_years(work),
            notices=works.notices(works.text(one.get("type")) for one in updates),
        )


def _years(work: Json) -> tuple[int, ...]:
    """Online first and in print a year later are both right; a date that does not say which is neither."""
    told = {works.year(_date(work.get(name))) for name in ("published-print", "published-online")}
    return tuple(sorted(year for year in told if year))


def _takes_back(work: Json) -> list[str]:
    """The works that this one is a retraction notice of; some publishers put the notice under the same DOI."""
    notices = (one for one in objects(work.get("update-to")) if _is_retraction(one))
    return [doi for one in notices if (doi := clean_doi(works.text(one.get("DOI"))))]


def _told_of(notice: Json, doi: str) -> list[str]:
    updates = objects(notice.get("update-to"))
    return [works.text(one.get("type")) for one in updates if clean_doi(works.text(one.get("DOI"))) == doi]


def _is_retraction(update: Json) -> bool:
    return works.text(update.get("type")).lower() in _TAKEN_BACK


def _reviewed(kind: str) -> bool | None:
    return False if kind == "posted-content" else kind in _REVIEWED or None


def _name(author: Json) -> str:
    parts = (works.text(author.get("given")), works.text(author.get("family")))
    return " ".join(part for part in parts if part) or works.text(author.get("name"))


def _date(value: Any) -> str | None:
    dates = at(value, "date-parts")
    parts: Sequence[Any] = dates[0] if isinstance(dates, list) and dates and isinstance(dates[0], list) else ()
    return works.date_of(*parts[:3]) if parts else None


def _open_copy(work: Json) -> str | None:
    """A PDF of a work under an open licence; other links are for those who have paid."""
    licences = (works.text(one.get("URL")) for one in objects(work.get("license")))
    if not any("creativecommons.org" in licence for licence in licences):
        return None
    links = (one for one in objects(work.get("link")) if one.get("content-type") == "application/pdf")
    return works.first(address(one.get("URL")) for one in links)


plugin = Crossref
