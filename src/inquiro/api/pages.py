"""What a person's browser is shown: the pages are written elsewhere, as pure functions; here they become answers."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Protocol

from starlette.requests import Request
from starlette.responses import HTMLResponse
from starlette.types import Scope

from inquiro.api.refusal import Refused
from inquiro.api.visiting import VISITOR, is_page
from inquiro.runtime.screens import ReviewEntry, ReviewScreen

DENIED = 401


class Pages(Protocol):
    """HTML from values. `csrf` is empty for whoever may only look."""

    @property
    def style_hash(self) -> str:
        """Of the one stylesheet that the pages have inside them, as a content security policy writes it."""

    def closed(self) -> str:
        """For strangers: how to get in, and nothing else."""

    def refused(self, status: int, detail: str) -> str: ...
    def reviews(self, entries: Sequence[ReviewEntry], *, who: str, csrf: str) -> str: ...
    def review(
        self,
        screen: ReviewScreen,
        *,
        who: str,
        csrf: str,
        notice: Sequence[str] = (),
        typed: Mapping[str, str] | None = None,
    ) -> str:
        """`notice`: what went wrong or was done; `typed`: what the person had written, so that nobody types it again."""


def page(pages: Pages, html: str, status: int = 200, *, headers: Mapping[str, str] | None = None) -> HTMLResponse:
    """No script, nothing from elsewhere, in no frame, kept nowhere.

    The referrer stays on this server, and is not left out altogether: a browser that must not name the referrer
    sends `Origin: null` with a form, which is refused.
    """
    policy = (
        f"default-src 'none'; style-src '{pages.style_hash}'; form-action 'self'; "
        "base-uri 'none'; frame-ancestors 'none'"
    )
    return HTMLResponse(
        html,
        status,
        {
            "Content-Security-Policy": policy,
            "X-Frame-Options": "DENY",
            "Referrer-Policy": "same-origin",
            "Cross-Origin-Opener-Policy": "same-origin",
            **(headers or {}),
        },
    )


def refusal_page(pages: Pages | None, scope: Scope, refused: Refused) -> HTMLResponse | None:
    """A refusal as a person reads it; None where a program asked."""
    if pages is None or scope["type"] != "http" or not is_page(scope["path"]):
        return None
    html = pages.closed() if refused.status == DENIED else pages.refused(refused.status, refused.detail)
    return page(pages, html, refused.status, headers=refused.headers)


def csrf_of(request: Request) -> str:
    visitor = request.scope.get(VISITOR)
    return visitor.csrf if visitor is not None else ""
