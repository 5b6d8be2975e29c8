"""The pieces of a text that belong together: paragraphs, lists with their lead-in, steps, tables, definitions, code.

A text is read by its characters alone; a reader that knows more about a span says so with `Marked`. Blocks stand in
order, never overlap, and leave out nothing but blank space and lines that only draw a rule.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise
from typing import NamedTuple

from inquiro.core.table_rows import is_border, is_row, table_header
from inquiro.core.text_lines import Line, columns, lines_of
from inquiro.core.types import Anchor, Block, BlockKind, CodeSpan

_ITEM = re.compile(
    r"(?P<mark>[-*+•‣▪◦·–—]|\(?(?P<number>\d{1,3})[.)]|\(?[a-z][.)])[ \t\u00a0]+(?:\[[ xX]\][ \t]+)?(?=\S)"
)
_RULE = re.compile(r"(?:[-=_*~^#\"'+.][ \t]*){3,}")
_FENCE = re.compile(r"(`{3,}|~{3,})")
_TERM = re.compile(r"(?P<term>[^\W\d_][^:：|]{0,48}?|:[^:\s][^:]{0,48}:)(?:[:：]|(?<=:))[ \t]+\S")
_CAPTION = re.compile(
    r"(?i)(?:figure|fig\.?|table|tab\.?|abbildung|abb\.?|tabelle|figura|tabla|tabela|tabella|tableau|figuur|box|chart"
    r"|listing|exhibit|図|表)\s*[A-Z]?\d+(?:[.-]\d+)*\s*[.:：|–—]\s*\S"
)
_MOST_WORDS = 5  # a term that is defined is short
_CAPTION_LENGTH = 800
_ASIDE = 1_200  # what stands between two steps and belongs to the first is no chapter
_ANNOUNCED: frozenset[BlockKind] = frozenset({"list", "steps", "table", "definition", "code", "quote"})
_COLONS = (":", "：")


class Marked(NamedTuple):
    """What a reader knows about a span that its characters do not tell."""

    kind: BlockKind
    start: int
    end: int
    header: tuple[str, ...] | None = None  # of a table; None: its rows shall tell


def text_blocks(
    text: str, headings: Iterable[Anchor] = (), code: Iterable[CodeSpan] = (), marked: Iterable[Marked] = ()
) -> tuple[Block, ...]:
    """The blocks of a text, in order."""
    found: list[Block] = []
    at = 0
    for span in _fixed(text, headings, code, marked):
        found += _Region(text, at, span.start).blocks()
        found += _as_marked(text, span)
        at = span.end
    found += _Region(text, at, len(text)).blocks()
    return tuple(_with_leads(text, _whole_lists(text, found)))


def _fixed(
    text: str, headings: Iterable[Anchor], code: Iterable[CodeSpan], marked: Iterable[Marked]
) -> Iterator[Marked]:
    """What is known beforehand, without overlaps: headings and code cut what a reader marked."""
    certain: list[Marked] = []
    spans = [
        Marked("heading", a.offset, a.offset + len(a.label)) for a in headings if text.startswith(a.label, a.offset)
    ]
    spans += [Marked("code", *whole) for one in code if (whole := _whole_lines(text, one.start, one.end))]
    for span in sorted(spans, key=lambda one: (one.start, -one.end)):
        if span.start >= (certain[-1].end if certain else 0) and text[span.start : span.end].strip():
            certain.append(span)
    at, rest = 0, iter((*certain, Marked("code", len(text), len(text))))
    after = next(rest)
    for mark in sorted(marked, key=lambda one: one.start):
        while after.start < mark.end and after.end <= len(text) and after.start < len(text):
            yield from _clipped(text, mark, at, after.start)
            yield after
            at, after = after.end, next(rest)
        for piece in _clipped(text, mark, at, min(mark.end, after.start)):
            yield piece
            at = piece.end
    yield from (one for one in (after, *rest) if one.start < len(text))


def _clipped(text: str, mark: Marked, low: int, high: int) -> Iterator[Marked]:
    start, end = max(mark.start, low), min(mark.end, high)
    if start < end and text[start:end].strip():
        yield mark._replace(start=start, end=end)


def _whole_lines(text: str, start: int, end: int) -> tuple[int, int] | None:
    """Code that has its lines for itself, with the fences around it; code within a line is no block."""
    if not 0 <= start < end <= len(text):
        return None
    first, last = text.rfind("\n", 0, start) + 1, text.find("\n", end)
    last = len(text) if last < 0 else last
    if text[first:start].strip() or text[end:last].strip():
        return None
    above = text.rfind("\n", 0, max(0, first - 1)) + 1
    below = text.find("\n", last + 1)
    below = len(text) if below < 0 else below
    opened = first > 0 and _FENCE.match(text[above : first - 1].strip())
    closed = _FENCE.fullmatch(text[last + 1 : below].strip())
    return (above if opened else first), (below if opened and closed else last)


def _as_marked(text: str, span: Marked) -> list[Block]:
    """A block of the kind that was named, with the parts that the lines in it show."""
    if span.kind in {"heading", "code"}:  # most of them, and nothing in them is looked at
        piece = text[span.start : span.end]
        lead = len(piece) - len(piece.lstrip()) if span.kind == "heading" else 0
        return [Block(kind=span.kind, start=span.start + lead, end=span.start + len(piece.rstrip()))]
    lines = lines_of(text, span.start, span.end)
    start, end = lines[0].start, lines[-1].end
    if span.kind in {"list", "steps"}:
        return _Region(text, start, end).blocks()
    if span.kind == "table":
        return [_table(lines, span.header)]
    parts = tuple(_entries(lines)) if span.kind == "definition" else ()
    return [Block(kind=span.kind, start=start, end=end, parts=parts)]


class _Region:
    """Blocks of text that nothing is known about beforehand."""

    def __init__(self, text: str, start: int, end: int) -> None:
        self._text = text
        self._lines = lines_of(text, start, end)
        self._at = 0
        self._unclosed: tuple[str, ...] = ()  # fences that nothing closes: never looked for again

    def blocks(self) -> list[Block]:
        found = []
        while self._at < len(self._lines):
            if _is_rule(self._lines[self._at]):
                self._at += 1
            else:
                found.append(self._fenced() or self._rows() or self._items() or self._terms() or self._paragraph())
        return found

    def _fenced(self) -> Block | None:
        opened = _FENCE.match(self._lines[self._at].text)
        if not opened or opened[1].startswith(self._unclosed):
            return None
        for at in range(self._at + 1, len(self._lines)):
            closed = _FENCE.fullmatch(self._lines[at].text)
            if closed and closed[1].startswith(opened[1]):
                return self._take("code", at + 1)
        self._unclosed = (*self._unclosed, opened[1])
        return None

    def _rows(self) -> Block | None:
        end = self._rows_end(self._at)
        if not end:
            return None
        lines, self._at = self._lines[self._at : end], end
        return _table(lines, None)

    def _rows_end(self, at: int) -> int:
        """Where the table that begins at this line ends; 0 where none does. One row with bars around it is enough."""
        first = self._lines[at].text
        if not is_row(first) and not (first[0] == "+" and is_border(first)):
            return 0
        end = at + 1
        while end < len(self._lines) and not self._lines[end].apart and _in_table(self._lines[end].text):
            end += 1
        rows = sum(not is_border(line.text) for line in self._lines[at:end])
        return end if rows > 1 or (rows and first[0] == first[-1] == "|" and len(first) > 1) else 0

    def _items(self) -> Block | None:
        first = self._lines[self._at]
        item = _ITEM.match(first.text)
        if not item or (item["number"] and not self._counts(self._at, int(item["number"]))):
            return None
        end = self._at + 1
        while end < len(self._lines) and self._goes_on(first, item, end):
            end += 1
        lines, self._at = self._lines[self._at : end], end
        parts = tuple(_item_parts(lines))
        kind: BlockKind = "steps" if item["number"] else "list"
        return Block(kind=kind, start=lines[0].start, end=lines[-1].end, parts=parts)

    def _counts(self, at: int, number: int) -> bool:
        """Whether a number at the start of a line counts something: 1 does, others where the next one follows."""
        if number == 1:
            return True
        later = (_ITEM.match(line.text) for line in self._lines[at + 1 : at + 6])
        return any(one and one["number"] and int(one["number"]) == number + 1 for one in later)

    def _goes_on(self, first: Line, item: re.Match[str], at: int) -> bool:
        """Whether the list that began so still holds this line."""
        line = self._lines[at]
        if _is_rule(line) or _FENCE.match(line.text):
            return False
        other = _ITEM.match(line.text)
        if other and line.indent <= first.indent:
            return bool(other["number"]) == bool(item["number"]) and _family(other) == _family(item)
        if line.apart:
            return line.indent >= first.indent + 2
        return bool(other) or not self._rows_end(at)

    def _terms(self) -> Block | None:
        """`Term: explanation` line by line, or terms with explanations that begin with a colon."""
        first, end = self._lines[self._at], self._at + 1
        below = self._lines[end] if end < len(self._lines) and not self._lines[end].apart else None
        colons = below is not None and _explains(below)
        if not colons and not (below and _is_term(first)):
            return None
        terms = 1
        while end < len(self._lines) and not self._lines[end].apart:
            line = self._lines[end]
            if not colons and not _is_term(line) and line.indent <= first.indent:
                return None
            terms += _is_term(line)
            end += 1
        if not colons and terms < 2:
            return None
        lines = self._lines[self._at : end]
        self._at = end
        return Block(kind="definition", start=lines[0].start, end=lines[-1].end, parts=tuple(_entries(lines)))

    def _paragraph(self) -> Block:
        end = self._at + 1
        while end < len(self._lines) and not self._lines[end].apart and not self._starts(end):
            end += 1
        start, stop = self._lines[self._at].start, self._lines[end - 1].end
        captioned = stop - start <= _CAPTION_LENGTH and _CAPTION.match(self._lines[self._at].text)
        return self._take("caption" if captioned else "paragraph", end)

    def _starts(self, at: int) -> bool:
        """Whether something else than text begins in the middle of a paragraph."""
        line = self._lines[at]
        item = _ITEM.match(line.text)
        if item:
            return int(item["number"]) == 1 if item["number"] else item["mark"] in "-*+•‣▪◦·"
        return _is_rule(line) or bool(_FENCE.match(line.text)) or bool(self._rows_end(at))

    def _take(self, kind: BlockKind, end: int) -> Block:
        start, self._at = self._lines[self._at].start, end
        return Block(kind=kind, start=start, end=self._lines[end - 1].end)


def _is_rule(line: Line) -> bool:
    return line.text[0] in "-=_*~^#\"'+." and bool(_RULE.fullmatch(line.text))


def _in_table(line: str) -> bool:
    return is_row(line) or is_border(line)


def _family(item: re.Match[str]) -> str:
    return "1" if item["number"] else "a" if item["mark"].strip("().").isalpha() else "-"


def _is_term(line: Line) -> bool:
    found = _TERM.match(line.text)
    return found is not None and len(found["term"].split()) <= _MOST_WORDS


def _table(lines: Sequence[Line], header: tuple[str, ...] | None) -> Block:
    rows = [line for line in lines if not is_border(line.text)]
    names, below = table_header([line.text for line in lines], header)
    parts = tuple((row.start, row.end) for row in rows[below:])
    return Block(kind="table", start=lines[0].start, end=lines[-1].end, parts=parts, header=names)


def _item_parts(lines: Sequence[Line]) -> Iterator[tuple[int, int]]:
    """Every item without its mark, to the end of what belongs to it."""
    start = end = indent = -1
    for line in lines:
        item = _ITEM.match(line.text)
        if item or (line.apart and line.indent <= indent):  # else it goes on with an item further out
            if start >= 0:
                yield start, end
            start, indent = line.start + (item.end() if item else 0), line.indent if item else -1
        end = line.end
    yield start, end


def _entries(lines: Sequence[Line]) -> Iterator[tuple[int, int]]:
    """Every term with what is said about it."""
    starts = [
        at
        for at, line in enumerate(lines)
        if at == 0
        or (_is_term(line) and line.indent <= lines[0].indent)
        or (at + 1 < len(lines) and _explains(lines[at + 1]) and not _explains(line))
        or (line.apart and not _explains(line) and line.indent <= lines[0].indent)
    ]
    for at, after in pairwise((*starts, len(lines))):
        yield lines[at].start, lines[after - 1].end


def _explains(line: Line) -> bool:
    return line.text.startswith((": ", ":\t"))


def _whole_lists(text: str, found: Iterable[Block]) -> list[Block]:
    """Lists that code or a remark interrupts are still one: what stands between belongs to the item above it."""
    whole: list[Block] = []
    for block in found:
        opened = _opened(text, whole, block)
        if opened is None:
            whole.append(block)
            continue
        first = whole[opened]
        kept = (*first.parts[:-1], (first.parts[-1][0], whole[-1].end))
        if block.parts and block.kind in {"list", "steps"}:
            kept += block.parts
        elif _numbered(text, block) > 1:
            kept += ((_after_mark(text, block), block.end),)
        else:
            kept = (*kept[:-1], (kept[-1][0], block.end))
        whole[opened:] = [Block(kind=first.kind, start=first.start, end=block.end, parts=kept)]
    return whole


def _opened(text: str, whole: Sequence[Block], block: Block) -> int | None:
    """The list that goes on with this block: it stands further in, or counts on after code and short remarks."""
    last = whole[-1] if whole else None
    if last and last.parts and last.kind in {"list", "steps"} and block.kind != "heading":
        inside = _margin(text, block.start) - _margin(text, last.start)
        if inside >= 2 or (inside == 0 and last.kind == block.kind == "list" and text[last.start] == text[block.start]):
            return len(whole) - 1
    number = _numbered(text, block)
    for at in range(len(whole) - 1, max(-1, len(whole) - 8), -1) if number > 1 else ():
        one = whole[at]
        if one.kind == "steps":
            return at if block.start - one.end <= _ASIDE and _last_number(text, one) + 1 == number else None
        if one.kind == "heading":
            return None
    return None


def _margin(text: str, at: int) -> int:
    """The column where the first word of a block stands."""
    line = text.rfind("\n", 0, at) + 1
    rest = text[line : line + 200]
    return columns(rest)


def _numbered(text: str, block: Block) -> int:
    item = _ITEM.match(text, block.start, block.end) if block.kind in {"steps", "paragraph"} else None
    return int(item["number"]) if item and item["number"] else 0


def _after_mark(text: str, block: Block) -> int:
    item = _ITEM.match(text, block.start, block.end)
    return item.end() if item else block.start


def _last_number(text: str, steps: Block) -> int:
    """Of the last item that stands as far out as the first one."""
    first = columns(text[text.rfind("\n", 0, steps.start) + 1 : steps.start + 1])
    for start, _ in reversed(steps.parts):
        line = text.rfind("\n", 0, start) + 1
        item = _ITEM.match(text, line + len(text[line:start]) - len(text[line:start].lstrip()))
        if item and item["number"] and columns(text[line:start]) <= first:
            return int(item["number"])
    return 0


def _with_leads(text: str, found: Iterable[Block]) -> Iterator[Block]:
    """What a paragraph announces with a colon at its end knows where that paragraph begins."""
    above: Block | None = None
    for block in found:
        lead = None
        if above and block.kind in _ANNOUNCED and text[above.start : above.end].endswith(_COLONS):
            announces = above.kind in {"paragraph", "caption"}
            lead = above.start if announces else above.parts[-1][0] if above.parts else None
        above = block
        yield Block(
            kind=block.kind, start=block.start, end=block.end, lead=lead, parts=block.parts, header=block.header
        )
