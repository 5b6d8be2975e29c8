"""Wikipedia: searched and read through the API of the wiki in the wanted language."""

from __future__ import annotations

import re
from datetime import UTC, datetime
from urllib.parse import quote, unquote, urlencode, urlsplit

from inquiro.core.errors import BadAnswer, EffectError, RateLimited
from inquiro.core.snapshots import snapshot
from inquiro.core.types import Anchor, Document, Filters, Json, ReadText, SourceResult
from inquiro.core.web import WebAnswer, WebRequest
from inquiro.providers.http.answers import object_of
from inquiro.providers.http.fields import address, at, day, hits_of, objects, plain, year_of
from inquiro.providers.http.searching import Service
from inquiro.providers.http.statuses import retry_after
from inquiro.providers.http.wording import primary, shortened

_MOST_RESULTS = 50
_LONGEST_QUERY = 300
_COMMON = {"format": "json", "formatversion": "2", "action": "query", "maxlag": "5"}
_RENAMED = {"nb": "no"}
_WIKI = re.compile(r"([a-z]{2,}(?:-[a-z]+)*)\.(?:m\.)?wikipedia\.org")
_HEADING = re.compile(r"(={2,6})\s*(\S.*?)\s*\1\s*")
_FORMULA = re.compile(r"\s*\{\\(?:displaystyle|textstyle) (.*)\}\s*")
_KEPT_IN_TITLES = "/:@!$&'()*+,;=~-._"
_BUSY = frozenset({"maxlag", "ratelimited", "cirrussearch-too-busy-error", "readonly"})


class Wikipedia(Service):
    name = "wikipedia"
    kind = "reference"
    source_type = "web"
    base_url = "https://en.wikipedia.org"
    leaves_machine = "the query, and the titles of the articles that are read"
    requests_per_second = 5.0
    filters: tuple[str, ...] = ("language",)

    async def search(self, query: str, max_results: int, filters: Filters) -> list[SourceResult]:
        asked = {
            "list": "search",
            "srsearch": shortened(query, _LONGEST_QUERY),
            "srlimit": str(min(max_results, _MOST_RESULTS)),
            "srnamespace": "0",
            "srprop": "snippet|timestamp|wordcount",
        }
        return self.parse(await self._ask(self._wiki(primary(filters.language)), asked))[:max_results]

    def parse(self, answer: WebAnswer) -> list[SourceResult]:
        body = object_of(answer, self.name)
        if refused := self._refusal(answer, body):
            raise refused
        found = at(body, "query", "search")
        if not isinstance(found, list):
            raise BadAnswer(f"{self.name} answered without search results")
        parts = urlsplit(answer.url)
        wiki = f"{parts.scheme}://{parts.netloc}" if parts.netloc else self.base
        return hits_of(found, lambda one: self._hit(wiki, one))

    async def open(self, hit: SourceResult) -> Document:
        """The article as text, with its headings as anchors."""
        parts = urlsplit(address(hit.url))
        wiki = f"{parts.scheme}://{parts.netloc}"
        title = unquote(parts.path.removeprefix("/wiki/")).replace("_", " ")
        if not parts.path.startswith("/wiki/") or not (_origin(self.base) == wiki or _language(wiki)):
            raise BadAnswer(f"{hit.url} is no article of {self.name}")
        asked = {
            "prop": "extracts|revisions|pageprops",
            "titles": title,
            "redirects": "1",
            "explaintext": "1",
            "exsectionformat": "wiki",
            "rvprop": "ids|timestamp",
            "ppprop": "disambiguation",
        }
        answer = await self._ask(self._wiki(_language(wiki)), asked)
        return snapshot(hit, self.read(answer))

    def read(self, answer: WebAnswer) -> ReadText:
        """An article out of the answer to `prop=extracts`."""
        pages = at(object_of(answer, self.name), "query", "pages")
        page: Json = next(objects(list(pages.values()) if isinstance(pages, dict) else pages), {})
        text, headings = _article(page.get("extract"))
        if not text:
            raise BadAnswer(f"{self.name} has no text under the title '{plain(page.get('title')) or '?'}'")
        revision: Json = next(objects(page.get("revisions")), {})
        return ReadText(
            text=text,
            media_type="text/plain",
            title=plain(page.get("title")),
            headings=headings,
            published=day(revision.get("timestamp")),
            language=_language(answer.url),
            flags=("disambiguation",) if at(page, "pageprops", "disambiguation") is not None else (),
        )

    def _wiki(self, language: str | None) -> str:
        if self.name in self.settings.provider_urls or not language:
            return self.base
        return f"https://{_RENAMED.get(language, language)}.wikipedia.org"

    async def _ask(self, wiki: str, asked: dict[str, str]) -> WebAnswer:
        answer = await self.send(WebRequest(url=f"{wiki}/w/api.php?{urlencode(_COMMON | asked)}"))
        if isinstance(refused := self._refusal(answer, object_of(answer, self.name)), RateLimited):
            await self._pace.report(self.name, refused)  # it came with a good status, so nobody else knows yet
        if refused:
            raise refused
        return answer

    def _refusal(self, answer: WebAnswer, body: Json) -> EffectError | None:
        """Errors of the API come with status 200."""
        if "error" not in body:
            return None
        code = plain(at(body, "error", "code"))
        if code in _BUSY:
            wait = retry_after(answer.headers.get("retry-after"), datetime.now(UTC))
            return RateLimited(f"{self.name} is busy ({code})", wait)
        return BadAnswer(f"{self.name} rejected the request ({code or 'unknown error'})")

    def _hit(self, wiki: str, one: Json) -> SourceResult | None:
        title, published = plain(one.get("title")), day(one.get("timestamp"))
        if not title:
            return None
        return SourceResult(
            url=f"{wiki}/wiki/{quote(title.replace(' ', '_'), safe=_KEPT_IN_TITLES)}",
            title=title,
            snippet=plain(one.get("snippet")),
            source_name=self.name,
            source_type=self.source_type,
            published=published,
            year=year_of(published),
            venue="Wikipedia",
            peer_reviewed=False,
            language=_language(wiki),
        )


def _origin(url: str) -> str:
    """A twin may live in a folder of its host."""
    parts = urlsplit(url)
    return f"{parts.scheme}://{parts.netloc}"


def _language(url: str) -> str | None:
    found = _WIKI.fullmatch((urlsplit(url).hostname or "").lower())
    return found[1] if found else None


def _article(extract: object) -> tuple[str, tuple[Anchor, ...]]:
    """Paragraphs and headings; a heading with nothing below it is left out."""
    built: list[str] = []
    anchors: list[Anchor] = []
    length = 0
    waiting: list[tuple[int, str]] = []  # headings whose section has shown no text yet, with their depth
    for line in extract.splitlines() if isinstance(extract, str) else ():
        text = line.rstrip()
        if heading := _HEADING.fullmatch(text):
            depth = len(heading[1])
            waiting = [(above, label) for above, label in waiting if above < depth] + [(depth, heading[2])]
            continue
        if formula := _FORMULA.fullmatch(text):  # its symbols stand before it, one on each line
            while built and built[-1].startswith("  "):
                length -= len(built.pop())
            text = formula[1].strip()
        if not text:
            continue
        for _, label in waiting:
            anchors.append(Anchor(offset=length, label=label))
            built.append(f"{label}\n\n")
            length += len(built[-1])
        waiting = []
        built.append(f"{text}\n" if text.startswith(" ") else f"{text}\n\n")
        length += len(built[-1])
    return "".join(built).rstrip(), tuple(anchors)


plugin = Wikipedia
