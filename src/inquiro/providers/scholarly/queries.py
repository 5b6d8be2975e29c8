"""From a question to what a service of works can search for."""

from __future__ import annotations

import re

from inquiro.retrieval.words import detect_language, stop_words, words

# What a question is made of and no work is found by; dropped only while something else is left.
WEAK = frozenset(
    "affect affects compare compared difference differences does effect effects evidence impact influence paper papers patient patients "
    "research result results role show shown studies study use used using versus vs what work".split()
)
_PHRASE = re.compile(r'"([^"]+)"')


def key_words(query: str) -> list[str]:
    """The words that carry the meaning, as they are written and each once."""
    stops = stop_words(detect_language(query))
    found = list(dict.fromkeys(word.text for word in words(query)))
    meaning = [word for word in found if word.lower() not in stops]
    telling = [word for word in meaning if word.lower() not in WEAK]
    return telling or meaning or found


def phrases_and_words(query: str) -> tuple[list[str], list[str]]:
    """Quoted phrases, and the telling words of the rest."""
    phrases = [" ".join(found.split()) for found in _PHRASE.findall(query) if found.strip()]
    rest = _PHRASE.sub(" ", query).replace('"', " ")
    return phrases, key_words(rest) if rest.strip() else []
