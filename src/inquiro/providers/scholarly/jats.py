"""The front matter of full texts of PubMed Central, as hits."""

from __future__ import annotations

from collections.abc import Iterator
from xml.etree import ElementTree as ET

from inquiro.core.identity import clean_doi
from inquiro.core.types import SourceResult
from inquiro.providers.http.answers import text_of
from inquiro.providers.scholarly import works
from inquiro.providers.scholarly.languages import two_letters
from inquiro.providers.scholarly.pubmed_records import NAME, full_text_page, pmcid_of

_LANGUAGE = "{http://www.w3.org/XML/1998/namespace}lang"
_EARLIEST = ("epub", "ppub", "pub", "collection", "epub-ppub")


def full_text_hits(root: ET.Element) -> Iterator[SourceResult]:
    for article in [root] if root.tag == "article" else root.iterfind("article"):
        if hit := _hit(article):
            yield hit


def has_body(root: ET.Element) -> bool:
    """Whether the text itself came: some publishers let only the front matter out."""
    article = root if root.tag == "article" else root.find("article")
    return article is not None and bool(text_of(article.find("body")))


def _hit(article: ET.Element) -> SourceResult | None:
    meta = article.find("front/article-meta")
    if meta is None:
        return None
    ids = {one.get("pub-id-type", ""): text_of(one) for one in meta.iterfind("article-id")}
    pmcid = pmcid_of(ids.get("pmc") or ids.get("pmcid") or "")
    doi = clean_doi(ids.get("doi"))
    title = text_of(meta.find("title-group/article-title"))
    url = full_text_page(pmcid) if pmcid else works.landing(doi=doi)
    if not title or not url:
        return None
    paragraphs = [text_of(one) for one in meta.iterfind("abstract[1]//p")] or [text_of(meta.find("abstract"))]
    abstract = "\n".join(one for one in paragraphs if one)
    authors = tuple(_people(meta))
    venue = text_of(article.find("front/journal-meta//journal-title")) or None
    published = _published(meta)
    related = {one.get("related-article-type") for one in meta.iterfind("related-article")}
    return SourceResult(
        url=url,
        title=title,
        snippet=works.snippet(" ".join(abstract.split()), authors, venue, published),
        source_name=NAME,
        source_type="pubmed",
        full_content=abstract or None,
        authors=authors,
        year=works.year(published),
        published=published,
        doi=doi,
        pmid=ids.get("pmid") or None,
        pmcid=pmcid,
        venue=venue,
        peer_reviewed=True if article.get("article-type") in {"research-article", "review-article"} else None,
        open_access_url=url if pmcid else None,
        language=two_letters(article.get(_LANGUAGE)),
        retracted="retraction-forward" in related
        or article.get("article-type") == "retracted-article"
        or works.says_retracted(title),
    )


def _people(meta: ET.Element) -> Iterator[str]:
    for one in meta.iterfind("contrib-group/contrib"):
        if one.get("contrib-type", "author") != "author":
            continue
        name = one.find("name")
        given = text_of(name.find("given-names")) if name is not None else ""
        family = text_of(name.find("surname")) if name is not None else ""
        if found := f"{given} {family}".strip() or text_of(one.find("collab")):
            yield found


def _published(meta: ET.Element) -> str | None:
    dates = {one.get("pub-type") or one.get("date-type") or "": one for one in meta.iterfind("pub-date")}
    found = {
        kind: works.date_of(*(text_of(one.find(n)) for n in ("year", "month", "day"))) for kind, one in dates.items()
    }
    return works.first((*(found.get(kind) for kind in _EARLIEST), *found.values()))
