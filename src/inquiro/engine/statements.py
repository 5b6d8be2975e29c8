"""What a passage states, with places and terms: sentences, rows of tables, items of lists, and lists and steps as a whole."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from itertools import pairwise
from typing import NamedTuple

import msgspec
import regex

from inquiro.core.text_blocks import text_blocks
from inquiro.core.types import Anchor, Block, BlockKind, Passage, ReadText
from inquiro.engine.abstract_parts import prepares, without_label
from inquiro.engine.meaning import meaning, neighbours
from inquiro.retrieval.context import BETWEEN
from inquiro.retrieval.document_blocks import statement_of
from inquiro.retrieval.sentences import is_prose, sentences
from inquiro.retrieval.words import detect_language

LONGEST_WHOLE = 1_200  # characters of a list that is told as one
LONGEST_BLOCK = 3_000  # and of one whose items are told by their first sentences
LONGEST_PART = 320  # characters of an item or entry that is one statement; a longer one is told by its sentences
LONGEST_WINDOW = 420  # characters of two sentences that are told as one
LONGEST_TERM = 160
_LIST_MARKER = regex.compile(r"(?:[-*+•–]|\(?\p{Nd}{1,2}[.)]|\p{Ll}\))\s+")
_UNJOINED: frozenset[BlockKind] = frozenset({"heading", "code", "table"})
_PARTED: frozenset[BlockKind] = frozenset({"list", "steps", "table", "definition"})
MOST_ROWS = 16  # of a table that is told as one
FEWEST_TERMS = 3  # of definitions that are
_CONTENTS = regex.compile(r"(?:\.\s?){4,}|^\p{Nd}+(?:\.\p{Nd}+)*\.?\s+\p{L}[^.]*[\s.:]\p{Nd}{1,4}\.?$|\s\.$")
_ANNOUNCES = regex.compile(
    r"(?:[:：]|\b(?:as follows?|the following|wie folgt|folgende[nrs]?|comme suit|siguientes?|such as))\W*$",
    regex.IGNORECASE,
)
_NAME = regex.compile(
    r"--?\w[\w-]*|[\p{L}_$][\w$]*(?:(?:\.|::|->|_)[\w$]+)+|[\p{L}_$][\w$.]*(?=\()"
)  # of a function or option
_DIGIT = regex.compile(r"\p{Nd}")
_LETTERS = regex.compile(r"\p{L}{2,}")


class Stated(NamedTuple):
    """Something that a passage says: `passage[start:start + len(quote)]` is the quote."""

    start: int
    quote: str
    statement: str  # on one line, and as it reads on its own
    terms: frozenset[str]
    kind: BlockKind = "paragraph"
    whole: bool = False  # a list or steps with all of their items
    window: bool = False  # a sentence with the one after it
    lead: str = ""  # what announces such a list
    path: str = ""  # the headings above it, and the term that it explains
    pairs: frozenset[tuple[str, str]] = frozenset()  # terms that stand next to each other
    prepares: bool = False  # of an abstract's part on aims or methods
    beside: frozenset[str] = frozenset()  # terms of the statements before and after it under the same heading


@lru_cache(maxsize=4_096)  # the same passages come back every round
def statements(text: str, blocks: tuple[Block, ...] = (), sections: tuple[Anchor, ...] = ()) -> tuple[Stated, ...]:
    """Everything that can be quoted from a passage; headings, code and questions to nobody are not."""
    language = detect_language(text)
    read = ReadText(text=text, media_type="text/plain")
    found: list[Stated] = []
    for block in blocks or text_blocks(text):
        path = _path(sections, block.start)
        told = _parts(read, block, language) if block.kind in _PARTED else _sentences(text, block, language)
        found += [_under(path, one, language) for one in told]
    return tuple(_with_neighbours([_of_a_part(text, one) for one in found]))


def _of_a_part(text: str, one: Stated) -> Stated:
    return one._replace(statement=without_label(one.statement), prepares=prepares(text, one.start))


def _under(path: str, one: Stated, language: str) -> Stated:
    """With the headings above it; a sentence that leaves its subject to a heading such as `fs.stat(path)` is told with it."""
    heading = path.rpartition(BETWEEN)[2]
    full = BETWEEN.join(filter(None, (path, one.path)))
    named = _NAME.match(heading)
    if one.kind == "table" or not named or len(heading) > LONGEST_TERM or named[0] in one.statement:
        return one._replace(path=full)
    told = f"{heading}: {one.statement}"
    return one._replace(path=full, statement=told, terms=one.terms | meaning(heading, language))


def stated(passage: Passage) -> tuple[Stated, ...]:
    """What a passage states, read with what is known about its blocks and headings."""
    return statements(passage.text, passage.blocks, passage.sections)


def windows(passage: Passage) -> tuple[Stated, ...]:
    """Two sentences that follow each other in one block, as one statement: what the first announces the second tells."""
    return _windows(passage.text, passage.blocks, passage.sections)


@lru_cache(maxsize=4_096)
def _windows(text: str, blocks: tuple[Block, ...], sections: tuple[Anchor, ...]) -> tuple[Stated, ...]:
    language = detect_language(text)
    found: list[Stated] = []
    for block in blocks or text_blocks(text):
        if block.kind in _UNJOINED:
            continue
        for start, end in block.parts or ((block.start, block.end),):
            asked = _question(text, start, end) if block.parts else ""
            path = BETWEEN.join(filter(None, (_path(sections, start), asked)))
            for first, second in pairwise(sentences(text, start, end)):
                begin = first[0] + _marker(text[slice(*first)])
                quote = text[begin : second[1]]
                if is_prose(quote) and _goes_on(text[begin : first[1]], quote, text[slice(*second)]):
                    one = Stated(begin, quote, one_line(quote), meaning(quote, language), block.kind, window=True)
                    found.append(_of_a_part(text, _under(path, one, language))._replace(pairs=neighbours(quote)))
    return tuple(found)


def _goes_on(first: str, both: str, second: str) -> bool:
    short = len(both) <= LONGEST_WINDOW and "\n\n" not in both
    return short and not _states_nothing(first) and not _states_nothing(second)


def _question(text: str, start: int, end: int) -> str:
    """The question that an item of a list answers, as in `(12) The file does not shrink. Is this a bug?`."""
    first = text[start:end].partition("\n\n")[0].strip()
    return one_line(first) if len(first) <= LONGEST_TERM and first.endswith(("?", "？")) else ""


def all_terms(passage: Passage) -> frozenset[str]:
    return frozenset[str]().union(*(one.terms for one in stated(passage)))


def one_line(text: str) -> str:
    return " ".join(text.split())


def _path(sections: tuple[Anchor, ...], at: int) -> str:
    return next((one.label for one in reversed(sections) if one.offset <= at), "")


def _with_neighbours(found: list[Stated]) -> Iterator[Stated]:
    near: dict[int, frozenset[str]] = {}
    single = [at for at, one in enumerate(found) if not one.whole]
    for at, after in pairwise(single):
        if found[at].path == found[after].path:
            near[at] = near.get(at, frozenset()) | found[after].terms
            near[after] = near.get(after, frozenset()) | found[at].terms
    for at, one in enumerate(found):
        yield one._replace(beside=near.get(at, frozenset()) - one.terms, pairs=neighbours(one.statement))


def _sentences(passage: str, block: Block, language: str) -> Iterator[Stated]:
    if block.kind in {"heading", "code"}:
        return
    for start, end in sentences(passage, block.start, block.end):
        begin = start + _marker(passage[start:end])
        quote = passage[begin:end]
        if is_prose(quote) and not _states_nothing(quote):
            yield Stated(begin, quote, one_line(quote), meaning(quote, language), block.kind)


def _parts(read: ReadText, block: Block, language: str) -> Iterator[Stated]:
    text = read.text
    if any(
        map(_DIGIT.search, block.header)
    ):  # a figure in the name of a column does not stand in the row that is quoted
        block = msgspec.structs.replace(block, header=())
    if block.kind == "definition":
        yield from _entries(text, block, language)
    for part in () if block.kind == "definition" else block.parts:
        if block.kind != "table" and part[1] - part[0] > LONGEST_PART:
            inside = Block(kind="paragraph", start=part[0], end=part[1])
            asked = _question(text, *part)
            yield from (one._replace(kind=block.kind, path=asked) for one in _sentences(text, inside, language))
            continue
        statement = statement_of(read, block, part)
        if len(_LETTERS.findall(statement)) >= 2 and not _states_nothing(statement):
            yield Stated(part[0], text[slice(*part)], statement, meaning(statement, language), block.kind)
    yield from _whole(read, block, language)


def _whole(read: ReadText, block: Block, language: str) -> Iterator[Stated]:
    """A list, steps, a small table or some definitions with the sentence that announces them, where that is not too long."""
    text = read.text
    start = block.start if block.lead is None else block.lead
    if len(block.parts) < 2 or block.end - start > LONGEST_BLOCK:
        return
    short = block.end - start <= LONGEST_WHOLE
    if block.kind == "definition":
        items = [
            one.statement for one in _entries(text, block, language) if one.path and one.statement.startswith(one.path)
        ]
    elif block.kind == "table":
        items = [statement_of(read, block, part) for part in block.parts]
    else:
        items = [one_line(text[slice(*part)] if short else _first(text, part)) for part in block.parts]
    if not (FEWEST_TERMS if block.kind == "definition" else 2) <= len(items) <= MOST_ROWS:
        return
    items = [item.rstrip(".;,") for item in items]
    numbered = [f"({n}) {item}" for n, item in enumerate(items, 1)] if block.kind == "steps" else items
    lead = one_line(text[start : block.start])
    statement = f"{lead} {'; '.join(numbered)}.".strip()
    if len(statement) <= LONGEST_WHOLE:
        quote, terms = text[start : block.end], meaning(statement, language)
        yield Stated(start, quote, statement, terms, block.kind, whole=True, lead=lead)


def _first(text: str, part: tuple[int, int]) -> str:
    """The first sentence of a long item."""
    found = sentences(text, *part)
    return text[slice(*found[0])] if found else text[slice(*part)]


def _entries(text: str, block: Block, language: str) -> Iterator[Stated]:
    """Terms with what explains them: the first sentence is told with its term, the others stand below it."""
    at, term, fresh = block.start, "", False
    for start, end in block.parts:
        line, _, rest = text[start:end].partition("\n")
        begin = start
        if _is_term(line):
            at, term, fresh = start, one_line(line).rstrip(":："), True
            if not rest.strip():
                continue
            begin = start + len(line)
        for one in _entry_sentences(text, begin, end, language):
            if fresh:
                told = f"{term}: {one.statement.removeprefix(': ')}"
                quote = text[at : one.start + len(one.quote)]
                yield Stated(at, quote, told, meaning(told, language), block.kind, path=term)
            else:
                yield one._replace(kind=block.kind, path=term)
            fresh = False


def _entry_sentences(text: str, start: int, end: int, language: str) -> list[Stated]:
    """The sentences of an explanation; one that is no sentence is told as it stands."""
    found = list(_sentences(text, Block(kind="paragraph", start=start, end=end), language))
    while start < end and text[start].isspace():
        start += 1
    if found or len(_LETTERS.findall(text[start:end])) < 2 or end - start > LONGEST_PART:
        return found
    return [Stated(start, text[start:end], one_line(text[start:end]), meaning(text[start:end], language))]


def _states_nothing(words: str) -> bool:
    """A question, what only announces something, a line of a table of contents."""
    asks = words.rstrip().endswith(("?", "？"))
    return asks or _ANNOUNCES.search(words) is not None or _CONTENTS.search(words) is not None


def _is_term(line: str) -> bool:
    plain = line.strip()
    return 0 < len(plain) <= LONGEST_TERM and not plain.endswith((".", "!", "?", "。")) and ": " not in plain


def _marker(sentence: str) -> int:
    """How long the list marker is that opens a sentence: a quote begins after it."""
    found = _LIST_MARKER.match(sentence)
    return found.end() if found else 0
