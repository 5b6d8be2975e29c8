"""What could be a topic of a note: its questions, its checkable claims, and the things it names."""

from __future__ import annotations

import itertools
from collections import Counter
from collections.abc import Iterator, Sequence
from typing import NamedTuple

import regex

from inquiro.core.types import TopicType
from inquiro.engine.entities import names
from inquiro.engine.meaning import meaning
from inquiro.engine.notes.known_words import Gate
from inquiro.engine.notes.people import WRITER
from inquiro.engine.notes.prose import Said
from inquiro.engine.notes.search_phrases import Subject, naming_words, phrase, telling_words, written
from inquiro.engine.notes.wordlists import GENERIC
from inquiro.engine.quantities import counted, quantities, years
from inquiro.engine.question import UNSPACED
from inquiro.retrieval.words import stop_words
from inquiro.text.months import MONTH_NAMES

FEWEST_WORDS = 4  # of a claim
LONG_NOTE = 12  # sentences, from which on a sentence has to speak of what the note keeps speaking of
FEWEST_NAMED = 3  # times that a term comes up which a long note is about
FEWEST_SAID = 5  # words of a sentence that says something, whichever its verb is
FEWEST_CHARACTERS = 10  # of one in a script without spaces
SHORTEST_SAID = 12  # characters
_ASKS = regex.compile(r"[?？]\W*$|(?:か|かな|のか|でしょうか)[。.]?$")
_ASKS_OPENLY = regex.compile(
    r"^\W*(?:(?:open|unanswered)\squestion|question|to\sfind\sout|find\sout|(?:todo|to-do)\W+(?:find\sout|check|figure\sout|why|"
    r"how|what|whether|research|look\sup)|unclear|not\ssure|i\swonder|wondering|offene\sfrage|frage|unklar|herausfinden|"
    r"question\souverte|à\svérifier|pregunta(?:\sabierta)?|por\saveriguar|疑問|質問|要確認)\b",
    regex.IGNORECASE,
)
_STATES = regex.compile(
    r"\b(?:is|are|was|were|has|have|causes?|caused|requires?|required|needs?|means|contains?|consists?|increases?|reduces?|"
    r"lowers?|raises?|improves?|prevents?|costs?|lasts?|weighs?|supports?|allows?|forbids?|prohibits?|must|cannot|can|may|"
    r"takes?|cuts?|makes?|finds?|does|do|works?|gives?|explains?|introduced|founded|invented|discovered|found|shows?|proves?|"
    r"ist|sind|war|waren|hat|haben|verursacht|erfordert|braucht|bedeutet|enthält|erhöht|senkt|verringert|verbessert|"
    r"verhindert|kostet|dauert|darf|dürfen|muss|müssen|kann|wirkt|gilt|beträgt|liegt|"
    r"est|sont|était|cause|nécessite|contient|augmente|réduit|améliore|empêche|coûte|dure|doit|peut|"
    r"es|son|era|causa|requiere|contiene|aumenta|reduce|mejora|cuesta|dura|debe|puede)\b"
    r"|である|です|ます|した|する|ない。|いる",
    regex.IGNORECASE,
)
_COMPARES = regex.compile(
    r"\b(?:than|more|less|fewer|most|least|only|never|always|every|all|none|better|worse|faster|slower|higher|lower|"
    r"not|\w+n['’]t|no|without|nicht|kein\w*|ohne|ne|pas|sans|sin|at most|at least|up to|twice|half|als|mehr|weniger|höchstens|mindestens|nie|immer|besser|schlechter|höher|"
    r"plus|moins|jamais|toujours|más|menos|nunca|siempre|mejor|peor)\b|より|最も",
    regex.IGNORECASE,
)
_FINISHED = regex.compile(r"[.!。！][\"”’)\]]*$")
_MONTH = regex.compile(rf"\b(?:{'|'.join(sorted(MONTH_NAMES))})\b", regex.IGNORECASE)
_BACKWARD = regex.compile(
    r"^\W*(?:it|its|they|this|that|these|those|he|she|which|here|there|so|but|and|or|then|however|therefore|also|for example|"
    r"dies\w*|das|es|er|sie|aber|und|oder|dann|daher|ce|cela|ils?|elles?|mais|donc|esto|eso|pero|entonces|それ|これ)\b",
    regex.IGNORECASE,
)
_DIRECTS = regex.compile(
    r"^\W*(?:see|click|note|read|follow|open|run|use|add|check out|remember|please|suppose|consider|make sure|if you|to see|"
    r"browse|choose|expand|view|install|select|enter|press|copy|paste|save|download|go to|ensure|beware|do not|don['’]t|take care|"
    r"introduced in|released in|verify|for (?:a|an|more|further|details)|there (?:is|are) (?:some |a |an )*(?:more |brief |further )*"
    r"(?:examples?|overview|details?|information|screenshots?)|siehe|klick\w*|beachte|voir|ver|call|buy|send|email|book|ask|anrufen|kaufen)\b",
    regex.IGNORECASE,
)
_OF_THE_PAGE = regex.compile(
    r"\b(?:this|that|the(?: \w+)?|next|previous|following|above|below)\s(?:page|section|document(?:ation)?|article|chapter|table|"
    r"screenshot|image|example|diagram|list)\b|\bscreenshots?\b|\b(?:dieser?|diese[ms]?) (?:Seite|Abschnitt|Artikel|Tabelle)\b",
    regex.IGNORECASE,
)
_FAMILY = regex.compile(
    r"\b(?:mum|mom|mommy|mummy|dad|daddy|grandma|grandpa|granny|wife|husband|mama|papa|oma|opa|maman|mamá|papá|abuela|abuelo)\b",
    regex.IGNORECASE,
)
_BOLD = regex.compile(r"(?:\*\*|__|==)(?P<term>[^*_=\n]{3,50})(?:\*\*|__|==)")
_WIKI = regex.compile(r"(?<!!)\[\[(?:[^\[\]|\n#]*/)?(?P<term>[^\[\]|\n#/]{3,60})[^\[\]\n]*\]\]")
_LABELLING = regex.compile(r"[:：]\s*$")


class Candidate(NamedTuple):
    """Something a topic could be made of."""

    type: TopicType
    words: tuple[str, ...]
    start: int
    end: int
    score: float
    heading: str = ""
    title: str = ""  # the heading that it is


class Note(NamedTuple):
    """A note taken apart."""

    text: str
    prose: str
    said: tuple[Said, ...]
    language: str
    subject: Subject
    counts: dict[str, int]  # of index terms
    gate: Gate | None = None  # which words may be used

    @property
    def key(self) -> frozenset[str]:
        """The terms that a long note keeps coming back to; nothing for a short one, of which each sentence counts."""
        if len(self.said) < LONG_NOTE:
            return frozenset()
        return self.subject.terms | {term for term, number in self.counts.items() if number >= FEWEST_NAMED}

    def open(self, words: tuple[str, ...]) -> tuple[str, ...]:
        """Those that may leave; all of them where none may, to be looked for on this machine."""
        return (self.gate.open_words(words) or words) if self.gate else words


def candidates(note: Note) -> list[Candidate]:
    return [*_sentences(note), *_headings(note), *_marked(note), *_listed(note), *_frequent(note)]


def _sentences(note: Note) -> Iterator[Candidate]:
    for said in note.said:
        if asks(said.text):
            yield _candidate("question", note, said, 4.0 + min(len(telling_words(said.text, note.language)), 4) / 4)
        elif not said.is_heading and (score := _claims(said, note)) > 0:
            yield _candidate("claim", note, said, score)


def asks(text: str) -> bool:
    return bool(_ASKS.search(text) or _ASKS_OPENLY.match(text))


def _candidate(kind: TopicType, note: Note, said: Said, score: float) -> Candidate:
    found = phrase(said.text, note.subject, said.heading, note.language, note.counts, usable=note.open)
    return Candidate(kind, found, said.start, said.end, score + _early(said.start, note), said.heading)


def _early(start: int, note: Note) -> float:
    return 0.8 * (1 - start / max(len(note.text), 1))


def _claims(said: Said, note: Note) -> float:
    """How much there is to check in a sentence; 0 where it asserts nothing."""
    text = said.text
    long_enough = len(text) >= FEWEST_CHARACTERS if note.language in UNSPACED else len(written(text)) >= FEWEST_WORDS
    telling = len(telling_words(text, note.language))
    leads = _LABELLING.search(text) or _DIRECTS.match(text) or _OF_THE_PAGE.search(text)
    if not long_enough or leads or telling < (1 if note.language in UNSPACED else 2):
        return 0.0
    measured = any(quantity.unit for quantity in quantities(text)) or bool(counted(text))
    stated = 1.0 * bool(_STATES.search(text)) + 0.8 * bool(_COMPARES.search(text)) + 0.6 * bool(_FINISHED.search(text))
    dated = bool(years(text)) or bool(_MONTH.search(text))
    finished = _FINISHED.search(text) and len(written(text)) >= FEWEST_SAID and not _DIRECTS.match(text)
    stated += 0.5 * (note.language in UNSPACED or bool(finished))  # verbs are too many to list
    score = stated + 1.6 * measured + 0.7 * dated + 0.5 * min(len(names(text, note.language)), 2)
    if score < 1 or not (stated or len(written(text)) > 6):
        return 0.0
    terms = meaning(text, note.language)
    score += 0.8 * bool(terms & note.subject.terms) + 0.3 * bool(terms & meaning(said.heading, note.language))
    if note.key:
        score += 0.25 * min(len(terms & note.key), 3) - 2.0 * (not terms & note.key)
    score -= 1.0 * bool(_BACKWARD.match(text))
    score -= 0.8 * bool(WRITER.search(text)) + 2.0 * said.is_task + 2.5 * bool(_FAMILY.search(text))
    return max(score + 0.6, 0.0)


def _headings(note: Note) -> Iterator[Candidate]:
    """A heading with the first sentence below it; the note's subject goes before what is too short to be searched."""
    for place, said in enumerate(note.said):
        if not said.is_heading or asks(said.text):
            continue
        named = note.open(naming_words(said.text, note.language))
        if not named or all(word.lower() in GENERIC for word in named):
            continue
        below = _below(note, place)
        lead = () if meaning(said.text, note.language) & note.subject.terms else note.subject.words[:2]
        found = tuple(dict.fromkeys([*lead, *named]))[:7]
        score = 2.2 + 0.2 * min(len(named), 4) + _early(said.start, note) + _weight(named, note)
        if meaning(" ".join(found), note.language) <= note.subject.terms:
            score -= 1.5  # the title again
        yield Candidate("concept", found, *below, score, said.text, said.text)


def _below(note: Note, place: int) -> tuple[int, int]:
    """The first sentence under a heading that says something, one that speaks of it before others."""
    found: list[Said] = []
    for follows in note.said[place + 1 : place + 6]:
        if follows.is_heading:
            break
        idle = _LABELLING.search(follows.text) or _DIRECTS.match(follows.text) or _OF_THE_PAGE.search(follows.text)
        if not idle and len(follows.text) >= SHORTEST_SAID:
            found.append(follows)
    named = meaning(note.said[place].text, note.language)
    best = next(
        (one for one in found if named & meaning(one.text, note.language)), found[0] if found else note.said[place]
    )
    return best.start, best.end


def _marked(note: Note) -> Iterator[Candidate]:
    """Terms that the writer made bold, or gave a note of their own."""
    for pattern, worth in ((_BOLD, 1.8), (_WIKI, 1.6)):
        found: dict[tuple[str, ...], list[int]] = {}
        written_as: dict[tuple[str, ...], str] = {}
        for match in pattern.finditer(note.text):
            if not note.prose[match.start("term") : match.end("term")].strip():
                continue  # inside code, or in a list of links
            if _DIRECTS.match(note.prose, *_around(note, match.start("term"))):
                continue
            named = note.open(naming_words(match["term"].rstrip(":"), note.language))
            if 0 < len(named) <= 4:
                found.setdefault(named, []).append(match.start("term"))
                written_as.setdefault(named, match["term"].strip().rstrip(":."))
        for named, places in found.items():
            lead = () if len(named) > 1 or meaning(named[0], note.language) & note.subject.terms else note.subject.words
            label = tuple(dict.fromkeys([*lead[:2], *named]))
            score = worth + 0.3 * min(len(places), 4) + _early(places[0], note) + _weight(named, note)
            title = written_as[named] if len(label) == len(named) else ""
            yield Candidate("concept", label, *_around(note, places[0]), score, title=title)


def _listed(note: Note) -> Iterator[Candidate]:
    """Short items that name something: `Migration to PostgreSQL 17`."""
    for said in note.said:
        short = not said.is_heading and not said.is_task and len(written(said.text)) <= 6
        idle = _FINISHED.search(said.text) or asks(said.text) or _DIRECTS.match(said.text)
        if not short or idle or not names(f"- {said.text}", note.language):
            continue
        named = note.open(naming_words(said.text, note.language))
        if 1 < len(named) <= 5:
            yield Candidate("concept", named, said.start, said.end, 1.2 + _early(said.start, note), said.heading)


def _frequent(note: Note) -> Iterator[Candidate]:
    """Word pairs that come back."""
    if note.language in UNSPACED:
        return
    common = stop_words(note.language)
    pairs: Counter[tuple[str, str]] = Counter()
    first: dict[tuple[str, str], tuple[int, tuple[str, str]]] = {}
    for said in note.said:
        found = written(said.text)
        telling = set(telling_words(said.text, note.language))
        for one, other in itertools.pairwise(found):
            if one.text not in telling or other.text not in telling or said.text[one.end : other.start] != " ":
                continue
            if one.text.lower() in common or other.text.lower() in common:
                continue
            key = (one.text.lower(), other.text.lower())
            pairs[key] += 1
            first.setdefault(key, (said.start, (one.text, other.text)))
    for key, count in pairs.most_common(12):
        if count >= 3:
            start, pair = first[key]
            yield Candidate("concept", pair, *_around(note, start), 1.4 + 0.2 * min(count, 6) + _early(start, note))


def _weight(named: Sequence[str], note: Note) -> float:
    """How much a note has to say about it."""
    terms = meaning(" ".join(named), note.language)
    return 0.15 * min(max((note.counts.get(term, 0) for term in terms), default=0), 6)


def _around(note: Note, place: int) -> tuple[int, int]:
    """The sentence that holds the place; sentences are in their order."""
    low, high = 0, len(note.said)
    while low < high:
        middle = (low + high) // 2
        if note.said[middle].end <= place:
            low = middle + 1
        else:
            high = middle
    if low == len(note.said):
        return place, place
    return note.said[low].start, note.said[low].end
