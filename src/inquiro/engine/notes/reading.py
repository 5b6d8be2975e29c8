"""What is read for a note: passages for every topic alike, and what the note itself says."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence

import msgspec

from inquiro.core.protocols import Ranker
from inquiro.core.snapshots import is_part
from inquiro.core.types import Document, Evidence, Fact, Finding, Passage, Query, Topic
from inquiro.engine.document_relevance import standings

PASSAGES_PER_TOPIC = 10
PAGE_PASSAGES = 7  # about what one question to a model holds
CUT = ":"
OWN_WORDS = 0.9  # how well what the note says of a topic speaks to it


def ranked_for_topics(
    ranker: Ranker, queries: Sequence[Query], documents: Sequence[Document], longest: int
) -> list[Passage]:
    """Every topic's best passages, each once; of a long page only its beginning is read."""
    read = [_beginning(document, longest) for document in documents]
    asked = [ranker.rank(query.text, read, PASSAGES_PER_TOPIC, private=query.private) for query in queries]
    standing = standings([query.text for query in queries], asked)
    found = {(passage.document_id, passage.start): passage for ranked in asked for passage in ranked}
    return [_placed(passage, standing[passage.document_id]) for passage in found.values()]


def apart(queries: Sequence[Query], items: Collection[str]) -> tuple[list[Query], list[Query]]:
    """Queries by which topics are known, and those in the note's own words for some: they are ranked each among their like."""
    own = [query for query in queries if query.private and set(query.items) & set(items)]
    return [query for query in queries if query not in own], own


def each_once(passages: Iterable[Passage]) -> list[Passage]:
    """With the better standing of its document where it was found twice."""
    found: dict[tuple[str, int], Passage] = {}
    for passage in passages:
        known = found.get((passage.document_id, passage.start))
        if known is None or known.standing < passage.standing:
            found[passage.document_id, passage.start] = passage
    return list(found.values())


def ranked_of_page(
    ranker: Ranker, queries: Sequence[Query], page: Document, longest: int, standing: float
) -> list[Passage]:
    """What a page says on any of the topics, as much as a model is shown of it at once."""
    read = [_beginning(page, longest)]
    best: dict[int, Passage] = {}
    for query in queries:
        for passage in ranker.rank(query.text, read, PAGE_PASSAGES, private=query.private):
            if passage.start not in best or best[passage.start].score < passage.score:
                best[passage.start] = passage
    kept = sorted(best.values(), key=lambda passage: (-passage.score, passage.start))[:PAGE_PASSAGES]
    return [_placed(passage, standing) for passage in sorted(kept, key=lambda passage: passage.start)]


def fetched(documents: Sequence[Document]) -> list[Document]:
    """The pages among what was read: not the reader's own, and more than a snippet."""
    return [one for one in documents if not one.private and not is_part(one) and one.url.startswith("http")]


def own_findings(topics: Sequence[Topic], note: Document) -> list[Finding]:
    """What the note says of its topics, to be held against what others say."""
    return [
        Finding(document_id=note.id, statement=topic.context, quote=topic.context, scores={topic.id: OWN_WORDS})
        for topic in topics
        if topic.context and topic.context in note.text
    ]


def told_by_others(facts: Sequence[Fact], evidence: Mapping[str, Evidence], note_id: str) -> list[Fact]:
    """The facts that somebody else states; a note proves nothing to its writer."""
    others: list[Fact] = []
    for fact in facts:
        proofs = tuple(one for one in fact.evidence if one in evidence and evidence[one].document_id != note_id)
        if proofs:
            others.append(msgspec.structs.replace(fact, evidence=proofs))
    return others


def told_elsewhere(facts: Sequence[Fact], evidence: Mapping[str, Evidence], notes: Collection[str]) -> list[Fact]:
    """The facts that rest on more than the reader's other notes, which are named and not quoted."""
    found: list[Fact] = []
    for fact in facts:
        proofs = tuple(one for one in fact.evidence if one in evidence and evidence[one].document_id not in notes)
        if proofs:
            found.append(msgspec.structs.replace(fact, evidence=proofs))
    return found


def _beginning(document: Document, longest: int) -> Document:
    """Under a name of its own, since a ranker keeps what it knows of a document by that."""
    if len(document.text) <= longest:
        return document
    kept = tuple(anchor for anchor in document.headings if anchor.offset < longest)
    name = f"{document.id}{CUT}{longest}"
    return msgspec.structs.replace(document, id=name, text=document.text[:longest], headings=kept, blocks=())


def _placed(passage: Passage, standing: float) -> Passage:
    return msgspec.structs.replace(passage, document_id=passage.document_id.partition(CUT)[0], standing=standing)
