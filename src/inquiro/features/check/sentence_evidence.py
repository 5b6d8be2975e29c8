"""The places of cited documents that a sentence can rest on, and what the checker says of it there."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import NamedTuple

from inquiro.core.types import Citation, ClaimLabel, Document
from inquiro.engine.checking import Excerpt, Problem, check
from inquiro.engine.checking.statement import statement
from inquiro.engine.checking.weights import weights
from inquiro.engine.extract import heading_at, speaker
from inquiro.engine.quotes import locate
from inquiro.retrieval.document_blocks import blocks_of, heading_path
from inquiro.retrieval.sentences import sentences
from inquiro.retrieval.words import content_tokens, tokens

MOST_SPANS = 4  # of a document: more would prove almost anything
CONTEXT = 160  # characters shown to either side
LONGEST_BLOCK = 1_500
RANK: dict[ClaimLabel, int] = {"quoted": 3, "supported": 2, "inferred": 1, "uncited": 0}
GOOD = frozenset({"quoted", "supported"})


class Span(NamedTuple):
    document: Document
    start: int
    end: int

    @property
    def text(self) -> str:
        return self.document.text[self.start : self.end]


class Grounded(NamedTuple):
    """A sentence on its evidence."""

    label: ClaimLabel
    problems: tuple[Problem, ...] = ()
    spans: tuple[Span, ...] = ()
    share: float = 0.0  # of its words, by their weight, that its evidence holds

    @property
    def good(self) -> bool:
        return self.label in GOOD


class _Taken(NamedTuple):
    """A document taken apart once."""

    spans: tuple[tuple[int, int], ...]
    terms: tuple[frozenset[str], ...]


def grounded(text: str, documents: Sequence[Document], granted: Sequence[str] = ()) -> Grounded:
    """The best that can be said of a sentence by these documents: its own words, else sentences, else paragraphs."""
    for document in documents:
        if len(text) >= 20 and (place := locate(document.text, text.rstrip(" ."))):
            return Grounded("quoted", (), (Span(document, *_whole(document, place)),), 1.0)
    wanted = weights(statement(text))
    chosen = [span for document in documents for span in _chosen(wanted, document)]
    chosen = sorted(chosen, key=lambda span: -_gain(wanted, span))[:MOST_SPANS]
    if not chosen:
        nothing = Problem(kind="evidence", text="its source says nothing about it")
        return Grounded("uncited", (nothing,))
    named = [*granted, *(word for span in chosen for word in who_and_when(span.document))]
    first = _judged(text, chosen, named)
    if first.label in GOOD:
        return _with_share(first, wanted)
    wider = _judged(text, list(dict.fromkeys(_block(span) for span in chosen)), named)
    return _with_share(wider if RANK[wider.label] > RANK[first.label] else first, wanted)


def who_and_when(document: Document) -> tuple[str, ...]:
    """What a sentence may say of its source without the source saying so: who wrote it, and in which year."""
    author = document.author or ""
    return tuple(word for word in (author, speaker(author), (document.published or "")[:4]) if word)


def citation(span: Span, source_id: str) -> Citation:
    text = span.document.text
    return Citation(
        source_id=source_id,
        quote=span.text,
        start=span.start,
        end=span.end,
        document_id=span.document.id,
        before=text[max(0, span.start - CONTEXT) : span.start],
        after=text[span.end : span.end + CONTEXT],
        heading=heading_at(span.document, span.start),
    )


def best_share(text: str, document: Document) -> float:
    """How much of a sentence a few sentences of a document hold, every word of meaning alike."""
    wanted = _plainly(text)
    held = {term for span in _chosen(wanted, document) for term in tokens(span.text)}
    total = sum(wanted.values())
    return sum(weight for term, weight in wanted.items() if term in held) / total if total else 0.0


def nearest_words(text: str, document: Document) -> str:
    """The few sentences of a document that hold most of a sentence."""
    return " ".join(span.text for span in _chosen(_plainly(text), document))


def _plainly(text: str) -> dict[str, float]:
    return dict.fromkeys(content_tokens(text), 1.0)


def _judged(text: str, spans: Sequence[Span], granted: Sequence[str]) -> Grounded:
    found = check(text, [_excerpt(span) for span in spans], granted)
    used = tuple(spans[at] for at in found.evidence if at < len(spans)) or tuple(spans)
    return Grounded(found.label, found.problems, used if found.label in GOOD else tuple(spans))


def _with_share(found: Grounded, wanted: Mapping[str, float]) -> Grounded:
    held = {term for span in found.spans for term in tokens(span.text)}
    total = sum(wanted.values())
    share = sum(weight for term, weight in wanted.items() if term in held) / total if total else 0.0
    return found._replace(share=round(share, 3))


def _excerpt(span: Span) -> Excerpt:
    document = span.document
    return Excerpt(
        quote=span.text,
        around=_block(span).text,
        heading=" › ".join(heading_path(document, span.start)),
        title=document.title,
        date=document.published or "",
        author=document.author or "",
    )


def _chosen(wanted: Mapping[str, float], document: Document) -> list[Span]:
    """Greedily, what adds most to the words that are borne out."""
    taken = _taken(document.id, document.text)
    shared = [terms & wanted.keys() for terms in taken.terms]
    chosen: list[int] = []
    covered: set[str] = set()
    while len(chosen) < MOST_SPANS:
        gains = [sum(wanted[term] for term in terms - covered) for terms in shared]
        best = max(range(len(gains)), key=gains.__getitem__, default=-1)
        if best < 0 or not gains[best]:
            break
        chosen.append(best)
        covered |= shared[best]
    return [Span(document, *taken.spans[at]) for at in sorted(chosen)]


@lru_cache(maxsize=128)
def _taken(_: str, text: str) -> _Taken:
    spans = tuple(sentences(text))
    return _Taken(spans, tuple(frozenset(tokens(text[start:end])) for start, end in spans))


def _gain(wanted: Mapping[str, float], span: Span) -> float:
    held = frozenset(tokens(span.text))
    return sum(weight for term, weight in wanted.items() if term in held)


def _block(span: Span) -> Span:
    """The paragraph, item or table around a span, unless it is a chapter."""
    for block in blocks_of(span.document):
        if block.start <= span.start and span.end <= block.end:
            return span._replace(start=block.start, end=block.end) if block.end - block.start <= LONGEST_BLOCK else span
    return span


def _whole(document: Document, place: tuple[int, int]) -> tuple[int, int]:
    """To the full stop that the sentence may have been cited without."""
    start, end = place
    while end < len(document.text) and document.text[end] in '.。”"’':
        end += 1
    return start, end
