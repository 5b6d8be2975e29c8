"""The frame around every page: one stylesheet inside it, no script, nothing from anywhere else."""

from __future__ import annotations

from base64 import b64encode
from hashlib import sha256
from pathlib import Path

from inquiro.web.markup import Html, joined, tag

STYLE = Html((Path(__file__).parent / "style.css").read_text("utf-8"))
STYLE_HASH = f"sha256-{b64encode(sha256(STYLE.encode()).digest()).decode()}"


def document(title: str, *body: str, who: str = "", csrf: str = "", refresh: int | None = None) -> str:
    """`refresh`: seconds after which the browser asks again."""
    head = tag(
        "head",
        tag("meta", charset="utf-8"),
        tag("meta", name="viewport", content="width=device-width, initial-scale=1"),
        tag("meta", name="robots", content="noindex"),
        tag("meta", http_equiv="refresh", content=refresh) if refresh else "",
        tag("title", f"{title} · Inquiro"),
        tag("style", STYLE),
    )
    page = tag("html", head, tag("body", _bar(who, csrf), tag("main", joined(body))), lang="en")
    return f"<!doctype html>\n{page}\n"


def _bar(who: str, csrf: str) -> Html:
    brand = tag("a", "Inquiro", href="/reviews", class_="brand")
    if not csrf:
        return tag("header", brand, class_="bar")
    leaving = tag(
        "form",
        tag("span", who),
        tag("input", type="hidden", name="csrf", value=csrf),
        tag("button", "Leave", class_="quiet"),
        method="post",
        action="/logout",
    )
    return tag("header", brand, tag("a", "Reviews", href="/reviews"), leaving, class_="bar")
