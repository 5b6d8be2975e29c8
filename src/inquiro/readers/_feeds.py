"""RSS and Atom: every entry a heading with what is said about it."""

from __future__ import annotations

import html
import re
from xml.etree.ElementTree import Element

from inquiro.readers._assemble import Facts, TextBuilder
from inquiro.readers._xml_tree import child, every, local, text_of
from inquiro.text.iso_dates import parse_date

_FEEDS = frozenset({"rss", "feed", "RDF"})
_BODIES = ("encoded", "content", "description", "summary")  # the fullest first
_DATES = ("pubDate", "published", "updated", "date")
_BLOCK_END = re.compile(r"(?i)</(?:p|div|li|h[1-6]|blockquote|tr)\s*>|<br\s*/?>")
_UNSEEN = re.compile(r"(?is)<(script|style)\b.*?(?:</\1\s*>|$)")
_MARKUP = re.compile(r"<[^<>]*>")


def is_feed(root: Element) -> bool:
    return local(root) in _FEEDS and any(_entries(root))


def write_feed(root: Element, built: TextBuilder) -> None:
    for entry in _entries(root):
        if built.full:
            return
        built.heading(_plain(_raw(child(entry, "title"))), 1)
        built.block(next((text_of(one) for one in entry if local(one) in _DATES), ""))
        for paragraph in _plain(next((body for name in _BODIES if (body := _raw(child(entry, name)))), "")).split("\n"):
            built.block(paragraph)


def feed_facts(root: Element) -> Facts:
    about = child(root, "channel")
    about = about if about is not None else root
    dates = (parse_date(text_of(one)) for one in about if local(one) in {*_DATES, "lastBuildDate"})
    language = text_of(child(about, "language")) or root.get("xml:lang")
    return Facts(
        title=_plain(text_of(child(about, "title"))),
        published=next((date for date in dates if date), None),
        language=language or None,
    )


def _entries(root: Element) -> list[Element]:
    return [*every(root, "item"), *every(root, "entry")]


def _raw(element: Element | None) -> str:
    return "".join(element.itertext()) if element is not None else ""


def _plain(markup: str) -> str:
    """Feeds carry HTML as text; only its words and paragraphs are wanted."""
    seen = _BLOCK_END.sub("\n", _UNSEEN.sub("", markup[:200_000]))
    lines = html.unescape(_MARKUP.sub("", seen)).split("\n")
    return "\n".join(line for line in (" ".join(line.split()) for line in lines) if line)
