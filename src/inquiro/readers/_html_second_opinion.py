"""A second opinion on which blocks of a page are its content: that of another program, trafilatura.

Two programs that look at different signs seldom make the same mistake. What both leave standing is content; what only
ours does is furniture, unless it stands where the content stands. Blocks are only ever dropped whole, so every position
in our text stays exact, and code, tables and lists beside the content stay whatever the other program thinks of them.
"""

from __future__ import annotations

import logging
import re
from collections.abc import Iterator, Sequence

from inquiro.readers._html_code import code_of
from inquiro.readers._html_signs import names_aside
from inquiro.readers._html_tree import BLOCKS, HEADINGS, PROSE, Part

_WORD = re.compile(r"[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af\u0e00-\u0e7f\u1000-\u109f]|[^\W_]+")
_LINE_END = re.compile(r"[\n|]")
_RUN = 4  # so many words in a row are no coincidence
_HEARD = 0.7  # of a block's runs
_ENUMERATIONS = frozenset({"ul", "ol", "dl", "table"})
_TITLES = frozenset({"h1", "h2", "h3"})
_CELLS = frozenset({"td", "th"})
_ITEMS = _CELLS | {"li", "dt", "dd"}
# What lies between a block and the part that holds it together with its neighbours.
_BETWEEN = _ITEMS | frozenset(
    "ul ol dl tr tbody thead tfoot table blockquote figure span b strong em i font a center".split()
)
_STEPS = 12  # outwards from a block; pages nest deeper than is worth a look
_GENERATED = re.compile(
    r"""(?i)<meta\s[^>]{0,200}\b(?:sphinx|docutils|docbook|asciidoc\w*|antora|rustdoc|mkdocs|docusaurus|doxygen|javadoc"""
    r"""|gitbook|vitepress|mdbook|texinfo|makeinfo|publican|pdoc|yard|latex2html|tex4ht|pandoc)\b"""
)
_HEAD = 20_000
_MOST, _MOST_TAGS = 4_000_000, 10_000  # characters and tags of a page that the other program is asked about
_LEAST = 250  # letters of prose below which it has nothing to say
_MISSED = 0.5  # of what it found: below, we missed the content
_AGREED = 0.5  # of the prose: below, one of the two is wrong
_LINKED = 0.25  # so much of the rest in links: then it is ours
_LEAD = 80
_LONG = 300
_WORDS_PER_LINK = 5
_LABEL = 8  # letters before a link that say what it is
_TERM = 25  # longer links are the headlines of other pages
# Of programs that meet what they did not expect. The opinion is then missing, and the page is read without it.
_FAILURES = (ArithmeticError, AssertionError, AttributeError, LookupError, RecursionError, TypeError, ValueError)


class Block:
    """The text that one block holds itself, without the blocks further in."""

    __slots__ = ("gone", "heard", "leads", "length", "part", "pieces")

    def __init__(self, part: Part) -> None:
        self.part = part
        self.pieces: list[Part] = []
        self.length = 0
        self.heard = False
        self.gone = False  # was dropped before
        self.leads = False  # stands free before the main part

    @property
    def text(self) -> str:
        return "".join(piece.text for piece in self.pieces)

    @property
    def holder(self) -> Part:
        """Where it stands together with the rest of its text."""
        part = self.part
        if any(child.tag in BLOCKS for child in part.children) and part.tag not in _BETWEEN:
            return part
        for _ in range(_STEPS):
            if part.parent is None:
                break
            part = part.parent
            if part.tag not in _BETWEEN:
                break
        return part

    @property
    def is_prose(self) -> bool:
        return self.part.inside >= PROSE

    @property
    def is_solid(self) -> bool:
        return self.part.linked * 2 < self.part.length


def agreed(parts: Sequence[Part], body: Part, source: str) -> Sequence[Part]:
    """The parts of a page to read, with every block marked that a second reader leaves out and nothing speaks for.

    Where the second reader found the content and we did not, what it found is read.
    """
    if body.prose < _LEAST or _is_too_much(source) or _is_reference(parts[-1], source):
        return parts
    opinion = _Opinion(_extracted(source))
    blocks = opinion.on([block for part in parts for block in _blocks(part)])
    if (missed := _prose_heard(blocks) / _MISSED) < max(_LEAST, opinion.length):
        everything = opinion.on([*_blocks(body, everything=True)])
        if _prose_heard(everything) > max(_LEAST, missed):
            parts, blocks = [body], everything
            _restore(body)
    if not _is_trusted(blocks):
        return parts
    leads = {id(part) for part in parts[:-1]}
    for block in _unwanted(blocks, leads):
        for piece in block.pieces:
            piece.dropped = True
    for part in parts:
        _drop_emptied(part)
    return parts


class _Opinion:
    """What the other program takes for content, as runs of words and short lines."""

    def __init__(self, text: str) -> None:
        self._runs: set[tuple[str, ...]] = set()
        self._lines: set[str] = set()
        self.length = len("".join(text.split()))
        for line in _LINE_END.split(text):
            words = _WORD.findall(line.lower())
            self._lines.add(" ".join(words))
            self._runs.update(_runs(words))

    def on(self, blocks: list[Block]) -> list[Block]:
        """The same blocks, each told whether it was heard."""
        for block in blocks:
            block.heard = self._holds(_WORD.findall(block.text.lower()))
        return blocks

    def _holds(self, words: list[str]) -> bool:
        if len(words) <= _RUN:
            return " ".join(words) in self._lines or tuple(words) in self._runs
        own = _runs(words)
        return sum(run in self._runs for run in own) >= _HEARD * len(own)


def _is_too_much(source: str) -> bool:
    """Whether the other program, whose work can grow faster than the page, might take too long over it."""
    return len(source) > _MOST or source.count("<") > _MOST_TAGS


def _is_reference(main: Part, source: str) -> bool:
    """Whether this is documentation, which is short of furniture and full of what the other program takes for it."""
    return main.coded or _GENERATED.search(source, 0, _HEAD) is not None


def _extracted(source: str) -> str:
    try:
        from lxml.etree import LxmlError
        from trafilatura import extract
    except ImportError:  # an installation that lacks one of its many parts still reads pages
        return ""
    logging.getLogger("trafilatura").setLevel(logging.CRITICAL)  # it tells of every page that it cannot read
    try:
        return extract(source, fast=True, include_comments=False, include_tables=True) or ""
    except (*_FAILURES, LxmlError):
        return ""


def _blocks(root: Part, *, everything: bool = False) -> Iterator[Block]:
    """Every block with words of its own, in reading order; on demand with those that were dropped before."""
    found: dict[int, Block] = {}
    stack = [(root, root, False)]
    while stack:
        part, block, gone = stack.pop()
        gone = gone or (part.dropped and part is not root)
        if part.tag and code_of(part) is None:  # code always stays
            block = part if part.tag in BLOCKS or part.tag in _CELLS else block
            stack.extend((child, block, gone) for child in reversed(part.children) if everything or not child.dropped)
        elif not part.tag and part.length:
            one = found.setdefault(id(block), Block(block))
            one.pieces.append(part)
            one.length += part.length
            one.gone = gone
    yield from found.values()


def _runs(words: list[str]) -> list[tuple[str, ...]]:
    return list(zip(*(words[start:] for start in range(_RUN)), strict=False))


def _prose_heard(blocks: Sequence[Block]) -> int:
    return sum(block.part.inside for block in blocks if block.heard and block.is_prose)


def _kin(blocks: Sequence[Block]) -> set[int]:
    """The parts that hold prose of the content."""
    return {id(block.holder) for block in blocks if block.heard and block.is_prose}


def _is_trusted(blocks: Sequence[Block]) -> bool:
    """Whether the other program found the content: most of our prose, or all but the links to other pages."""
    prose, heard = sum(block.part.inside for block in blocks if block.is_prose), _prose_heard(blocks)
    if heard >= _AGREED * prose:
        return heard > 0
    kin = _kin(blocks)
    rest = [block for block in blocks if not block.heard and id(block.holder) not in kin]
    linked = sum(min(block.part.linked, block.length) for block in rest)
    return heard >= _LEAST and linked >= _LINKED * sum(block.length for block in rest)


def _unwanted(blocks: Sequence[Block], leads: set[int]) -> Iterator[Block]:
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


def _is_spoken_for(block: Block, kin: set[int], place: tuple[int, int, int]) -> bool:
    """Whether a block that the other program leaves out stands where content stands.

    The place is told from the title, from the first and from the last prose that both programs found.
    """
    after_title, after_first, after_last = place
    if block.gone:
        return False
    part, holder = block.part, block.holder
    is_kin, is_between = id(holder) in kin, after_first > 0 > after_last
    if part.tag == "h1":
        return after_last < 0
    if not block.is_solid:
        return is_kin and is_between and part.tag == "li" and (part.length < _TERM or part.inside >= _LABEL)
    if part.tag in HEADINGS:
        return is_between or _is_section(holder, kin) or (after_title >= 0 > after_first and part.tag in _TITLES)
    if block.is_prose:
        leads = after_title > 0 > after_first and part.inside >= _LEAD
        is_long = after_title > 0 > after_last and part.inside >= _LONG
        own = block.leads or _is_section(holder, kin)
        return is_kin or leads or is_long or (own and part.linked * _WORDS_PER_LINK < part.length) or _is_note(part)
    return (is_kin and _enumeration(part) is not None) or (is_between and _is_section(holder, kin))


def _is_note(part: Part) -> bool:
    near = (part, part.parent, part.parent.parent if part.parent else None)
    return any(names_aside(name) for one in near if one is not None for name in one.names)


def _is_section(holder: Part, kin: set[int]) -> bool:
    """Whether this is a section of the content: it has code, or a heading of its own."""
    opening = holder.opening
    headed = opening is not None and opening.tag in HEADINGS and holder.parent is not None and id(holder.parent) in kin
    return holder.coded or headed


def _enumeration(part: Part) -> Part | None:
    """The list or table that it stands in."""
    at: Part | None = part
    for _ in range(_STEPS):
        if at is None or (at is not part and at.tag not in _BETWEEN):
            return None
        if at.tag in _ENUMERATIONS:
            return at
        at = at.parent
    return None


def _restore(root: Part) -> None:
    stack = [root]
    while stack:
        part = stack.pop()
        part.dropped = False
        stack.extend(part.children)


def _drop_emptied(root: Part) -> None:
    """Parts whose text was all dropped go with it: nothing of them, not the mark of a list item, may stay."""
    order, stack = [], [root]
    while stack:
        part = stack.pop()
        if code_of(part) is None:
            order.append(part)
            stack.extend(child for child in part.children if child.tag and not child.dropped)
    for part in reversed(order):
        part.dropped = part.length > 0 and not any(child.length and not child.dropped for child in part.children)
