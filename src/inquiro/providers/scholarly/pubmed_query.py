"""PubMed's query language: headings of its thesaurus beside words of title and abstract.

PubMed itself knows which words are terms of its thesaurus: asked with plain words, it tells how it maps them. From
that, every concept becomes `("Heading"[mh] OR "words"[tiab])`: works that an indexer filed under the heading, and
works too new or too plain to be filed at all. A query that already has field tags is its author's business.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from xml.etree import ElementTree as ET

from inquiro.providers.http.answers import text_of
from inquiro.providers.scholarly.queries import WEAK
from inquiro.retrieval.words import detect_language, stop_words

Headings = Mapping[str, tuple[str, ...]]  # words in lower case -> the thesaurus' names for them

_TAGGED = re.compile(r"\[[A-Za-z][A-Za-z /_-]*(?::[^\]\s]*)?\]")
_HEADING = re.compile(r'"([^"\[\]]+)"\[MeSH Terms\]', re.IGNORECASE)
_PIECE = re.compile(r'"([^"]*)"|([()])|([^\s()"]+)')
_WORD = re.compile(r"\w[\w'’/+.-]*\w|\w")
_OPERATORS = ("AND", "OR", "NOT")
_LONGEST_TERM = 6  # words
_MOST_CONCEPTS = 6  # each one more narrows the search
_MOST_HEADINGS = 2


@dataclass(frozen=True)
class _Run:
    """Words in a row, between operators."""

    words: tuple[str, ...]
    quoted: bool = False


@dataclass(frozen=True)
class _Concept:
    words: str
    headings: tuple[str, ...] = ()

    def __str__(self) -> str:
        parts = [*(f'"{heading}"[mh]' for heading in self.headings[:_MOST_HEADINGS]), f'"{self.words}"[tiab]']
        return f"({' OR '.join(parts)})" if len(parts) > 1 else parts[0]


def has_tags(query: str) -> bool:
    return _TAGGED.search(query) is not None


def untagged(query: str) -> str:
    """The words alone, as PubMed must be asked for it to say which of them its thesaurus knows."""
    return " AND ".join(" ".join(piece.words) for piece in _pieces(query) if isinstance(piece, _Run))


def headings_of(result: ET.Element) -> Headings:
    """What an eSearchResult says about its terms: how each of them was translated."""
    known: dict[str, tuple[str, ...]] = {}
    for translation in result.iterfind("TranslationSet/Translation"):
        words = " ".join(_WORD.findall(text_of(translation.find("From")).lower()))
        headings = tuple(dict.fromkeys(_HEADING.findall(text_of(translation.find("To")))))
        if words and headings and not has_tags(text_of(translation.find("From"))):
            known[words] = headings
    return known


def tagged(query: str, known: Headings) -> str:
    """The query with a field for every term; operators and groups of the user's own are kept."""
    pieces = _pieces(query)
    if _is_structured(pieces):
        return _rendered(pieces, known)
    return " AND ".join(map(str, _concepts(_words_of(pieces), known)))


def widened(query: str, known: Headings) -> str | None:
    """Fewer terms than before, the surest first: what the thesaurus knows; None when there is nothing to leave out."""
    pieces = _pieces(query)
    concepts = _concepts(_words_of(pieces), known)
    if _is_structured(pieces) or len(concepts) < 2:
        return None
    surest = sorted(concepts, key=lambda concept: not concept.headings)
    kept = surest[: max(len(concepts) // 2, 1)]
    return " AND ".join(str(concept) for concept in concepts if concept in kept)


def _pieces(query: str) -> list[_Run | str]:
    """Runs of words, quoted phrases, operators and brackets, in order."""
    pieces: list[_Run | str] = []
    for phrase, bracket, word in _PIECE.findall(query):
        if quoted := tuple(_WORD.findall(phrase)):
            pieces.append(_Run(quoted, quoted=True))
        elif bracket or word in _OPERATORS:
            pieces.append(bracket or word)
        elif found := tuple(_WORD.findall(word)):
            last = pieces[-1] if pieces else None
            if isinstance(last, _Run) and not last.quoted:
                pieces[-1] = _Run(last.words + found)
            else:
                pieces.append(_Run(found))
    return pieces


def _words_of(pieces: Sequence[_Run | str]) -> list[_Run]:
    return [piece for piece in pieces if isinstance(piece, _Run)]


def _is_structured(pieces: Sequence[_Run | str]) -> bool:
    """Whether there are operators or groups and they make sense; otherwise they are taken for slips of the hand."""
    open_groups, wants_term = 0, True
    for piece in pieces:
        if piece == ")":
            open_groups -= 1
            if wants_term or open_groups < 0:
                return False
        elif piece == "(":
            open_groups += 1
            wants_term = True
        elif isinstance(piece, str):
            if wants_term:
                return False
            wants_term = True
        else:
            wants_term = False
    return open_groups == 0 and not wants_term and any(piece in {"OR", "NOT"} for piece in pieces)


def _rendered(pieces: Sequence[_Run | str], known: Headings) -> str:
    text, before = "", ""
    for piece in pieces:
        if isinstance(piece, _Run):
            concepts = _concepts([piece], known)
            part = " AND ".join(map(str, concepts))
            part = f"({part})" if len(concepts) > 1 else part
        else:
            part = piece
        adjoining = before not in {"", "(", *_OPERATORS} and part not in {")", *_OPERATORS}
        text += (" AND " if adjoining else "" if before in {"", "("} or part == ")" else " ") + part
        before = part
    return text


def _concepts(runs: Sequence[_Run], known: Headings) -> list[_Concept]:
    language = detect_language(" ".join(word for run in runs for word in run.words))
    found: list[_Concept] = []
    for run in runs:
        if run.quoted:
            words = " ".join(run.words)
            found.append(_Concept(words, known.get(words.lower(), ())))
        else:
            found.extend(_terms(run.words, known, stop_words(language)))
    found = list(dict.fromkeys(found))
    telling = [concept for concept in found if concept.words.lower() not in WEAK] or found
    if len(telling) > _MOST_CONCEPTS:
        surest = sorted(telling, key=lambda concept: not concept.headings)[:_MOST_CONCEPTS]
        telling = [concept for concept in telling if concept in surest]
    return telling or [_Concept(" ".join(word for run in runs for word in run.words))]


def _terms(words: Sequence[str], known: Headings, stops: frozenset[str]) -> list[_Concept]:
    """The longest terms that the thesaurus knows, and what is left between them word by word."""
    found: list[_Concept] = []
    at = 0
    while at < len(words):
        lengths = range(min(_LONGEST_TERM, len(words) - at), 0, -1)
        length = next((n for n in lengths if " ".join(words[at : at + n]).lower() in known), 0)
        term = " ".join(words[at : at + max(length, 1)])
        if length and (length > 1 or term.lower() not in stops):
            found.append(_Concept(term, known[term.lower()]))
        elif len(term) > 1 and term.lower() not in stops:
            found.append(_Concept(term))
        at += max(length, 1)
    return found
