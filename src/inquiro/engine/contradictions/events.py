"""What happens once, told with two dates."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import NamedTuple

import regex

from inquiro.core.types import Contradiction, StatedDate
from inquiro.engine.contradictions.alike import alike_pairs
from inquiro.engine.contradictions.main_clause import main_clause, settled
from inquiro.engine.contradictions.said import Said, contradiction, hanging_together, in_words
from inquiro.engine.contradictions.subjects import capitals, comparable, dates_near, same_names
from inquiro.engine.dating import stated_dates
from inquiro.engine.relations import related
from inquiro.retrieval.words import content_tokens, detect_language
from inquiro.text.polarity import happened

ALIKE = 0.75  # of the words beside the date
FEWEST = 3  # terms, the event among them

_ONCE = {
    "began": "began begun begins started starts start commenced begann begannen empezó comenzó",
    "became": "became",
    "founded": "founded established formed created gegründet fundado fundada",
    "opened": "opened inaugurated eröffnet inaugurado inaugurada",
    "built": "built constructed erected gebaut erbaut construido construida",
    "completed": "completed finished fertiggestellt terminado terminada",
    "introduced": "introduced launched eingeführt introducido introducida",
    "discovered": "discovered entdeckt descubierto descubierta",
    "invented": "invented erfunden inventado inventada",
    "ended": "ended concluded endete terminó",
    "closed": "closed geschlossen cerrado cerrada",
    "demolished": "demolished abgerissen demolido demolida",
    "abolished": "abolished repealed abgeschafft abolido abolida",
    "signed": "signed unterzeichnet firmado firmada",
    "adopted": "adopted ratified enacted verabschiedet adoptado adoptada",
    "published": "published veröffentlicht publicado publicada",
    "joined": "joined",
    "died": "died starb gestorben murió",
    "born": "born geboren nació",
}
EVENT_FORMS = {form: event for event, forms in _ONCE.items() for form in forms.split()}
_EVENT = regex.compile(rf"\b(?:{'|'.join(EVENT_FORMS)})\b", regex.IGNORECASE)
AGAIN = regex.compile(  # it happens more than once, or the date is only near
    r"\b(?:again|re-?\w+ed|season|seasons|annual\w*|every|each|c\.|circa|ca\.|around|about|by|before|after|until|since|late|early|wieder|"
    r"um|vor|nach|bis|seit|hacia|antes|después|hasta|desde|cerca)\b",
    regex.IGNORECASE,
)


class Dated(NamedTuple):
    """An event with its one date; `terms` are what is said besides."""

    terms: tuple[str, ...]
    date: StatedDate
    text: str


class _Told(NamedTuple):
    said: Said
    event: Dated


def events_that_differ(said: Sequence[Said]) -> list[Contradiction]:
    told = [_Told(one, event) for one in said if (event := _dated(one.fact.statement))]
    return [_explained(sides) for sides in hanging_together(told, _clashes(told))]


@lru_cache(maxsize=8_192)
def _dated(statement: str) -> Dated | None:
    """The once-only event of a main clause that names what it speaks of and holds a single date."""
    statement = happened(statement)
    if not _EVENT.search(statement) or any(one.object[:4].isdigit() for one in related(statement)):
        return None  # what names have one of is compared as such
    clause = main_clause(statement)
    dates = stated_dates(clause) if clause else ()
    if len(dates) != 1 or not dates[0].iso or len(stated_dates(statement)) != 1 or AGAIN.search(clause):
        return None
    events = {EVENT_FORMS[word.lower()] for word in _EVENT.findall(clause)}
    rest = _EVENT.sub(lambda found: f" {EVENT_FORMS[found[0].lower()]} ", clause.replace(dates[0].text, " "))
    terms = tuple(content_tokens(rest, detect_language(clause)))
    return Dated(terms, dates[0], clause) if len(events) == 1 and len(set(terms)) >= FEWEST and capitals(rest) else None


def _clashes(told: Sequence[_Told]) -> Iterator[tuple[int, int]]:
    for one, other in alike_pairs([frozenset(each.event.terms) for each in told], ALIKE):
        a, b = told[one], told[other]
        if a.said.document.id == b.said.document.id or not comparable(a.said, b.said):
            continue
        if not _same(a.event.terms, b.event.terms):
            continue
        mine, theirs = a.event.date.iso, b.event.date.iso
        apart = not (mine.startswith(theirs) or theirs.startswith(mine))
        known = mine[:4] != theirs[:4] and (dates_near(a.said, theirs[:4]) or dates_near(b.said, mine[:4]))
        if apart and not known and settled(a.said, b.said) and same_names(a.said, b.said, a.event.text, b.event.text):
            yield one, other


def _same(a: Sequence[str], b: Sequence[str]) -> bool:
    """The same in the same order from the first word on: the preparations of a start are no start."""
    shorter, longer = sorted((a, b), key=len)
    rest = iter(longer)
    return a[0] == b[0] and all(term in rest for term in shorter)


def _explained(sides: Sequence[_Told]) -> Contradiction:
    older, newer = sides[0], sides[-1]
    shared = set(older.event.terms) & set(newer.event.terms)
    about = in_words(newer.event.text, shared) or newer.event.text
    told = [(one.said, one.event.date.text) for one in sides]
    more = [
        in_words(one.event.text, set(one.event.terms) - set(other.event.terms))
        for one, other in ((older, newer), (newer, older))
    ]
    why = " / ".join(filter(None, more))
    return contradiction(told, about=about, kind="scope" if why else "disagreement", explanation=why)
