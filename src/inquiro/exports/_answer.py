"""The answer's small Markdown, parsed: blocks of text, statements matched to their claims, and citation marks."""

from __future__ import annotations

import re
from collections import defaultdict, deque
from collections.abc import Iterator
from typing import Literal

from inquiro.core import markdown
from inquiro.core.types import Report, Value
from inquiro.exports._display import one_line, source_numbers, visible

_HEADING = re.compile(r"(#{1,6})\s+(.*)")
_ITEM = re.compile(r"\s*(?:[-*+]|\d{1,3}[.)])\s+(.*)")
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
    kind: Literal["heading", "paragraph", "item"]
    spans: tuple[Span, ...]
    level: int = 0


def parse_answer(report: Report) -> list[Block]:
    """The answer as blocks; nothing in it is markup any more except what this subset knows."""
    finder = _ClaimFinder(report)
    return [Block(kind=kind, level=level, spans=tuple(finder.spans(text))) for kind, level, text in _lines(report)]


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


def _lines(report: Report) -> Iterator[tuple[Literal["heading", "paragraph", "item"], int, str]]:
    kind: Literal["paragraph", "item"] = "paragraph"
    gathered: list[str] = []
    for line in [*visible(report.answer).splitlines(), ""]:
        heading, item = _HEADING.match(line), _ITEM.match(line)
        if heading or item or not line.strip():
            if gathered:
                yield kind, 0, one_line(" ".join(gathered))
            kind, gathered = ("item" if item else "paragraph"), []
        if heading:
            yield "heading", max(2, len(heading[1])), one_line(heading[2])
        elif line.strip():
            gathered.append(item[1] if item else line)


class _ClaimFinder:
    """Cuts a line into statements, marks and other text."""

    def __init__(self, report: Report) -> None:
        self._known = frozenset(source_numbers(report).values())
        self._places: defaultdict[str, deque[int]] = defaultdict(deque)
        for place, claim in enumerate(report.claims):
            self._places[markdown.inert(visible(claim.text))].append(place)
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
        yield from self._loose(line[position:])

    def _take(self, text: str) -> int:
        """The next claim with that text; the last one serves every further occurrence."""
        places = self._places[text]
        return places.popleft() if len(places) > 1 else places[0]

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
