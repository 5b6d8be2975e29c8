"""DuckDuckGo: web search without a key, read from its page for browsers without JavaScript."""

from __future__ import annotations

import re
from datetime import UTC, datetime
from typing import Any
from urllib.parse import parse_qs, urlencode, urlsplit

from inquiro.core.errors import AccessDenied, BadAnswer, RateLimited
from inquiro.core.types import Filters, SourceResult
from inquiro.core.web import WebAnswer, WebRequest
from inquiro.providers.http.fields import address, day, doi_in, year_of
from inquiro.providers.http.searching import Service
from inquiro.providers.http.wording import first_day, primary, with_sites

_LONGEST_QUERY = 480
_REST = 900.0  # seconds to leave it alone after a challenge: asking on makes it last
_REGIONS = {
    "ar": "xa-ar", "bg": "bg-bg", "ca": "ct-ca", "cs": "cz-cs", "da": "dk-da", "de": "de-de", "el": "gr-el",
    "en": "us-en", "es": "es-es", "et": "ee-et", "fi": "fi-fi", "fr": "fr-fr", "he": "il-he", "hr": "hr-hr",
    "hu": "hu-hu", "id": "id-id", "it": "it-it", "ja": "jp-jp", "ko": "kr-kr", "lt": "lt-lt", "lv": "lv-lv",
    "nl": "nl-nl", "no": "no-no", "nb": "no-no", "pl": "pl-pl", "pt": "pt-pt", "ro": "ro-ro", "ru": "ru-ru",
    "sk": "sk-sk", "sl": "sl-sl", "sv": "se-sv", "th": "th-th", "tr": "tr-tr", "uk": "ua-uk", "vi": "vn-vi",
    "zh": "cn-zh",
}  # fmt: skip
_STAMP = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d", re.ASCII)
_NOTHING = re.compile(r"No\s+results\s*\.|No results found for", re.IGNORECASE)


class DuckDuckGo(Service):
    name = "duckduckgo"
    kind = "web"
    source_type = "web"
    base_url = "https://html.duckduckgo.com"
    requests_per_second = 0.5
    filters: tuple[str, ...] = ("since", "site", "language")

    async def search(self, query: str, max_results: int, filters: Filters) -> list[SourceResult]:
        """One page of about ten hits: its second page asks for more than an honest visitor without a session has."""
        since = first_day(filters.since)
        form = {
            "q": with_sites(query, filters.sites, _LONGEST_QUERY),
            "kl": _REGIONS.get(primary(filters.language) or "", ""),
            "df": f"{since}..{datetime.now(UTC).date().isoformat()}" if since else "",
        }
        answer = await self.send(
            WebRequest(
                url=f"{self.base}/html/",
                method="POST",
                headers={"content-type": "application/x-www-form-urlencoded", "accept": "text/html"},
                body=urlencode(form).encode(),
            )
        )
        try:
            return self.parse(answer)[:max_results]
        except AccessDenied as error:  # it came with a good status, so nobody else knows yet
            await self._pace.report(self.name, RateLimited(str(error), _REST))
            raise

    def parse(self, answer: WebAnswer) -> list[SourceResult]:
        from resiliparse.parse.html import HTMLTree  # only here: listing sources shall not load it

        page = HTMLTree.parse(answer.body.decode("utf-8", "replace")).document
        if page.query_selector("#challenge-form, .anomaly-modal__title, form[action*='anomaly.js']"):
            raise AccessDenied(
                f"{self.name} shows a bot challenge instead of results: it wants to be left alone a while"
            )
        results = page.query_selector_all("#links .result")
        if answer.truncated or not (results or _says_nothing_found(page)):
            raise BadAnswer(f"{self.name} answered with a page that is no list of results")
        return [hit for one in results if (hit := self._hit(one))]

    def _hit(self, one: Any) -> SourceResult | None:
        link = one.query_selector("a.result__a")
        if link is None or "result--ad" in (one.getattr("class") or "").split():
            return None
        url, title = _target(link.getattr("href") or ""), _folded(link)
        if not url or not title:
            return None
        snippet, extras = one.query_selector(".result__snippet"), one.query_selector(".result__extras__url")
        stamp = _STAMP.search(extras.text) if extras else None
        published = day(stamp[0]) if stamp else None
        return SourceResult(
            url=url,
            title=title,
            snippet=_folded(snippet) if snippet else "",
            source_name=self.name,
            source_type=self.source_type,
            published=published,
            year=year_of(published),
            doi=doi_in(url),
        )


def _folded(node: Any) -> str:
    return " ".join((node.text or "").split())


def _target(href: str) -> str:
    """Where a result really leads; adverts lead back to the service, and are none."""
    try:
        parts = urlsplit(href if "://" in href else f"https:{href}")
        wrapped = parse_qs(parts.query).get("uddg", [""])[0]
        url = address(wrapped or href)
        ours = (urlsplit(url).hostname or "").endswith("duckduckgo.com") and urlsplit(url).path in {"/y.js", "/l/"}
    except ValueError:
        return ""
    return "" if ours else url


def _says_nothing_found(page: Any) -> bool:
    return page.query_selector("#links .no-results, .result--no-result") is not None or (
        page.query_selector("input[name=q]") is not None and _NOTHING.search(page.text or "") is not None
    )


plugin = DuckDuckGo
