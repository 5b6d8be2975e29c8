"""What is read of the documents at hand: the best of them first and in depth, nothing twice, no more than allowed."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from itertools import zip_longest
from typing import NamedTuple

import msgspec

from inquiro.core.protocols import Ranker
from inquiro.core.types import Document, Passage, Query, Value
from inquiro.engine.document_relevance import is_named, numbered_name, with_names
from inquiro.engine.packing import AROUND, tokens
from inquiro.retrieval.context import context, sections_within
from inquiro.retrieval.document_blocks import blocks_within
from inquiro.retrieval.ranking import CANDIDATES, SECONDS
from inquiro.retrieval.words import fold

DOCUMENT_SHARE = 0.5  # of a passage's worth: a good document is read where its words are plain, too,
HEAD_SHARE = 0.6  # and its beginning says what it is about and what became of it
HEAD = 3_200  # characters
NAMED_HEAD, NAMED_REST = 1.0, 0.3  # a document that the question names comes first
FLOOR = 0.25  # of the best; what is worth less is about something else
LONGEST_JOINED = 4_000  # characters of neighbours that are shown as one
SERVED_EACH = 3  # passages that a query of a later round gets before all others
SERVED_CANDIDATES, MOST_SERVED = 60, 40
SERVED_DOCUMENT = 0.3  # of a passage's worth for one query: what its document says of it elsewhere
SERVED_FLOOR = 0.5  # of the best for it
WITHOUT_MODEL = 24_000  # tokens a round that the embedded reasoner goes through


class Patience(NamedTuple):
    """What a round spends on the meaning of passages: how long it waits, and for how many of them."""

    seconds: float
    candidates: int


ALONE = Patience(SECONDS, CANDIDATES)  # the answer hangs on a few sentences
FOR_MODEL = Patience(0.1, 100)  # a model reads so much that the order of it matters little


class Chosen(Value, frozen=True, kw_only=True):
    """A passage by its place."""

    document: str
    start: int
    end: int
    score: float
    standing: float


class Reading(Value, frozen=True, kw_only=True):
    """What a round reads, and how many tokens it was allowed; settled before any model is asked."""

    allowance: int
    chosen: tuple[Chosen, ...]
    left: int = 0  # passages worth reading for which there was no room
    used: int = 0  # tokens
    by_words: int = 0  # passages whose meaning was looked for, and not known in time

    def passages(self, documents: Mapping[str, Document]) -> list[Passage]:
        """The best document first, each from its beginning to its end, neighbours as one passage."""
        found: list[Passage] = []
        for one in self.chosen:
            if one.document not in documents:
                continue
            document, last = documents[one.document], found[-1] if found else None
            if last and last.document_id == one.document and _goes_on(document.text, last, one):
                text = document.text[last.start : one.end]
                better = max(last.score, one.score)
                found[-1] = msgspec.structs.replace(last, end=one.end, text=text, score=better)
            else:
                found.append(_passage(one, document))
        return [_with_structure(one, documents[one.document_id]) for one in found]


def reading_order(
    ranker: Ranker, question: str, queries: Sequence[Query], documents: Sequence[Document], *, for_model: bool = False
) -> list[Passage]:
    """Passages worth reading, best first; `score` is what a passage is worth, `standing` what its document is."""
    patience = FOR_MODEL if for_model else ALONE
    surveyed = ranker.survey(question, queries, documents, seconds=patience.seconds, candidates=patience.candidates)
    standing = with_names(question, surveyed, documents)
    named = {one.id for one in documents if is_named(question, one)}
    standing |= dict.fromkeys(named & standing.keys(), 1.0)
    worth = [_worth(one, standing[one.document_id], one.document_id in named) for one in surveyed]
    best = max(worth, default=0.0)
    order = sorted(range(len(surveyed)), key=lambda at: (-worth[at], at))
    return [
        msgspec.structs.replace(
            surveyed[at], score=round(worth[at], 4), standing=round(standing[surveyed[at].document_id], 4)
        )
        for at in order
        if worth[at] > FLOOR * best
    ]


def answers_to(ranker: Ranker, queries: Sequence[Query], documents: Sequence[Document]) -> list[list[Passage]]:
    """For each query the passages of the documents at hand that serve it alone, best first."""
    found = []
    for query in queries:
        surveyed = ranker.survey(query.text, (), documents, seconds=0.0, candidates=SERVED_CANDIDATES)
        worth = [one.score + SERVED_DOCUMENT * one.standing for one in surveyed]
        order = sorted(range(len(surveyed)), key=lambda at: (-worth[at], at))
        best = max(worth, default=0.0)
        found.append([surveyed[at] for at in order[:MOST_SERVED] if worth[at] > SERVED_FLOOR * best])
    return found


def served_first(
    passages: Sequence[Passage], answers: Sequence[Sequence[Passage]], read: Iterable[Chosen] = ()
) -> list[Passage]:
    """The best unread answers of each query in turn, then the others: who asks for more of one thing gets that, and not
    what is left of the documents that suit the question as a whole."""
    known = {(one.document, one.start) for one in read}
    waiting = [[one for one in some if _place(one) not in known][:SERVED_EACH] for some in answers]
    in_turn = (one for turn in zip_longest(*waiting) for one in turn if one is not None)
    first = {_place(one): one for one in reversed(list(in_turn))}
    ordered = list(reversed(first.values()))
    return [*ordered, *(one for one in passages if _place(one) not in first)]


def chosen_within(
    passages: Iterable[Passage], allowance: int, read: Iterable[Chosen] = (), *, overhead: int = 0
) -> Reading:
    """As many as are allowed, in the order of their worth; what was read before, or says the same, is left out."""
    known = {(one.document, one.start) for one in read}
    said: set[str] = set()
    kept: list[Passage] = []
    room, left = allowance - overhead, 0
    for passage in passages:
        words = fold(" ".join(passage.text.split()))
        if (passage.document_id, passage.start) in known or words in said:
            continue
        cost = tokens(passage.text) + AROUND
        if cost > room:
            left += 1
            continue
        said.add(words)
        room -= cost
        kept.append(passage)
    return Reading(
        allowance=allowance,
        chosen=tuple(_by_document(kept)),
        left=left,
        used=allowance - room if kept else 0,
    )


def _place(passage: Passage) -> tuple[str, int]:
    return passage.document_id, passage.start


def _worth(passage: Passage, standing: float, named: bool) -> float:
    head = passage.start < HEAD
    first = (NAMED_HEAD if head else NAMED_REST) if named else 0.0
    return passage.score + (DOCUMENT_SHARE + HEAD_SHARE * head) * standing + first


def _goes_on(text: str, last: Passage, one: Chosen) -> bool:
    near = last.end <= one.start and not text[last.end : one.start].strip()
    return near and one.end - last.start <= LONGEST_JOINED


def _by_document(passages: Sequence[Passage]) -> list[Chosen]:
    """The best document first, each from its beginning to its end."""
    first = {name: place for place, name in reversed(list(enumerate(one.document_id for one in passages)))}
    ordered = sorted(passages, key=lambda one: (first[one.document_id], one.start))
    return [
        Chosen(document=p.document_id, start=p.start, end=p.end, score=p.score, standing=p.standing) for p in ordered
    ]


def _about(document: Document, start: int) -> str:
    """What a passage is about, with the number of its document: such texts call themselves `this PEP`."""
    about, number = context(document, start), numbered_name(document)
    return f"{number}: {about}" if number and number not in about else about


def _with_structure(passage: Passage, document: Document) -> Passage:
    """With the blocks and headings that its document has there: alone, its characters tell less."""
    return msgspec.structs.replace(
        passage,
        blocks=blocks_within(document, passage.start, passage.end),
        sections=sections_within(document, passage.start, passage.end),
    )


def _passage(one: Chosen, document: Document) -> Passage:
    return Passage(
        document_id=document.id,
        start=one.start,
        end=one.end,
        text=document.text[one.start : one.end],
        score=one.score,
        context=_about(document, one.start),
        standing=one.standing,
        private=document.private,
    )
