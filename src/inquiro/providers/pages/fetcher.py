"""Opens one address: allowed by robots.txt, at the host's pace, and not again when nothing changed."""

from __future__ import annotations

from dataclasses import replace
from urllib.parse import urlsplit

from inquiro.core.errors import BadAnswer, EffectError, Gone
from inquiro.core.protocols import ProviderContext
from inquiro.core.snapshots import snapshot
from inquiro.core.types import Document, PageKind, ReadText, SourceResult
from inquiro.core.web import PAGE_BYTES, WebAnswer, WebRequest
from inquiro.providers.http.dialing import Dialer
from inquiro.providers.http.statuses import error_of
from inquiro.providers.http.targets import parse_target
from inquiro.providers.pages.markup import markup_of, refresh_target, size_of
from inquiro.providers.pages.memory import NoMemory, PageMemory, Validators
from inquiro.providers.pages.reading import TRUNCATED, document_of
from inquiro.providers.pages.robots import Robots, Rules, refusal

PDF_BYTES = 20_000_000
_PAGE_SECONDS, _PDF_SECONDS = 15.0, 20.0
_SECONDS_BETWEEN = 1.0
_ACCEPT = "text/html,application/xhtml+xml,application/pdf;q=0.9,text/plain;q=0.8,*/*;q=0.5"
_ONLY_A_SIGNPOST = 200  # a page that says less than this and points elsewhere is not the page
_NO_OBSTACLE: tuple[PageKind, ...] = ("content", "error", "blocked", "soft_404")


class Fetcher:
    """The web's Opener; exactly the hit's own address, since other copies are the engine's decision."""

    def __init__(self, context: ProviderContext, memory: PageMemory | None = None) -> None:
        self._web = context.web
        self._pace = context.pace
        self._read = context.read
        self._memory = memory or NoMemory()
        self._robots = Robots(context.web)
        self._own = Dialer(context.settings.allow_private_hosts)

    async def open(self, hit: SourceResult) -> Document:
        document, onward = await self._opened(hit, hit.url)
        if onward is not None:
            document, onward = await self._opened(hit, onward)
        if document is None:
            raise BadAnswer(f"{hit.url} sends its reader on and on, to {onward}")
        return document

    async def _opened(self, hit: SourceResult, url: str) -> tuple[Document | None, str | None]:
        """The document at an address, and where it sends its reader when it has nothing to say itself."""
        url = parse_target(url).url  # one spelling from here on; what is no address is refused, not stumbled over
        known = None if hit.private else await self._memory.recall(url)
        answer = await self._asked(url, known)
        if known is not None and answer.status == 304:
            if answer.url == known.document.url:
                return _as_found_by(hit, known.document), None
            answer = await self._asked(url, None)  # "unchanged", but of another page than the one that we know
        error = error_of(answer, _host(url))
        if error and answer.status in {404, 410}:
            raise Gone(f"{answer.url} is gone ({answer.status})")
        try:
            document = await self._document(hit, answer, error)
        except BadAnswer:
            if error or not (target := refresh_target(markup_of(answer.body, answer.headers), answer.url)):
                raise
            return None, target
        if not hit.private:
            await self._keep(url, answer, document)
        return document, _onward(answer, document)

    async def _document(self, hit: SourceResult, answer: WebAnswer, error: EffectError | None) -> Document:
        """With an error status only the page of an obstacle is worth having: it says which one it is."""
        if error is None:
            return await document_of(hit, answer, self._read)
        try:
            document = await document_of(hit, answer, self._read)
        except BadAnswer:
            raise error from None
        if document.kind in _NO_OBSTACLE:
            raise error
        return document

    async def _asked(self, url: str, known: Validators | None) -> WebAnswer:
        is_pdf = _path(url).endswith(".pdf") or "/pdf/" in _path(url)
        answer = await self._polite(url, known, PDF_BYTES if is_pdf else PAGE_BYTES)
        if answer.truncated and not is_pdf and answer.body.startswith(b"%PDF-"):
            answer = await self._polite(url, known, PDF_BYTES)
        return answer

    async def _polite(self, url: str, known: Validators | None, max_bytes: int) -> WebAnswer:
        rules = await self._robots.rules(url)
        if refused := refusal(rules, url):
            raise refused
        name = f"host:{_host(url)}"
        seconds = _PDF_SECONDS if max_bytes > PAGE_BYTES else _PAGE_SECONDS
        request = WebRequest(url=url, headers=_headers(known), max_bytes=max_bytes, seconds=seconds)
        async with self._pace.turn(name, self._rate(url, rules)) as ready:
            try:
                answer = await self._web.send(replace(request, ready=ready))
            except EffectError as error:
                await self._pace.report(name, error)
                raise
            await self._pace.report(name, None if answer.status == 304 else error_of(answer, _host(url)))
        if _host(answer.url) != _host(url) and (refused := refusal(await self._robots.rules(answer.url), answer.url)):
            raise refused
        return answer

    def _rate(self, url: str, rules: Rules) -> float:
        """Hosts that the operator listed are the operator's own: only what they ask for themselves holds there."""
        listed = self._own.is_listed(_host(url), _port(url))
        between = rules.delay if listed else max(rules.delay, _SECONDS_BETWEEN)
        return 1 / between if between else 0.0

    async def _keep(self, url: str, answer: WebAnswer, document: Document) -> None:
        etag, modified = answer.headers.get("etag", ""), answer.headers.get("last-modified", "")
        whole = document.kind == "content" and TRUNCATED not in document.flags
        if whole and (etag or modified):
            await self._memory.keep(url, Validators(document=document, etag=etag, last_modified=modified))


def _headers(known: Validators | None) -> dict[str, str]:
    headers = {"accept": _ACCEPT}
    if known and known.etag:
        headers["if-none-match"] = known.etag
    if known and known.last_modified:
        headers["if-modified-since"] = known.last_modified
    return headers


def _onward(answer: WebAnswer, document: Document) -> str | None:
    if document.media_type != "text/html" or size_of(document.text) > _ONLY_A_SIGNPOST:
        return None
    if document.kind not in _NO_OBSTACLE:
        return None
    return refresh_target(markup_of(answer.body, answer.headers), answer.url)


def _as_found_by(hit: SourceResult, known: Document) -> Document:
    """The remembered text under the present hit's name: checked now, and found unchanged."""
    content = ReadText(
        text=known.text,
        media_type=known.media_type,
        title=known.title,
        headings=known.headings,
        page_starts=known.page_starts,
        published=known.published,
        author=known.author,
        flags=known.flags,
        code=known.code,
        licence=known.licence,
    )
    return snapshot(hit, content, url=known.url, kind=known.kind)


def _host(url: str) -> str:
    return (urlsplit(url).hostname or "").lower()


def _port(url: str) -> int:
    parts = urlsplit(url)
    return parts.port or (443 if parts.scheme == "https" else 80)


def _path(url: str) -> str:
    return urlsplit(url).path.lower()
