"""The few lines that show why a passage was found."""

from __future__ import annotations

from collections.abc import Iterable

from inquiro.retrieval.sentences import is_prose, sentences
from inquiro.retrieval.words import tokens

LONGEST = 300


def snippet(text: str, query: Iterable[str], longest: int = LONGEST) -> str:
    """The sentence with most of the query's terms, and what follows it as far as there is room."""
    spans = sentences(text)
    wanted = frozenset(query)
    if not spans:
        return ""

    def worth(span: tuple[int, int]) -> int:
        sentence = text[slice(*span)]
        return len(wanted.intersection(tokens(sentence))) + is_prose(sentence)

    best = max(range(len(spans)), key=lambda at: (worth(spans[at]), -at))
    shown = " ".join(text[spans[best][0] :].split())
    if len(shown) <= longest:
        return shown
    cut = shown[: longest - 1]
    return (cut[: cut.rfind(" ")] if " " in cut[longest // 2 :] else cut) + "…"
