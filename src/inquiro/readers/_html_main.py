"""Where the content of a page is: the smallest part that holds most of its prose."""

from __future__ import annotations

from inquiro.readers._html_signs import names_content
from inquiro.readers._html_tree import PROSE, Part

_PARTS = frozenset({"body", "main", "article", "section", "div", "td", "center", "form"})
_FEW = 3
_LEADS = frozenset({"h1", "h2", "h3", "p", "pre"})
_MARKED_SHARE = 0.8
_ANY_SHARE = 0.92


def main_parts(body: Part) -> list[Part]:
    """The innermost marked part with most of the prose, else the innermost part with nearly all of it; leads first."""
    parts, prose = _weighed(body)
    total = prose[0]
    chosen = body
    for part, weight in zip(parts, prose, strict=True):
        if total and weight >= total * (_MARKED_SHARE if is_marked(part) else _ANY_SHARE):
            chosen = part
    return [*_leads(chosen), chosen]


def kept_prose(root: Part) -> int:
    """The prose in it that is no furniture."""
    return _weighed(root)[1][0]


def _leads(part: Part) -> list[Part]:
    """Headings, paragraphs and code that stand free before it, on whatever level: titles and opening words."""
    found = []
    while part.parent is not None:
        before = []
        for sibling in part.parent.children:
            if sibling is part:
                break
            if sibling.tag in _LEADS and not sibling.dropped:
                before.append(sibling)
        found += before[::-1]
        part = part.parent
    return found[::-1]


def _weighed(body: Part) -> tuple[list[Part], list[int]]:
    """Every part that may be the content, outer before inner, and the prose in it."""
    parts: list[Part] = []
    prose: list[int] = []
    parents: list[int] = []
    stack: list[tuple[Part, int]] = [(body, -1)]
    while stack:
        part, parent = stack.pop()
        if part.tag in _PARTS:
            parts.append(part)
            prose.append(0)
            parents.append(parent)
            parent = len(parts) - 1
        prose[parent] += part.inside if part.inside >= PROSE else _said_in_items(part)
        stack.extend((child, parent) for child in reversed(part.children) if child.tag and not child.dropped)
    for at in range(len(parts) - 1, 0, -1):
        prose[parents[at]] += prose[at]
    return parts, prose


def _said_in_items(part: Part) -> int:
    """What the short items of a list say: steps are content however short they are."""
    if part.tag not in {"ul", "ol", "dl"}:
        return 0
    items = [child.inside for child in part.children if child.tag in {"li", "dd"} and not child.dropped]
    return sum(said for said in items if said < PROSE) if len(items) >= _FEW else 0


def is_marked(part: Part) -> bool:
    """Whether the page itself calls it the content."""
    if part.tag in {"main", "article"} or part.role in {"main", "article"} or "articlebody" in part.role:
        return True
    return any(names_content(name) for name in (*part.names, part.anchor))
