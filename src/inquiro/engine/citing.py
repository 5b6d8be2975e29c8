"""Which works a text names: its own, and those it cites near a quote."""

from __future__ import annotations

import re
from collections.abc import Iterator

from inquiro.core.identity import clean_arxiv_id, clean_doi, identities
from inquiro.core.types import Document, SourceResult

NEAR = 400  # characters on either side of a quote
_DOI = re.compile(r"(?<![\w.])10\.\d{4,9}/[^\s\"<>?#&]+")
_ARXIV = re.compile(r"(?:arxiv:\s?|arxiv\.org/(?:abs|pdf|html)/)([\w.-]+(?:/\d{7})?)", re.IGNORECASE)
_PMID = re.compile(r"(?:\bPMID:?\s?|pubmed\.ncbi\.nlm\.nih\.gov/)(\d{4,9})\b")
_PMC = re.compile(r"\bPMC\d{4,9}\b")


def works_named(text: str) -> frozenset[str]:
    """Identifiers of works in a text, as `core.identity` writes them."""
    return frozenset(_named(text))


def works_cited(document: Document, start: int, end: int) -> frozenset[str]:
    """What is cited next to a quote, the document itself aside."""
    return works_named(document.text[max(0, start - NEAR) : end + NEAR]) - works_of(document)


def works_of(document: Document) -> frozenset[str]:
    """Every name that a document is known by: its address and the identifiers of the work."""
    known = SourceResult(
        url=document.url, title=document.title, snippet="", source_name=document.source_name, doi=document.doi
    )
    return identities(known)


def _named(text: str) -> Iterator[str]:
    for match in _DOI.finditer(text):
        if doi := clean_doi(match[0]):
            yield f"doi:{doi}"
    for match in _ARXIV.finditer(text):
        if arxiv := clean_arxiv_id(match[1]):
            yield f"arxiv:{arxiv}"
    yield from (f"pmid:{match[1]}" for match in _PMID.finditer(text))
    yield from (f"pmc:{match[0]}" for match in _PMC.finditer(text))
