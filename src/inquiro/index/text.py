"""A document made ready for an index: its passages, what each is about, and which words it has."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from functools import lru_cache
from pathlib import PurePosixPath

import msgspec
import regex

from inquiro.core.decoders import from_msgpack
from inquiro.core.types import ReadText, Value
from inquiro.index.documents import Entry, State, digest
from inquiro.retrieval import chunks
from inquiro.retrieval.context import context
from inquiro.retrieval.words import content_tokens, tokens

VERSION = f"4 {chunks.VERSION}"  # part of what an index is built with
NAMED = 1  # in the first passage, a word of the title or the file's name counts as so many of the body
HEADED = 1  # in every passage below it, a word of a heading as so many more
_SHORTEST_NAME, _LONGEST_NAME = 2, 10  # terms
_BRACKETS = regex.compile(r"\s*\([^()]*\)\s*$")


class IndexedText(Value, frozen=True, kw_only=True):
    """A document as an index holds it."""

    content: ReadText
    passages: tuple[tuple[int, int], ...]

    def about(self, at: int) -> str:
        """The title, and the headings above a passage."""
        return context(self.content, self.passages[at][0])

    def passage(self, at: int) -> str:
        return self.content.text[slice(*self.passages[at])]


def indexed_text(encoded: bytes) -> IndexedText:
    return from_msgpack(encoded, IndexedText)


def entry_of(path: str, state: State, content: ReadText) -> Entry:
    """Ready to be put into an index."""
    if not content.text.strip():
        return Entry(path, state._replace(reason="holds no text"))
    text = IndexedText(content=content, passages=tuple(_passages(content)))
    abouts = [text.about(at) for at in range(len(text.passages))]
    return Entry(
        path,
        state,
        msgspec.msgpack.encode(text),
        _terms(text, path, abouts),
        [digest(f"{about}\n{text.passage(at)}") for at, about in enumerate(abouts)],
        {"names": [(" ".join(_names(content, path)),)], "called": [(name,) for name in _called(content, path)]},
    )


def said(encoded: bytes, places: Sequence[int]) -> list[str]:
    """Passages of a stored document as a model of meaning reads them; ranking puts the same before it."""
    text = indexed_text(encoded)
    return [f"{text.about(at)}\n{text.passage(at)}" for at in places]


def _passages(content: ReadText) -> list[tuple[int, int]]:
    return chunks.chunk(content)


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


def _terms(text: IndexedText, path: str, abouts: Sequence[str]) -> list[Counter[str]]:
    found = [Counter(tokens(text.passage(at))) for at in range(len(abouts))]
    for counts, about in zip(found, abouts, strict=True):
        for term in _heading_terms(about.removeprefix(text.content.title)):
            counts[term] += HEADED
    for term in _names(text.content, path):
        found[0][term] += NAMED
    return found


@lru_cache(maxsize=10_000)
def _heading_terms(headings: str) -> tuple[str, ...]:
    return tuple(tokens(headings))


def _spoken(path: str) -> str:
    """The name of a file as one would say it: `pep-0572.txt` is PEP 572."""
    parts = PurePosixPath(path).stem.replace("_", " ").replace("-", " ").split()
    return " ".join(part.lstrip("0") or part for part in parts)
