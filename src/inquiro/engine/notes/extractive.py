"""The topics of a note without a model: its best candidates, no two about the same, narrowed to a focus."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

import msgspec
import regex

from inquiro.core.types import MOST_TOPICS, NoteText, Topic
from inquiro.engine.meaning import meaning
from inquiro.engine.notes.candidates import Candidate, Note, candidates
from inquiro.engine.notes.known_words import gate_of
from inquiro.engine.notes.private_lines import split_lines
from inquiro.engine.notes.prose import headings_of, prose_of, said_in
from inquiro.engine.notes.search_phrases import Subject, subject_of
from inquiro.engine.notes.topics import require_words, topics_ready
from inquiro.engine.notes.verbatim import cut
from inquiro.engine.notes.wordlists import GENERIC, VAGUE
from inquiro.retrieval.words import content_tokens, detect_language

LONGEST_NOTE = 200_000  # characters
FEWEST_IN_FOCUS = 2
MOST_QUESTIONS, MOST_CLAIMS, MOST_CONCEPTS = 5, 6, 5
SAME_ASKED = 0.75  # where the one is a question, say, and the other a claim
SAME, SAME_OF_LONGER = 0.6, 0.4  # of the words of the shorter label, and of the longer one
MOST_WEIGHED = 16  # topics that are put through the gate
_FEWEST_LEFT = 4  # words of a label that lost some
_MOST_RANKED = 400  # candidates that are compared with each other
_LETTER = regex.compile(r"\p{L}")


def topics_of(note: NoteText, focus: str | None) -> list[Topic]:
    """Those whose labels may leave; others only where there is none."""
    require_words(note)
    ready = topics_ready(extracted(note, focus), note, most=MOST_WEIGHED)
    usable = [one for one in ready if one.label and not _torn(one)] or [one for one in ready if one.label] or ready
    return [msgspec.structs.replace(one, id=f"t{number}") for number, one in enumerate(usable[:MOST_TOPICS], 1)]


def _torn(topic: Topic) -> bool:
    """Whether so much had to go that the rest is no longer about what the sentence was."""
    return bool(topic.redacted) and len(topic.label.split()) < _FEWEST_LEFT


def extracted(note: NoteText, focus: str | None) -> list[Topic]:
    """Best first, questions and claims before mere names; some more than are kept."""
    apart = taken_apart(note)
    ranked = sorted(candidates(apart), key=lambda one: (-one.score, one.start))
    ranked = [one for one in ranked if one.words]
    if focus and focus.strip():
        ranked = _in_focus(ranked, focus, apart)
    chosen = _different(ranked, apart)
    return [
        Topic(
            id=f"t{number}",
            label=" ".join(one.words),
            type=one.type,
            context=cut(apart.text, one.start, one.end),
            title=one.title,
        )
        for number, one in enumerate(chosen, 1)
    ] or _by_title(note, apart)


def taken_apart(note: NoteText) -> Note:
    text = note.text[:LONGEST_NOTE]
    prose = prose_of(text)
    lines = split_lines(text, note.title)
    private = {line.strip() for line in lines.marked if lines.open}  # a note that is private as a whole is all there is
    private |= set(note.recurring)
    said = tuple(one for one in said_in(text, prose) if _line_at(text, one.start) not in private)
    language = detect_language(" ".join(one.text for one in said[:60]) or note.title)
    headings = [one.text for one in headings_of(prose) if _line_at(text, one.start) not in private]
    counts = Counter(term for one in said for term in content_tokens(one.text, language))
    gate = gate_of(note)
    subject = subject_of(note.title, headings, language)
    if gate:
        subject = Subject(gate.open_words(subject.words), subject.terms)
    return Note(text, prose, said, language, subject, counts, gate)


def _line_at(text: str, place: int) -> str:
    end = text.find("\n", place)
    return text[text.rfind("\n", 0, place) + 1 : end if end >= 0 else len(text)].strip()


def _in_focus(ranked: Sequence[Candidate], focus: str, note: Note) -> list[Candidate]:
    """Those that speak of it; the others follow only where it names next to nothing in the note."""
    wanted = meaning(focus, note.language) or meaning(focus)
    fitting = [one for one in ranked if _speaks_of(one, wanted, note)]
    if len(_different(fitting, note)) >= FEWEST_IN_FOCUS:
        return fitting
    return [*(one._replace(score=one.score + 100) for one in fitting), *(one for one in ranked if one not in fitting)]


def _speaks_of(one: Candidate, wanted: frozenset[str], note: Note) -> bool:
    said = meaning(f"{' '.join(one.words)} {note.prose[one.start : one.end]} {one.heading}", note.language)
    return bool(said & wanted) or any(
        len(term) > 4 and len(other) > 4 and (term in other or other in term) for term in wanted for other in said
    )  # German writes `Nachtlärm` for the noise of the night


def _different(ranked: Sequence[Candidate], note: Note) -> list[Candidate]:
    """The best of every kind, no two of mostly the same words."""
    most = {"question": MOST_QUESTIONS, "claim": MOST_CLAIMS, "concept": MOST_CONCEPTS}
    chosen: list[tuple[Candidate, frozenset[str]]] = []
    spare: list[tuple[Candidate, frozenset[str]]] = []
    taken: Counter[str] = Counter()
    for one in ranked[:_MOST_RANKED]:
        whole = meaning(" ".join(one.words), note.language)
        terms = whole - note.subject.terms or whole
        if one.type == "concept" and chosen and not _names_more(one, note):
            continue
        if (
            not terms
            or len(chosen) == MOST_WEIGHED
            or any(_same(terms, known, asked=other.type != one.type) for other, known in chosen)
        ):
            continue
        if taken[one.type] < most[one.type]:
            chosen.append((one, terms))
            taken[one.type] += 1
        else:
            spare.append((one, terms))
    for one, terms in spare:
        if len(chosen) < MOST_WEIGHED and not any(
            _same(terms, known, asked=other.type != one.type) for other, known in chosen
        ):
            chosen.append((one, terms))
    return [one for one, _ in chosen]


def _names_more(one: Candidate, note: Note) -> bool:
    """Whether it says more than the title and words that any note has."""
    more = (word for word in one.words if word.lower() not in VAGUE and word.lower() not in GENERIC)
    return any(not meaning(word, note.language) <= note.subject.terms for word in more)


def _same(terms: frozenset[str], others: frozenset[str], *, asked: bool = False) -> bool:
    """Mostly the same words; one that says much more than the other, or asks what it states, is about something else."""
    shared, (shorter, longer) = len(terms & others), sorted((len(terms), len(others)))
    return shared >= (SAME_ASKED if asked else SAME) * shorter and shared >= SAME_OF_LONGER * longer


def _by_title(note: NoteText, apart: Note) -> list[Topic]:
    """A note that says nothing in sentences is about what it is called."""
    if not apart.subject.words or not _LETTER.search(note.text):
        return []
    first = apart.said[0] if apart.said else None
    context = cut(apart.text, first.start, first.end) if first else ""
    return [Topic(id="t1", label=" ".join(apart.subject.words), type="concept", context=context)]
