"""The blocks of a page that hold words of their own: what is kept or dropped, always whole."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from inquiro.readers._html_code import code_of
from inquiro.readers._html_tree import BLOCKS, HEADINGS, PROSE, Part

CELLS = frozenset({"td", "th"})
# What lies between a block and the part that holds it together with its neighbours.
BETWEEN = CELLS | frozenset(
    "li dt dd ul ol dl tr tbody thead tfoot table blockquote figure span b strong em i font a center".split()
)
Shape = tuple[tuple[str, ...], ...]
_TEXT_LEVEL = 7  # below every heading
STEPS = 12  # outwards from a block; pages nest deeper than is worth a look


class TextBlock:
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
        return "".join(piece.text or " " for piece in self.pieces)  # a line break has none

    @property
    def holder(self) -> Part:
        """Where it stands together with the rest of its text."""
        part = self.part
        if any(child.tag in BLOCKS for child in part.children) and part.tag not in BETWEEN:
            return part
        for _ in range(STEPS):
            if part.parent is None:
                break
            part = part.parent
            if part.tag not in BETWEEN:
                break
        return part

    @property
    def shape(self) -> Shape:
        """The tags and names under which it stands, empty where nothing has a name; numbers are no names."""
        near = (self.part, *self.part.above(2))
        names = [tuple(name for name in part.names if not any(sign.isdigit() for sign in name)) for part in near]
        return tuple((part.tag, *own) for part, own in zip(near, names, strict=True)) if any(names) else ()

    @property
    def is_prose(self) -> bool:
        return self.part.inside >= PROSE

    @property
    def is_solid(self) -> bool:
        return self.part.linked * 2 < self.part.length

    def drop(self) -> None:
        for piece in self.pieces:
            piece.dropped = True


def text_blocks(
    root: Part, *, everything: bool = False, code: bool = False, until: Part | None = None
) -> Iterator[TextBlock]:
    """Every block with words of its own, in reading order; on demand also code, and what was dropped before."""
    found: dict[int, TextBlock] = {}
    stack = [(root, root, False)]
    while stack:
        part, block, gone = stack.pop()
        if part is until:
            break
        gone = gone or (part.dropped and part is not root)
        is_code = bool(part.tag) and code_of(part) is not None
        if part.tag == "br":
            if id(block) in found:
                found[id(block)].pieces.append(part)
        elif part.tag and not is_code:
            block = part if part.tag in BLOCKS or part.tag in CELLS else block
            stack.extend((child, block, gone) for child in reversed(part.children) if everything or not child.dropped)
        elif part.length and (code or not is_code):
            block = part if is_code else block
            one = found.setdefault(id(block), TextBlock(block))
            one.pieces.append(part)
            one.length += part.length
            one.gone = gone
    yield from found.values()


def drop_emptied(root: Part) -> None:
    """Parts whose text was all dropped go with it: nothing of them, not the mark of a list item, may stay."""
    order, stack = [], [root]
    while stack:
        part = stack.pop()
        if code_of(part) is None:
            order.append(part)
            stack.extend(child for child in part.children if child.tag and not child.dropped)
    for part in reversed(order):
        part.dropped = part.length > 0 and not any(child.length and not child.dropped for child in part.children)


def drop_bare_headings(roots: Sequence[Part]) -> None:
    """A heading goes where all that stood under it was dropped; the first one, the title, stays."""
    blocks = [block for root in roots for block in text_blocks(root, everything=True, code=True)]
    title = next((block for block in blocks if block.part.tag in HEADINGS and not block.gone), None)
    following, emptied = 0, False  # the level of what comes next, and whether something was dropped before it
    for block in reversed(blocks):
        level = int(block.part.tag[1]) if block.part.tag in HEADINGS else _TEXT_LEVEL
        if block.gone:
            emptied = True
        elif emptied and following <= level < _TEXT_LEVEL and block is not title and level > 1:
            block.drop()
        else:
            following, emptied = level, False
    for root in roots:
        drop_emptied(root)
