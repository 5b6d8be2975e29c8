"""How the services write their answers, each in its own format, about the works it is given."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from html import escape
from urllib.parse import quote

from .server import Answered, Asked


@dataclass(frozen=True)
class Work:
    """Something that can be found; services tell of it what they know."""

    title: str
    url: str = ""
    abstract: str = ""
    doi: str = ""
    pmid: str = ""
    pmcid: str = ""
    arxiv: str = ""
    published: str = "2024-03-05"
    authors: tuple[str, ...] = ("Ilse Brandt", "Tomas Ruel")
    venue: str = "Journal of Roof Ecology"
    citations: int = 40
    open_copy: str = ""
    language: str = "en"
    text: str = ""  # of a full text or an article


Works = Sequence[Work]
Imitation = Callable[[Asked, Works], Answered]


def duckduckgo(asked: Asked, works: Works) -> Answered:
    rows = "".join(
        f"""<div class="result results_links results_links_deep web-result"><div class="links_main result__body">
        <h2 class="result__title"><a rel="nofollow" class="result__a"
          href="//duckduckgo.com/l/?uddg={quote(work.url, safe="")}&amp;rut=0f">{escape(work.title)}</a></h2>
        <div class="result__extras"><div class="result__extras__url">{escape(work.url)}
          &nbsp; {work.published}T00:00:00.0000000</div></div>
        <a class="result__snippet">{escape(work.abstract or work.title)}</a></div></div>"""
        for work in works
    )
    nothing = '<div class="no-results">No results.</div>'
    form = f'<form action="/html/" method="post"><input name="q" value="{escape(asked.params.get("q", ""))}"/></form>'
    return Answered(f'<html><body>{form}<div id="links" class="results">{rows or nothing}</div></body></html>')


def openalex(_: Asked, works: Works) -> Answered:
    rows = [
        {
            "id": f"https://openalex.org/W{1000 + place}",
            "doi": f"https://doi.org/{work.doi}" if work.doi else None,
            "display_name": work.title,
            "publication_year": int(work.published[:4]),
            "publication_date": work.published,
            "language": work.language,
            "type": "article",
            "primary_location": {"source": {"display_name": work.venue, "type": "journal"}},
            "best_oa_location": {"pdf_url": work.open_copy} if work.open_copy else None,
            "authorships": [{"author": {"display_name": name}} for name in work.authors],
            "cited_by_count": work.citations,
            "is_retracted": False,
            "abstract_inverted_index": _inverted(work.abstract) if work.abstract else None,
        }
        for place, work in enumerate(works)
    ]
    return _json({"meta": {"count": len(rows)}, "results": rows})


def crossref(_: Asked, works: Works) -> Answered:
    rows = []
    for work in works:
        row = {
            "DOI": work.doi.upper(),
            "URL": f"https://doi.org/{work.doi}",
            "title": [work.title],
            "author": [dict(zip(("given", "family"), name.split(), strict=True)) for name in work.authors],
            "container-title": [work.venue],
            "published": {"date-parts": [[int(part) for part in work.published.split("-")]]},
            "type": "journal-article",
            "is-referenced-by-count": work.citations,
        }
        if work.abstract:
            row["abstract"] = f"<jats:p>{escape(work.abstract)}</jats:p>"
        if work.open_copy:
            row["license"] = [{"URL": "https://creativecommons.org/licenses/by/4.0/"}]
            row["link"] = [{"URL": work.open_copy, "content-type": "application/pdf"}]
        rows.append(row)
    return _json({"status": "ok", "message-type": "work-list", "message": {"items": rows}})


def semantic_scholar(_: Asked, works: Works) -> Answered:
    rows = [
        {
            "paperId": f"{place:040x}",
            "title": work.title,
            "abstract": work.abstract or None,
            "year": int(work.published[:4]),
            "publicationDate": work.published,
            "authors": [{"name": name} for name in work.authors],
            "venue": work.venue,
            "externalIds": {"DOI": work.doi} if work.doi else {},
            "citationCount": work.citations,
            "openAccessPdf": {"url": work.open_copy} if work.open_copy else None,
            "publicationTypes": ["JournalArticle"],
        }
        for place, work in enumerate(works)
    ]
    return _json({"total": len(rows), "data": rows}) if rows else _json({"total": 0})


def arxiv(_: Asked, works: Works) -> Answered:
    entries = "".join(
        f"""<entry><id>http://arxiv.org/abs/{work.arxiv}v1</id><title>{escape(work.title)}</title>
        <published>{work.published}T00:00:00Z</published><summary>{escape(work.abstract)}</summary>
        {"".join(f"<author><name>{escape(name)}</name></author>" for name in work.authors)}
        <link title="pdf" href="{escape(work.open_copy)}" rel="related" type="application/pdf"/></entry>"""
        for work in works
    )
    return _xml(f'<feed xmlns="http://www.w3.org/2005/Atom"><title>ArXiv Query</title>{entries}</feed>')


def wikipedia(asked: Asked, works: Works) -> Answered:
    if asked.params.get("list") == "search":
        rows = [{"title": w.title, "snippet": w.abstract, "timestamp": f"{w.published}T00:00:00Z"} for w in works]
        return _json({"batchcomplete": True, "query": {"search": rows}})
    [found] = [work for work in works if work.title == asked.params.get("titles")]
    revision = {"revid": 7, "timestamp": f"{found.published}T00:00:00Z"}
    page = {"pageid": 7, "title": found.title, "extract": found.text, "revisions": [revision]}
    return _json({"batchcomplete": True, "query": {"pages": [page]}})


def pubmed(asked: Asked, works: Works) -> Answered:
    if asked.path.endswith("/esearch.fcgi"):
        ids = "".join(f"<Id>{work.pmid}</Id>" for work in works if asked.params.get("retmax") != "0")
        return _xml(f"<eSearchResult><Count>{len(works)}</Count><IdList>{ids}</IdList></eSearchResult>")
    if asked.params.get("db") == "pmc":
        [found] = [work for work in works if work.pmcid == f"PMC{asked.params['id']}"]
        return _xml(f"<pmc-articleset>{_jats(found)}</pmc-articleset>")
    return _xml(f"<PubmedArticleSet>{''.join(map(_record, works))}</PubmedArticleSet>")


def unpaywall(asked: Asked, works: Works) -> Answered:
    found = [work for work in works if asked.path.endswith(work.doi)]
    if not found:
        return Answered('{"error": true}', 404, "application/json")
    copies = [{"url_for_pdf": None, "url": work.open_copy} for work in found]
    return _json({"doi": found[0].doi, "title": found[0].title, "best_oa_location": copies[0], "oa_locations": copies})


def tavily(_: Asked, works: Works) -> Answered:
    return _json({"results": [{"url": w.url, "title": w.title, "content": w.abstract, "score": 0.8} for w in works]})


def europe_pmc(_: Asked, works: Works) -> Answered:
    rows = [
        {"id": w.pmid, "source": "MED", "pmid": w.pmid, "doi": w.doi, "title": w.title, "abstractText": w.abstract,
         "pubYear": w.published[:4], "firstPublicationDate": w.published, "language": "eng"}
        for w in works
    ]  # fmt: skip
    return _json({"hitCount": len(rows), "resultList": {"result": rows}})


def gleif(_: Asked, __: Works) -> Answered:
    """Mosses are no legal entities."""
    return Answered('{"data": []}', media_type="application/vnd.api+json")


SERVICES: dict[str, Imitation] = {
    "duckduckgo": duckduckgo,
    "wikipedia": wikipedia,
    "openalex": openalex,
    "semantic_scholar": semantic_scholar,
    "crossref": crossref,
    "arxiv": arxiv,
    "pubmed": pubmed,
    "europe_pmc": europe_pmc,
    "unpaywall": unpaywall,
    "tavily": tavily,
    "gleif": gleif,
}


def _json(value: object) -> Answered:
    return Answered(json.dumps(value), media_type="application/json")


def _xml(text: str) -> Answered:
    return Answered(f'<?xml version="1.0" encoding="UTF-8"?>\n{text}', media_type="text/xml; charset=utf-8")


def _inverted(text: str) -> dict[str, list[int]]:
    places: dict[str, list[int]] = {}
    for place, word in enumerate(text.split()):
        places.setdefault(word, []).append(place)
    return places


def _record(work: Work) -> str:
    year, month, day = work.published.split("-")
    people = "".join(
        f"<Author><LastName>{family}</LastName><ForeName>{given}</ForeName></Author>"
        for given, family in (name.split() for name in work.authors)
    )
    ids = {"pubmed": work.pmid, "doi": work.doi, "pmc": work.pmcid}
    listed = "".join(f'<ArticleId IdType="{kind}">{value}</ArticleId>' for kind, value in ids.items() if value)
    return f"""<PubmedArticle><MedlineCitation><PMID>{work.pmid}</PMID><Article>
      <Journal><Title>{work.venue}</Title></Journal><ArticleTitle>{escape(work.title)}</ArticleTitle>
      <Abstract><AbstractText>{escape(work.abstract)}</AbstractText></Abstract><AuthorList>{people}</AuthorList>
      <Language>eng</Language><PublicationTypeList><PublicationType>Journal Article</PublicationType></PublicationTypeList>
      <ArticleDate><Year>{year}</Year><Month>{month}</Month><Day>{day}</Day></ArticleDate></Article></MedlineCitation>
      <PubmedData><ArticleIdList>{listed}</ArticleIdList></PubmedData></PubmedArticle>"""


def _jats(work: Work) -> str:
    paragraphs = "".join(f"<p>{escape(part)}</p>" for part in work.text.split("\n\n"))
    return f"""<article article-type="research-article"><front><article-meta>
      <article-id pub-id-type="pmc">{work.pmcid}</article-id><article-id pub-id-type="doi">{work.doi}</article-id>
      <title-group><article-title>{escape(work.title)}</article-title></title-group></article-meta></front>
      <body><sec><title>Results</title>{paragraphs}</sec></body></article>"""
