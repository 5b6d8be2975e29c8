"""HTML that only our own functions can write: whatever is not `Html` is text, and text never becomes markup."""

from __future__ import annotations

import re
from collections.abc import Iterable
from html import escape
from urllib.parse import urlsplit

_UNWRITABLE = re.compile("[\x00\ud800-\udfff]")  # in any page
_VOID = {"meta", "input", "link", "br", "hr"}
_LINKED = {"http", "https"}
Attribute = str | bool | int | None


class Html(str):
    """Markup; made by the functions of this file alone."""

    __slots__ = ()


def tag(name: str, /, *children: str, **attributes: Attribute) -> Html:
    """An element; `class_` and `for_` lose their underscore, others become hyphens, False and None are left out."""
    written = "".join(_attribute(key, value) for key, value in attributes.items())
    if name in _VOID:
        return Html(f"<{name}{written}>")
    return Html(f"<{name}{written}>{joined(children)}</{name}>")


def joined(parts: Iterable[str]) -> Html:
    return Html("".join(part if isinstance(part, Html) else text(part) for part in parts))


def text(plain: str) -> Html:
    return Html(escape(_UNWRITABLE.sub("\ufffd", plain), quote=True))


def link(url: str, label: str) -> Html:
    """To a web page elsewhere, which learns nothing of us; any other address is shown and leads nowhere."""
    try:
        parts = urlsplit(url)
        leads = parts.scheme in _LINKED and bool(parts.hostname)
    except ValueError:
        leads = False
    return tag("a", label, href=url, rel="noopener noreferrer") if leads else tag("span", label)


def several(name: str, items: Iterable[str], /, **attributes: Attribute) -> Html:
    """A list, or nothing where there is nothing."""
    inner = joined(tag("li", item) for item in items)
    return tag(name, inner, **attributes) if inner else Html("")


def section(title: str, *children: str, **attributes: Attribute) -> Html:
    inner = joined(children)
    return tag("section", tag("h2", title), inner, **attributes) if inner else Html("")


def _attribute(key: str, value: Attribute) -> str:
    name = key.rstrip("_").replace("_", "-")
    if value is None or value is False:
        return ""
    return f" {name}" if value is True else f' {name}="{text(str(value))}"'
