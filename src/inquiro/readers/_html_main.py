"""Where the content of a page is: the smallest part that holds most of its prose."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any, NamedTuple

_ELEMENT, _TEXT = 1, 3
_PROSE = 40  # shorter runs of text are labels and menus
_PARTS = frozenset({"body", "main", "article", "section", "div", "td", "center", "form"})
_LEADS = frozenset({"h1", "h2", "h3", "p"})
_MARKED = re.compile(
    r"(?i)(?:article|post|entry|story|blog|news|page|main|single|content)[-_]*(?:body|content|text|inner|main|detail|entry)"
    r"|(?:body|text)[-_]*content|articlebody|storytext|beitrag\w*|artikel\w*|hentry|mw-parser-output"
)
_MARKED_SHARE = 0.75
_ANY_SHARE = 0.92


class _Part(NamedTuple):
    """An element that may be the content; parts are listed before those inside them."""

    node: Any
    marked: bool


def main_parts(body: Any, is_skipped: Callable[[Any], bool]) -> list[Any]:
    """The innermost marked part with most of the prose, else the innermost part with nearly all of it; leads first."""
    parts, prose = _weighed(body, is_skipped)
    total = prose[0]
    chosen = body
    for part, weight in zip(parts, prose, strict=True):
        if total and weight >= total * (_MARKED_SHARE if part.marked else _ANY_SHARE):
            chosen = part.node
    return [*_leads(chosen), chosen]


def _leads(part: Any) -> list[Any]:
    """Headings and paragraphs that stand free before it, on whatever level: titles and opening words."""
    found = []
    while part is not None and part.tag != "body":
        before = part.prev_element
        while before is not None:
            found += [before] if before.tag in _LEADS else []
            before = before.prev_element
        part = part.parent
    return found[::-1]


def _weighed(body: Any, is_skipped: Callable[[Any], bool]) -> tuple[list[_Part], list[int]]:
    """Every part and the characters of prose in it; what a link covers is no prose."""
    parts: list[_Part] = []
    prose: list[int] = []
    parents: list[int] = []
    stack: list[tuple[Any, int]] = [(body, -1)]
    while stack:
        node, parent = stack.pop()
        if node.type == _TEXT:
            length = len((node.value or "").strip())
            prose[parent] += length if length >= _PROSE else 0
        elif node.type == _ELEMENT and node.tag != "a" and not (parts and is_skipped(node)):
            if node.tag in _PARTS:
                parts.append(_Part(node, _is_marked(node)))
                prose.append(0)
                parents.append(parent)
                parent = len(parts) - 1
            stack.extend((child, parent) for child in reversed(node.child_nodes))
    for at in range(len(parts) - 1, 0, -1):
        prose[parents[at]] += prose[at]
    return parts, prose


def _is_marked(node: Any) -> bool:
    if node.tag in {"main", "article"} or (node.getattr("role") or "").lower() in {"main", "article"}:
        return True
    if "articlebody" in (node.getattr("itemprop") or "").lower():
        return True
    names = [*(node.getattr("class") or "").split(), node.getattr("id") or ""]
    return any(_MARKED.fullmatch(name) for name in names)
