"""What a thing has one of, told differently: when it was founded, where it is based, who designed it."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from itertools import combinations
from typing import NamedTuple

import regex

from inquiro.core.types import Contradiction
from inquiro.engine.contradictions.reasons import Reason, moved
from inquiro.engine.contradictions.regions import is_region
from inquiro.engine.contradictions.said import Said, contradiction, hanging_together
from inquiro.engine.contradictions.subjects import dates_near, knows
from inquiro.engine.dating import stated_dates
from inquiro.engine.entities import same_name
from inquiro.engine.relations import Related, related
from inquiro.retrieval.words import content_tokens

OPENING = 1_500  # characters of a document that tell what it is about
IN_COMMON = 3  # words of two openings: else one name may be two things

_DATES = {
    "founded in": "beginning",
    "opened in": "beginning",
    "completed in": "completion",
    "born in": "birth",
    "died in": "death",
}
_MAKERS = frozenset({"designed by", "written by", "directed by", "composed by", "invented by"})
_HOLDERS = frozenset({"capital of", "president of", "mayor of", "chief executive of", "chancellor of"})  # one at a time
_OFFICES = _HOLDERS - {"capital of"}
_VAGUE = regex.compile(
    r"\b(?:c|ca|circa|around|about|probably|perhaps|possibly|or|etwa|um|hacia)\b\.?", regex.IGNORECASE
)


class _Told(NamedTuple):
    said: Said
    relation: Related
    attribute: str
    value: str


def attributes_that_differ(said: Sequence[Said]) -> list[Contradiction]:
    """One thing, one attribute, two values that cannot be the same, and no document that knows both."""
    things: defaultdict[tuple[str, str], list[_Told]] = defaultdict(list)
    for one in said:
        for relation in related(one.fact.statement):
            if told := _told(one, relation):
                name = relation.object if relation.predicate in _HOLDERS else relation.subject
                things[told.attribute, same_name(name)].append(told)
    found = [
        explained
        for (_, name), values in things.items()
        for sides in hanging_together(values, _clashes(values, name))
        if (explained := _explained(sides))
    ]
    return sorted(found, key=lambda one: min(int(side.fact_id[1:]) for side in one.sides))


def _told(said: Said, relation: Related) -> _Told | None:
    predicate = relation.predicate
    if predicate in _DATES and not _VAGUE.search(relation.text):
        return _Told(said, relation, _DATES[predicate], relation.object)
    if predicate == "based in" or predicate in _MAKERS:
        return _Told(said, relation, predicate, relation.object)
    if predicate in _HOLDERS:
        return _Told(said, relation, predicate, relation.subject)
    return None


def _clashes(told: Sequence[_Told], name: str) -> Iterator[tuple[int, int]]:
    for one, other in combinations(range(len(told)), 2):
        a, b = told[one], told[other]
        if a.said.document.id != b.said.document.id and _exclude(a, b) and _of_one_thing(a.said, b.said, name):
            yield one, other


def _exclude(a: _Told, b: _Told) -> bool:
    if a.attribute in _DATES.values():
        if a.value.startswith(b.value) or b.value.startswith(a.value):
            return False
        years = a.value[:4], b.value[:4]
        return years[0] == years[1] or not (dates_near(a.said, years[1]) or dates_near(b.said, years[0]))
    mine, theirs = (frozenset(content_tokens(one.value)) for one in (a, b))
    if mine & theirs or not mine or not theirs:
        return False
    if a.attribute == "based in" and is_region(a.value) != is_region(b.value):
        return False  # a city and the country it lies in
    return not (knows(a.said, b.value) or knows(b.said, a.value))


def _of_one_thing(a: Said, b: Said, name: str) -> bool:
    """Two that share a name need more in common: what the documents open with, beside the name itself."""
    own = set(content_tokens(name))
    mine, theirs = (
        {t for t in content_tokens(f"{s.document.text[:OPENING]} {s.fact.statement}") if not t[:1].isdigit()}
        - own
        - _COMMON_TERMS
        for s in (a, b)
    )
    return len(mine & theirs) >= IN_COMMON


_COMMON_TERMS = frozenset(
    term
    for term in content_tokens(
        "born died founded established opened completed based headquartered designed written directed composed invented year first one "
        "new american english british german january february march april may june july august september october november december",
        "en",
    )
)


def _explained(sides: Sequence[_Told]) -> Contradiction | None:
    older, newer = sides[0], sides[-1]
    reason = _reason(older, newer)
    if reason is None:
        return None
    kind, why = reason
    relation = newer.relation
    holder = relation.predicate in _HOLDERS
    about = f"{relation.predicate} {relation.object}" if holder else f"{relation.subject}: {_wording(sides)}"
    told = [(one.said, _as_written(one)) for one in sides]
    return contradiction(told, about=about, kind=kind, explanation=why)


def _wording(sides: Sequence[_Told]) -> str:
    return " / ".join(dict.fromkeys(one.relation.predicate.rpartition(" ")[0] for one in sides))


def _as_written(one: _Told) -> str:
    dates = stated_dates(one.relation.text) if one.attribute in _DATES.values() else ()
    return next((date.text for date in dates if date.iso == one.value), one.value)


def _reason(older: _Told, newer: _Told) -> Reason | None:
    words = f"{older.relation.text} / {newer.relation.text}"
    dates = [one.said.document.published for one in (older, newer)]
    if older.attribute in _OFFICES:  # who holds an office changes: without dates nothing can be told
        return ("superseded", words) if all(dates) and dates[0] != dates[1] else None
    if older.relation.predicate != newer.relation.predicate:
        return "definition", words
    if older.attribute == "based in" and (change := moved(older.said, newer.said)):
        return change
    return "disagreement", ""
