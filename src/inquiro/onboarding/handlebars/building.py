"""Tags and text, put together into blocks."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from inquiro.core.types import Problem
from inquiro.onboarding.handlebars.expressions import Inside, Misread, read_inside
from inquiro.onboarding.handlebars.lexing import Content, Tag
from inquiro.onboarding.handlebars.limits import LIMITS
from inquiro.onboarding.handlebars.nodes import Call, Path
from inquiro.onboarding.handlebars.whitespace import DraftBlock, DraftBody, DraftTag, DraftText

_REFUSED = {
    "partial": "partials ({{> name}}) are not supported: write the text out here",
    "decorator": "decorators ({{* name}}) are not supported",
}
BROKEN = Call(Path(()))


class _Open(NamedTuple):
    """A block whose end is still to come; `links` are its `else if` blocks, outermost first."""

    block: DraftBlock
    tag: Tag
    inverted: bool
    links: list[tuple[DraftBlock, Tag]]
    bodies: list[DraftBody]  # the last one is being filled
    finished: list[bool]  # not empty: the plain else has been met


class Builder:
    def __init__(self) -> None:
        self.problems: list[Problem] = []
        self._root = DraftBody()
        self._open: list[_Open] = []
        self.too_deep = False

    def build(self, pieces: Sequence[Content | Tag]) -> DraftBody:
        for piece in pieces:
            if self.too_deep:
                return self._root
            if isinstance(piece, Content):
                self._body().parts.append(DraftText(piece.text))
            else:
                self._take(piece)
        for unclosed in self._open:
            self._report(f"the block {_name(unclosed.block)} is not closed", unclosed.tag)
        return self._root

    def _body(self) -> DraftBody:
        return self._open[-1].bodies[-1] if self._open else self._root

    def _report(self, message: str, tag: Tag) -> None:
        self.problems.append(Problem(message=message, line=tag.place.line, column=tag.place.column))

    def _inside(self, tag: Tag) -> Inside:
        if tag.broken:
            return Inside(BROKEN)
        try:
            return read_inside(tag.tokens, tag.place)
        except Misread as misread:
            self.problems.append(misread.problem)
            return Inside(BROKEN)

    def _take(self, tag: Tag) -> None:
        if tag.kind == "comment":
            self._body().parts.append(DraftTag(None, tag.strips))
        elif tag.kind in _REFUSED:
            self._report(_REFUSED[tag.kind], tag)
        elif tag.kind == "mustache":
            inside = self._inside(tag)
            if inside.names:
                self._report("block parameters stand in the tag that opens a block", tag)
            self._body().parts.append(DraftTag(inside.call, tag.strips))
        elif tag.kind == "raw":
            self._raw(tag)
        elif tag.kind in {"block", "inverse"}:
            self._begin(tag)
        elif tag.kind == "close":
            self._end(tag)
        else:
            self._otherwise(tag)

    def _raw(self, tag: Tag) -> None:
        inside = self._inside(tag)
        body = DraftBody([DraftText(text) for text in tag.raw])
        if not tag.broken and inside.call.path.original != tag.ending:
            self._report(f"this raw block is closed by {tag.ending}", tag)
        self._body().parts.append(DraftBlock(inside.call, tag.place, body, raw=True))

    def _begin(self, tag: Tag) -> None:
        self._go_deeper(len(self._open), tag)
        inside = self._inside(tag)
        body = DraftBody(names=inside.names)
        block = DraftBlock(inside.call, tag.place, body, opening=tag.strips)
        self._body().parts.append(block)
        self._open.append(_Open(block, tag, tag.kind == "inverse", [], [body], []))

    def _go_deeper(self, depth: int, tag: Tag) -> None:
        if depth >= LIMITS.depth:
            self.too_deep = True
            self._report(f"blocks are nested deeper than {LIMITS.depth} levels", tag)

    def _otherwise(self, tag: Tag) -> None:
        """`{{else}}`, or `{{else if x}}` with everything that follows as a block of its own."""
        if not self._open:
            self._report("else stands outside of any block", tag)
            return
        here = self._open[-1]
        if here.finished:
            self._report(f"the block {_name(here.block)} has an else already", tag)
            return
        if tag.kind == "chain" and here.inverted:
            self._report("a block that begins with ^ takes a plain else only", tag)
            return
        self._go_deeper(len(self._open) + len(here.links), tag)
        last = here.links[-1][0] if here.links else here.block
        last.middle = tag.strips
        last.otherwise = DraftBody(chained=tag.kind == "chain")
        if tag.kind == "else":
            here.finished.append(True)
            here.bodies.append(last.otherwise)
            return
        inside = self._inside(tag)
        body = DraftBody(names=inside.names)
        block = DraftBlock(inside.call, tag.place, body, opening=tag.strips)
        last.otherwise.parts.append(block)
        here.links.append((block, tag))
        here.bodies.append(body)

    def _end(self, tag: Tag) -> None:
        closing, extra = self._inside(tag)
        if closing.must_call or extra:
            self._report("a closing tag holds a name and nothing else", tag)
        if not self._open:
            self._report(f"{closing.path.original or 'this tag'} closes a block that was never opened", tag)
            return
        names = [_name(entry.block) for entry in self._open]
        name = closing.path.original
        here = self._open[-1]
        if BROKEN not in {closing, here.block.call} and name != names[-1]:
            self._report(f"{{{{/{name}}}}} does not close {names[-1]} of line {here.tag.place.line}", tag)
            if name not in names:
                return
            while _name(self._open[-1].block) != name:
                self._open.pop()
            here = self._open[-1]
        self._open.pop()
        _close(here, tag)


def _close(here: _Open, tag: Tag) -> None:
    here.block.closing = tag.strips
    # Handlebars gives the first `else if` the closing tag's ~, and every further one its own: kept as it is.
    for place, (link, own) in enumerate(here.links):
        link.closing = own.strips if place else tag.strips
    if here.inverted:
        here.block.body, here.block.otherwise = here.block.otherwise, here.block.body
        here.block.inverted = True


def _name(block: DraftBlock) -> str:
    return block.call.path.original
