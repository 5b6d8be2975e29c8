"""Rendering with manners: what robots.txt allows, at the host's pace, and never with a key in the address."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol
from urllib.parse import urlsplit

from inquiro.core.errors import BadAnswer, EffectError
from inquiro.core.protocols import ProviderContext
from inquiro.core.types import Document, PageKind, SourceResult
from inquiro.providers.http.statuses import error_of
from inquiro.providers.http.taint import Canaries
from inquiro.providers.pages.reading import document_of
from inquiro.providers.pages.robots import Robots, refusal

if TYPE_CHECKING:
    from inquiro.providers.browser.page import Rendered

SECONDS_BETWEEN = 1.0
# With an error status only an obstacle's page is worth having: it says which one it is.
_NO_OBSTACLE: tuple[PageKind, ...] = ("content", "error", "blocked", "soft_404")


class Visits(Protocol):
    """What is asked of a browser."""

    async def visit(self, url: str) -> Rendered: ...


class PoliteBrowser:
    """Opens a page as a person with a browser would, and as a site allows machines to."""

    def __init__(self, context: ProviderContext, browser: Visits) -> None:
        self._browser = browser
        self._pace = context.pace
        self._read = context.read
        self._robots = Robots(context.web)
        self._canaries = Canaries.of(context.settings)

    async def visit(self, url: str) -> Rendered:
        """Raises what robots.txt, the pace, the guard or the page itself have against it."""
        self._canaries.refuse_in(url)
        rules = await self._robots.rules(url)
        if refused := refusal(rules, url):
            raise refused
        name = f"host:{_host(url)}"
        await self._pace.admit(name, 1 / max(rules.delay, SECONDS_BETWEEN))
        try:
            rendered = await self._browser.visit(url)
        except EffectError as error:
            await self._pace.report(name, error)
            raise
        answer = rendered.answer
        await self._pace.report(name, error_of(answer, _host(url)))
        if answer.url != url and (refused := refusal(await self._robots.rules(answer.url), answer.url)):
            raise refused
        return rendered

    async def document(self, hit: SourceResult, rendered: Rendered) -> Document:
        """What the page says; an obstacle is a document too, of its kind, and is never worked around."""
        answer = rendered.answer
        error = error_of(answer, _host(answer.url))
        if error and answer.status in {404, 410}:
            raise BadAnswer(f"{answer.url} is gone ({answer.status})")
        try:
            document = await document_of(hit, answer, self._read)
        except BadAnswer:
            raise error or BadAnswer(f"{answer.url} cannot be read") from None
        if error and document.kind in _NO_OBSTACLE:
            raise error
        return document


def _host(url: str) -> str:
    return (urlsplit(url).hostname or "").lower()
