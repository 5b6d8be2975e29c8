"""PubMed: the literature of medicine, searched by its thesaurus, read in full where PubMed Central has the text."""

from __future__ import annotations

from typing import Any
from xml.etree import ElementTree as ET

import msgspec

from inquiro.core.errors import AccessDenied, BadAnswer, EffectError, RateLimited, ReadFailed, Unavailable
from inquiro.core.protocols import ProviderContext
from inquiro.core.settings import Secret
from inquiro.core.snapshots import ABSTRACT_ONLY, snapshot
from inquiro.core.types import Document, Filters, ReadText, SourceResult
from inquiro.core.web import WebAnswer
from inquiro.providers.http.answers import text_of, xml_of
from inquiro.providers.http.searching import Service
from inquiro.providers.http.wording import first_day
from inquiro.providers.scholarly.jats import full_text_hits, has_body
from inquiro.providers.scholarly.languages import medline_language
from inquiro.providers.scholarly.pubmed_query import Headings, has_tags, headings_of, tagged, untagged, widened
from inquiro.providers.scholarly.pubmed_records import full_text_page, record_hits, summary_hits

_MOST = 100
_PASSING = ("backend", "temporar", "timed out", "timeout", "try again", "unable to obtain")


class PubMed(Service):
    name = "pubmed"
    kind = "academic"
    source_type = "pubmed"
    base_url = "https://eutils.ncbi.nlm.nih.gov/entrez/eutils"
    leaves_machine = "the query, and INQUIRO_CONTACT when it is set"
    keys = ("NCBI_API_KEY",)
    filters = ("since", "language")
    identifiers = ("pmid", "doi")

    def __init__(self, context: ProviderContext) -> None:
        super().__init__(context)
        self._read = context.read
        self.requests_per_second, self.burst = (5.0, 5) if self.key() else (3.0, 1)  # ten a second with a key, or three

    async def search(self, query: str, max_results: int, filters: Filters) -> list[SourceResult]:
        """Asks the thesaurus first, then for works; a search that finds nothing is widened once."""
        if not untagged(query):
            return []
        if has_tags(query):
            ids = await self._ids(query.strip(), max_results, filters)
        else:
            known = await self._headings(query)
            ids = await self._ids(tagged(query, known), max_results, filters)
            if not ids and (wider := widened(query, known)):
                ids = await self._ids(wider, max_results, filters)
        if not ids:
            return []
        found = {hit.pmid: hit for hit in self.parse(await self._call("efetch", id=",".join(ids), retmode="xml"))}
        return [found[pmid] for pmid in ids if pmid in found]

    async def look_up(self, kind: str, value: str) -> list[SourceResult]:
        """The record with a PubMed id, or with a DOI."""
        if kind == "doi":
            ids = await self._ids(f'"{value}"[doi]', 1, Filters())
            if not ids:
                return []
            value = ids[0]
        records = self.parse(await self._call("efetch", id=value, retmode="xml"))
        return [record for record in records if record.pmid == value]

    async def open(self, hit: SourceResult) -> Document:
        """The full text where PubMed Central may give it, else the abstract, which says that it is no more."""
        known = await self._own_record(hit)
        if known.pmcid and (document := await self._full_text(known)):
            return document
        if not known.full_content:
            raise BadAnswer(f"pubmed has neither the text nor an abstract of {hit.url}")
        content = ReadText(text=known.full_content, media_type="text/plain", title=known.title, language=known.language)
        return snapshot(known, content, flags=(ABSTRACT_ONLY,))

    def parse(self, answer: WebAnswer) -> list[SourceResult]:
        if error := self.refusal(answer):
            raise error
        root = xml_of(answer, self.name)
        if error := _said_error(root):
            raise error
        if root.tag == "PubmedArticleSet":
            return list(record_hits(root))
        if root.tag in {"pmc-articleset", "article"}:
            return list(full_text_hits(root))
        hits = list(summary_hits(root)) if root.tag == "eSummaryResult" else []
        if hits or (root.tag == "eSearchResult" and text_of(root.find("Count")) == "0"):
            return hits
        raise BadAnswer(f"pubmed answered with something other than works ({root.tag[:40]})")

    def refusal(self, answer: WebAnswer) -> EffectError | None:
        """A refused key comes as a bad request, a limit sometimes as a success; both bodies hold what may not be shown."""
        if answer.body.lstrip()[:1] != b"{":
            return None
        said = answer.body.lower()
        if b"api key" in said and b"invalid" in said:
            return AccessDenied(f"pubmed refused the key ({answer.status}): check NCBI_API_KEY")
        if b"rate limit" in said and answer.status == 200:
            return RateLimited("pubmed asks to slow down")
        return None

    async def _headings(self, query: str) -> Headings:
        return headings_of(self._result(await self._call("esearch", term=untagged(query), retmax=0)))

    async def _ids(self, term: str, max_results: int, filters: Filters) -> list[str]:
        language, since = medline_language(filters.language), first_day(filters.since)
        dates = {"datetype": "pdat", "mindate": since.replace("-", "/"), "maxdate": "3000"} if since else {}
        answer = await self._call(
            "esearch",
            term=f"({term}) AND {language}[la]" if language else term,
            retmax=min(max(max_results, 1), _MOST),
            sort="relevance",
            **dates,
        )
        ids = [text_of(one) for one in self._result(answer).iterfind("IdList/Id")]
        return [pmid for pmid in ids if pmid.isascii() and pmid.isdigit()][:max_results]

    def _result(self, answer: WebAnswer) -> ET.Element:
        root = xml_of(answer, self.name)
        if error := _said_error(root):
            raise error
        if root.tag != "eSearchResult":
            raise BadAnswer("pubmed did not answer the search with a result")
        return root

    async def _own_record(self, hit: SourceResult) -> SourceResult:
        """PubMed's records name the copy in PubMed Central; a hit of another source has to be looked up for that."""
        if hit.source_name == self.name or hit.pmcid or not hit.pmid:
            return hit
        records = self.parse(await self._call("efetch", id=hit.pmid, retmode="xml"))
        if not records:
            return hit
        own = records[0]
        return msgspec.structs.replace(hit, pmcid=own.pmcid, full_content=hit.full_content or own.full_content)

    async def _full_text(self, hit: SourceResult) -> Document | None:
        """None when the publisher keeps it back, or when what came cannot be read."""
        pmcid = hit.pmcid or ""
        try:
            answer = await self._call("efetch", database="pmc", id=pmcid.upper().removeprefix("PMC"), retmode="xml")
            if not has_body(xml_of(answer, self.name)):
                return None
            content = await self._read(answer.body, f"{pmcid}.xml", "application/jats+xml")
        except (BadAnswer, ReadFailed):
            return None
        return snapshot(hit, content, url=full_text_page(pmcid))

    async def _call(self, tool: str, *, database: str = "pubmed", **params: Any) -> WebAnswer:
        contact, key = self.settings.contact, self.key()
        secrets = ({"api_key": key} if key else {}) | ({"email": Secret(contact)} if contact else {})
        return await self.get(
            f"/{tool}.fcgi", {"db": database, **params, "tool": "inquiro"}, secret_params=secrets or None
        )


def _said_error(root: ET.Element) -> EffectError | None:
    said = next((text for one in root.iter("ERROR") if (text := text_of(one))), "")
    if not said:
        return None
    if any(word in said.lower() for word in _PASSING):
        return Unavailable(f"pubmed is not working: {said[:120]}")
    return BadAnswer(f"pubmed refused the request: {said[:120]}")


plugin = PubMed
