"""Small Markdown of a report, such as a paper, as blocks: its sentences are matched to the claims they are."""

from __future__ import annotations

import re
from collections import defaultdict, deque
from collections.abc import Iterable, Iterator
from itertools import groupby

from inquiro.core import markdown
from inquiro.core.prose import Piece, pieces
from inquiro.core.types import Report
from inquiro.present.blocks import Block, Code, Heading, Inline, Items, Paragraph, Spans, Table, Text, plain
from inquiro.present.sentences import Sentences
from inquiro.present.wording import one_line
from inquiro.text.display import visible

_MARKS = re.compile(r"(?:\s*\[\d{1,6}\])+")
_BOLD = re.compile(r"\*\*(?!\s)([^*]+)(?<!\s)\*\*")
_DEEPEST = 6


class ClaimText:
    """Texts of one report. Each claim is taken once and in order; nothing else in a text is markup but what stands here.

    A claim stands in a text as it is or as inert Markdown, with or without its marks.
    """

    def __init__(self, report: Report) -> None:
        self.sentences = Sentences(report)
        self._known = frozenset(self.sentences.numbers.values())
        self._addresses = {
            address: f"[{self.sentences.numbers[source.id]}]"
            for source in report.sources
            for address in (f"({source.url})", markdown.link_target(source.url))
            if source.url and address
        }
        self._places: defaultdict[str, deque[int]] = defaultdict(deque)
        for place, claim in enumerate(report.claims):
            if not self.sentences.is_own(claim.text):
                for text in {markdown.inert(visible(claim.text)), one_line(claim.text)}:
                    self._places[text].append(place)
        texts = sorted(filter(None, self._places), key=len, reverse=True)
        self._claims = re.compile("|".join(map(re.escape, texts))) if texts else None

    def blocks(self, text: str, *, below: int = 0) -> tuple[Block, ...]:
        """`below`: how many levels its headings stand under ours."""
        found: list[Block] = []
        for is_item, group in groupby(pieces(visible(text)), key=lambda piece: piece.kind == "item"):
            if is_item:
                found.append(Items(items=tuple((self._paragraph(piece),) for piece in group)))
            else:
                found += [self._block(piece, below) for piece in group]
        return tuple(found)

    def _block(self, piece: Piece, below: int) -> Block:
        if piece.kind == "code":
            return Code(code=clean_code(piece.text), language=piece.language)
        if piece.kind == "heading":
            return Heading(spans=tuple(self.spans(piece.text)), level=min(max(2, piece.level) + below, _DEEPEST))
        if piece.kind == "table":
            head, *rows = piece.rows
            return Table(head=head, rows=tuple(tuple(tuple(self.spans(cell)) for cell in row) for row in rows))
        return self._paragraph(piece)

    def _paragraph(self, piece: Piece) -> Paragraph:
        return Paragraph(spans=tuple(self.spans(piece.text)))

    def spans(self, line: str) -> Iterator[Inline]:
        for address, mark in self._addresses.items():  # in parentheses it is a citation
            line = line.replace(address, mark)
        position = 0
        for found in self._claims.finditer(line) if self._claims else ():
            yield from self._loose(line[position : found.start()])
            claim = self._take(found[0])
            position = found.end()
            following = _MARKS.match(line, position)
            numbers, strange = self._numbers(following[0]) if following else (self.sentences.cited(claim), "")
            yield from self.sentences.told(claim, tuple(_texts(found[0])), numbers)
            if strange:
                yield Text(text=strange)
            position = following.end() if following else position
        yield from self._loose(line[position:])

    def _take(self, text: str) -> int:
        """The next claim with that text; the last one serves every further occurrence."""
        places = self._places[text]
        return places.popleft() if len(places) > 1 else places[0]

    def _loose(self, text: str) -> Iterator[Inline]:
        position = 0
        for found in _MARKS.finditer(text):
            yield from _texts(text[position : found.start()])
            numbers, strange = self._numbers(found[0])
            if numbers:
                yield self.sentences.marks(numbers)
            if strange:
                yield Text(text=strange)
            position = found.end()
        yield from _texts(text[position:])

    def _numbers(self, marks: str) -> tuple[tuple[int, ...], str]:
        """Those of the list of sources, and the others as they stand there."""
        numbers = dict.fromkeys(int(digits) for digits in re.findall(r"\d+", marks))
        strange = "".join(f" [{number}]" for number in numbers if number not in self._known)
        return tuple(number for number in numbers if number in self._known), strange


def without_section(blocks: Iterable[Block], title: str) -> Iterator[Block]:
    """The blocks minus one section, up to the next heading of the same or a higher level."""
    inside = 0
    for block in blocks:
        if isinstance(block, Heading) and (not inside or block.level <= inside):
            inside = block.level if plain(block.spans).casefold() == title.casefold() else 0
        if not inside:
            yield block


def clean_code(code: str) -> str:
    """Code as it is, without characters that show one thing and mean another."""
    return visible(code.replace("\r\n", "\n").replace("\r", "\n"))


def _texts(text: str) -> Iterator[Text]:
    for place, piece in enumerate(_BOLD.split(text)):
        if piece:
            yield Text(text=markdown.plain(piece), strong=place % 2 == 1)


def joined(lines: Iterable[Spans], gap: str = " ") -> Spans:
    """Lines one after another."""
    spans: list[Inline] = []
    for line in lines:
        spans += [*((Text(text=gap),) if spans else ()), *line]
    return tuple(spans)
