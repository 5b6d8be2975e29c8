"""Which blanks around tags are printed: `~` takes them all, a tag alone on its line takes the line."""

from __future__ import annotations

from dataclasses import dataclass, field

from inquiro.onboarding.handlebars.javascript import BLANKS
from inquiro.onboarding.handlebars.nodes import Call, Place

Strips = tuple[bool, bool]  # ~ at the left of a tag, at its right


@dataclass(eq=False)
class DraftText:
    original: str
    value: str = ""
    cut_left: bool = False  # its beginning, by the tag before it
    cut_right: bool = False  # its end, by the tag after it

    def __post_init__(self) -> None:
        self.value = self.original


@dataclass(eq=False)
class DraftTag:
    """A mustache (with a call) or a comment (without one)."""

    call: Call | None
    strips: Strips


@dataclass(eq=False)
class DraftBody:
    parts: list[Draft] = field(default_factory=list)
    chained: bool = False  # the branch of an `else if`: holds that block and nothing else
    names: tuple[str, ...] = ()


@dataclass(eq=False)
class DraftBlock:
    call: Call
    place: Place
    body: DraftBody | None
    otherwise: DraftBody | None = None
    opening: Strips = (False, False)
    middle: Strips = (False, False)
    closing: Strips = (False, False)
    inverted: bool = False
    raw: bool = False


Draft = DraftText | DraftTag | DraftBlock


def settle(body: DraftBody, is_root: bool = True) -> None:
    """Cut what the tags of a body, and of the blocks in it, take."""
    parts = body.parts
    for at, part in enumerate(parts):
        if isinstance(part, DraftText):
            continue
        opens = closes = False
        if isinstance(part, DraftBlock):
            opens, closes = _settle_block(part)
            strips = (part.opening[0], part.closing[1])
        else:
            strips = part.strips
        previous = parts[at - 1] if at else None
        following = parts[at + 1] if at + 1 < len(parts) else None
        before, after = _ends_line(parts, at, is_root), _begins_line(parts, at, is_root)
        if strips[1]:
            _cut_beginning(following, everything=True)
        if strips[0]:
            _cut_end(previous, everything=True)
        if isinstance(part, DraftTag) and part.call is None and before and after:
            _cut_beginning(following)
            _cut_end(previous)
        if isinstance(part, DraftBlock):
            if opens and before:
                _cut_beginning(_first(_first_branch(part)))
                _cut_end(previous)
            if closes and after:
                _cut_beginning(following)
                _cut_end(_last(_last_branch(part)))


def _first_branch(block: DraftBlock) -> DraftBody:
    branch = block.body or block.otherwise
    assert branch
    return branch


def _last_branch(block: DraftBlock) -> DraftBody:
    branch = block.otherwise or block.body
    assert branch
    return branch


def _settle_block(block: DraftBlock) -> tuple[bool, bool]:
    """Whether its first and its last tag may stand alone on their lines, as seen from inside."""
    for branch in (block.body, block.otherwise):
        if branch:
            settle(branch, is_root=False)
    first = _first_branch(block)
    second = block.otherwise if block.body else None
    after_else, before_end = second, second
    if second and second.chained:
        after_else = _chained(second).body
        while before_end and before_end.chained:
            before_end = _chained(before_end).body
    alone = _begins_line(first.parts, -1), _ends_line((after_else or first).parts, None)
    if block.opening[1]:
        _cut_beginning(_first(first), everything=True)
    if second and after_else and before_end:
        if block.middle[0]:
            _cut_end(_last(first), everything=True)
        if block.middle[1]:
            _cut_beginning(_first(after_else), everything=True)
        if block.closing[0]:
            _cut_end(_last(before_end), everything=True)
        if _ends_line(first.parts, None) and _begins_line(after_else.parts, -1):
            _cut_end(_last(first))
            _cut_beginning(_first(after_else))
    elif block.closing[0]:
        _cut_end(_last(first), everything=True)
    return alone


def _chained(branch: DraftBody) -> DraftBlock:
    block = branch.parts[-1]
    assert isinstance(block, DraftBlock)
    return block


def _ends_line(parts: list[Draft], at: int | None, is_root: bool = False) -> bool:
    """Whether only blanks stand between the tag at `at` (or the end) and the line's beginning."""
    place = (len(parts) if at is None else at) - 1
    if place < 0:
        return is_root
    part = parts[place]
    if not isinstance(part, DraftText):
        return False
    rest = part.original.rstrip(BLANKS)
    return "\n" in part.original[len(rest) :] or (is_root and place == 0 and not rest)


def _begins_line(parts: list[Draft], at: int, is_root: bool = False) -> bool:
    """Whether only blanks stand between the tag at `at` (or the beginning) and the line's end."""
    place = at + 1
    if place >= len(parts):
        return is_root
    part = parts[place]
    if not isinstance(part, DraftText):
        return False
    rest = part.original.lstrip(BLANKS)
    is_last = place == len(parts) - 1
    return "\n" in part.original[: len(part.original) - len(rest)] or (is_root and is_last and not rest)


def _first(body: DraftBody) -> Draft | None:
    return body.parts[0] if body.parts else None


def _last(body: DraftBody) -> Draft | None:
    return body.parts[-1] if body.parts else None


def _cut_beginning(part: Draft | None, everything: bool = False) -> None:
    if not isinstance(part, DraftText) or (part.cut_left and not everything):
        return
    before = part.value
    if everything:
        part.value = before.lstrip(BLANKS)
    else:
        part.value = before.lstrip(" \t").removeprefix("\r").removeprefix("\n")
    part.cut_left = part.value != before


def _cut_end(part: Draft | None, everything: bool = False) -> None:
    if not isinstance(part, DraftText) or (part.cut_right and not everything):
        return
    before = part.value
    part.value = before.rstrip(BLANKS if everything else " \t")
    part.cut_right = part.value != before
