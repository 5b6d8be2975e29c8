"""Headings, rows and columns as a model names them: a few plain words, which may not say what no fact of theirs says."""

from __future__ import annotations

from collections.abc import Iterable

import regex

from inquiro.core.types import Fact
from inquiro.engine.checking.statement import statement
from inquiro.engine.checking.weights import names
from inquiro.engine.harmless import as_words
from inquiro.retrieval.words import content_tokens, detect_language, tokens

MOST_WORDS = 8
LONGEST = 70  # characters
ENOUGH_TO_TELL = 4_000  # characters, what language a text is in
_MARKUP = regex.compile(r"[\[\]{}<>|`*#~^=\\]")
_ENDS = " \t.:;,!-–—"
_DIGITS = regex.compile(r"\S*\p{N}\S*")
_EDGES = "\"'“”‘’«».,;:?!%()"


def as_label(text: str, most: int = MOST_WORDS) -> str:
    """The words alone; none at all where they are too many for a label."""
    words = " ".join(_MARKUP.sub(" ", as_words(text, 2 * LONGEST)).split()).strip(_ENDS)
    return words if len(words) <= LONGEST and len(words.split()) <= most else ""


def bare(text: str) -> str:
    """Two headings are the same if they are so without case, blanks and what ends them."""
    return " ".join(text.casefold().split()).rstrip(" .:?")


def claims_more(label: str, held: str) -> bool:
    """Whether a label names or counts something that the text does not hold."""
    text = held.casefold()
    told = (word.strip(_EDGES).casefold() for word in (*_DIGITS.findall(label), *_named(label, held)))
    strange = [word for word in told if word and word not in text]
    if not strange:
        return False
    known = set(tokens(held))
    return any(_counts(word) or not set(tokens(word)) <= known for word in strange)


def held_by(facts: Iterable[Fact], *beside: str) -> str:
    """What a label over these facts may say: their words, their documents' names and dates, and words of the reader."""
    told = (
        part
        for fact in facts
        for part in (fact.statement, fact.title, fact.about, fact.said_by, (fact.published or "")[:4], *fact.entities)
    )
    return "\n".join(filter(None, (*told, *beside)))


def _named(label: str, held: str) -> list[str]:
    """What begins with a capital without being the first word, or can only be a name; German writes all nouns so."""
    certain = [word.text for word in names(statement(label))]
    if "de" in {detect_language(label), detect_language(held[:ENOUGH_TO_TELL])}:
        return certain
    return [*certain, *(word for word in label.split()[1:] if word[:1].isupper() and content_tokens(word, "en"))]


def _counts(word: str) -> bool:
    return any(character.isdigit() for character in word)
