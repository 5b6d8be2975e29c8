"""Whether two statements speak of the same thing: their words may be alike and their subjects different."""

from __future__ import annotations

from functools import lru_cache

import regex

from inquiro.engine.contradictions.regions import is_region
from inquiro.engine.contradictions.said import Said
from inquiro.engine.document_relevance import mentions, name_of
from inquiro.retrieval.words import content_tokens, fold, words
from inquiro.text.dates import months
from inquiro.text.typography import flattened

NEAR = 500  # characters on either side

_VERB = (
    r"(?:is|are|was|were|has|had|have|can|could|will|would|did|does|do|may|might|became|received|reached|sold|won|peaked|grossed|"
    r"contains?|features?|includes?|consists?|covers?|\p{Ll}{3,}ed|ist|war|hat|wurde|es|fue|tiene|era)"
)
_ANAPHORIC = regex.compile(  # the film, this method, both groups: only the text around it says which one
    rf"^(?:(?:In|For|Of|Among|At|On|From|With|During)\s(?:this|these|those|both|our|that|such|all|whom)\b)|"
    rf"^(?:It|He|She|They|We|This|These|Those|That|Both|All|Its|His|Her|Their|Our|I|Er|Sie|Es|Dies\w*|Este|Esta|Ella|Ellos)\s|"
    rf"^(?:The|An?|Der|Die|Das|El|La)\s(?:\p{{Ll}}+|\p{{L}}+(?=\s(?:ist|war|hat|wurde)))\s(?:also\s|then\s|later\s|only\s)?{_VERB}\b"
)
_SAMPLE = regex.compile(  # a study's own cases: another study has others
    r"\b(?:mean|median|patients?|participants?|subjects|respondents|cases|follow-?up|cohort|groups?|controls?|respectively|enrolled|"
    r"randomi[sz]ed|SD|CI|IQR|samples?|specimens?|Patienten|Teilnehmer\w*|pacientes|participantes)\b|\b[pPn]\s?[<=>]|±"
)


@lru_cache(maxsize=8_192)
def anaphoric(statement: str) -> bool:
    return _ANAPHORIC.search(statement) is not None


@lru_cache(maxsize=8_192)
def of_a_sample(statement: str) -> bool:
    return _SAMPLE.search(statement) is not None


@lru_cache(maxsize=8_192)
def capitals(text: str) -> frozenset[str]:
    """Index terms of the words that are written like names, the first one too."""
    found = (w.text for w in words(text) if w.text[:1].isupper() and w.text.lower() not in months())
    return frozenset(term for word in found for term in content_tokens(word))


def same_names(a: Said, b: Said, mine: str, theirs: str) -> bool:
    """Each name in what is said of the subject stands in the other document too, and not each has one of its own."""
    here, there = capitals(mine), capitals(theirs)
    only_here, only_there = here - there, there - here
    if only_here and only_there:
        return False
    return _mentions(b, only_here) and _mentions(a, only_there)


def _mentions(said: Said, terms: frozenset[str]) -> bool:
    """A first word is written like a name without being one, so most of what looks like names is enough."""
    if not terms:
        return True
    text = fold(f"{said.document.title}\n{said.document.text}")
    return sum(term in text for term in terms) * 2 >= len(terms)


def knows(said: Said, name: str) -> bool:
    """Whether a document gives the other's value too: then it tells what each of them is."""
    return fold(name).split()[-1] in fold(f"{said.document.title}\n{said.document.text}")


def dates_near(said: Said, year: str) -> bool:
    """Whether the other's year stands near the quote: a long page has many years in it."""
    text, proof = said.document.text, said.proof
    return year in text[max(0, proof.start - NEAR) : proof.end + NEAR]


def share_a_name(a: Said, b: Said) -> bool:
    return bool(_named(a.fact.statement) & _named(b.fact.statement))


@lru_cache(maxsize=8_192)
def _named(statement: str) -> frozenset[str]:
    """Terms of capitalised words but the first; what is written in capitals throughout is a measure as often as a name."""
    found = [w for w in words(statement) if w.start and w.text[:1].isupper() and not w.text.isupper()]
    return frozenset(term for w in found for term in content_tokens(w.text))


_PLACE = regex.compile(  # in New York, near Halvik; `in May` and `in English` are none
    r"\b(?:in|at|near|across|throughout|within|around|off|bei|im|nahe|en|cerca\sde|à|au|aux)\s(?:the\s|der\s|la\s|el\s)?"
    r"(?:(?:city|town|state|province|county|region|north|south|east|west|northern|southern|eastern|western|central)\s(?:of\s)?)?"
    r"(?P<name>\p{Lu}[\p{L}'’-]+(?:\s\p{Lu}[\p{L}'’-]+)*)"
)
_POPULATION = regex.compile(
    r"\b(?:adults?|child(?:ren)?|adolescents?|teenagers?|infants?|newborns?|women|men|girls|boys|patients|students|pupils|teachers|"
    r"pensioners|households|residents|commuters|smokers|non-smokers|drivers|cyclists|mice|rats|dogs|cats|Erwachsenen?|Kindern?|Frauen|"
    r"Männern?|Haushalten?|adultos|niños|mujeres|hombres|enfants|adultes|femmes|hommes|"
    r"aged? \d+(?:\s?(?:-|–|to)\s?\d+)?)\b",
    regex.IGNORECASE,
)
_ONE_OF = {
    "child": "children",
    "adult": "adults",
    "infant": "infants",
    "teenager": "teenagers",
    "adolescent": "adolescents",
}


@lru_cache(maxsize=8_192)
def places(statement: str) -> frozenset[str]:
    """Where a statement says that it holds: what follows in, at or near, and every country and state."""
    found = {match["name"] for match in _PLACE.finditer(statement)}
    found |= {word.text for word in words(statement) if word.text[:1].isupper() and is_region(word.text)}
    return frozenset(fold(name) for name in found if name.casefold() not in months())


@lru_cache(maxsize=8_192)
def population(statement: str) -> frozenset[str]:
    """Whom it speaks of, as far as people and animals are told apart by kinds."""
    found = (one.lower() for one in _POPULATION.findall(statement))
    return frozenset(_ONE_OF.get(one, one) for one in found)


def comparable(a: Said, b: Said) -> bool:
    """Whether nothing says that they speak of other places or other people, and they are not one sentence twice."""
    one, other = a.fact.statement, b.fact.statement
    if flattened(one).casefold() == flattened(other).casefold():
        return False
    here, there = places(one), places(other)
    if here and there and not _within(here, there):
        return False
    mine, theirs = population(one), population(other)
    return not (mine and theirs and mine != theirs)


def _within(here: frozenset[str], there: frozenset[str]) -> bool:
    return any(one in other or other in one for one in here for other in there)


def same_thing_meant(a: Said, b: Said) -> bool:
    """Whether statements that are worded alike are of one thing: they name it, or what they leave unsaid is the same."""
    if share_a_name(a, b) or of_one_thing(a, b):
        return True
    statements = (a.fact.statement, b.fact.statement)
    return not any(anaphoric(one) or of_a_sample(one) for one in statements)


def of_one_thing(a: Said, b: Said) -> bool:
    """Whether two documents are about the same, by their titles: `it` and `the film` then mean the same in both."""
    mine, theirs = (name_of(one.document.title) for one in (a, b))
    return bool(mine and theirs) and (
        mentions(fold(b.document.title), fold(mine)) or mentions(fold(a.document.title), fold(theirs))
    )
