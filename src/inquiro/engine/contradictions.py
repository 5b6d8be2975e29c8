"""Statements about one thing that do not fit together, and the likeliest reason why."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import combinations
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
from inquiro.engine.units import agree, converted, measure
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
_DEFINED = regex.compile(
    r"\bdefin(?:ed|es|ition)\b|\bcounts? as\b|\brefers? to\b|\b(?:nominal|inflation-adjusted|seasonally adjusted)\b|"
    r"\b(?:net|gross) of\b|\bdefiniert\b|\bDefinition\b|\bgilt als\b|\b(?:netto|brutto)\b|\bse define\b|\bdefinición\b|定義",
    regex.IGNORECASE,
)
_POPULATION = regex.compile(
    r"\b(?:adults?|child(?:ren)?|adolescents?|infants?|women|men|girls|boys|patients|students|pensioners|households|"
    r"residents|commuters|smokers|non-smokers|mice|rats|Erwachsenen?|Kinder|Frauen|Männer|Haushalte|adultos|niños|"
    r"mujeres|hombres|aged? \d+(?:\s?(?:-|–|to)\s?\d+)?)\b",
    regex.IGNORECASE,
)
_CHANGE = regex.compile(
    r"\bby\b|\bdifference\b|\b(?:cool|warm|cold|hott)er\b|\b(?:rise|rose|drop|fall|fell|increase|decrease)\w*\b|\bum\b|"
    r"\b(?:kühler|wärmer)\b",
    regex.IGNORECASE,
)


class _Stated(NamedTuple):
    fact: Fact
    document: Document
    proof: Evidence
    number: Quantity
    dimension: str
    before: frozenset[str]
    words: frozenset[str]


def find_contradictions(
    facts: Sequence[Fact], evidence: Mapping[str, Evidence], documents: Mapping[str, Document]
) -> list[Contradiction]:
    """Facts from different documents that give one subject two values, whatever order they come in."""
    ordered = sorted(facts, key=lambda fact: int(fact.id[1:]))
    stated = [one for fact in ordered for one in _stated(fact, evidence, documents)]
    clusters = {place: {place} for place in range(len(stated))}
    for one, other in combinations(range(len(stated)), 2):
        if clusters[one] is not clusters[other] and _clash(stated[one], stated[other]):
            clusters[one] |= clusters[other]
            clusters.update(dict.fromkeys(clusters[other], clusters[one]))
    distinct = {min(cluster): [stated[place] for place in sorted(cluster)] for cluster in clusters.values()}
    return [_explain(sorted(distinct[first], key=_age)) for first in sorted(distinct) if len(distinct[first]) > 1]


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
    """What a fact says in figures; a retracted work contradicts nobody."""
    proofs = (evidence[e] for e in fact.evidence if e in evidence and evidence[e].document_id in documents)
    proof = next((one for one in proofs if not documents[one.document_id].retracted), None)
    numbers = [q for q in quantities(fact.statement) if q.unit or _is_share(q)]
    if proof is None or not numbers or len({n.unit for n in numbers if n.unit}) > 2:
        return []
    first = next((q for q in numbers if q.unit), numbers[0])
    before, _, _ = fact.statement.partition(first.text)
    plain = frozenset(t for t in content_tokens(fact.statement) if not t[:1].isdigit())
    document = documents[proof.document_id]
    known = measure(first)
    dimension = known.dimension if known else first.unit
    return [_Stated(fact, document, proof, first, dimension, frozenset(content_tokens(before)), plain)]


def _is_share(quantity: Quantity) -> bool:
    return not quantity.unit and 0 < quantity.value < 1


def _clash(a: _Stated, b: _Stated) -> bool:
    return a.document.id != b.document.id and _same_dimension(a, b) and _same_subject(a, b) and not _overlap(a, b)


def _same_subject(a: _Stated, b: _Stated) -> bool:
    if min(len(a.before), len(b.before)) >= SUBJECT_TERMS and _alike(a.before, b.before) >= SAME_SUBJECT:
        return True
    mine, theirs = a.words, b.words
    if a.number.unit != b.number.unit:  # how a unit is called says nothing of the subject
        mine, theirs = mine - _unit_words(a), theirs - _unit_words(b)
    return min(len(mine), len(theirs)) >= 5 and _alike(mine, theirs) >= SAME_SENTENCE


def _unit_words(one: _Stated) -> frozenset[str]:
    return frozenset(content_tokens(one.number.text))


def _same_dimension(a: _Stated, b: _Stated) -> bool:
    both_bare = not a.number.unit and not b.number.unit  # they need not be of the same kind
    return a.dimension == b.dimension and not both_bare


def _overlap(a: _Stated, b: _Stated) -> bool:
    """Whether the values, or the ranges they stand in, have anything in common."""
    change = bool(_CHANGE.search(a.fact.statement) or _CHANGE.search(b.fact.statement))
    mine, theirs = (quantities(one.fact.statement) for one in (a, b))
    if any(_equal(q, other, change=change) for q in mine for other in theirs if {q.unit, other.unit} == _units(a, b)):
        return True
    (low, high), (other_low, other_high) = (_range(one, _units(a, b), change=change) for one in (a, b))
    return low <= other_high and other_low <= high


def _units(a: _Stated, b: _Stated) -> set[str]:
    return {a.number.unit, b.number.unit}


def _equal(q: Quantity, other: Quantity, *, change: bool) -> bool:
    if q.unit == other.unit:
        return q.value == other.value
    here, there = measure(q, difference=change), measure(other, difference=change)
    return here is not None and there is not None and agree(here, there)


def _range(one: _Stated, units: set[str], *, change: bool) -> tuple[float, float]:
    """In the unit as written; where the other side uses another one, in the base unit of both."""
    same = [q for q in quantities(one.fact.statement) if q.text == one.number.text]
    if len(units) == 1:
        values = [q.value for q in same]
    else:
        values = [m.middle for q in same if (m := measure(q, difference=change))]
    return min(values), max(values)


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
    if mistaken := _same_figure(older, newer):
        return "unit", mistaken
    if replaced := _near(newer, _REPLACED):
        return "superseded", replaced
    defined = list(filter(None, (_near(one, _DEFINED) for one in (older, newer))))
    if defined:
        return "definition", " / ".join(defined)
    groups = [sorted({found.lower() for found in _POPULATION.findall(one.fact.statement)}) for one in (older, newer)]
    if all(groups) and groups[0] != groups[1]:
        return "scope", " / ".join(", ".join(found) for found in groups)
    scopes = list(filter(None, (_near(one, _SCOPED) for one in (older, newer))))
    if scopes:
        return "scope", " / ".join(scopes)
    places = [set(one.fact.entities) for one in (older, newer)]
    if all(places) and not places[0] & places[1]:
        return "scope", " / ".join(", ".join(sorted(found)) for found in places)
    if older.number.unit != newer.number.unit:
        return "unit", _conversion(older, newer)
    return "disagreement", ""


def _same_figure(older: _Stated, newer: _Stated) -> str:
    """One number in two units: somebody took the one for the other."""
    differs = older.number.unit != newer.number.unit and older.number.value == newer.number.value
    return _conversion(older, newer) if differs else ""


def _conversion(older: _Stated, newer: _Stated) -> str:
    change = bool(_CHANGE.search(older.fact.statement) or _CHANGE.search(newer.fact.statement))
    amount = converted(older.number, newer.number.unit, difference=change)
    return "" if amount is None else f"{older.number.text} = {amount:.4g} {newer.number.unit}".rstrip()


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
