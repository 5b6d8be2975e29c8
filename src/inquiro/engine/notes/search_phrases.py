"""Search phrases from a note's own words: the words that carry a subject, and where it is unsaid, its title's."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterable, Sequence
from functools import lru_cache
from typing import NamedTuple

import regex

from inquiro.engine.meaning import meaning
from inquiro.engine.notes.verbs import verbs_in
from inquiro.engine.notes.wordlists import GENERIC, VAGUE, WEAK
from inquiro.engine.question import UNSPACED
from inquiro.retrieval.words import Word, stop_words, words

MOST_OWN = 6  # words of a sentence in its label
ENOUGH_NAMED = 3  # words that name something: beside them, what only describes or does goes
NAMING = 0.8  # the weight from which a word does
FEW = 5  # words, with which a heading may help
MOST_SUBJECT = 3  # words of the title before them
_UNSPACED = regex.compile(r"[\p{Han}\p{Hiragana}\p{Katakana}]")
_RUN = regex.compile(r"[\p{Han}々〆]{2,8}|[\p{Katakana}ー]{2,16}|\p{Latin}[\p{Latin}\p{Nd}-]+")
_UNIT = regex.compile(r"(?<=\p{Nd}[ \u00a0]?)(?:dB(?:\([A-Z]\))?|°C|°F|kWh|MWh|kW|mmHg|mg|µg|ppm|km/h|W/m²|lux|Hz)\b")
_VERSION = regex.compile(
    r"\p{Lu}[\p{L}\p{Nd}+#-]*[ ](\p{Nd}{1,2}(?:\.\p{Nd}{1,2}){0,2})(?![\p{L}\p{Nd}.,:/%°]|[ ]?[%€$£°])"
)
_DATE = regex.compile(r"\p{Nd}{4}[-/.]\p{Nd}{1,2}(?:[-/.]\p{Nd}{1,2})?|\p{Nd}{1,2}[./]\p{Nd}{1,2}[./]\p{Nd}{2,4}")
_OCCASION = regex.compile(
    r"\b(?:meeting|call|standup|stand-up|1:1|1-1|one-on-one|sync|minutes|interview|daily|weekly|journal|besprechung|treffen|"
    r"telefonat|sitzung|protokoll|réunion|appel|reunión|llamada)\b|会議|打ち合わせ|日記",
    regex.IGNORECASE,
)
_ELISION = regex.compile(r"^(?:[ldjmnstc]|qu)['’](?=\p{L}{2})", regex.IGNORECASE)
_TURNED = regex.compile(r"-(?:t-)?(?:elles?|ils?|on|je|tu|nous|vous|ce|se|le|la|lo|me|te)$", regex.IGNORECASE)
_POSSESSIVE = regex.compile(r"[’']s?$")
_ASKING = frozenset(
    """what how who whose whom when where why which whether is are do does did can could should will was wie wer wem wann wo warum
    wieso welche welcher welches welchen ob qué cómo quién quiénes cuándo dónde cuánto cuánta cuántos cuántas cuál cuáles que quel
    quelle quels quelles comment qui quand où pourquoi combien peut-on est-ce pode pode-se peut doit-on faut-il""".split()
)
_HOW = regex.compile(
    r"\W*how\s+(?P<measure>old|long|far|big|tall|deep|hot|cold|heavy|fast|loud|often)\b", regex.IGNORECASE
)
_JOINED = frozenset("time day week month year hour minute".split())
_NAMELIKE = regex.compile(r"\p{Lu}")
_ENDS_VERBAL = ("ing", "ed", "ly", "iert", "lich")


class Subject(NamedTuple):
    """What a whole note is about, as far as its title and headings tell."""

    words: tuple[str, ...]
    terms: frozenset[str]


@lru_cache(maxsize=4_096)  # a sentence is looked at from several sides
def written(text: str) -> tuple[Word, ...]:
    return tuple(words(text))


@lru_cache(maxsize=4_096)
def telling_words(text: str, language: str) -> tuple[str, ...]:
    """The words of a sentence that a search can use, in their order, each once; figures stay out."""
    if language in UNSPACED and _UNSPACED.search(text):
        return tuple(dict.fromkeys(run for run in _RUN.findall(text) if run not in WEAK))
    versions = {found.start(1): found[1] for found in _VERSION.finditer(text)}
    units = {found.start() for found in _UNIT.finditer(text)}
    idle = stop_words(language)
    kept: list[str] = []
    asked = _HOW.match(text)
    for word, follows in itertools.pairwise([*written(text), None]):
        assert word is not None
        if (asked and word.start == asked.start("measure")) or _is_joined(text, word, follows, idle):
            kept.append(word.text)
        elif word.start in versions:
            kept.append(versions[word.start])
        elif word.start in units:
            kept.append(_UNIT.match(text, word.start)[0])  # type: ignore[index]
        elif _carries(word.text, idle):
            kept.append(_bare(word.text))
    return tuple(dict.fromkeys(word for word in kept if len(word) > 1 or word.isdigit()))


def _is_joined(text: str, word: Word, follows: Word | None, idle: frozenset[str]) -> bool:
    """`time` says nothing, and `time zone` says something."""
    if follows is None or word.text.lower() not in _JOINED or text[word.end : follows.start] not in {" ", "-"}:
        return False
    return follows.text.islower() and _carries(follows.text, idle)


def _bare(word: str) -> str:
    """Without `l'` before it, `'s` behind it, and the pronoun of a French or Portuguese question."""
    if "'" not in word and "’" not in word and "-" not in word:
        return word
    return _ELISION.sub("", _POSSESSIVE.sub("", _TURNED.sub("", word)))


def _carries(word: str, idle: frozenset[str]) -> bool:
    plain = word.lower().replace("’", "'")
    if len(word) < 2 or plain in WEAK or plain in idle or plain in _ASKING:
        return False
    return not word[0].isdigit() and word[0] not in "°€$£¥‰µ"


def subject_of(title: str, headings: Sequence[str], language: str) -> Subject:
    """The title's words; a date, an occasion or a word that any note could have as its title names nothing."""
    for candidate in (title, *headings[:1]):
        named = tuple(word for word in naming_words(candidate, language) if word.lower() not in GENERIC)
        if named and not _DATE.search(candidate) and not _OCCASION.search(candidate):
            return Subject(named[:MOST_SUBJECT], meaning(" ".join(named), language))
    return Subject((), frozenset())


def naming_words(heading: str, language: str) -> tuple[str, ...]:
    """What a heading names; nothing where it is one that every note has."""
    found = telling_words(_DATE.sub(" ", heading.replace("_", " ")), language)
    return found if any(word.lower() not in GENERIC for word in found) else ()


def phrase(
    sentence: str,
    subject: Subject,
    heading: str,
    language: str,
    counts: dict[str, int],
    *,
    usable: Callable[[tuple[str, ...]], tuple[str, ...]] = tuple,
) -> tuple[str, ...]:
    """Its most telling words, after the subject's where the sentence does not name it."""
    own = usable(telling_words(sentence, language))
    said = meaning(sentence, language)
    lead = () if said & subject.terms else subject.words[: MOST_SUBJECT if len(own) < 5 else 2]
    weights = {word: _weight(word, place, subject, language, counts) for place, word in enumerate(own)}
    kept = _kept(sentence, weights, len(lead), language)
    aspect = _aspect(heading, said | subject.terms, language) if len(lead) + len(own) < FEW else ()
    return _once((*lead, *(word for word in own if word in kept), *aspect), language)


def _kept(sentence: str, weights: dict[str, float], led: int, language: str) -> set[str]:
    """The words with the most weight; words that stand side by side lend each other some."""
    verbs = verbs_in(sentence) if language == "en" else frozenset()
    for word in weights:
        weights[word] -= 1.2 * (word.lower() in verbs) + 0.9 * (word.lower() in VAGUE)
    for one, other in itertools.pairwise(written(sentence)):
        beside = one.text in weights and other.text in weights and sentence[one.end : other.start] in {" ", "-"}
        if beside and one.text.endswith(_ENDS_VERBAL):
            weights[one.text] += 0.5  # compacted soil
        if beside and min(weights[one.text], weights[other.text]) >= NAMING:
            weights[one.text] += 0.25
            weights[other.text] += 0.25
    ordered = sorted(weights, key=lambda word: -weights[word])[: MOST_OWN + 1 - led]
    naming = [word for word in ordered if weights[word] >= NAMING]
    return set(naming if len(naming) + led >= ENOUGH_NAMED else ordered)


def _aspect(heading: str, known: frozenset[str], language: str) -> tuple[str, ...]:
    """What the heading above adds to a short sentence."""
    named = (word for word in naming_words(heading, language) if word.lower() not in GENERIC)
    return tuple(word for word in named if not meaning(word, language) & known)[:2]


def _weight(word: str, place: int, subject: Subject, language: str, counts: dict[str, int]) -> float:
    terms = meaning(word, language)
    weight = 1.0 + min(len(word), 12) / 24 - place / 40
    weight += 1.0 if terms & subject.terms else 0.0
    weight += 0.3 * min(max((counts.get(term, 0) for term in terms), default=0), 4)
    if _NAMELIKE.search(word[1:]) or (_NAMELIKE.match(word) and language != "de" and place):
        weight += 1.0
    if language == "de" and _NAMELIKE.match(word):
        weight += 0.6
    if word.islower() and word.endswith(_ENDS_VERBAL):
        weight -= 0.5
    return weight


def _once(found: Iterable[str], language: str) -> tuple[str, ...]:
    """No word twice, in no form of it."""
    seen: set[str] = set()
    kept: list[str] = []
    for word in found:
        terms = meaning(word, language) or {word.lower()}
        if not terms <= seen:
            kept.append(word)
            seen |= terms
    return tuple(kept)
