"""OpenAlex: an open catalogue of works in every field and language, with retractions and open copies."""

from __future__ import annotations

import re
from datetime import UTC, datetime
from typing import Any
from urllib.parse import quote

from inquiro.core.errors import BadAnswer, EffectError, RateLimited
from inquiro.core.identity import clean_arxiv_id, clean_doi
from inquiro.core.settings import Secret
from inquiro.core.types import Filters, Json, SourceResult
from inquiro.core.web import WebAnswer
from inquiro.providers.http.answers import object_of
from inquiro.providers.http.fields import address, at, hits_of, objects
from inquiro.providers.http.searching import LACKING, Service
from inquiro.providers.http.statuses import retry_after
from inquiro.providers.http.wording import first_day
from inquiro.providers.scholarly import works
from inquiro.providers.scholarly.languages import two_letters

_SELECT = (
    "id,doi,ids,display_name,publication_year,publication_date,language,type,primary_location,best_oa_location,"
    "open_access,authorships,cited_by_count,is_retracted,abstract_inverted_index"
)
_MOST = 100
_LONGEST = 20_000  # words of an abstract; a position beyond it is a mistake or an attack
_NOT_SEARCHABLE = re.compile(r"[?*~|]")  # wildcards there; a question mark ends most questions


class OpenAlex(Service):
    name = "openalex"
    kind = "academic"
    source_type = "academic"
    base_url = "https://api.openalex.org"
    leaves_machine = "the query, and INQUIRO_CONTACT when it is set"
    keys = ("OPENALEX_API_KEY",)
    requests_per_second = 5.0
    filters = ("since", "language")
    identifiers = ("doi", "pmid")

    async def look_up(self, kind: str, value: str) -> list[SourceResult]:
        """The work with a DOI or PubMed id."""
        path = f"/works/{kind}:{quote(value, safe='/:;()')}"
        answer = await self.get(path, {"select": _SELECT}, secret_params=self._identity(), may_lack=True)
        return [] if answer.status in LACKING else self.parse(answer)

    async def search(self, query: str, max_results: int, filters: Filters) -> list[SourceResult]:
        answer = await self.get(
            "/works",
            {
                "search": _searchable(query),
                "per-page": min(max(max_results, 1), _MOST),
                "select": _SELECT,
                "filter": _filter(filters),
            },
            secret_params=self._identity(),
        )
        return self.parse(answer)[:max_results]

    def parse(self, answer: WebAnswer) -> list[SourceResult]:
        if error := self.refusal(answer):
            raise error
        value = object_of(answer, self.name)
        rows = value.get("results") if "results" in value else [value]
        if not isinstance(rows, list) or not all(_is_work(row) for row in rows):
            raise BadAnswer("openalex answered with something other than works")
        return hits_of(rows, self._hit)

    def refusal(self, answer: WebAnswer) -> EffectError | None:
        """Its limit comes with a status, or as an HTML page where JSON was due."""
        page = answer.status == 200 and answer.body.lstrip()[:1] == b"<"
        if answer.status != 429 and not page:
            return None
        hint = "" if self.key() else "; OPENALEX_API_KEY raises it"
        spent = answer.headers.get("x-ratelimit-remaining", "").strip() == "0"
        what = "has no more free searches today" if spent else "asks to slow down"
        wait = answer.headers.get("retry-after") or answer.headers.get("x-ratelimit-reset")  # seconds that are left
        return RateLimited(f"openalex {what} ({answer.status}){hint}", retry_after(wait, datetime.now(UTC)))

    def _identity(self) -> dict[str, Secret]:
        contact = self.settings.contact
        key = self.key()
        return ({"api_key": key} if key else {}) | ({"mailto": Secret(contact)} if contact else {})

    def _hit(self, work: Json) -> SourceResult | None:
        ids = work.get("ids")
        doi = clean_doi(works.text(work.get("doi")))
        place = work.get("primary_location")
        page = address(at(place, "landing_page_url"))
        arxiv_id = _arxiv_id(doi, page)
        title = works.plain(work.get("display_name") or work.get("title"))
        url = works.landing(doi=doi, arxiv_id=arxiv_id, other=page or work.get("id"))
        if not title or not url:
            return None
        abstract = rebuilt(work.get("abstract_inverted_index"))
        published = works.iso_date(work.get("publication_date")) or works.date_of(work.get("publication_year"))
        venue = works.text(at(place, "source", "display_name")) or None
        people = (one.get("author") for one in objects(work.get("authorships")))
        authors = tuple(name for one in people if (name := works.text(at(one, "display_name"))))
        pmcid = re.search(r"PMC\d+|(?<=articles/)\d+", works.text(at(ids, "pmcid")), re.IGNORECASE)
        pmid = re.search(r"\d+", works.text(at(ids, "pmid")))
        return SourceResult(
            url=url,
            title=title,
            snippet=works.snippet(abstract, authors, venue, published),
            source_name=self.name,
            source_type=self.source_type,
            full_content=abstract or None,
            authors=authors,
            year=works.year(work.get("publication_year")) or works.year(published),
            published=published,
            doi=doi,
            pmid=pmid[0] if pmid else None,
            pmcid=f"PMC{pmcid[0].upper().removeprefix('PMC')}" if pmcid else None,
            arxiv_id=arxiv_id,
            venue=venue,
            peer_reviewed=_reviewed(work),
            citations=works.count(work.get("cited_by_count")),
            open_access_url=_open_copy(work),
            language=two_letters(works.text(work.get("language"))),
            retracted=work.get("is_retracted") is True or works.says_retracted(title),
        )


def _searchable(query: str) -> str:
    """Quotes and groups mean something there, as long as they close."""
    text = _NOT_SEARCHABLE.sub(" ", query)
    if text.count('"') % 2:
        text = text.replace('"', " ")
    if text.count("(") != text.count(")"):
        text = re.sub(r"[()]", " ", text)
    return " ".join(text.split())


def rebuilt(index: Any) -> str:
    """An abstract out of its inverted index: each word with the places where it stands."""
    if not isinstance(index, dict):
        return ""
    placed = {
        at: word
        for word, places in index.items()
        if isinstance(places, list)
        for at in places
        if (works.count(at) is not None and at < _LONGEST)
    }
    return works.plain(" ".join(placed[at] for at in sorted(placed)))


def _filter(filters: Filters) -> str | None:
    since = first_day(filters.since)
    language = two_letters(filters.language)
    parts = (f"from_publication_date:{since}" if since else "", f"language:{language}" if language else "")
    return ",".join(part for part in parts if part) or None


def _is_work(row: Any) -> bool:
    """Works are W…; a selection of fields may leave the id out."""
    if not isinstance(row, dict) or not {"id", "doi"} & row.keys():
        return False
    identifier = works.text(row.get("id"))
    return not identifier or identifier.rpartition("/")[2][:1].upper() == "W"


def _arxiv_id(doi: str | None, page: str | None) -> str | None:
    if doi and doi.startswith("10.48550/arxiv."):
        return clean_arxiv_id(doi.removeprefix("10.48550/arxiv."))
    return clean_arxiv_id(page) if page and "arxiv.org/" in page else None


def _open_copy(work: Json) -> str | None:
    best = work.get("best_oa_location")
    return works.first(
        address(one)
        for one in (
            at(best, "pdf_url"),
            at(best, "landing_page_url"),
            at(work, "open_access", "oa_url"),
        )
    )


def _reviewed(work: Json) -> bool | None:
    place = work.get("primary_location")
    kind, where = works.text(work.get("type")), works.text(at(place, "source", "type"))
    if kind == "preprint" or where == "repository":
        return False
    return True if where == "journal" and kind in {"article", "review"} else None


plugin = OpenAlex
