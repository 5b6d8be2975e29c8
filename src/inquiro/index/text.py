"""A document made ready for an index: its passages, what each is about, and which words it has."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections import Counter
from collections.abc import Iterable, Sequence
from functools import lru_cache
from pathlib import PurePosixPath

import msgspec
import regex

from inquiro.core.decoders import from_msgpack
from inquiro.core.types import Anchor, ReadText, Value
from inquiro.index.documents import Entry, State, digest
from inquiro.retrieval import chunks
from inquiro.retrieval.context import context
from inquiro.retrieval.words import content_tokens, tokens

VERSION = f"2 {chunks.VERSION}"  # part of what an index is built with
NAMED = 1  # in the first passage, a word of the title or the file's name counts as so many of the body
HEADED = 1  # in every passage below it, a word of a heading as so many more
_SHORTEST_NAME, _LONGEST_NAME = 2, 10  # terms
_BRACKETS = regex.compile(r"\s*\([^()]*\)\s*$")
_SECTIONS = 12  # of an outline
_LONGEST = 80  # characters of a section's name there


class IndexedText(Value, frozen=True, kw_only=True):
    """A document as an index holds it."""

    content: ReadText
    passages: tuple[tuple[int, int], ...]

    def about(self, at: int) -> str:
        """The title, and the heading above a passage."""
        return context(self.content, self.passages[at][0])


def indexed_text(encoded: bytes) -> IndexedText:
    return from_msgpack(encoded, IndexedText)


def entry_of(path: str, state: State, content: ReadText) -> Entry:
    """Ready to be put into an index."""
    if not content.text.strip():
        return Entry(path, state._replace(reason="holds no text"))
    text = IndexedText(content=content, passages=tuple(_passages(content)))
    return Entry(
        path,
        state,
        msgspec.msgpack.encode(text),
        _terms(text, path),
        [digest(one) for one in _said(text, range(len(text.passages)))],
        {"outlines": [_outline(content, path)], "called": [(name,) for name in sorted(_called(content, path))]},
    )


def said(encoded: bytes, places: Sequence[int]) -> list[str]:
    """Passages of a stored document as a model of meaning reads them; ranking puts the same before it."""
    return _said(indexed_text(encoded), places)


def _said(text: IndexedText, places: Iterable[int]) -> list[str]:
    return [f"{text.about(at)}\n{text.content.text[slice(*text.passages[at])]}" for at in places]


def _passages(content: ReadText) -> list[tuple[int, int]]:
    return chunks.chunk(content)


def _outline(content: ReadText, path: str) -> tuple[str, str, str]:
    """The title, the sections, and the terms of what it is called."""
    sections = msgspec.json.encode(_sections(content.headings)).decode()
    return content.title, sections, " ".join(sorted(set(_names(content, path))))


def called_in(query: str) -> list[str]:
    """Everything in a query that could be what a document is called."""
    said_ = tokens(query)
    lengths = range(_SHORTEST_NAME, _LONGEST_NAME + 1)
    return list(dict.fromkeys(" ".join(said_[at : at + n]) for n in lengths for at in range(len(said_) - n + 1)))


def _called(content: ReadText, path: str) -> set[str]:
    """The title, the same without what stands in brackets behind it, and the file's name; one word alone says little."""
    names = (content.title, _BRACKETS.sub("", content.title), _spoken(path))
    terms = (tokens(name) for name in names if content_tokens(name))
    return {" ".join(some) for some in terms if _SHORTEST_NAME <= len(some) <= _LONGEST_NAME}


def _names(content: ReadText, path: str) -> list[str]:
    return tokens("\n".join(dict.fromkeys((content.title, _spoken(path)))))


def _terms(text: IndexedText, path: str) -> list[Counter[str]]:
    paths = heading_paths(text.content.headings)
    offsets = [anchor.offset for anchor in text.content.headings]
    found = [_passage_terms(text, span, _headings(paths, offsets, span)) for span in text.passages]
    for term in _names(text.content, path):
        found[0][term] += NAMED
    return found


def _passage_terms(text: IndexedText, span: tuple[int, int], headings: Iterable[str]) -> Counter[str]:
    counts = Counter(tokens(text.content.text[slice(*span)]))
    for heading in headings:
        for term in _heading_terms(heading):
            counts[term] += HEADED
    return counts


@lru_cache(maxsize=10_000)
def _heading_terms(heading: str) -> tuple[str, ...]:
    return tuple(tokens(heading))


def _spoken(path: str) -> str:
    """The name of a file as one would say it: `pep-0572.txt` is PEP 572."""
    parts = PurePosixPath(path).stem.replace("_", " ").replace("-", " ").split()
    return " ".join(part.lstrip("0") or part for part in parts)


def _headings(paths: Sequence[tuple[str, ...]], offsets: Sequence[int], span: tuple[int, int]) -> set[str]:
    """Those above the beginning of a passage, and those inside it."""
    first, last = bisect_right(offsets, span[0]) - 1, bisect_left(offsets, span[1])
    return {label for path in paths[max(first, 0) : last] for label in path}


def heading_paths(headings: Sequence[Anchor]) -> list[tuple[str, ...]]:
    """Each heading with those that it stands under; one whose level nobody knows stands alone."""
    paths: list[tuple[str, ...]] = []
    open_: list[Anchor] = []
    for anchor in headings:
        open_ = [above for above in open_ if 0 < above.level < anchor.level]
        open_.append(anchor)
        paths.append(tuple(one.label for one in open_))
    return paths


def _sections(headings: Sequence[Anchor]) -> list[str]:
    """The highest headings that there are several of."""
    levels = Counter(anchor.level for anchor in headings)
    highest = min((level for level, often in levels.items() if often > 1), default=min(levels, default=0))
    named = (" ".join(anchor.label.split())[:_LONGEST] for anchor in headings if anchor.level == highest)
    return list(dict.fromkeys(filter(None, named)))[:_SECTIONS]
