"""Semantic Scholar: works of every field with citation counts and open copies."""

from __future__ import annotations

from typing import Any

from inquiro.core.errors import BadAnswer
from inquiro.core.identity import clean_arxiv_id, clean_doi
from inquiro.core.types import Filters, Json, SourceResult
from inquiro.core.web import WebAnswer
from inquiro.providers.http.answers import json_of
from inquiro.providers.http.fields import address, at, sound
from inquiro.providers.http.searching import Service
from inquiro.providers.scholarly import works

_FIELDS = (
    "title,abstract,tldr,url,year,publicationDate,authors,venue,journal,externalIds,citationCount,isOpenAccess,"
    "openAccessPdf,publicationTypes"
)
_MOST = 100
_REVIEWED = {"JournalArticle", "Conference", "Review", "MetaAnalysis", "ClinicalTrial"}
_NESTED = ("paper", "citingPaper", "citedPaper")


class SemanticScholar(Service):
    """One request a second with or without a key: a key buys a share of its own, not a higher rate."""

    name = "semantic_scholar"
    kind = "academic"
    source_type = "academic"
    base_url = "https://api.semanticscholar.org"
    keys = ("SEMANTIC_SCHOLAR_API_KEY",)
    requests_per_second = 1.0
    filters = ("since",)

    async def search(self, query: str, max_results: int, filters: Filters) -> list[SourceResult]:
        key = self.key()
        answer = await self.get(
            "/graph/v1/paper/search",
            {
                "query": query.replace("-", " "),  # a hyphenated term matches nothing there
                "limit": min(max(max_results, 1), _MOST),
                "fields": _FIELDS,
                "publicationDateOrYear": f"{filters.since}:" if filters.since else None,
            },
            credentials={"x-api-key": key} if key else None,
        )
        return self.parse(answer)[:max_results]

    def parse(self, answer: WebAnswer) -> list[SourceResult]:
        papers = _papers(json_of(answer, self.name))
        return sound(self._hit(paper, passage) for paper, passage in papers)

    def _hit(self, paper: Json, passage: str) -> SourceResult | None:
        ids = paper.get("externalIds")
        doi = clean_doi(works.text(at(ids, "DOI")))
        arxiv_id = clean_arxiv_id(works.text(at(ids, "ArXiv")))
        title = works.plain(paper.get("title"))
        url = works.landing(doi=doi, arxiv_id=arxiv_id, other=_own_page(paper))
        if not title or not url:
            return None
        venue = works.first((works.text(at(paper, "journal", "name")), works.text(paper.get("venue"))))
        published = works.iso_date(paper.get("publicationDate")) or works.date_of(paper.get("year"))
        abstract = works.plain(paper.get("abstract"))
        short = passage or abstract or works.plain(at(paper, "tldr", "text"))
        authors = _authors(paper.get("authors"))
        return SourceResult(
            url=url,
            title=title,
            snippet=works.snippet(short, authors, venue, published),
            source_name=self.name,
            source_type=self.source_type,
            full_content=abstract or None,
            authors=authors,
            year=works.year(paper.get("year")) or works.year(published),
            published=published,
            doi=doi,
            pmid=_digits(at(ids, "PubMed")),
            pmcid=f"PMC{found}" if (found := _digits(at(ids, "PubMedCentral"))) else None,
            arxiv_id=arxiv_id,
            venue=venue,
            peer_reviewed=_reviewed(paper, venue, doi),
            citations=works.count(paper.get("citationCount")),
            open_access_url=address(at(paper, "openAccessPdf", "url"))
            or (f"https://arxiv.org/pdf/{arxiv_id}" if arxiv_id else None),
            retracted=works.says_retracted(title),
        )


def _papers(value: Any) -> list[tuple[Json, str]]:
    """Papers with the passage that was found in them, out of any route that lists papers."""
    if isinstance(value, dict) and isinstance(value.get("paperId"), str):
        return [(value, "")]
    if isinstance(value, dict) and value.get("total") == 0 and "data" not in value:
        return []
    rows = value
    if isinstance(value, dict):
        rows = next((value[name] for name in ("data", "recommendedPapers") if name in value), None)
    if not isinstance(rows, list):
        raise BadAnswer("semantic_scholar answered with something that is not a list of papers")
    found = [paper for row in rows if isinstance(row, dict) and (paper := _paper(row))]
    if not found and any(row is not None for row in rows):
        raise BadAnswer("semantic_scholar answered with a list of something other than papers")
    return found


def _paper(row: Json) -> tuple[Json, str] | None:
    for name in _NESTED:
        if isinstance(row.get(name), dict):
            return row[name], works.text(at(row, "snippet", "text"))
    return (row, "") if isinstance(row.get("paperId"), str) else None


def _own_page(paper: Json) -> str | None:
    if page := address(paper.get("url")):
        return page
    if identifier := works.text(paper.get("paperId")):
        return address(f"https://www.semanticscholar.org/paper/{identifier}")
    number = _digits(paper.get("corpusId"))
    return f"https://api.semanticscholar.org/CorpusID:{number}" if number else None


def _authors(value: Any) -> tuple[str, ...]:
    """Objects in most routes, plain names in snippets."""
    people = value if isinstance(value, list) else []
    names = (works.text(one.get("name") if isinstance(one, dict) else one) for one in people)
    return tuple(name for name in names if name)


def _digits(value: Any) -> str | None:
    found = str(value).strip().upper().removeprefix("PMC") if isinstance(value, int | str) else ""
    return found if found.isascii() and found.isdigit() else None


def _reviewed(paper: Json, venue: str | None, doi: str | None) -> bool | None:
    """It calls preprints journal articles too, so the place has the first word."""
    if works.is_preprint(venue, doi):
        return False
    return True if _REVIEWED & set(works.texts(paper.get("publicationTypes"))) else None


plugin = SemanticScholar
