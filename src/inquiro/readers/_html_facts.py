"""What a page says about itself: title, date, author and language."""

from __future__ import annotations

import re
from typing import Any

from inquiro.readers._assemble import Facts, one_line
from inquiro.readers._byline import author_near_top, published_near_top
from inquiro.readers._html_tree import BLOCKS, Part
from inquiro.text.iso_dates import parse_date

_JSON_DATE = re.compile(r'"datePublished"\s*:\s*"([^"]{4,40})"')
_JSON_AUTHOR = re.compile(r'"author"\s*:\s*\[?\s*\{[^{}\[\]]{0,300}?"name"\s*:\s*"([^"\\<>]{2,80})"')
_SEPARATOR = re.compile(r"\s+[|\-\u2013\u2014\u00b7\u2022\u00bb:]{1,2}\s+|\s*[|\u00bb]\s*")
_MARKED_DATES = 'time[datetime], [itemprop="datePublished"], time[pubdate]'
_AFTER_TITLE = 12  # blocks in which a byline may stand
_BYLINE = 160
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
    "parsely-pub-date",
    "publication_date",
    "rnews:datepublished",
    "dc.date.created",
    "og:article:published_time",
)
_AUTHORS = ("author", "citation_author", "dc.creator", "dcterms.creator", "article:author", "parsely-author")

_LICENCES = ("dcterms.license", "dc.rights", "dcterms.rights", "license")


_BANNER = re.compile(r"(?i)\b(?:menu|site|book|blog|page-header)-?(?:title|name)\b")  # a heading that names the site
_HEADINGS = 5


def facts_of(tree: Any, body: Part | None = None) -> Facts:
    """Title, date, author and language from the head of the page, else from what it shows under its title."""
    meta = _meta(tree)
    html = tree.document.query_selector("html")
    byline = _lines_after_title(body) if body is not None else ""
    authors = [meta[key] for key in _AUTHORS if meta.get(key) and not meta[key].startswith("http")]
    return Facts(
        title=_title(tree, meta),
        published=next((iso for key in _DATES if (iso := parse_date(meta.get(key, "")))), None)
        or _dated_element(tree)
        or published_near_top(byline),
        author=next(iter(authors), None) or _json_author(tree) or _author_shown(byline),
        language=(html.getattr("lang") or html.getattr("xml:lang") if html else None) or meta.get("og:locale"),
    )


def _title(tree: Any, meta: dict[str, str]) -> str:
    """Its title without the name of the site, where another place says which of the two is which."""
    headings = list(tree.document.query_selector_all("h1"))[:_HEADINGS]
    banners = {one_line(one.text) for one in headings if _BANNER.search(one.getattr("class") or "")} - {""}
    shown = next((one_line(one.text) for one in headings if one_line(one.text) not in banners), "")
    stated = one_line(tree.title or "")
    named = one_line(meta.get("og:title", ""))
    title = stated or named or shown
    named_sites = {one_line(meta.get(key, "")) for key in ("og:site_name", "application-name")} - {""}
    sites = {site.lower() for site in named_sites | banners}
    for found in _SEPARATOR.finditer(title):
        before, after = title[: found.start()], title[found.end() :]
        for part, rest in ((before, after), (after, before)):
            # A heading may be the name of the site; the longer of the two is not.
            says_so = _alike(part, named) or (_alike(part, shown) and len(part) > len(rest))
            says_so = says_so and not any(_alike(rest, one_line(one.text)) for one in headings[1:])
            if part and part.lower() not in sites and (rest.lower() in sites or says_so):
                return part
    return title


def _alike(one: str, other: str) -> bool:
    """Whether both are the same words, however their quotes and dashes are written."""
    words, others = (re.findall(r"\w+", each.lower()) for each in (one, other))
    return bool(words) and words == others


def _lines_after_title(body: Part) -> str:
    """The short blocks that follow the title, those too that are no content."""
    found: dict[int, str] = {}
    stack = [(body, body)]
    begun = False
    while stack and len(found) < _AFTER_TITLE:
        part, block = stack.pop()
        begun = begun or part.tag == "h1"
        if part.tag:
            block = part if part.tag in BLOCKS else block
            stack.extend((child, block) for child in reversed(part.children))
        elif begun and block.tag != "h1" and 0 < block.length <= _BYLINE:
            found[id(block)] = found.get(id(block), "") + part.text
    return "\n".join(one_line(line) for line in found.values())


def _author_shown(byline: str) -> str | None:
    who = author_near_top(byline)
    return who if who and not any(sign.isdigit() for sign in who) else None


def _json_author(tree: Any) -> str | None:
    for script in tree.document.query_selector_all('script[type="application/ld+json"]'):
        if found := _JSON_AUTHOR.search(script.text):
            return found[1]
    return None


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
    for node in tree.document.query_selector_all(_MARKED_DATES):
        if iso := parse_date(node.getattr("datetime") or node.getattr("content") or node.text[:60]):
            return iso
    return None
