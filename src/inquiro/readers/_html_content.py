"""Which parts of a page are its content, and what the page says about itself."""

from __future__ import annotations

import re
from typing import Any

from inquiro.readers._assemble import Facts
from inquiro.readers._dates import parse_date

NEVER = frozenset(
    {
        "script",
        "style",
        "noscript",
        "template",
        "svg",
        "canvas",
        "iframe",
        "object",
        "embed",
        "video",
        "audio",
        "head",
        "select",
        "textarea",
        "button",
        "input",
        "map",
    }
)
_FURNITURE = frozenset({"nav", "aside", "dialog"})
_ROLES = frozenset(
    {"navigation", "banner", "contentinfo", "complementary", "search", "dialog", "alertdialog", "menu", "menubar"}
)
_NOISE = re.compile(
    r"(?i)(?:cookie|consent|gdpr|breadcrumbs?|sidebar|newsletter|subscribe|share|sharing|social|related|promo|advert"
    r"|advertisement|ads?|navbar|navigation|pagination|skip|skiplink|site-(?:header|footer|nav))(?:[-_](?:\w|-)*)?"
)
_HIDING = re.compile(r"(?i)display\s*:\s*none|visibility\s*:\s*hidden")
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


def is_hidden(node: Any) -> bool:
    """Whether a browser would not show it."""
    if node.hasattr("hidden") or (node.getattr("aria-hidden") or "").lower() == "true":
        return True
    return bool(_HIDING.search(node.getattr("style") or ""))


def is_furniture(node: Any, in_article: bool) -> bool:
    """Whether it belongs to the site rather than to this page's subject."""
    tag = node.tag
    if tag in _FURNITURE or (node.getattr("role") or "").lower() in _ROLES:
        return True
    if tag == "header":
        return not in_article and node.query_selector("h1") is None
    if tag == "footer":
        return node.parent is None or node.parent.tag != "blockquote"
    if tag in {"ul", "ol"}:
        return not in_article and _is_link_list(node)
    return tag in {"div", "section", "ul", "form", "a", "p"} and _is_named_noise(node)


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


def _is_named_noise(node: Any) -> bool:
    names = [*(node.getattr("class") or "").split(), node.getattr("id") or ""]
    return any(_NOISE.fullmatch(name) for name in names) and len(node.text) < 2000


def _is_link_list(node: Any) -> bool:
    """Three or more short links and nothing else: a menu."""
    links = node.get_elements_by_tag_name("a")
    if len(links) < 3:
        return False
    linked = sum(len(link.text.strip()) for link in links)
    return linked >= 0.9 * len(re.sub(r"\s+", " ", node.text).strip()) - len(links) and linked < 40 * len(links)


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
