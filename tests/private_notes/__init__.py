"""Notes that nobody would want to see in a search service, and harmless ones, in nine languages, all made up.

`private.txt` and `harmless.txt` hold them one after the other: a line `=== language path`, the text, and either
`--- never: words` (none of which may leave; `*`: nothing may) or `--- topics: words | words` (a query is of use if it
has all words of one of them, by their beginnings). `strangers.jsonl` and
`strangers_harmless.jsonl` were written by others, after the rules.
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from pathlib import Path
from typing import NamedTuple

import regex

HERE = Path(__file__).parent
NOTHING = "*"
LONGEST_RUN = 2  # words of a note in a row that a query may hold
_WORD = regex.compile(r"[\p{Han}\p{Katakana}ー\p{Hiragana}]+|[\p{L}\p{M}\p{N}]+")
_UNSPACED = regex.compile(r"[\p{Han}\p{Katakana}\p{Hiragana}]")


class Example(NamedTuple):
    language: str
    path: str
    text: str
    never: tuple[str, ...] = ()
    topics: tuple[tuple[str, ...], ...] = ()


def examples(name: str) -> list[Example]:
    parts = regex.split(r"^=== ", (HERE / f"{name}.txt").read_text(encoding="utf-8"), flags=regex.MULTILINE)
    return [_example(part) for part in parts if part.strip()]


def strangers() -> list[Example]:
    """Notes by writers who did not know the rules: a secret may be a phrase, of which each word may be common."""
    lines = (HERE / "strangers.jsonl").read_text(encoding="utf-8").splitlines()
    return [
        Example(one["language"], one["path"], one["text"], never=tuple(one["secret"])) for one in map(json.loads, lines)
    ]


def harmless_strangers() -> list[Example]:
    lines = (HERE / "strangers_harmless.jsonl").read_text(encoding="utf-8").splitlines()
    read = map(json.loads, lines)
    return [
        Example(one["language"], one["path"], one["text"], topics=tuple(map(_parts, one["topics"]))) for one in read
    ]


def _parts(topic: str) -> tuple[str, ...]:
    return tuple(topic.split())


def tells(query: str, secret: str) -> bool:
    """Whether a query has a secret in it, as whole words."""
    if _UNSPACED.search(secret):
        return secret in query
    return regex.search(rf"(?<!\w){regex.escape(secret)}(?!\w)", query, regex.IGNORECASE) is not None


def leaks(example: Example, queries: Iterable[str]) -> list[str]:
    """What the queries give away: words that must not leave, and three words of the note in a row."""
    found: list[str] = []
    said = f" {' '.join(_words(example.text))} "
    for query in queries:
        words = _words(query)
        if example.never == (NOTHING,):
            found.append(f"{query!r}: anything")
        found += [f"{query!r}: {word}" for word in example.never if word != NOTHING and _holds(query, words, word)]
        runs = (words[at : at + LONGEST_RUN + 1] for at in range(len(words) - LONGEST_RUN))
        found += [f"{query!r}: in a row: {run}" for run in runs if f" {' '.join(run)} " in said]
    return found


def researched(example: Example, queries: Iterable[str]) -> int:
    """How many of the topics a query speaks of."""
    asked = [_words(query) for query in queries]
    return sum(any(_about(topic, words) for words in asked) for topic in example.topics)


def _about(topic: tuple[str, ...], words: list[str]) -> bool:
    return all(any(part.casefold() in word if _UNSPACED.search(part) else word.startswith(part.casefold())
                   for word in words) for part in topic)  # fmt: skip


def _holds(query: str, words: list[str], secret: str) -> bool:
    if _UNSPACED.search(secret):
        return secret in query
    return any(part in words for part in _words(secret)) or _squeezed(secret) in _squeezed(query)


def _squeezed(text: str) -> str:
    return "".join(_words(text)) if len("".join(_words(text))) > 3 else " ".join(_words(text))


def _words(text: str) -> list[str]:
    return [word.casefold() for word in _WORD.findall(text)]


def _example(part: str) -> Example:
    head, _, rest = part.partition("\n")
    language, _, path = head.partition(" ")
    text, _, last = rest.rpartition("--- ")
    kind, _, told = last.strip().partition(": ")
    if kind == "never":
        return Example(language, path, text, never=tuple(word.strip() for word in told.split(",")))
    assert kind == "topics", head
    return Example(language, path, text, topics=tuple(tuple(topic.split()) for topic in told.split("|")))
