"""Which parts of a page are its content, and what the page says about itself."""

from __future__ import annotations

import re
from typing import Any

from inquiro.readers._assemble import Facts
from inquiro.readers._dates import parse_date

_NEVER = frozenset(
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
_TALK = re.compile(
    r"(?i)(?:\w+[-_]+)*(?:comments?|commentlist|comment-?form|disqus|respond|replies|pingbacks?|trackbacks?|kommentare?"
    r"|komentar)(?:[-_].*)?"
)
_NOISE = re.compile(
    r"(?i)(?:\w+[-_]+)*(?:cookies?|consent|gdpr|breadcrumbs?|side-?bar|newsletter|subscri(?:be|ption)|shar(?:e|ing)|social"
    r"|related|promo|advert(?:s|isement)?|teasers?|recommend(?:ed|ations?)|outbrain|taboola|trending|widgets?|read-?next"
    r"|more-?(?:stories|news|posts)|most-?read|tagcloud|taglist|author-?(?:bio|box|info)|about-?author|sharedaddy"
    r"|(?:jp-)?relatedposts|sign-?up|post-?(?:meta|footer|nav(?:igation)?)|entry-?(?:meta|footer))(?:[-_].*)?"
    r"|(?:ads?|nav|navbar|navigation|pag(?:ination|er)|skip|skiplink|footer|(?:main|site|page)-?(?:header|footer|nav|menu)"
    r"|menu|tags?|bio|login|register|print|copyright|disclaimer|toolbar|popup|modal|overlay|popular|powered)(?:[-_].*)?"
)
_NAMED = frozenset({"div", "section", "ul", "ol", "li", "form", "a", "span", "table", "figure"})
_MISNAMED = 0.4
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


def is_skipped(node: Any, *, in_article: bool, page_prose: int = 0) -> bool:
    """Whether it is no content of a page that has so many characters in paragraphs."""
    if is_unseen(node):
        return True
    return node.tag not in {"body", "main", "article"} and is_furniture(node, in_article, page_prose)


def prose_of(node: Any) -> int:
    """The characters in paragraphs."""
    return sum(len(paragraph.text) for paragraph in node.get_elements_by_tag_name("p"))


def is_unseen(node: Any) -> bool:
    """Whether a browser would not show it."""
    if node.tag in _NEVER:
        return True
    if node.tag == "body":
        return False
    if node.hasattr("hidden") or (node.getattr("aria-hidden") or "").lower() == "true":
        return True
    return bool(_HIDING.search(node.getattr("style") or ""))


def is_furniture(node: Any, in_article: bool, page_prose: int = 0) -> bool:
    """Whether it belongs to the site rather than to this page's subject."""
    tag = node.tag
    if tag in _FURNITURE or (node.getattr("role") or "").lower() in _ROLES:
        return True
    if tag == "header":
        return not in_article and node.query_selector("h1") is None
    if tag == "footer":
        return node.parent is None or node.parent.tag != "blockquote"
    if tag in {"ul", "ol"} and not in_article and _is_link_list(node):
        return True
    return tag in _NAMED and _is_named_noise(node, page_prose)


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


def _is_named_noise(node: Any, page_prose: int) -> bool:
    """By its names; what holds a good part of the page's paragraphs is misnamed, unless people talk there."""
    names = [*(node.getattr("class") or "").split(), node.getattr("id") or ""]
    if any(_TALK.fullmatch(name) for name in names):
        return node.query_selector("h1") is None
    return any(_NOISE.fullmatch(name) for name in names) and prose_of(node) <= _MISNAMED * page_prose


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
