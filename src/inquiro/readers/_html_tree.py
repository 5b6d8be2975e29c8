"""A page as plain parts with their sums: built in one pass, so that every later question has a ready answer."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

ELEMENT, TEXT, CDATA = 1, 3, 4
HEADINGS = frozenset({"h1", "h2", "h3", "h4", "h5", "h6"})
BLOCKS = HEADINGS | frozenset(
    (
        "address article aside blockquote body caption center dd details dialog div dl dt fieldset figcaption figure footer"
        " form header hgroup hr legend li main nav ol p pre search section summary table tbody tfoot thead tr ul"
    ).split()
)
_NEVER = frozenset(
    (
        "script style noscript template svg canvas iframe object embed video audio head select textarea button input map"
    ).split()
)
_LAYING_OUT = frozenset({"table", "h1", "h2", "h3", "ul", "ol", "article"})
_UNSEEN_NAMES = frozenset(
    {"sr-only", "screen-reader-text", "visually-hidden", "visuallyhidden", "off-screen", "offscreen"}
)
_HIDING = {
    "hidden": re.compile(""),
    "aria-hidden": re.compile(r"(?i)^\s*true\s*$"),
    "style": re.compile(r"(?i)display\s*:\s*none|visibility\s*:\s*hidden"),
}
_LANGUAGE_OF_CODE = frozenset({"data-lang", "data-language", "data-code-language", "data-enlighter-language"})
_COUNT = re.compile(r"[0-9]{1,3}")
_SPACES = re.compile(r"\s+")
_WIDE = re.compile("[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]")
_WIDE_WEIGHT = 3  # one such sign says about as much as three letters
PROSE = 40  # shorter runs of text are labels and menus
_LABEL = 200
_LINE = 600
_MOST_LINES = 100
_HEADING = 70  # longer texts are no headings of boxes


class Part:
    """An element or, without a tag, a run of text."""

    __slots__ = (
        "anchor",
        "children",
        "coded",
        "dropped",
        "inside",
        "label",
        "language",
        "lays_out",
        "length",
        "linked",
        "links",
        "names",
        "number",
        "opening",
        "parent",
        "prose",
        "role",
        "tag",
        "text",
        "titled",
    )

    def __init__(self, tag: str, parent: Part | None, text: str = "") -> None:
        self.tag = tag
        self.text = text
        self.parent = parent
        self.children: list[Part] = []
        self.names: tuple[str, ...] = ()  # its classes
        self.anchor = ""  # its id
        self.role = ""
        self.number = 0  # of a list's first item, or of an item, where it is told
        self.language = ""  # of its code, where an attribute names it
        self.inside = 0  # letters outside links that no block further in holds
        self.length = 0  # letters shown, spaces aside
        self.linked = 0  # of them in links
        self.links = 0
        self.prose = 0  # letters outside links in blocks that are long enough to say something
        self.titled = False  # holds an h1
        self.coded = False  # holds preformatted text
        self.lays_out = False  # holds what no table of values holds
        self.dropped = False
        self.label = ""  # its text where that is short
        self.opening: Part | None = None  # the first short block in it

    def above(self, most: int) -> Iterator[Part]:
        """What it stands in, from the innermost outwards."""
        part = self.parent
        while part is not None and most > 0:
            yield part
            part, most = part.parent, most - 1


def part_of(body: Any) -> Part:
    """The visible page; what a browser would not show is left out."""
    parts = _visible(body)
    for part in reversed(parts):
        _sum_up(part)
    return parts[0]


def lines_with(words: tuple[str, ...], body: Part) -> list[str]:
    """The short blocks with one of these words, wherever on the page they stand, each on one line."""
    found: dict[int, str] = {}
    stack = [body]
    while stack and len(found) < _MOST_LINES:
        part = stack.pop()
        if part.tag:
            stack.extend(reversed(part.children if part.tag != "pre" else ()))
        elif any(word in part.text for word in words):
            block = part.parent
            while block is not None and block.tag not in BLOCKS and block.tag not in {"td", "th"}:
                block = block.parent
            if block is not None and 0 < block.length <= _LINE and id(block) not in found:
                found[id(block)] = _SPACES.sub(" ", _text_of(block)).strip()
    return list(found.values())


def _text_of(part: Part) -> str:
    pieces, stack = [], [part]
    while stack:
        one = stack.pop()
        pieces.append(one.text or " " * (one.tag in BLOCKS))
        stack.extend(reversed(one.children))
    return "".join(pieces)


def _visible(body: Any) -> list[Part]:
    """Every visible part, parents before their children."""
    root = Part("body", None)
    parts = [root]
    stack = [(child, root, root, False) for child in reversed(body.child_nodes)]
    while stack:
        node, parent, block, in_link = stack.pop()
        kind = node.type
        if kind in {TEXT, CDATA}:
            text = Part("", parent, node.value or "")
            _count(text, block, in_link)
            parent.children.append(text)
            parts.append(text)
        elif kind == ELEMENT and (part := _element(node, parent)) is not None:
            parent.children.append(part)
            parts.append(part)
            block = part if part.tag in BLOCKS or part.tag in {"td", "th"} else block
            inner = in_link or part.tag == "a"
            stack.extend((child, part, block, inner) for child in reversed(node.child_nodes))
    return parts


def _element(node: Any, parent: Part) -> Part | None:
    tag = node.tag
    if tag in _NEVER:
        return None
    part = Part(tag, parent)
    for name in node.attrs:
        if name == "class":
            part.names = tuple((node.getattr(name) or "").split())
        elif name == "id":
            part.anchor = (node.getattr(name) or "").strip()
        elif name == "role" or (name == "itemprop" and not part.role):
            part.role = (node.getattr(name) or "").strip().lower()
        elif (name == "start" and tag == "ol") or (name == "value" and tag == "li"):
            told = (node.getattr(name) or "").strip()
            part.number = int(told) if _COUNT.fullmatch(told) else 0
        elif name in _LANGUAGE_OF_CODE or (name == "lang" and tag in {"pre", "code"}):
            part.language = part.language or (node.getattr(name) or "")
        elif (hiding := _HIDING.get(name)) and hiding.search(node.getattr(name) or ""):
            return None
    return None if not _UNSEEN_NAMES.isdisjoint(part.names) else part


def _count(text: Part, block: Part, in_link: bool) -> None:
    value = text.text
    letters = len("".join(value.split()))
    if not value.isascii():
        letters += (_WIDE_WEIGHT - 1) * len(_WIDE.findall(value))
    text.length = letters
    text.label = _SPACES.sub(" ", value) if letters <= _LABEL else ""
    if in_link:
        text.linked = letters
    else:
        block.inside += letters


def _sum_up(part: Part) -> None:
    """From the children, which have been summed up before."""
    previous = ""
    for child in part.children:
        part.length += child.length
        part.linked += child.linked
        part.links += child.links
        part.prose += child.prose
        part.titled = part.titled or child.titled
        part.coded = part.coded or child.coded
        part.lays_out = part.lays_out or child.lays_out or child.tag in _LAYING_OUT or child.tag == previous == "p"
        previous = child.tag or previous if child.length else previous
        if part.opening is None and child.length:
            part.opening = child.opening
    if part.tag:
        part.links += part.tag == "a"
        part.titled = part.titled or part.tag == "h1"
        part.coded = part.coded or part.tag == "pre"
        part.prose += part.inside if part.inside >= PROSE else 0
        if 0 < part.length <= _LABEL:
            part.label = "".join(child.label for child in part.children if child.label)
        if 0 < part.length <= _HEADING and not any(child.tag in BLOCKS and child.length for child in part.children):
            part.opening = part
