"""A claim of a note held against one sentence of a source: borne out, different, or neither; in other words, too.

Both are known to be on one topic, so that less has to be said twice than among facts of any kind. What is asked, supposed
or about another side of the subject is compared with nothing.
"""

from __future__ import annotations

from functools import cache, lru_cache
from typing import Literal, NamedTuple

import regex

from inquiro.engine.contradictions.events import EVENT_FORMS
from inquiro.engine.contradictions.poles import poles
from inquiro.engine.dating import stated_dates
from inquiro.engine.meaning import meaning
from inquiro.engine.notes.claim_figures import amounts_in, compared_amounts
from inquiro.engine.notes.wordlists import WEAK
from inquiro.engine.relevance import is_alike
from inquiro.retrieval.words import detect_language, fold, words
from inquiro.text.opposites import axes
from inquiro.text.polarity import HALVED, denying_words, happened
from inquiro.text.units import spellings

Verdict = Literal["borne_out", "differs"]
SHARED_FIGURE = 0.55  # of the claim's terms, for an amount or a date to be of the same thing
SHARED_SENSE = 0.6  # for a denial or an opposite to be of the same thing
SHARED_ALL = 0.75  # for a claim without a figure to be borne out
FEWEST_SHARED = 2
_OPEN = regex.compile(
    r"\?\s*$|\b(?:whether|perhaps|possibly|hypothes\w+|unclear|unknown|vielleicht|ob)\b", regex.IGNORECASE
)
_LIMITED = regex.compile(  # it holds for some of them, or on a condition
    r"\b(?:if|unless|except|only|when|where|with(?:out)? (?:a|an|special)|in total|altogether|wenn|falls|außer|nur|insgesamt)\b",
    regex.IGNORECASE,
)
_THAN = regex.compile(r"\s(?:than|als)\s", regex.IGNORECASE)
# Beside the axes that everybody shares: enough to tell apart two sentences on one topic, not two of any kind.
_MORE_AXES = (
    "fast faster quick quickly quicker rapidly schnell schneller / slow slower slowly langsam langsamer",
    "help helps helped helpful benefit benefits better / harm harms harmful hurt hurts worse",
    "ship ships shipped include includes included contain contains / remove removes removed drop dropped lack lacks",
    "sensitive sensitively / insensitive insensitively",
    "must required requires require mandatory obligatory muss müssen / optional voluntary freiwillig",
    "prevent prevents prevented / cause causes caused",
    "always / never",
)
_WAYS = {
    "make": "wrote written write invented invent created create developed develop designed design built composed described "
    "founded discovered coined",
}
_BY = regex.compile(
    rf"(?P<thing>.{{3,80}}?)\s(?:was|were|is|are|has been|wurde)\s(?:first\s|originally\s)?(?:{_WAYS['make'].replace(' ', '|')})\sby\s"
    r"(?P<who>\p{Lu}[\p{L}.’'-]+(?:\s(?:van|von|de|der)?\s?\p{Lu}[\p{L}.’'-]+){0,3})"
)
_DID = regex.compile(
    r"(?P<who>\p{Lu}[\p{L}.’'-]+(?:\s(?:(?:van|von|de|der)\s)?\p{Lu}[\p{L}.’'-]+){0,3})(?:,[^,]{2,40},)?\s(?:first\s|originally\s)?"
    rf"(?:{_WAYS['make'].replace(' ', '|')})\s(?P<thing>.{{2,80}})"
)
_WORDS = regex.compile(r"\p{L}+")
_DAYTIME = regex.compile(r"\b(day|night)[ -]?(?:time|s|ly)\b")
_CAME = regex.compile(r"\bcame\s(?:to|with|into)\b", regex.IGNORECASE)


class Held(NamedTuple):
    """How a sentence stands to a claim, and the figure, year or name on either side; "" where all of it says so."""

    verdict: Verdict
    mine: str = ""
    theirs: str = ""


@lru_cache(maxsize=8_192)
def held_against(claim: str, sentence: str, title: str = "") -> Held | None:
    """None where they do not meet; `title` is of the document, and says what a short sentence leaves out."""
    if _OPEN.search(claim) or _OPEN.search(sentence):
        return None
    language = detect_language(claim)
    mine, said = _terms(claim, language), _terms(sentence, language)
    around = said | _terms(title, language)
    shared = _met(mine, around)
    measured = bool(amounts_in(claim, language))
    fewest = 1 if measured and len(mine) <= FEWEST_SHARED else min(FEWEST_SHARED, len(mine))
    own = _met(mine, said)
    if not own or len(shared) < fewest:
        return None
    part = len(shared) / len(mine)
    apart = other_side(claim, sentence) or (_LIMITED.search(sentence) is not None and not _LIMITED.search(claim))
    found = _makers(claim, sentence, language)
    if found is None and part >= SHARED_FIGURE and not apart:
        found = _dates(claim, sentence) or _amounts(claim, sentence, language, len(own) / len(mine))
    if found is None and part >= SHARED_SENSE and len(own) >= SHARED_FIGURE * len(mine):
        bare = part >= SHARED_ALL and not apart and len(own) >= SHARED_SENSE * len(said)
        found = _senses(claim, sentence, language, bare=bare)
        if found and found.verdict == "borne_out" and measured:
            return None  # all of it but the figure
    return found


def _amounts(claim: str, sentence: str, language: str, shared: float) -> Held | None:
    found = compared_amounts(claim, sentence, language, shared=shared)
    return Held("borne_out" if found.agrees else "differs", found.mine, found.theirs) if found else None


def _dates(claim: str, sentence: str) -> Held | None:
    """What happens once, in two years."""
    told = [_dated(one) for one in (claim, sentence)]
    if not all(told):
        return None
    (mine, events), (theirs, other_events) = (one for one in told if one)
    if not events & other_events:
        return None
    return Held("borne_out" if mine == theirs else "differs", mine, theirs)


def _dated(text: str) -> tuple[str, frozenset[str]] | None:
    years = {date.iso[:4] for date in stated_dates(text) if date.iso}
    plain = _CAME.sub(" introduced ", happened(text)).lower()
    events = frozenset(EVENT_FORMS[word.text] for word in words(plain) if word.text in EVENT_FORMS)
    return (years.pop(), events) if len(years) == 1 and events else None


def _makers(claim: str, sentence: str, language: str) -> Held | None:
    told = [_BY.search(one) or _DID.search(one) for one in (claim, sentence)]
    if not all(told):
        return None
    one, other = (match for match in told if match)
    if not meaning(one["thing"], language) & meaning(other["thing"], language):
        return None
    mine, theirs = (frozenset(fold(match["who"].rstrip(".")).split()) for match in (one, other))
    return Held("borne_out" if mine & theirs else "differs", one["who"].rstrip("."), other["who"].rstrip("."))


def _senses(claim: str, sentence: str, language: str, *, bare: bool) -> Held | None:
    """Denied, or said with the opposite word; `bare`: so much is shared that a plain denial tells."""
    if HALVED.search(claim) or HALVED.search(sentence):
        return None
    (mine, no), (theirs, other_no) = (_poles_of(one) for one in (claim, sentence))
    common = [axis for axis in mine.keys() & theirs.keys() if mine[axis] and theirs[axis]]
    turned = (no != other_no) ^ _exchanged(claim, sentence, language)
    if common:
        against = sum(mine[axis] != theirs[axis] for axis in common)
        differs = (against % 2 == 1) ^ turned
        return Held("differs") if differs else Held("borne_out") if bare else None
    if not bare:
        return None
    if mine.keys() ^ theirs.keys():
        return None  # one of them says more, or less, of it
    return Held("differs" if turned else "borne_out")


def _exchanged(claim: str, sentence: str, language: str) -> bool:
    """`A is larger than B` and `B is larger than A`."""
    mine, theirs = (_THAN.split(text, maxsplit=1) for text in (claim, sentence))
    if len(mine) < 2 or len(theirs) < 2:
        return False
    (head, tail), (other_head, other_tail) = ([_terms(part, language) for part in sides] for sides in (mine, theirs))
    straight = len(head & other_head - tail) + len(tail & other_tail - head)
    crossed = len(head & other_tail - tail) + len(tail & other_head - head)
    return crossed > straight


def _poles_of(text: str) -> tuple[dict[str, int], bool]:
    """Each axis with the end that a text names, 0 where it names both; and whether it denies."""
    found: dict[str, int] = {}
    denied = False
    for word in regex.findall(r"[\p{L}\p{M}]+(?:['’]t)?", text):
        plain = fold(word)
        if plain in _no() or plain.endswith(("n't", "n’t")):
            denied = not denied
        for axis, sign in _all_poles().get(plain, ()):
            found[axis] = sign if found.get(axis, sign) == sign else 0
    return found, denied


@cache
def _all_poles() -> dict[str, tuple[tuple[str, int], ...]]:
    found: dict[str, list[tuple[str, int]]] = {}
    for word, pole in poles().items():
        found.setdefault(word, []).append(pole)
    for number, line in enumerate(_MORE_AXES):
        for sign, side in zip((1, -1), line.split(" / "), strict=True):
            for word in side.split():
                found.setdefault(fold(word), []).append((f"+{number}", sign))
    return {word: tuple(some) for word, some in found.items()}


@cache
def _no() -> frozenset[str]:
    return frozenset(map(fold, denying_words()))


@cache
def _sides() -> tuple[tuple[frozenset[str], frozenset[str]], ...]:
    return tuple(
        (frozenset(map(fold, axis.one)), frozenset(map(fold, axis.other))) for axis in axes() if not axis.turns
    )


def other_side(claim: str, sentence: str) -> bool:
    """The one speaks of the day and the other of the night, of opening and of closing."""
    mine, theirs = (frozenset(_WORDS.findall(_DAYTIME.sub(r"\1", fold(text)))) for text in (claim, sentence))
    for one, other in _sides():
        for here, there in ((one, other), (other, one)):
            if mine & here and not mine & there and theirs & there and not theirs & here:
                return True
    return False


@lru_cache(maxsize=8_192)
def _terms(text: str, language: str) -> frozenset[str]:
    """What it speaks of: no figures, units, words that any sentence has, or words that only turn it round."""
    plain = (word.text for word in words(text) if word.text[:1].isalpha())
    kept = [
        word
        for word in plain
        if word.lower() not in WEAK and word.lower() not in spellings() and fold(word) not in _turning()
    ]
    found = meaning(" ".join(kept), language)
    return frozenset(term for term in found if not term[:1].isdigit() and len(term) > 1)


def _met(wanted: frozenset[str], said: frozenset[str]) -> frozenset[str]:
    """The wanted terms that are said, or of which another form is."""
    return frozenset(term for term in wanted if term in said or any(is_alike(term, other) for other in said))


@cache
def _turning() -> frozenset[str]:
    """Words that say nothing but which way; `heat` does, and is a thing as well."""
    changes = frozenset(word for axis in [one for one in axes() if one.turns][:2] for word in (*axis.one, *axis.other))
    return frozenset(map(fold, changes)) | frozenset(fold(word) for line in _MORE_AXES for word in line.split())
