"""Notes of the same vault that speak of a topic and that the researched one does not link to."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from inquiro.core.types import Document, Evidence, Fact, NoteText, Query, RelatedNote
from inquiro.engine.harmless import shortened
from inquiro.engine.meaning import meaning
from inquiro.engine.statements import one_line, statements

MOST_RELATED = 5
LONGEST_SAID = 200
LOOKED_AT = 20_000  # characters


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
    """Those that say most on the topics first; what the writer links to is known to them already.

    By their links alone, unless the reader wants their words.
    """
    known = {note.path, *note.linked, *note.embedded}
    said = {one.id: _said_by(one, facts, evidence) for one in notes}
    fresh = [one for one in notes if links.get(one.url) and path_of(one.url) not in known]
    ordered = sorted(fresh, key=lambda one: -sum(_worth(fact) for fact in said[one.id]))
    return tuple(
        RelatedNote(
            path=path_of(one.url),
            title=one.title,
            link=links[one.url],
            topics=_topics(said[one.id], queries),
            says=shortened(one_line(_words(one, said[one.id], queries, evidence)), LONGEST_SAID) if quotes else "",
        )
        for one in ordered[:MOST_RELATED]
    )


def _said_by(document: Document, facts: Sequence[Fact], evidence: Mapping[str, Evidence]) -> list[Fact]:
    own = [
        fact for fact in facts if any(e in evidence and evidence[e].document_id == document.id for e in fact.evidence)
    ]
    return sorted(own, key=lambda fact: (-_worth(fact), int(fact.id[1:])))


def _worth(fact: Fact) -> float:
    return max(fact.scores.values(), default=0.0)


def _topics(facts: Sequence[Fact], queries: Sequence[Query]) -> tuple[str, ...]:
    served = {item for fact in facts for item in fact.scores}
    return tuple(query.text for query in queries if not query.private and served.intersection(query.items))


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
