"""The answer's small Markdown, parsed: blocks of text, statements matched to their claims, and citation marks."""

from __future__ import annotations

import re
from collections import defaultdict, deque
from collections.abc import Iterator
from typing import Literal

from inquiro.core import markdown
from inquiro.core.phrases import phrases
from inquiro.core.prose import Piece, lines
from inquiro.core.types import Report, Value
from inquiro.exports._display import one_line, source_numbers, visible

_MARKS = re.compile(r"(?:\s*\[\d{1,6}\])+")
_BOLD = re.compile(r"\*\*(?!\s)([^*]+)(?<!\s)\*\*")


class Text(Value, frozen=True, kw_only=True):
    text: str
    bold: bool = False


class Statement(Value, frozen=True, kw_only=True):
    """A claim's sentence as it stands in the answer; `claim` is its place in report.claims."""

    claim: int
    spans: tuple[Text, ...]


class Marks(Value, frozen=True, kw_only=True):
    """Citation marks, and the claim they belong to where one was recognised."""

    numbers: tuple[int, ...]
    claim: int | None = None


Span = Text | Statement | Marks


class Block(Value, frozen=True, kw_only=True):
    kind: Literal["heading", "paragraph", "item", "code"]
    spans: tuple[Span, ...] = ()
    level: int = 0
    code: str = ""  # as it is written, of a block of code alone
    language: str = ""


def parse_answer(report: Report) -> list[Block]:
    """The answer as blocks; nothing in it is markup any more except what this subset knows."""
    finder = ClaimFinder(report)
    return [block_of(piece, finder) for piece in lines(visible(report.answer))]


def block_of(piece: Piece, finder: ClaimFinder) -> Block:
    level = max(2, piece.level) if piece.kind == "heading" else 0
    return Block(kind=piece.kind, level=level, spans=tuple(finder.spans(piece.text)))


def plain(block: Block) -> str:
    """A block's words without marks."""
    parts = []
    for span in block.spans:
        pieces = span.spans if isinstance(span, Statement) else (span,)
        parts += [piece.text for piece in pieces if isinstance(piece, Text)]
    return one_line("".join(parts))


def split_before(blocks: list[Block], heading: str) -> tuple[list[Block], list[Block]]:
    """The blocks before a section, and those from its heading on."""
    at = next((place for place, block in enumerate(blocks) if _opens(block, heading)), len(blocks))
    return blocks[:at], blocks[at:]


def without_section(blocks: list[Block], heading: str) -> list[Block]:
    """The blocks minus one section, up to the next heading of the same or a higher level."""
    kept: list[Block] = []
    inside = 0
    for block in blocks:
        if block.kind == "heading" and (not inside or block.level <= inside):
            inside = block.level if _opens(block, heading) else 0
        if not inside:
            kept.append(block)
    return kept


def _opens(block: Block, heading: str) -> bool:
    return block.kind == "heading" and plain(block).casefold() == heading.casefold()


class ClaimFinder:
    """Cuts a line into statements, marks and other text.

    An answer has its claims as inert Markdown, each with its marks; `bare` texts may have them as they are, and without.
    """

    def __init__(self, report: Report, *, bare: bool = False) -> None:
        self._numbers = source_numbers(report)
        self._known = frozenset(self._numbers.values())
        self._claims_of, self._bare = report.claims, bare
        self._places: defaultdict[str, deque[int]] = defaultdict(deque)
        silent = phrases(report.language).silent  # our own words: that no source says anything needs none
        for place, claim in enumerate(report.claims):
            if bare and claim.text == silent:
                continue
            worded = {markdown.inert(visible(claim.text)), *([one_line(claim.text)] if bare else [])}
            for text in worded:
                self._places[text].append(place)
        texts = sorted(filter(None, self._places), key=len, reverse=True)
        self._claims = re.compile("|".join(map(re.escape, texts))) if texts else None

    def spans(self, line: str) -> Iterator[Span]:
        position = 0
        for found in self._claims.finditer(line) if self._claims else ():
            yield from self._loose(line[position : found.start()])
            claim = self._take(found[0])
            yield Statement(claim=claim, spans=tuple(_texts(found[0])))
            position = found.end()
            if following := _MARKS.match(line, position):
                yield from self._marks(following[0], claim)
                position = following.end()
            elif self._bare and (cited := self._cited(claim)):
                yield Marks(numbers=cited, claim=claim)
        yield from self._loose(line[position:])

    def _take(self, text: str) -> int:
        """The next claim with that text; the last one serves every further occurrence."""
        places = self._places[text]
        return places.popleft() if len(places) > 1 else places[0]

    def _cited(self, claim: int) -> tuple[int, ...]:
        named = (citation.source_id for citation in self._claims_of[claim].evidence)
        return tuple(dict.fromkeys(self._numbers[name] for name in named if name in self._numbers))

    def _loose(self, text: str) -> Iterator[Span]:
        position = 0
        for found in _MARKS.finditer(text):
            yield from _texts(text[position : found.start()])
            yield from self._marks(found[0], None)
            position = found.end()
        yield from _texts(text[position:])

    def _marks(self, text: str, claim: int | None) -> Iterator[Span]:
        numbers = tuple(dict.fromkeys(int(digits) for digits in re.findall(r"\d+", text)))
        if known := tuple(number for number in numbers if number in self._known):
            yield Marks(numbers=known, claim=claim)
        if unknown := "".join(f" [{number}]" for number in numbers if number not in self._known):
            yield Text(text=unknown)


def _texts(text: str) -> Iterator[Text]:
    for place, piece in enumerate(_BOLD.split(text)):
        if piece:
            yield Text(text=markdown.plain(piece), bold=place % 2 == 1)
