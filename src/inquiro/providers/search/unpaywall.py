"""Unpaywall: where a work may lawfully be read for free."""

from __future__ import annotations

import re
from collections.abc import Iterator
from urllib.parse import quote

from inquiro.core.errors import AccessDenied, BadAnswer, EffectError, NotConfigured
from inquiro.core.identity import clean_doi
from inquiro.core.settings import Secret
from inquiro.core.types import Availability, Filters, Json, SourceResult
from inquiro.core.web import WebAnswer
from inquiro.providers.http.answers import object_of
from inquiro.providers.http.fields import address, at, hits_of, objects
from inquiro.providers.http.searching import Service
from inquiro.providers.scholarly import works
from inquiro.providers.scholarly.queries import key_words

_NOBODY = re.compile(r"@(?:\S+\.)?example\.(?:com|org|net)$|@localhost$|^[^@]*$", re.IGNORECASE)


class Unpaywall(Service):
    """Finds open copies by DOI, and works by the words of their titles; it wants to know who asks."""

    name = "unpaywall"
    kind = "academic"
    source_type = "academic"
    base_url = "https://api.unpaywall.org"
    leaves_machine = "the query or DOI, and the e-mail address that was set"
    keys = ("UNPAYWALL_EMAIL",)
    requests_per_second = 1.0  # 100,000 a day
    filters = ()

    def availability(self) -> Availability:
        email = self._email()
        if email is None:
            return Availability(available=False, reason="set UNPAYWALL_EMAIL or INQUIRO_CONTACT to your e-mail address")
        if _NOBODY.search(email.reveal()):
            return Availability(available=False, reason=f"{self._setting()} must be an e-mail address of your own")
        return Availability(available=True)

    async def search(self, query: str, max_results: int, filters: Filters) -> list[SourceResult]:  # noqa: ARG002
        """Works whose titles have the words; a DOI finds that work."""
        doi = clean_doi(query) if " " not in query.strip() else None
        if doi:
            return self.parse(await self._lookup(doi))
        answer = await self.get("/v2/search", {"query": " ".join(key_words(query))}, secret_params=self._identity())
        return self.parse(answer)[:max_results]

    async def open_copies(self, doi: str) -> list[str]:
        """Best copy first, and of each copy the PDF before the page about it."""
        bare = clean_doi(doi)
        if bare is None:
            raise BadAnswer(f"'{doi[:100]}' is not a DOI")
        found = object_of(await self._lookup(bare), self.name)
        if not isinstance(found.get("doi"), str):
            raise BadAnswer("unpaywall answered with something other than a work")
        return list(dict.fromkeys(_copies(found)))

    def parse(self, answer: WebAnswer) -> list[SourceResult]:
        value = object_of(answer, self.name)
        if isinstance(value.get("results"), list):
            found = [at(row, "response") for row in value["results"]]
        elif isinstance(value.get("doi"), str):
            found = [value]
        else:
            raise BadAnswer("unpaywall answered with something other than works")
        return hits_of(found, self._hit)

    def refusal(self, answer: WebAnswer) -> EffectError | None:
        """A made-up address is answered with 422; which setting holds it is what a person needs to know."""
        if answer.status != 422 or b"email" not in answer.body.lower():
            return None
        return AccessDenied(f"unpaywall does not accept the e-mail address (422): set {self._setting()} to your own")

    async def _lookup(self, doi: str) -> WebAnswer:
        return await self.get(f"/v2/{quote(doi, safe='/')}", secret_params=self._identity())

    def _identity(self) -> dict[str, Secret]:
        if (email := self._email()) is None:
            raise NotConfigured("unpaywall needs an e-mail address: set UNPAYWALL_EMAIL or INQUIRO_CONTACT")
        return {"email": email}

    def _email(self) -> Secret | None:
        return self.key() or (Secret(self.settings.contact) if self.settings.contact else None)

    def _setting(self) -> str:
        return "UNPAYWALL_EMAIL" if self.key() else "INQUIRO_CONTACT"

    def _hit(self, work: Json) -> SourceResult | None:
        doi = clean_doi(works.text(work.get("doi")))
        title = works.plain(work.get("title"))
        url = works.landing(doi=doi, other=work.get("doi_url"))
        if not title or not url:
            return None
        authors = tuple(name for one in objects(work.get("z_authors")) if (name := _name(one)))
        venue = works.plain(work.get("journal_name")) or None
        published = works.iso_date(work.get("published_date")) or works.date_of(work.get("year"))
        genre = works.text(work.get("genre"))
        return SourceResult(
            url=url,
            title=title,
            snippet=works.snippet("", authors, venue, published),
            source_name=self.name,
            source_type=self.source_type,
            authors=authors,
            year=works.year(work.get("year")) or works.year(published),
            published=published,
            doi=doi,
            venue=venue,
            peer_reviewed=False
            if genre == "posted-content"
            else genre in {"journal-article", "proceedings-article"} or None,
            open_access_url=next(_copies(work), None),
            retracted=works.says_retracted(title),
        )


def _copies(work: Json) -> Iterator[str]:
    for place in (work.get("best_oa_location"), *objects(work.get("oa_locations"))):
        for name in ("url_for_pdf", "url_for_landing_page", "url"):
            if found := address(at(place, name)):
                yield found


def _name(author: Json) -> str:
    """Two generations of records write people in two ways."""
    parts = (works.text(author.get("given")), works.text(author.get("family")))
    return " ".join(part for part in parts if part) or works.text(author.get("raw_author_name"))


plugin = Unpaywall
