"""What a result is drawn from: a small closed set of blocks and of what stands in a line.

Texts in a tree come from outside unless said otherwise: every renderer shows them as data. Addresses passed `safe_url`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Literal

from inquiro.core.types import ClaimLabel, FactEstimate, JudgedBy, Value
from inquiro.present.quotes import Quote

Tone = Literal["", "good", "warn", "bad"]

# -- in a line -------------------------------------------------------------------------------------


class Text(Value, frozen=True, kw_only=True):
    text: str
    strong: bool = False
    quiet: bool = False


class Link(Value, frozen=True, kw_only=True):
    text: str
    url: str
    strong: bool = False


class Statement(Value, frozen=True, kw_only=True):
    """A claim's sentence; `claim` is its place in report.claims."""

    claim: int
    spans: tuple[Text, ...]
    label: ClaimLabel
    by: JudgedBy = "rule"
    told: bool = False  # what it is said to be is said for all of its section


class Marks(Value, frozen=True, kw_only=True):
    """Numbers of sources, and the claim they belong to where one is known; they stick to what stands before them."""

    numbers: tuple[int, ...]
    claim: int | None = None
    retracted: tuple[int, ...] = ()


class Note(Value, frozen=True, kw_only=True):
    """A few words of our own beside a sentence: `(inferred)`."""

    text: str
    tone: Tone = ""


class Chip(Value, frozen=True, kw_only=True):
    """A state in a word or two."""

    text: str
    tone: Tone = ""


Inline = Text | Link | Statement | Marks | Note | Chip
Spans = tuple[Inline, ...]

# -- blocks ----------------------------------------------------------------------------------------


class Heading(Value, frozen=True, kw_only=True):
    spans: Spans
    level: int = 2
    anchor: str = ""


class Paragraph(Value, frozen=True, kw_only=True):
    spans: Spans
    kind: Literal["", "quiet", "notice", "strong"] = ""


class Items(Value, frozen=True, kw_only=True):
    """Each item is blocks; the first is its line."""

    items: tuple[tuple[Block, ...], ...]
    numbered: bool = False


class Table(Value, frozen=True, kw_only=True):
    """Without a head: names and values. A row of one cell is a heading over the rows after it."""

    rows: tuple[tuple[Spans, ...], ...]
    head: tuple[str, ...] = ()
    widths: tuple[int, ...] = ()  # shares of a page; none: all the same
    kind: Literal["", "facts", "fields"] = ""


class Quotation(Value, frozen=True, kw_only=True):
    """Words of one side: who or what says them above, where they stand below."""

    words: Spans
    title: str = ""
    foot: Spans = ()


class Box(Value, frozen=True, kw_only=True):
    """What a reader sees first, or quotations side by side."""

    blocks: tuple[Block, ...]
    kind: Literal["answer", "sides"] = "answer"


class Folded(Value, frozen=True, kw_only=True):
    """What few readers want; where nothing folds it stands there under its title, unless it is `heavy`."""

    title: str
    blocks: tuple[Block, ...]
    level: int = 2
    anchor: str = ""
    heavy: bool = False  # tables that a page to hand on does without; JSON has them


class Code(Value, frozen=True, kw_only=True):
    code: str
    language: str = ""
    caption: Spans = ()


class Figure(Value, frozen=True, kw_only=True):
    """How much was found, round by round; `caption` says the same in words."""

    points: tuple[tuple[int, FactEstimate], ...]
    caption: str


class SourceRow(Value, frozen=True, kw_only=True):
    """One source: where marks lead, with every quote that is cited from it."""

    number: int
    title: str
    url: str = ""  # safe to follow
    facts: tuple[str, ...] = ()
    retracted: bool = False
    quotes: tuple[Quote, ...] = ()
    quality: str = ""  # and why


Block = (
    Heading | Paragraph | Items | Table | Quotation | Box | Folded | Code | Figure | SourceRow
)  # closed: renderers match every one


SOURCES = "Sources"


class Document(Value, frozen=True, kw_only=True):
    """A result in the order in which it is read; renderers may move whole parts."""

    title: str
    language: str
    day: str = ""  # volatile, like `run`
    glance: str = ""
    answer: tuple[Block, ...] = ()
    notices: tuple[str, ...] = ()
    body: tuple[Block, ...] = ()
    sources: tuple[SourceRow, ...] = ()
    listed: str = SOURCES  # what the list of sources is called
    making: tuple[Block, ...] = ()  # how it was made
    appendix: tuple[Block, ...] = ()
    closing: str = ""
    run: tuple[tuple[str, str], ...] = ()
    checker: str = ""  # how well sentences are checked; pooled over runs, so that the next run has more of them

    @property
    def whole_run(self) -> tuple[tuple[str, str], ...]:
        return (*self.run, *((("Sentence checker", self.checker),) if self.checker else ()))


def words(text: str, *, strong: bool = False, quiet: bool = False) -> Spans:
    return (Text(text=text, strong=strong, quiet=quiet),) if text else ()


def paragraph(text: str, kind: Literal["", "quiet", "notice", "strong"] = "") -> Paragraph:
    return Paragraph(spans=words(text), kind=kind)


def heading(text: str, level: int = 2, anchor: str = "") -> Heading:
    return Heading(spans=words(text), level=level, anchor=anchor)


def facts(pairs: Iterable[tuple[str, str]]) -> Table:
    """Names and values."""
    return Table(rows=tuple((words(name, strong=True), words(value)) for name, value in pairs), kind="facts")


def section(title: str, blocks: Iterable[Block], level: int = 2, anchor: str = "") -> Iterator[Block]:
    """A heading and what stands under it; nothing where there is nothing."""
    listed = tuple(blocks)
    if listed:
        yield heading(title, level, anchor)
        yield from listed


def plain(spans: Iterable[Inline]) -> str:
    """The words of a line without marks."""
    parts = []
    for span in spans:
        match span:
            case Statement():
                parts.append("".join(piece.text for piece in span.spans))
            case Marks() | Note():
                pass
            case _:
                parts.append(span.text)
    return " ".join("".join(parts).split())
