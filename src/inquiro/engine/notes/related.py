"""Notes of the same vault that speak of a topic and that the researched one does not link to."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from math import log2

from inquiro.core.types import Document, Evidence, Fact, NoteText, Query, RelatedNote
from inquiro.engine.harmless import shortened
from inquiro.engine.meaning import meaning
from inquiro.engine.notes.wordlists import GENERIC, VAGUE, WEAK
from inquiro.engine.statements import one_line, statements

MOST_RELATED = 5
LONGEST_SAID = 200
LOOKED_AT = 20_000  # characters
TOLD = 0.4  # of a topic's telling words in one statement: then it speaks of the topic
FEWEST_TOLD = 2  # of them
FEWEST_TOPICS = 2  # that a note speaks of whose name says nothing of the kind,
AT_LENGTH = 3  # unless one statement has as many words of one, the subject's among them
CROWD = 6  # notes, from which on can be seen what every note of the vault speaks of
EVERYWHERE = 0.5  # of them
AVERAGE = 2_000  # characters; a note that is much longer speaks of everything
CLOSE = 0.4  # of the nearest note
_IDLE = WEAK | GENERIC | VAGUE | frozenset("tool tools facility facilities plugin plugins".split())


def related_notes(
    note: NoteText,
    notes: Sequence[Document],
    queries: Sequence[Query],
    facts: Sequence[Fact],
    evidence: Mapping[str, Evidence],
    *,
    path_of: Callable[[str], str],
    links: Mapping[str, str],
    quotes: bool = False,
) -> tuple[RelatedNote, ...]:
    """Those that say most on the topics first, none that only shares a word or two; what the writer links to is known to them.

    By their links alone, unless the reader wants their words.
    """
    known = {note.path, *note.linked, *note.embedded}
    fresh = [one for one in notes if links.get(one.url) and path_of(one.url) not in known]
    near = _Nearness(note, notes, queries)
    weighed = [(near.of(one), one) for one in fresh]
    least = CLOSE * max((weight for weight, _ in weighed), default=0.0)
    ordered = sorted((pair for pair in weighed if pair[0] > 0 and pair[0] >= least), key=lambda pair: -pair[0])
    said = {one.id: _said_by(one, facts, evidence) for _, one in ordered[:MOST_RELATED]}
    return tuple(
        RelatedNote(
            path=path_of(one.url),
            title=one.title,
            link=links[one.url],
            topics=tuple(query.text for query in queries if not query.private and near.speaks_of(one, query)),
            says=shortened(one_line(_words(one, said[one.id], queries, evidence)), LONGEST_SAID) if quotes else "",
        )
        for _, one in ordered[:MOST_RELATED]
    )


class _Nearness:
    """How near other notes are to the topics of one."""

    def __init__(self, note: NoteText, notes: Sequence[Document], queries: Sequence[Query]) -> None:
        self._said = {one.id: [found.terms for found in statements(one.text[:LOOKED_AT])] for one in notes}
        held = Counter(term for said in self._said.values() for term in frozenset().union(*said))
        crowd = len(notes) if len(notes) >= CROWD else 0
        common = {term for term, number in held.items() if crowd and number > EVERYWHERE * crowd}
        self._title = _telling(note.title) - common
        wanted = {query.text: _telling(query.text) for query in queries}
        self._wanted = {text: terms - common or terms for text, terms in wanted.items()}
        asked = Counter(term for terms in self._wanted.values() for term in terms)
        least = FEWEST_TOPICS if len(queries) > FEWEST_TOPICS else 1
        self._names = self._title | {term for term, number in asked.items() if number >= least}

    def of(self, note: Document) -> float:
        """0 for a note that is none: its name says nothing of it, and it speaks of one topic at most, in passing."""
        shared = [self._shared(note, terms) for terms in self._wanted.values()]
        topics = sum(map(bool, shared))
        named = len(_telling(note.title) & self._names)
        length = any(len(one) >= AT_LENGTH and one & self._title for one in shared)
        if not topics or not (named or length or topics >= FEWEST_TOPICS):
            return 0.0
        return (topics + 2.0 * named) / (1.0 + max(0.0, log2(max(len(note.text), 1) / AVERAGE)))

    def speaks_of(self, note: Document, query: Query) -> bool:
        return bool(self._shared(note, self._wanted.get(query.text, frozenset())))

    def _shared(self, note: Document, terms: frozenset[str]) -> frozenset[str]:
        """The words of a topic in the statement that has most of them; none where it has too few."""
        best = max((terms & said for said in self._said[note.id]), key=len, default=frozenset[str]())
        least = min(AT_LENGTH, max(min(FEWEST_TOLD, len(terms)), TOLD * len(terms)))
        return best if len(best) >= least else frozenset()


def _telling(text: str) -> frozenset[str]:
    return meaning(" ".join(word for word in text.split() if word.lower() not in _IDLE))


def _said_by(document: Document, facts: Sequence[Fact], evidence: Mapping[str, Evidence]) -> list[Fact]:
    own = [
        fact for fact in facts if any(e in evidence and evidence[e].document_id == document.id for e in fact.evidence)
    ]
    return sorted(own, key=lambda fact: (-_worth(fact), int(fact.id[1:])))


def _worth(fact: Fact) -> float:
    return max(fact.scores.values(), default=0.0)


def _words(
    document: Document, facts: Sequence[Fact], queries: Sequence[Query], evidence: Mapping[str, Evidence]
) -> str:
    """Its own, also where others say the same in theirs."""
    proofs = (evidence[one] for fact in facts[:1] for one in fact.evidence if one in evidence)
    quoted = next((proof.quote for proof in proofs if proof.document_id == document.id), "")
    if quoted:
        return quoted
    wanted = meaning(" ".join(query.text for query in queries))
    told = [
        (len(wanted & one.terms), -one.start, one.quote)
        for one in statements(document.text[:LOOKED_AT])
        if not one.whole
    ]
    return max(told, default=(0, 0, ""))[2]
