"""The few things that must be known about a page's markup without parsing it.

Parsing belongs into the reader's child process; what is here is linear in the page, whatever the page holds.
"""

from __future__ import annotations

import html
import re
from collections.abc import Mapping
from urllib.parse import urljoin

from inquiro.readers._decode import declared_in_html, decode, transcode

_HEAD, _TAIL = 150_000, 50_000
_SEEN = 50_000
_TAG = re.compile(r"<!--|<(/?)([a-zA-Z][a-zA-Z0-9-]*)[^<>]*>")
_UNSEEN = frozenset({"script", "style", "noscript", "template", "svg", "textarea", "title", "select"})
_TITLE = re.compile(r"<title[^<>]*>([^<]{0,300})", re.IGNORECASE)
_HEADING = re.compile(r"<h1[^<>]*>(.{0,300}?)</h1", re.IGNORECASE | re.DOTALL)
_REFRESH = re.compile(r"<meta\b[^<>]*\bhttp-equiv\s*=\s*[\"']?refresh\b[^<>]*>", re.IGNORECASE)
_REFRESH_TO = re.compile(
    r"""content\s*=\s*["']?\s*(\d{1,4})(?:\.\d*)?\s*[;,]\s*(?:url\s*=\s*)?["']?([^"'<>]+)""", re.IGNORECASE
)
_SPACES = re.compile(r"\s+")
_DENSE = re.compile("[\u1100-\u11ff\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]")
_PATIENCE = 10  # a page that sends its reader on later than this wants to be read first


def markup_of(body: bytes, headers: Mapping[str, str]) -> str:
    """The page's source as text; of a very long one the beginning and the end."""
    charset = headers.get("content-type", "").lower().partition("charset=")[2].split(";")[0].strip(" \"'")
    data = transcode(body, charset) if charset else body
    source, _ = decode(data, declared_in_html(data))
    return source if len(source) <= _HEAD + _TAIL else f"{source[:_HEAD]}\n{source[-_TAIL:]}"


def titles_of(markup: str) -> tuple[str, ...]:
    """The title and the first heading: where a page says what it is."""
    found = [one[1] for one in (_TITLE.search(markup), _HEADING.search(markup)) if one]
    return tuple(plain(re.sub("<[^<>]*>", " ", one)) for one in found)


def visible_text(markup: str) -> str:
    """Roughly what a person sees, banners and buttons included: readers leave those out."""
    pieces: list[str] = []
    position, inside = 0, ""
    for tag in _TAG.finditer(markup):
        if tag.start() < position:
            continue
        if tag[2] is None:
            if not inside:
                pieces.append(markup[position : tag.start()])
            end = markup.find("-->", tag.end())
            position = len(markup) if end < 0 else end + 3
            continue
        name = tag[2].lower()
        if inside:
            if not (tag[1] and name == inside):
                continue
            inside = ""
        else:
            pieces.append(markup[position : tag.start()])
            inside = name if name in _UNSEEN and not tag[1] else ""
        position = tag.end()
    if not inside:
        pieces.append(markup[position:])
    return plain(" ".join(pieces))[:_SEEN]


def plain(text: str) -> str:
    """One line, entities resolved, one kind of apostrophe: what phrases are looked for in."""
    return _SPACES.sub(" ", html.unescape(text)).replace("\u2019", "'").strip()


def size_of(text: str) -> int:
    """How much is said, in letters of a European language: a Chinese character says as much as three."""
    return len(text) + 2 * len(_DENSE.findall(text))


def refresh_target(markup: str, url: str) -> str | None:
    """Where a page sends its reader by itself, if it does so at once."""
    tag = _REFRESH.search(markup)
    found = _REFRESH_TO.search(tag[0]) if tag else None
    if not found or int(found[1]) > _PATIENCE:
        return None
    try:
        target = urljoin(url, html.unescape(found[2]).strip())
    except ValueError:
        return None
    return target if target.partition("#")[0] != url.partition("#")[0] else None
