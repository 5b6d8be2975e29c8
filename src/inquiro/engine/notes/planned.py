"""From the topics of a note to a plan: what is looked for, and the queries, of which only labels leave the machine.

Sources on this machine are asked in the note's own words as well, its title's and names among them.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence

import msgspec
import regex

from inquiro.core.types import ChecklistItem, NoteText, Plan, Query, Topic
from inquiro.engine.facets import asked as facets_asked
from inquiro.engine.harmless import shortened
from inquiro.engine.meaning import meaning
from inquiro.engine.notes.prose import headings_of, prose_of
from inquiro.engine.notes.search_phrases import Subject, phrase, subject_of
from inquiro.engine.question import content_words
from inquiro.retrieval.words import content_tokens, detect_language

MOST_TERMS, MOST_ABOUT = 3, 3  # more of them, and a good sentence has too few of them
MOST_WORDS = 10
OFTEN = 4
LONGEST_DESCRIPTION = 120
QUESTION_TYPE = "note"
_LETTERS = regex.compile(r"\p{L}")  # of a unit there is one, or none
ENOUGH_TO_TELL = 4_000  # characters, what language a note is in


def plan_for(note: NoteText, topics: Sequence[Topic]) -> Plan:
    """One item a topic, with a query of its label, and one in the note's words; without a label there is the latter alone."""
    language = detect_language(note.text[:ENOUGH_TO_TELL])
    counts = Counter(content_tokens(note.text, language))
    subject = subject_of(note.title, [one.text for one in headings_of(prose_of(note.text))], language)
    own = {topic.id: _own_words(topic, subject, language, counts) for topic in topics}
    items = tuple(_item(topic, note.title, language, counts, own[topic.id]) for topic in topics)
    public = [topic.label for topic in topics if topic.label]
    return Plan(
        refined_query="; ".join(public) or "what the note is about",
        checklist=items,
        key_terms=tuple(
            dict.fromkeys(term for item in items if not item.private for term in (*item.about, *item.terms))
        ),
        question_type=QUESTION_TYPE,
        language=language,
        in_scope=tuple(public),
        queries=(
            *(_query(topic, language) for topic in topics),
            *(Query(text=" ".join(words), items=(name,), private=True) for name, words in own.items() if words),
        ),
    )


def heading_of(topic: Topic) -> str:
    """What its item, and its part of the report, is called."""
    return topic.label or shortened(topic.context, LONGEST_DESCRIPTION)


def on_this_machine(items: Sequence[ChecklistItem]) -> list[ChecklistItem]:
    """The items that the note has words of its own for, in these; those that were held back tell most."""
    return [
        msgspec.structs.replace(item, terms=item.own[:MOST_TERMS], about=item.own[MOST_TERMS:])
        for item in items
        if item.own
    ]


def _item(
    topic: Topic, title: str, language: str, counts: Mapping[str, int], own_words: Sequence[str]
) -> ChecklistItem:
    """What the note keeps coming back to says best what a topic is about; its title's words count for less."""
    said = heading_of(topic)
    facets = facets_asked(f"{topic.context} {said}") if topic.type == "question" else ()
    words = [word for word in content_words(said, language) if len(_LETTERS.findall(word)) > 1]
    own = [word for word in words if not meaning(word, language) <= meaning(title, language)] or words or [said]
    terms = sorted(own, key=lambda word: -_often(word, language, counts))[:MOST_TERMS]
    return ChecklistItem(
        id=topic.id,
        description=said,
        label=said,
        terms=tuple(terms),
        about=tuple(word for word in words if word not in terms)[:MOST_ABOUT],
        facet=facets[0].id if facets else "",
        private=not topic.label,
        own=tuple(sorted(own_words, key=lambda word: meaning(word, language) <= meaning(said, language))),
    )


def _often(word: str, language: str, counts: Mapping[str, int]) -> int:
    """How often the note says a word, as far as it tells: more than a few times says no more."""
    return min(max((counts.get(term, 0) for term in content_tokens(word, language)), default=0), OFTEN)


def _query(topic: Topic, language: str) -> Query:
    if topic.label:
        return Query(text=topic.label, items=(topic.id,))
    words = content_words(topic.context, language)[:MOST_WORDS]
    return Query(text=" ".join(words) or topic.context, items=(topic.id,), private=True)


def _own_words(topic: Topic, subject: Subject, language: str, counts: dict[str, int]) -> tuple[str, ...]:
    """What the note itself would be searched by, held back or not; nothing where the label says as much."""
    said = " ".join(prose_of(topic.context).split())
    if not topic.label or not said:
        return ()
    words = phrase(said, subject, topic.title, language, counts)
    return () if meaning(" ".join(words), language) <= meaning(topic.label, language) else words
