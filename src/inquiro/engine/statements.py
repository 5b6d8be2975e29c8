"""The sentences of a passage, with their places and terms."""

from __future__ import annotations

from functools import lru_cache

import regex

from inquiro.engine.meaning import meaning
from inquiro.retrieval.sentences import sentences
from inquiro.retrieval.words import detect_language

_LIST_MARKER = regex.compile(r"(?:[-*+•–]|\(?\p{Nd}{1,2}[.)]|\p{Ll}\))\s+")


@lru_cache(maxsize=4_096)  # the same passages come back every round
def statements(passage: str) -> tuple[tuple[int, str, frozenset[str]], ...]:
    """The sentences of a passage with their places and terms, list markers left out."""
    language = detect_language(passage)
    spans = [(start + _marker(passage[start:end]), end) for start, end in sentences(passage)]
    return tuple((start, passage[start:end], meaning(passage[start:end], language)) for start, end in spans)


def all_terms(passage: str) -> frozenset[str]:
    return frozenset[str]().union(*(terms for _, _, terms in statements(passage)))


def one_line(text: str) -> str:
    return " ".join(text.split())


def _marker(sentence: str) -> int:
    """How long the list marker is that opens a sentence: a quote begins after it."""
    found = _LIST_MARKER.match(sentence)
    return found.end() if found else 0
