"""Whether two statements speak of the same thing: their words may be alike and their subjects different."""

from __future__ import annotations

from functools import lru_cache

import regex

from inquiro.engine.checking.dates import months
from inquiro.engine.contradictions.said import Said
from inquiro.engine.document_relevance import mentions, name_of
from inquiro.retrieval.words import content_tokens, fold, words

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
