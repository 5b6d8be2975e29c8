"""Records of PubMed as hits: articles, chapters of books, and short summaries."""

from __future__ import annotations

import re
from collections.abc import Iterator
from xml.etree import ElementTree as ET

from inquiro.core.identity import clean_doi
from inquiro.core.types import SourceResult
from inquiro.providers.http.answers import text_of
from inquiro.providers.scholarly import works
from inquiro.providers.scholarly.languages import two_letters

NAME = "pubmed"
_UNREVIEWED = {"Editorial", "Letter", "Comment", "News", "Newspaper Article", "Biography", "Interview"}


def record_hits(root: ET.Element) -> Iterator[SourceResult]:
    """The works of a PubmedArticleSet."""
    for record in root:
        hit = None
        if record.tag == "PubmedArticle":
            hit = _article(record)
        elif record.tag == "PubmedBookArticle":
            hit = _chapter(record)
        if hit is not None:
            yield hit


def summary_hits(root: ET.Element) -> Iterator[SourceResult]:
    """The works of an eSummaryResult; summaries of other databases have no journal and are passed over."""
    for summary in root.iterfind("DocSum"):
        if summary.find("Item[@Name='FullJournalName']") is not None and (hit := _summary(summary)):
            yield hit


def page_of(pmid: str) -> str:
    return f"https://pubmed.ncbi.nlm.nih.gov/{pmid}/"


def full_text_page(pmcid: str) -> str:
    return f"https://pmc.ncbi.nlm.nih.gov/articles/{pmcid}/"


def pmcid_of(text: str) -> str | None:
    """`PMC123` out of that, of `123`, or of an address."""
    found = re.search(r"(?:PMC|^)(\d+)", text.strip(), re.IGNORECASE)
    return f"PMC{found[1]}" if found else None


def abstract_of(parent: ET.Element | None) -> str:
    """The abstract, one line for each labelled part."""
    if parent is None:
        return ""
    whole = parent.find("Abstract")
    if whole is None:
        whole = parent.find("OtherAbstract")
    lines = []
    for part in whole.iterfind("AbstractText") if whole is not None else ():
        label, said = part.get("Label", "").strip(), text_of(part)
        if said:
            lines.append(f"{label}: {said}" if label and label.upper() != "UNLABELLED" else said)
    return "\n".join(lines)


def _article(record: ET.Element) -> SourceResult | None:
    citation, article = record.find("MedlineCitation"), record.find("MedlineCitation/Article")
    if citation is None or article is None:
        return None
    # A reference list holds identifiers too, but of the works that are cited.
    ids = {one.get("IdType", ""): text_of(one) for one in record.iterfind("PubmedData/ArticleIdList/ArticleId")}
    dois = [text_of(one) for one in article.iterfind("ELocationID") if one.get("EIdType") == "doi"]
    kinds = [text_of(one) for one in article.iterfind("PublicationTypeList/PublicationType")]
    notices = {one.get("RefType") for one in citation.iterfind("CommentsCorrectionsList/CommentsCorrections")}
    title = text_of(article.find("ArticleTitle"))
    if not title or title.strip("[]. ").lower() == "not available":
        title = text_of(article.find("VernacularTitle"))
    return _hit(
        pmid=text_of(citation.find("PMID")) or ids.get("pubmed", ""),
        title=title,
        abstract=abstract_of(article) or abstract_of(citation),
        authors=_people(article.find("AuthorList")),
        published=_date(article.find("ArticleDate")) or _date(article.find("Journal/JournalIssue/PubDate")),
        venue=text_of(article.find("Journal/Title")) or text_of(article.find("Journal/ISOAbbreviation")),
        doi=clean_doi(ids.get("doi") or (dois[0] if dois else None)),
        pmcid=pmcid_of(ids.get("pmc", "")),
        language=two_letters(text_of(article.find("Language"))),
        kinds=kinds,
        retracted="RetractionIn" in notices,
        notices=works.notices(sorted(kind for kind in notices if kind)),
    )


def _chapter(record: ET.Element) -> SourceResult | None:
    book = record.find("BookDocument")
    if book is None:
        return None
    ids = {one.get("IdType", ""): text_of(one) for one in book.iterfind("ArticleIdList/ArticleId")}
    authors = _people(book.find("AuthorList")) or _people(book.find("Book/AuthorList"))
    dates = ("ContributionDate", "Book/PubDate", "Book/BeginningDate")
    venue = text_of(book.find("Book/BookTitle"))
    return _hit(
        pmid=text_of(book.find("PMID")) or ids.get("pubmed", ""),
        title=text_of(book.find("ArticleTitle")) or venue,
        abstract=abstract_of(book),
        authors=authors,
        published=works.first(_date(book.find(name)) for name in dates),
        venue=venue,
        doi=clean_doi(ids.get("doi")),
        pmcid=pmcid_of(ids.get("pmc", "")),
        language=two_letters(text_of(book.find("Language"))),
        kinds=[text_of(one) for one in book.iterfind("PublicationType")],
    )


def _summary(summary: ET.Element) -> SourceResult | None:
    def item(name: str) -> str:
        return text_of(summary.find(f"Item[@Name='{name}']"))

    def listed(name: str) -> list[str]:
        return [text_of(one) for one in summary.iterfind(f"Item[@Name='{name}']/Item")]

    pmc = text_of(summary.find("Item[@Name='ArticleIds']/Item[@Name='pmc']"))
    doi = text_of(summary.find("Item[@Name='ArticleIds']/Item[@Name='doi']"))
    return _hit(
        pmid=text_of(summary.find("Id")),
        title=item("Title"),
        abstract="",
        authors=tuple(name for name in listed("AuthorList") if name),
        published=works.date_of(*item("PubDate").split()[:3]) if item("PubDate") else None,
        venue=item("FullJournalName"),
        doi=clean_doi(doi or item("DOI")),
        pmcid=pmcid_of(pmc),
        language="en" if listed("LangList") == ["English"] else None,
        kinds=listed("PubTypeList"),
    )


def _hit(
    *,
    pmid: str,
    title: str,
    abstract: str,
    authors: tuple[str, ...],
    published: str | None,
    venue: str,
    doi: str | None,
    pmcid: str | None,
    language: str | None,
    kinds: list[str],
    retracted: bool = False,
    notices: tuple[str, ...] = (),
) -> SourceResult | None:
    if not title or not (pmid.isascii() and pmid.isdigit()):
        return None
    return SourceResult(
        url=page_of(pmid),
        title=title,
        snippet=works.snippet(" ".join(abstract.split()), authors, venue, published),
        source_name=NAME,
        source_type="pubmed",
        full_content=abstract or None,
        authors=authors,
        year=works.year(published),
        published=published,
        doi=doi,
        pmid=pmid,
        pmcid=pmcid,
        venue=venue or None,
        peer_reviewed=_reviewed(set(kinds)),
        open_access_url=full_text_page(pmcid) if pmcid else None,
        language=language,
        retracted=retracted or "Retracted Publication" in kinds or works.says_retracted(title),
        notices=notices,
    )


def _reviewed(kinds: set[str]) -> bool | None:
    if "Preprint" in kinds:
        return False
    return True if "Journal Article" in kinds and not kinds & _UNREVIEWED else None


def _people(authors: ET.Element | None) -> tuple[str, ...]:
    names = []
    for one in authors.iterfind("Author") if authors is not None else ():
        given = text_of(one.find("ForeName")) or text_of(one.find("Initials"))
        name = f"{given} {text_of(one.find('LastName'))}".strip() or text_of(one.find("CollectiveName"))
        names.append(name)
    return tuple(name for name in names if name)


def _date(date: ET.Element | None) -> str | None:
    if date is None:
        return None
    if written := text_of(date.find("MedlineDate")):  # such as "1998 Dec-1999 Jan"
        parts = written.split()
        return works.date_of(parts[0], parts[1] if len(parts) > 1 else None)
    return works.date_of(*(text_of(date.find(name)) for name in ("Year", "Month", "Day")))
