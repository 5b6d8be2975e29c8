"""What a page says about itself: title, date, author and language."""

from __future__ import annotations

import re
from typing import Any

from inquiro.readers._assemble import Facts
from inquiro.readers._dates import parse_date

_JSON_DATE = re.compile(r'"datePublished"\s*:\s*"([^"]{4,40})"')
_DATES = (
    "article:published_time",
    "citation_publication_date",
    "citation_date",
    "datepublished",
    "dc.date.issued",
    "dcterms.issued",
    "dc.date",
    "dcterms.date",
    "dcterms.created",
    "date",
    "pubdate",
    "publish-date",
    "sailthru.date",
)
_AUTHORS = ("author", "citation_author", "dc.creator", "dcterms.creator", "article:author", "parsely-author")

_LICENCES = ("dcterms.license", "dc.rights", "dcterms.rights", "license")


def facts_of(tree: Any) -> Facts:
    """Title, date, author and language from the head of the page."""
    meta = _meta(tree)
    html = tree.document.query_selector("html")
    heading = tree.document.query_selector("h1")
    author = next((meta[key] for key in _AUTHORS if meta.get(key)), "")
    return Facts(
        title=(tree.title or "").strip() or meta.get("og:title", "") or (heading.text.strip() if heading else ""),
        published=next((iso for key in _DATES if (iso := parse_date(meta.get(key, "")))), None) or _dated_element(tree),
        author=author if not author.startswith("http") else None,
        language=(html.getattr("lang") or html.getattr("xml:lang") if html else None) or meta.get("og:locale"),
    )


def licences_marked(tree: Any) -> list[str]:
    """Addresses and names that the page itself marks as those of its licence."""
    nodes = [node for rel in ("license", "licence") for node in tree.document.query_selector_all(f'[rel~="{rel}"]')]
    meta = _meta(tree)
    named = [meta[key] for key in _LICENCES if meta.get(key)]
    return [said for node in nodes for said in (node.getattr("href") or "", node.text[:200]) if said] + named


def _meta(tree: Any) -> dict[str, str]:
    found: dict[str, str] = {}
    for node in tree.document.get_elements_by_tag_name("meta"):
        key = node.getattr("name") or node.getattr("property") or node.getattr("itemprop") or ""
        found.setdefault(key.strip().lower(), (node.getattr("content") or "").strip())
    return found


def _dated_element(tree: Any) -> str | None:
    for script in tree.document.query_selector_all('script[type="application/ld+json"]'):
        if (found := _JSON_DATE.search(script.text)) and (iso := parse_date(found[1])):
            return iso
    for time in tree.document.query_selector_all("time[datetime]"):
        if iso := parse_date(time.getattr("datetime") or ""):
            return iso
    return None
