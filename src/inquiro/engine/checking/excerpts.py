"""Excerpts cut out of documents: the quote, the block it stands in, and the headings, table header and names above it."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Collection, Mapping, Sequence

import regex

from inquiro.core.types import Block, Document, Evidence
from inquiro.engine.checking.evidence import grounds, read
from inquiro.engine.checking.excerpt import Excerpt
from inquiro.engine.checking.statement import statement
from inquiro.engine.checking.weights import weights
from inquiro.retrieval.document_blocks import blocks_of, heading_path

WIDEST = 1_200  # characters around a quote: more is another subject
NEARBY = 1_500  # on either side: where what it speaks of is named, at the latest
NARROW = 240  # a block of fewer is told with its neighbours under the same heading
EXAMPLE = 700  # characters of what a sentence announces
ANNOUNCED = frozenset({"code", "list", "steps", "table"})
PROSE = frozenset({"paragraph", "list", "steps", "definition"})
NEAREST = 4  # places of one document that one sentence rests on
BETWEEN = " › "
# A kind of document in capitals and its number: as it begins a title, or as a file is called.
_SERIES = r"(?:PEP|RFC|BIP|EIP|ERC|JEP|KEP|XEP|TIP|SIP|CVE|ISO|IEC|DIN|ANSI|NIST|IEEE)"
_TITLED = regex.compile(rf"\b({_SERIES}(?:[ /](?:IEC|EN|SP))?)[ \u00a0#:-]{{0,2}}(\d[\d.-]{{0,11}}\d|\d)\b")
_FILED = regex.compile(rf"(?i)\b({_SERIES})[-_ ]?0*(\d+)(?=\.\w{{1,5}}$|$|[-_./#?])")


class Excerpts:
    """Over the documents of one check; the blocks of each are found once."""

    def __init__(self, documents: Mapping[str, Document], without: Collection[str] = ()) -> None:
        self._documents = documents
        self._without = without  # documents of which nothing but the quotes is known
        self._blocks: dict[str, tuple[Block, ...]] = {}

    def __contains__(self, document_id: str) -> bool:
        return self.document(document_id) is not None

    def document(self, document_id: str) -> Document | None:
        return None if document_id in self._without else self._documents.get(document_id)

    def of(self, proof: Evidence) -> Excerpt:
        """A quote in its document; without the document the quote alone."""
        document = self.document(proof.document_id)
        return self.at(document, proof.start, proof.end) if document else Excerpt(proof.quote)

    def at(self, document: Document, start: int, end: int) -> Excerpt:
        blocks = self._blocks_of(document)
        place = max(bisect_right(blocks, start, key=lambda block: block.start) - 1, 0)
        low, high, columns = start, end, ""
        if blocks and blocks[place].start < end and start < blocks[place].end:
            low, high = _extent(document, blocks, place, start, end)
            columns = " | ".join(blocks[place].header) if blocks[place].kind == "table" else ""
        return Excerpt(
            quote=document.text[start:end],
            around=document.text[low:high].strip(),
            heading=BETWEEN.join(heading_path(document, start)),
            columns=columns,
            title=document.title,
            date=document.published or "",
            author=document.author or "",
            number=number_named(document.title, document.url),
            edition=edition_of(document),
        )

    def nearest(self, document: Document, sentence: str) -> list[Excerpt]:
        """The few places of a document that a sentence can rest on; of a short one that shares no word, all of it."""
        on = grounds(weights(statement(sentence)), [read(document.text, bare=True)])
        spans = [span for one in on.wording if (span := _place(document.text, one.sentence.text))]
        if not spans and len(document.text) <= WIDEST:
            spans = [(0, len(document.text))]
        return list(dict.fromkeys(self.at(document, *span) for span in spans[:NEAREST]))

    def _blocks_of(self, document: Document) -> tuple[Block, ...]:
        if document.id not in self._blocks:
            self._blocks[document.id] = blocks_of(document)
        return self._blocks[document.id]


def _place(text: str, sentence: str) -> tuple[int, int] | None:
    """Where a sentence stands that was read without its marks of Markdown."""
    words = sentence.split()
    found = regex.search(r"\W+".join(map(regex.escape, words)), text) if words else None
    return found.span() if found else None


def number_named(title: str, url: str) -> str:
    """What a document of a series goes by, such as PEP 703: from its title, else from its file name."""
    if found := _TITLED.match(title.strip()):
        return f"{found[1]} {found[2]}"
    if found := _FILED.search(url.rstrip("/").rpartition("/")[2]):
        return f"{found[1].upper()} {found[2]}"
    return ""


def edition_of(document: Document) -> str:
    """`Final, version 3.6`: what stands in the head of a document, away from every quote."""
    return ", ".join(part for part in (document.status, document.version and f"version {document.version}") if part)


def naming(one: Excerpt, document: Document | None, start: int, end: int) -> str:
    """Where a reader finds what a quote speaks of: its title and headings, its block, and the text on either side."""
    beside = document.text[max(0, start - NEARBY) : end + NEARBY] if document else ""
    return "\n".join(part for part in (*one, beside) if part)


def shown(excerpts: Sequence[Excerpt]) -> str:
    """Everything that whoever judges by these excerpts was shown, as one text."""
    return "\n".join(part for one in excerpts for part in one if part)


def _extent(document: Document, blocks: Sequence[Block], place: int, start: int, end: int) -> tuple[int, int]:
    """From where to where a reader would look: the block, what announces it, and the neighbours of a short one."""
    block = blocks[place]
    low, high = min(block.start, start), max(block.end, end)
    if block.kind == "table":  # other rows speak of other things
        rows = [part for part in block.parts if part[0] < end and start < part[1]]
        low, high = min((start, *(row[0] for row in rows))), max((end, *(row[1] for row in rows)))
    elif block.lead is not None:
        low = min(low, block.lead)
    if (
        place + 1 < len(blocks)
        and blocks[place + 1].kind in ANNOUNCED
        and document.text[low:high].rstrip().endswith(":")
    ):
        high = min(blocks[place + 1].end, high + EXAMPLE)  # "as follows:" says nothing without what follows
    if high - low < NARROW and block.kind != "table":
        before, after = blocks[max(place - 1, 0)], blocks[min(place + 1, len(blocks) - 1)]
        low = min(low, before.start) if before.kind in PROSE else low
        high = max(high, after.end) if after.kind in PROSE else high
    if high - low <= WIDEST:
        return low, high
    spare = max(WIDEST - (end - start), 0) // 2
    return _word_begin(document.text, max(low, start - spare)), _word_end(document.text, min(high, end + spare))


def _word_begin(text: str, at: int) -> int:
    while 0 < at < len(text) and not text[at - 1].isspace() and not text[at].isspace():
        at -= 1
    return at


def _word_end(text: str, at: int) -> int:
    while 0 < at < len(text) and not text[at].isspace() and not text[at - 1].isspace():
        at += 1
    return at
