"""Statements about one thing that do not fit together, and the likeliest reason why."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

import regex

from inquiro.core.types import (
    Contradiction,
    ContradictionKind,
    ContradictionSide,
    Document,
    Evidence,
    Fact,
    Quantity,
)
from inquiro.engine.quantities import quantities, years
from inquiro.retrieval.sentences import sentences
from inquiro.retrieval.words import content_tokens, words

SAME_SUBJECT = 0.75  # of the words before the number
SUBJECT_TERMS = 4  # fewer words before the number do not say what it is a number of
SAME_SENTENCE = 0.6  # of all words but the numbers

_REPLACED = regex.compile(
    r"with effect from|\breplac\w+|\bno longer\b|\bnew (?:rule|limit|law)|\bamended\b|\bsupersed\w+|\bsince \d|"
    r"\bseit \d|\bersetz\w+|\bneue[rsn]? (?:Regel|Grenzwert)|\bsustituy\w+|\breempla[zc]\w+|\ba partir del?\b|改正|から適用",
    regex.IGNORECASE,
)
_SCOPED = regex.compile(
    r"\bcovers?\b|\binclud\w+|\bexclud\w+|\bonly\b|\bwithout\b|\bper (?:year|tree|flat|person|passenger)\b|\bover \d+ years\b|"
    r"\benthält\b|\bnur\b|\bohne\b|\beinschließlich\b|\bumfasst\b|\bincluye\b|\bsolo\b|\bsin\b|含む|のみ",
    regex.IGNORECASE,
)


class _Stated(NamedTuple):
    fact: Fact
    document: Document
    proof: Evidence
    number: Quantity
    before: frozenset[str]
    words: frozenset[str]


def find_contradictions(
    facts: Sequence[Fact], evidence: Mapping[str, Evidence], documents: Mapping[str, Document]
) -> list[Contradiction]:
    """Pairs of facts from different documents that give one subject two values."""
    stated = [one for fact in facts for one in _stated(fact, evidence, documents)]
    clusters: list[list[_Stated]] = []
    for one in stated:
        home = next((c for c in clusters if any(_clash(one, other) for other in c)), None)
        if home is None:
            clusters.append([one])
        else:
            home.append(one)
    return [_explain(sorted(c, key=_age)) for c in clusters if len({one.document.id for one in c}) > 1]


def joined(known: Sequence[Contradiction], more: Sequence[Contradiction]) -> list[Contradiction]:
    """All of them, without those whose sides are known to contradict one another already."""
    found = list(known)
    for one in more:
        sides = {side.fact_id for side in one.sides}
        if not any(sides <= {side.fact_id for side in other.sides} for other in found):
            found.append(one)
    return found


def _age(one: _Stated) -> tuple[str, int]:
    return one.document.published or "", int(one.fact.id[1:])


def _stated(fact: Fact, evidence: Mapping[str, Evidence], documents: Mapping[str, Document]) -> list[_Stated]:
    proof = next((evidence[e] for e in fact.evidence if e in evidence), None)
    document = documents.get(proof.document_id) if proof else None
    numbers = [q for q in quantities(fact.statement) if q.unit]
    if proof is None or document is None or not numbers or len({n.unit for n in numbers}) > 2:
        return []
    first = numbers[0]
    before, _, _ = fact.statement.partition(first.text)
    plain = frozenset(t for t in content_tokens(fact.statement) if not t[:1].isdigit())
    return [_Stated(fact, document, proof, first, frozenset(content_tokens(before)), plain)]


def _clash(a: _Stated, b: _Stated) -> bool:
    if a.document.id == b.document.id or a.number.unit != b.number.unit or _overlap(a, b):
        return False
    if min(len(a.before), len(b.before)) >= SUBJECT_TERMS and _alike(a.before, b.before) >= SAME_SUBJECT:
        return True
    return min(len(a.words), len(b.words)) >= 5 and _alike(a.words, b.words) >= SAME_SENTENCE


def _overlap(a: _Stated, b: _Stated) -> bool:
    """Whether the values, or the ranges they stand in, have anything in common."""
    mine, theirs = ([q.value for q in quantities(one.fact.statement) if q.unit == one.number.unit] for one in (a, b))
    if set(mine) & set(theirs):
        return True
    (low, high), (other_low, other_high) = _range(a), _range(b)
    return low <= other_high and other_low <= high


def _range(one: _Stated) -> tuple[float, float]:
    same = [q.value for q in quantities(one.fact.statement) if q.text == one.number.text]
    return min(same), max(same)


def _alike(a: frozenset[str], b: frozenset[str]) -> float:
    return len(a & b) / max(len(a | b), 1)


def _explain(sides: Sequence[_Stated]) -> Contradiction:
    """Oldest first: the newest side words what it is about."""
    older, newer = sides[0], sides[-1]
    kind, why = _reason(older, newer)
    shared = older.before & newer.before or older.words & newer.words
    about = [w.text for w in words(newer.fact.statement) if shared & set(content_tokens(w.text))]
    return Contradiction(
        about=" ".join(dict.fromkeys(about))[:80] or newer.number.text,
        kind=kind,
        explanation=why,
        sides=tuple(
            ContradictionSide(
                statement=one.fact.statement,
                fact_id=one.fact.id,
                document_id=one.document.id,
                value=one.number.text,
                published=one.document.published,
            )
            for one in sides
        ),
    )


def _reason(older: _Stated, newer: _Stated) -> tuple[ContradictionKind, str]:
    periods = [years(one.fact.statement) for one in (older, newer)]
    if all(periods) and not set(periods[0]) & set(periods[1]):
        return "scope", f"{', '.join(periods[0])} / {', '.join(periods[1])}"
    if replaced := _near(newer, _REPLACED):
        return "superseded", replaced
    scopes = list(filter(None, (_near(one, _SCOPED) for one in (older, newer))))
    if scopes:
        return "scope", " / ".join(scopes)
    places = [set(one.fact.entities) for one in (older, newer)]
    if all(places) and not places[0] & places[1]:
        return "scope", " / ".join(", ".join(sorted(found)) for found in places)
    return "disagreement", ""


def _near(one: _Stated, cue: regex.Pattern[str]) -> str:
    """The statement itself or the sentence right after it, where it names its scope or what it replaces."""
    text, proof = one.document.text, one.proof
    if cue.search(proof.quote):
        return proof.quote
    following = sentences(text, proof.end, min(proof.end + 400, len(text)))
    if not following or "\n\n" in text[proof.end : following[0][0]]:
        return ""
    after = text[slice(*following[0])]
    return after if cue.search(after) else ""
