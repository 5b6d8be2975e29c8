"""A second opinion on which blocks of a page are its content: that of another program, trafilatura.

Two programs that look at different signs seldom make the same mistake. What both leave standing is content; what only
ours does is furniture, unless it stands where the content stands. Blocks are only ever dropped whole, so every position
in our text stays exact, and code, tables and lists beside the content stay whatever the other program thinks of them.
"""

from __future__ import annotations

import logging
import re
from collections.abc import Iterator, Sequence

from inquiro.readers._html_main import kept_prose
from inquiro.readers._html_signs import is_call, is_credit, names_aside, names_caption, names_introduction
from inquiro.readers._html_text_blocks import (
    BETWEEN,
    CELLS,
    STEPS,
    Shape,
    TextBlock,
    drop_bare_headings,
    drop_emptied,
    text_blocks,
)
from inquiro.readers._html_tree import HEADINGS, Part

_WORD = re.compile(r"[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af\u0e00-\u0e7f\u1000-\u109f]|[^\W_]+")
_LINE_END = re.compile(r"[\n|]")
_RUN = 4  # so many words in a row are no coincidence
_HEARD = 0.7  # of a block's runs
_ENUMERATIONS = frozenset({"ul", "ol", "dl", "table"})
_TITLES = frozenset({"h1", "h2", "h3"})
_NO_INTRODUCTIONS = CELLS | {"h1", "li", "dt", "dd"}
_FIGURES = frozenset({"figure", "figcaption", "caption"})
_GENERATED = re.compile(
    r"""(?i)<meta\s[^>]{0,200}\b(?:sphinx|docutils|docbook|asciidoc\w*|antora|rustdoc|mkdocs|docusaurus|doxygen|javadoc"""
    r"""|gitbook|vitepress|mdbook|texinfo|makeinfo|publican|pdoc|yard|latex2html|tex4ht|pandoc)\b"""
)
_HEAD = 20_000
_MOST, _MOST_TAGS = 4_000_000, 10_000  # characters and tags of a page that the other program is asked about
_LEAST = 250  # letters of prose below which it is no witness against us
_LEAST_PAGE = 100  # … and below which it is not asked
_MISSED = 0.5  # of what it found: below, we missed the content
_RIVAL = 0.25  # of our prose: what it found elsewhere is no article beside ours
_AGREED = 0.5  # of the prose: below, one of the two is wrong
_AGREED_TWICE = 0.3  # … unless a quick and a thorough look agree
_SAME = 0.9
_LINKED = 0.25  # so much of the rest in links: then it is ours
_LONG = 300
_WORDS_PER_LINK = 5
_FEW, _ITEM, _UNLINKED = 3, 12, 20  # items, their letters, and the part of a list that may be links
_LABEL = 8  # letters before a link that say what it is
_TERM = 25  # longer links are the headlines of other pages
# Of programs that meet what they did not expect. The opinion is then missing, and the page is read without it.
_FAILURES = (ArithmeticError, AssertionError, AttributeError, LookupError, RecursionError, TypeError, ValueError)


def agreed(parts: Sequence[Part], body: Part, source: str) -> Sequence[Part]:
    """The parts of a page to read, with every block marked that a second reader leaves out and nothing speaks for.

    Where the second reader found the content and we did not, what it found is read.
    """
    if body.prose < _LEAST_PAGE or _is_reference(parts[-1], source):
        return parts
    if not _is_too_much(source):
        parts = _with_opinion(parts, body, source)
    drop_bare_headings(parts)
    return parts


def _with_opinion(parts: Sequence[Part], body: Part, source: str) -> Sequence[Part]:
    opinion, blocks, share = _heard(parts, source)
    if (heard := _prose_heard(blocks)) < _MISSED * max(_LEAST, opinion.length):
        everything = opinion.on([*text_blocks(body, everything=True)])
        if _prose_heard(everything) > max(_LEAST, heard / _MISSED, _RIVAL * kept_prose(parts[-1])):
            _restore(body)
            return _left([body], everything)
    if not _is_trusted(blocks, share):
        return parts
    known = {id(part) for part in parts}
    if found := [block for block in _introductions(parts[-1], opinion) if id(block.part) not in known]:
        known |= {id(block.part) for block in found}
        parts = [*(part for part in _below(body) if id(part) in known)]
        blocks = opinion.on([block for part in parts for block in text_blocks(part)])
    return _left(parts, blocks)


def _heard(parts: Sequence[Part], source: str) -> tuple[_Opinion, list[TextBlock], float]:
    """Our blocks with the opinion that has most of them, and the share of our prose that makes it credible.

    A quick look is enough where it finds what we found; else a thorough one is taken too, and where both find the same,
    less of our prose has to be in it.
    """
    found = []
    for fast in (True, False):
        opinion = _Opinion(_extracted(source, fast=fast))
        blocks = opinion.on([block for part in parts for block in text_blocks(part)])
        found.append((_prose_heard(blocks), opinion, blocks))
        if found[-1][0] >= _AGREED * _prose(blocks) or not opinion.length:
            break
    heard, opinion, blocks = max(found, key=lambda one: one[0])
    is_sure = len(found) > 1 and min(one[0] for one in found) >= _SAME * heard
    return opinion, blocks, _AGREED_TWICE if is_sure else _AGREED


def _left(roots: Sequence[Part], blocks: Sequence[TextBlock]) -> Sequence[Part]:
    """The same parts, without the blocks that nothing speaks for."""
    leads = {id(root) for root in roots[:-1]}
    for block in _unwanted(blocks, leads):
        block.drop()
    for root in roots:
        drop_emptied(root)
    return roots


def _introductions(main: Part, opinion: _Opinion) -> Iterator[TextBlock]:
    """What stands between the title and the main part and belongs to the text."""
    outer = main
    while outer.parent is not None and not outer.titled:
        outer = outer.parent
    titled = False
    for block in opinion.on([*text_blocks(outer, until=main)]):
        titled = titled or block.part.tag == "h1"
        if titled and _introduces(block):
            yield block


def _introduces(block: TextBlock) -> bool:
    near = [block.part, *block.part.above(2)]
    if block.part.tag in _NO_INTRODUCTIONS or any(part.tag in _FIGURES for part in near):
        return False
    if not block.is_prose or not block.is_solid or block.length < block.part.length:
        return False
    return block.heard or _is_introduction(block.part)


def _is_introduction(part: Part) -> bool:
    near = (part, *part.above(1))
    return any(names_introduction(name) for one in near for name in (*one.names, one.anchor))


def _below(root: Part) -> Iterator[Part]:
    """Every part with a tag, in reading order."""
    stack = [root]
    while stack:
        part = stack.pop()
        yield part
        stack.extend(child for child in reversed(part.children) if child.tag)


class _Opinion:
    """What the other program takes for content, as runs of words and short lines."""

    def __init__(self, text: str) -> None:
        self.length = len("".join(text.split()))
        lines = [_WORD.findall(line) for line in _LINE_END.split(text.lower())]
        self._lines = "\n".join(["", *(" ".join(words) for words in lines), ""])
        self._runs = set(_runs([word for words in lines for word in words]))

    def on(self, blocks: list[TextBlock]) -> list[TextBlock]:
        """The same blocks, each told whether it was heard."""
        for block in blocks:
            block.heard = self._holds(_WORD.findall(block.text.lower()))
        return blocks

    def _holds(self, words: list[str]) -> bool:
        if len(words) < _RUN:
            return f"\n{' '.join(words)}\n" in self._lines
        own = _runs(words)
        return sum(run in self._runs for run in own) >= _HEARD * len(own)


def _is_too_much(source: str) -> bool:
    """Whether the other program, whose work can grow faster than the page, might take too long over it."""
    return len(source) > _MOST or source.count("<") > _MOST_TAGS


def _is_reference(main: Part, source: str) -> bool:
    """Whether this is documentation, which is short of furniture and full of what the other program takes for it."""
    return main.coded or _GENERATED.search(source, 0, _HEAD) is not None


def _extracted(source: str, *, fast: bool) -> str:
    try:
        from lxml.etree import LxmlError
        from trafilatura import extract
    except ImportError:  # an installation that lacks one of its many parts still reads pages
        return ""
    logging.getLogger("trafilatura").setLevel(logging.CRITICAL)  # it tells of every page that it cannot read
    try:
        return extract(source, fast=fast, include_comments=False, include_tables=True) or ""
    except (*_FAILURES, LxmlError):
        return ""


def _runs(words: list[str]) -> list[tuple[str, ...]]:
    return list(zip(*(words[start:] for start in range(_RUN)), strict=False))


def _prose(blocks: Sequence[TextBlock]) -> int:
    return sum(block.part.inside for block in blocks if block.is_prose)


def _prose_heard(blocks: Sequence[TextBlock]) -> int:
    return sum(block.part.inside for block in blocks if block.heard and block.is_prose)


def _kin(blocks: Sequence[TextBlock]) -> set[int | Shape]:
    """The parts that hold prose of the content, and the names under which it stands."""
    heard = [block for block in blocks if block.heard and block.is_prose]
    return {id(block.holder) for block in heard} | {block.shape for block in heard if block.shape}


def _is_trusted(blocks: Sequence[TextBlock], share: float) -> bool:
    """Whether the other program found the content: most of our prose, or all but the links to other pages."""
    heard = _prose_heard(blocks)
    if heard >= share * _prose(blocks):
        return heard > 0
    kin = _kin(blocks)
    rest = [block for block in blocks if not block.heard and id(block.holder) not in kin]
    linked = sum(min(block.part.linked, block.length) for block in rest)
    return heard >= _LEAST and linked >= _LINKED * sum(block.length for block in rest)


def _unwanted(blocks: Sequence[TextBlock], leads: set[int]) -> Iterator[TextBlock]:
    """The blocks that nothing speaks for."""
    kin = _kin(blocks)
    spoken = [at for at, block in enumerate(blocks) if block.heard and block.is_prose]
    first, last = spoken[0], spoken[-1]
    top = next((at for at in range(first) if blocks[at].part.tag in HEADINGS), first)
    announced, listed = False, None  # a line that ends in a colon never stands without its list
    for at, block in enumerate(blocks):
        own = _enumeration(block.part)
        block.leads = id(block.part) in leads
        is_listed = own is not None and (announced or own is listed)
        listed = own if is_listed else None
        if block.heard or is_listed or _is_spoken_for(block, kin, (at - top, at - first, at - last)):
            announced = block.text.rstrip().endswith((":", "："))
        else:
            yield block


def _is_spoken_for(block: TextBlock, kin: set[int | Shape], place: tuple[int, int, int]) -> bool:
    """Whether a block that the other program leaves out stands where content stands.

    The place is told from the title, from the first and from the last prose that both programs found.
    """
    after_title, after_first, after_last = place
    if block.gone or is_credit(block.part.label) or is_call(block.part.label):
        return False
    part, holder = block.part, block.holder
    is_kin, is_between = id(holder) in kin, after_first > 0 > after_last
    if part.tag == "h1":
        return after_last < 0
    own = _enumeration(part)
    if not block.is_solid:
        says = part.length < _TERM or part.inside >= _LABEL
        is_item = own is not None and own.linked * _FEW < own.length  # the other items say something themselves
        return is_kin and ((is_between and part.tag == "li" and says) or is_item)
    if part.tag in HEADINGS:
        return is_between or _is_section(holder, kin) or (after_title >= 0 > after_first and part.tag in _TITLES)
    if block.is_prose:
        return is_kin or _is_prose_spoken_for(block, kin, place)
    if own is not None and (is_kin or (after_first > 0 and _lists_things(own))):
        return True
    return is_between and _is_section(holder, kin)


def _is_prose_spoken_for(block: TextBlock, kin: set[int | Shape], place: tuple[int, int, int]) -> bool:
    after_title, after_first, after_last = place
    part = block.part
    if after_last < 0 and (_is_introduction(part) or _is_caption(part) or (after_title > 0 and part.inside >= _LONG)):
        return True
    if after_first > 0 > after_last and block.shape in kin:
        return True
    is_own = block.leads or _is_section(block.holder, kin)
    return (is_own and part.linked * _WORDS_PER_LINK < part.length) or _is_note(part)


def _is_caption(part: Part) -> bool:
    """Whether it says what a picture shows."""
    near = (part, *part.above(1))
    return any(one.tag in _FIGURES for one in near) or any(names_caption(name) for one in near for name in one.names)


def _is_note(part: Part) -> bool:
    return any(names_aside(name) for one in (part, *part.above(2)) for name in one.names)


def _is_section(holder: Part, kin: set[int | Shape]) -> bool:
    """Whether this is a section of the content: it has code, or a heading of its own."""
    opening = holder.opening
    headed = opening is not None and opening.tag in HEADINGS and holder.parent is not None and id(holder.parent) in kin
    return holder.coded or headed


def _enumeration(part: Part) -> Part | None:
    """The list or table that it stands in."""
    at: Part | None = part
    for _ in range(STEPS):
        if at is None or (at is not part and at.tag not in BETWEEN):
            return None
        if at.tag in _ENUMERATIONS:
            return at
        at = at.parent
    return None


def _lists_things(part: Part) -> bool:
    """Whether it is a list of at least three things rather than of pages."""
    items = sum(child.tag == "li" for child in part.children)
    if part.tag not in {"ul", "ol"} or items < _FEW or any(one.tag == "fieldset" for one in part.above(2)):
        return False
    return part.length >= _ITEM * items and part.linked * _UNLINKED < part.length


def _restore(root: Part) -> None:
    stack = [root]
    while stack:
        part = stack.pop()
        part.dropped = False
        stack.extend(part.children)
