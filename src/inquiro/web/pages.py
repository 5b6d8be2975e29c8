"""All pages, as a server asks for them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from inquiro.runtime.screens import ReviewEntry, ReviewScreen
from inquiro.web.layout import STYLE_HASH, document
from inquiro.web.markup import tag
from inquiro.web.review_list import list_page
from inquiro.web.review_page import review_page

TITLES = {404: "Not found", 403: "Refused", 413: "Too large", 422: "Not accepted", 429: "Too much at once"}


class WebPages:
    style_hash = STYLE_HASH

    def closed(self) -> str:
        return document(
            "No session",
            tag("h1", "This browser has no session"),
            tag("p", "A page of this server opens with a link that is good once and for a minute. To get one:"),
            tag(
                "ul",
                tag("li", "press Enter in the terminal where ", tag("code", "inquiro serve"), " runs, or"),
                tag("li", "ask ", tag("code", "POST /api/browser/codes"), " with a token of scope review."),
            ),
            tag("p", "Just came through such a link from another page? ", tag("a", "Go on", href="/reviews"), "."),
        )

    def refused(self, status: int, detail: str) -> str:
        title = TITLES.get(status, "That did not work")
        back = tag("p", tag("a", "To the reviews", href="/reviews"))
        return document(title, tag("h1", title), tag("p", detail), back)

    def reviews(self, entries: Sequence[ReviewEntry], *, who: str, csrf: str) -> str:
        return list_page(entries, who=who, csrf=csrf)

    def review(
        self,
        screen: ReviewScreen,
        *,
        who: str,
        csrf: str,
        notice: Sequence[str] = (),
        typed: Mapping[str, str] | None = None,
    ) -> str:
        return review_page(screen, who=who, csrf=csrf, notice=notice, typed=typed or {})
