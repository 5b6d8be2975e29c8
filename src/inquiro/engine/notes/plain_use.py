"""Words that a note plainly uses as words, whatever capitals they have elsewhere: `a task`, `each test`, `these rules`.

In documentation and study notes most words stand with a capital somewhere: in a link, a list, the name of a setting. A
name is not counted (`each Baker`), not described (`several falcons are`) and not written small again and again.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

import regex

from inquiro.engine.notes.disguises import squeezed
from inquiro.engine.notes.family_names import ENGLISH, GERMAN
from inquiro.engine.notes.people import FIRST_NAMES
from inquiro.retrieval.words import stop_words
from inquiro.text.vocabulary import is_public_word

FEWEST_SMALL = 3  # times that a word stands in small letters
FEWEST_TELLING = 2  # of a word whose ending says that it describes something
_WORD = regex.compile(r"[\p{L}\p{M}]+(?:[-'’][\p{L}\p{M}]+)*|[.,;:!?()\n]")
_COUNTING = {
    "en": "a an each every any these those many several few some no such multiple other another both",
    "fr": "un une chaque ces plusieurs quelques certains certaines aucun aucune",
    "es": "un una cada estos estas varios varias algunos algunas ningún ninguna otro otra",
    "it": "un una ogni questi queste alcuni alcune diversi diverse nessun nessuna",
    "pt": "um uma cada estes estas vários várias alguns algumas nenhum nenhuma",
    "nl": "een elke iedere enkele sommige verschillende geen",
}
_DESCRIBES = regex.compile(
    r"\p{Ll}{3,}(?:al|ar|ic|ive|ous|able|ible|ed|ent|ant|ful|less|ing|tion|ness|ment|ency|ity)\Z"
)
_CODE = regex.compile(
    r"^[ \t>]*(?P<fence>`{3,}|~{3,})(?s:.*?)(?:^[ \t>]*(?P=fence)|\Z)|`[^`\n]*`|<!--(?s:.*?)(?:-->|\Z)|</?[a-zA-Z][^<>\n]*>",
    regex.MULTILINE,
)
_TARGET = regex.compile(r"(?<=\])\([^()\n]*\)|\b[a-z][a-z0-9+.-]{1,20}://\S+", regex.IGNORECASE)


def without_code(text: str) -> str:
    """Code, tags of HTML and addresses blanked: they have capitals of their own."""
    return _TARGET.sub(" . ", _CODE.sub(lambda found: "\n" if "\n" in found[0] else " . ", text))


def plain_words(text: str, language: str) -> frozenset[str]:
    """Squeezed, of the languages in which a small letter tells; never a first name or a family's."""
    if language not in _COUNTING:
        return frozenset()
    found = _WORD.findall(text)
    small = Counter(word for word in found if word.islower())
    counting = frozenset(_COUNTING[language].split())
    heads = set(_heads(found, counting, stop_words(language)))
    return frozenset(
        squeezed(word)
        for word, number in small.items()
        if (word in heads and number >= FEWEST_SMALL) or (number >= FEWEST_TELLING and _DESCRIBES.fullmatch(word))
        if word not in FIRST_NAMES and word not in ENGLISH and word not in GERMAN and is_public_word(word, language)
    )


def _heads(found: list[str], counting: frozenset[str], idle: frozenset[str]) -> Iterator[str]:
    """What is counted: `a task is`, `each recurring task,`; in `a bluebird meeting` it is the meeting."""
    for place, word in enumerate(found):
        if word.lower() not in counting:
            continue
        run = found[place + 1 : place + 5]
        for at, one in enumerate(run[:3]):
            if not one.islower() or one in idle:
                break
            follows = run[at + 1] if at + 1 < len(run) else "."
            if not follows[0].isalpha() or follows in idle:
                yield one
                break
