"""Europe PMC: the life sciences, preprints included, searched in their full texts where those are open."""

from __future__ import annotations

import re
from typing import Any

from inquiro.core.errors import BadAnswer
from inquiro.core.identity import clean_doi
from inquiro.core.types import Filters, Json, SourceResult
from inquiro.core.web import WebAnswer
from inquiro.providers.http.answers import object_of
from inquiro.providers.http.fields import address, at, hits_of, objects
from inquiro.providers.http.searching import Service
from inquiro.providers.http.wording import first_day
from inquiro.providers.scholarly import works
from inquiro.providers.scholarly.languages import medline_language, two_letters
from inquiro.providers.scholarly.queries import phrases_and_words

_MOST = 100
_OWN_FIELDS = re.compile(r"\b[A-Z][A-Z_]+:")
_FREE = {"OA", "F"}  # open access, or free to read
_REVIEWED = {"journal article", "research-article", "review", "review-article", "clinical trial", "meta-analysis"}


class EuropePmc(Service):
    name = "europe_pmc"
    kind = "academic"
    source_type = "academic"
    base_url = "https://www.ebi.ac.uk/europepmc/webservices/rest"
    requests_per_second = 5.0
    filters = ("since", "language")

    async def search(self, query: str, max_results: int, filters: Filters) -> list[SourceResult]:
        answer = await self.get(
            "/search",
            {
                "query": search_query(query, filters),
                "format": "json",
                "resultType": "core",
                "pageSize": min(max(max_results, 1), _MOST),
            },
        )
        return self.parse(answer)[:max_results]

    def parse(self, answer: WebAnswer) -> list[SourceResult]:
        rows = at(object_of(answer, self.name), "resultList", "result")
        if not isinstance(rows, list):
            raise BadAnswer("europe_pmc answered with something other than a list of works")
        return hits_of(rows, self._hit)

    def _hit(self, work: Json) -> SourceResult | None:
        doi = clean_doi(works.text(work.get("doi")))
        title = works.plain(work.get("title"))
        url = works.landing(doi=doi, other=_own_page(work))
        if not title or not url:
            return None
        abstract = works.plain(work.get("abstractText"))
        authors = _authors(work)
        venue = works.plain(at(work, "journalInfo", "journal", "title")) or None
        published = works.iso_date(work.get("firstPublicationDate")) or works.date_of(work.get("pubYear"))
        kinds = {kind.lower() for kind in works.texts(at(work, "pubTypeList", "pubType"))}
        pmid, pmcid = works.text(work.get("pmid")), works.text(work.get("pmcid")).upper()
        return SourceResult(
            url=url,
            title=title,
            snippet=works.snippet(abstract, authors, venue, published),
            source_name=self.name,
            source_type=self.source_type,
            full_content=abstract or None,
            authors=authors,
            year=works.year(work.get("pubYear")) or works.year(published),
            published=published,
            doi=doi,
            pmid=pmid if pmid.isascii() and pmid.isdigit() else None,
            pmcid=pmcid if re.fullmatch(r"PMC\d+", pmcid) else None,
            venue=venue,
            peer_reviewed=False
            if work.get("source") == "PPR" or "preprint" in kinds
            else bool(kinds & _REVIEWED) or None,
            citations=works.count(work.get("citedByCount")),
            open_access_url=_open_copy(work, pmcid),
            language=two_letters(works.text(work.get("language"))),
            retracted="retracted publication" in kinds or _has_notice(work) or works.says_retracted(title),
        )


def search_query(query: str, filters: Filters) -> str:
    """Its own field syntax is left alone; of plain words those that mean something are kept, and all must occur."""
    if _OWN_FIELDS.search(query):
        term = query.strip()
    else:
        phrases, singles = phrases_and_words(query)
        term = " ".join([*(f'"{one}"' for one in phrases), *singles]) or query.strip()
    since, language = first_day(filters.since), medline_language(filters.language)
    parts = [f"({term})" if since or language else term]
    parts += [f"(FIRST_PDATE:[{since} TO 3000-12-31])"] if since else []
    parts += [f'(LANG:"{language}")'] if language else []
    return " AND ".join(parts)


def _own_page(work: Json) -> str | None:
    where, identifier = works.text(work.get("source")), works.text(work.get("id"))
    known = re.fullmatch(r"[A-Z]{2,4}", where) and re.fullmatch(r"[\w.:-]+", identifier)
    return f"https://europepmc.org/article/{where}/{identifier}" if known else None


def _authors(work: Json) -> tuple[str, ...]:
    people = objects(at(work, "authorList", "author"))
    names = (works.text(one.get("fullName")) or works.text(one.get("collectiveName")) for one in people)
    listed = tuple(name for name in names if name)
    line = works.text(work.get("authorString")).rstrip(".")
    return listed or tuple(name.strip() for name in line.split(",") if name.strip())


def _open_copy(work: Json, pmcid: str) -> str | None:
    links = objects(at(work, "fullTextUrlList", "fullTextUrl"))
    free = [one for one in links if works.text(one.get("availabilityCode")) in _FREE]
    best = sorted(free, key=lambda one: one.get("documentStyle") != "pdf")
    own = f"https://europepmc.org/articles/{pmcid}" if pmcid and work.get("isOpenAccess") == "Y" else None
    return works.first((*(address(one.get("url")) for one in best), address(own)))


def _has_notice(work: Json) -> bool:
    notes: Any = at(work, "commentCorrectionList", "commentCorrection")
    return any(works.text(one.get("type")).lower().startswith("retraction in") for one in objects(notes))


plugin = EuropePmc
