"""Which parts of a page are its content, and which belong to the site around it."""

from __future__ import annotations

from collections import Counter

from inquiro.readers._html_signs import (
    heads_a_box,
    heads_author,
    is_named_after,
    is_notice,
    is_skip_link,
    names_aside,
    names_foreign,
    names_noise,
    names_talk,
)
from inquiro.readers._html_tree import HEADINGS, Part

_FURNITURE = frozenset({"nav", "aside", "dialog"})
_ROLES = frozenset(
    {"navigation", "banner", "contentinfo", "complementary", "search", "dialog", "alertdialog", "menu", "menubar"}
)
_ANCHORED = frozenset(
    {"div", "section", "ul", "ol", "form", "table", "figure", "header"}
)  # elsewhere an id is a target
_NAMED = _ANCHORED | frozenset({"li", "a", "span", "p"})
_BOXES = frozenset({"div", "section", "ul", "ol", "li", "form", "table", "dl"})
_SAYINGS = frozenset({"a", "p", "div", "span", "li", "section"})
_LISTS = frozenset({"ul", "ol", "div", "section", "dl", "table"})
_LABELS = HEADINGS | frozenset({"p", "div", "strong", "b", "span"})
_ANCHOR_SIGNS = frozenset({"¶", "#", "§", "🔗", "🔖", "∞", "⚓", "⚓︎", "Permalink", "[link]", "[edit]", "[permalink]"})
_MISNAMED = 0.4  # what holds more of the page's prose is the content, whatever it is called
_DISCUSSION = 0.9  # a page with so much of its prose in comments is about what people said
_BOX_SHARE = 0.25
_SHORT_LINK = 40
_POINTER = 200
_PARAGRAPH = 120  # letters: what only sets the type of so many has no name of its own


class Page:
    """What has to be known of a whole page before one of its parts is judged."""

    def __init__(self, body: Part) -> None:
        self.prose = body.prose
        self.trusts_names = True  # false: only parts without prose are judged by their names
        self.named: list[Part] = []  # the parts that nothing but their names speaks against
        self._under: Counter[str] = Counter()
        stack = [body]
        while stack:
            part = stack.pop()
            for name in (*part.names, part.anchor) if part.prose else ():
                self._under[name] += part.prose
            stack.extend(child for child in part.children if child.tag)

    def is_foreign(self, part: Part) -> bool:
        """Whether readers, other pages or a consent dialog speak there."""
        if part.titled:
            return False
        return any(names_foreign(name) or self._is_talk(name) for name in _names_of(part))

    def _is_talk(self, name: str) -> bool:
        return names_talk(name) and self._under[name] <= _DISCUSSION * self.prose

    def is_noise(self, part: Part) -> bool:
        """Whether its names are those of furniture; a name that stands over much of the prose has another reason."""
        is_said = part.prose or (part.tag == "span" and part.length - part.linked >= _PARAGRAPH)
        if part.titled or part.coded or (is_said and (part.tag == "span" or not self.trusts_names)):
            return False
        return any(names_noise(name) and self._under[name] <= _MISNAMED * self.prose for name in _names_of(part))


def mark_furniture(root: Part, page: Page, *, in_article: bool) -> None:
    """Mark every part below the root that is no content of the page."""
    stack = [(root, in_article)]
    while stack:
        parent, inside = stack.pop()
        inside = inside or parent.tag in {"article", "main"} or parent.role == "main"
        boxed = False
        for child in parent.children:
            boxed = _stays_boxed(child) if boxed else _heads_a_box(child)
            child.dropped = boxed or _is_furniture(child, page, in_article=inside)
            if child.tag and not child.dropped:
                stack.append((child, inside))


def _is_furniture(part: Part, page: Page, *, in_article: bool) -> bool:
    """Whether it belongs to the site rather than to this page's subject."""
    tag = part.tag
    if not tag or tag in {"body", "main", "article"} or (part.prose and any(names_aside(name) for name in part.names)):
        return False
    if (tag == "a" and part.label.strip() in _ANCHOR_SIGNS) or (tag in _NAMED and page.is_foreign(part)):
        return True
    if part.prose > _MISNAMED * page.prose:
        return False
    if tag in _FURNITURE or part.role in _ROLES or (tag == "header" and not in_article and not part.titled):
        return True
    if tag == "footer":
        return part.parent is None or part.parent.tag != "blockquote"
    if tag in _NAMED and page.is_noise(part):
        page.named.append(part)
        return True
    if part.label and tag in _SAYINGS and (is_skip_link(part.label) or (not in_article and is_notice(part.label))):
        return True
    return _is_menu(part, in_article) or _is_pointer(part) or _is_box(part, page.prose)


def _names_of(part: Part) -> tuple[str, ...]:
    """Its classes and its id, unless that was made from the heading of a section."""
    if not part.anchor or part.tag not in _ANCHORED:
        return part.names
    opening = part.opening
    if (
        opening is None
        or opening.tag not in HEADINGS
        or heads_a_box(opening.label)
        or not is_named_after(part.anchor, opening.label)
    ):
        return (*part.names, part.anchor)
    is_section = part.tag == "section" or "section" in part.names
    return part.names if is_section or not names_talk(part.anchor) else (*part.names, part.anchor)


def _is_menu(part: Part, in_article: bool) -> bool:
    """Three or more short links and next to nothing else."""
    if part.tag not in _LISTS or part.links < 3 or part.prose or in_article or part.titled:
        return False
    return part.linked >= 0.85 * part.length - part.links and part.linked < _SHORT_LINK * part.links


def _is_pointer(part: Part) -> bool:
    """A paragraph that sends the reader to another page."""
    if part.tag not in {"p", "li"} or not part.links or not part.length / 2 <= part.linked <= _POINTER:
        return False
    return heads_a_box(part.label)


def _is_box(part: Part, page_prose: int) -> bool:
    """A part that begins with the heading of a box and holds little of the page's prose."""
    opening = part.opening
    if (
        part.tag not in _BOXES
        or opening is None
        or opening is part
        or part.coded
        or part.prose > _BOX_SHARE * page_prose
    ):
        return False
    if opening.tag in HEADINGS or not part.prose:  # a manual's section on its authors has a heading
        return heads_a_box(opening.label)
    return part.tag in {"div", "section"} and heads_author(opening.label)


def _heads_a_box(part: Part) -> bool:
    opening = part.opening
    return part.tag in _LABELS and opening is not None and opening.length == part.length and heads_a_box(part.label)


def _stays_boxed(part: Part) -> bool:
    """Whether what follows the heading of a box still belongs to it: until the next heading or prose."""
    return part.tag not in HEADINGS and not part.prose and (not part.tag or part.linked * 2 >= part.length)
