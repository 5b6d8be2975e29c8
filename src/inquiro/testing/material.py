"""What a prompt holds, by its layout alone: fenced blocks, numbered passages, listed facts and checklist entries.

The wording of the instructions is not looked at; only how data is laid out in what the user says.
"""

from __future__ import annotations

import functools
import re
from collections.abc import Iterator

import msgspec

from inquiro.core.models import ModelRequest
from inquiro.core.types import Value
from inquiro.retrieval.sentences import sentences
from inquiro.retrieval.words import content_tokens, detect_language

_FENCE = re.compile(
    r"^<<<(?P<kind>[^\n<>]*?) (?P<mark>[0-9a-f]{6,})\n(?P<body>.*?)\n?(?P=mark)>>>", re.DOTALL | re.MULTILINE
)
_LABELLED = re.compile(
    r"^[\s\-*•#]*(?:passage |entry )?(?:\[(?P<boxed>[a-z]{0,2}\d{1,4})\]|(?P<bare>[a-z]{0,2}\d{1,4})(?=\s*[:.)|(—]))"
    r"\s*(?P<about>\((?:[^()\n]|\([^()\n]*\)){0,100}\))?\s*[:.)|—]?\s*(?P<text>.*)$",
    re.IGNORECASE,
)
_WORD = re.compile(r"[^\W_][\w'’-]*")
_NAME = re.compile(r"\b[^\W\d_a-z][\w-]{2,}(?: [^\W\d_a-z][\w-]+)*")
_AMOUNTS = frozenset({"much", "many", "far", "long", "often"})
_ID = re.compile(r"\b[fcit]\d{1,4}\b")


class Entry(Value, frozen=True, kw_only=True):
    """One labelled thing in a prompt: a passage, a fact, a checklist entry, an objection, a query."""

    label: str
    text: str
    about: str = ""  # what stands between its label and its text: years, origins, other ids
    block: str = ""  # the kind of fence it stands in
    under: str = ""  # the label of the checklist entry above it

    @property
    def number(self) -> int:
        return int(re.sub(r"\D", "", self.label) or 0)

    @property
    def is_fact(self) -> bool:
        return bool(re.fullmatch(r"f\d+", self.label))

    @property
    def is_item(self) -> bool:
        return bool(re.fullmatch(r"[cit]\d+", self.label))

    @property
    def ids(self) -> tuple[str, ...]:
        return tuple(dict.fromkeys(_ID.findall(f"{self.about} {self.text}")))

    @property
    def sentences(self) -> tuple[str, ...]:
        return split(self.text)


class Material(Value, frozen=True, kw_only=True):
    """A prompt, taken apart."""

    told: str  # by the system
    said: str  # by the user, whole
    question: str
    entries: tuple[Entry, ...]
    turn: int  # how often the model has answered already in this conversation

    @classmethod
    def of(cls, request: ModelRequest) -> Material:
        told = "\n\n".join(message.text for message in request.messages if message.role == "system")
        asked = [message.text for message in request.messages if message.role == "user"]
        said = asked[0] if asked else ""
        return cls(
            told=told,
            said="\n\n".join(asked),
            question=_question(said),
            entries=tuple(_under_items(list(_entries(said)))),
            turn=sum(message.role == "assistant" for message in request.messages),
        )

    @property
    def items(self) -> tuple[Entry, ...]:
        return tuple(_once(entry for entry in self.entries if entry.is_item))

    @property
    def facts(self) -> tuple[Entry, ...]:
        return tuple(_once(entry for entry in self.entries if entry.is_fact))

    @property
    def numbered(self) -> tuple[Entry, ...]:
        """Passages, or sentences to correct: whatever is counted."""
        return tuple(_once(entry for entry in self.entries if not entry.is_fact and not entry.is_item))

    @property
    def ids(self) -> frozenset[str]:
        return frozenset(entry.label for entry in self.entries)

    def facts_of(self, item: Entry) -> tuple[Entry, ...]:
        return tuple(fact for fact in self.facts if item.label == fact.under or item.label in fact.ids)


def plain_words(text: str) -> tuple[str, ...]:
    """The words that carry meaning, as they are written, each once."""
    language = detect_language(text)  # one word alone does not tell
    found = (word for word in _WORD.findall(text) if not word.isdigit() and content_tokens(word, language))
    return tuple({word.lower(): word for word in found if word.lower() not in _AMOUNTS}.values())


def names_in(text: str) -> tuple[str, ...]:
    """Words with a capital, but not for standing first."""
    found = [
        name.removeprefix("The ")
        for sentence in split(text)
        for match in _NAME.finditer(sentence)
        if (name := match[0]) and (match.start() or " " in name) and content_tokens(name)
    ]
    return tuple(dict.fromkeys(found))[:6]


def shared(first: str, second: str) -> int:
    return len(_tokens(first) & _tokens(second))


@functools.lru_cache(maxsize=4_096)
def split(text: str) -> tuple[str, ...]:
    return tuple(text[start:end] for start, end in sentences(text))


@functools.lru_cache(maxsize=4_096)
def _tokens(text: str) -> frozenset[str]:
    return frozenset(content_tokens(text))


def _question(said: str) -> str:
    """In a fence of that name, behind that word, or the first line that asks."""
    for found in _FENCE.finditer(said):
        if "question" in found["kind"].lower():
            return " ".join(found["body"].split())
    if named := re.search(r"^question\W+(.+)$", said, re.IGNORECASE | re.MULTILINE):
        return named[1].strip()
    lines = [line.strip() for line in said.splitlines() if line.strip()]
    return next((line for line in lines if line.endswith(("?", "？"))), lines[0] if lines else "")


def _entries(said: str) -> Iterator[Entry]:
    at = 0
    for fence in _FENCE.finditer(said):
        yield from _labelled(said[at : fence.start()], "")
        yield from _labelled(fence["body"], fence["kind"].strip())
        at = fence.end()
    yield from _labelled(said[at:], "")


def _labelled(text: str, block: str) -> Iterator[Entry]:
    """A line with a label begins an entry; lines without one belong to the entry above."""
    current: Entry | None = None
    for line in text.splitlines():
        if found := _LABELLED.match(line):
            if current:
                yield current
            label = (found["boxed"] or found["bare"]).lower()
            current = Entry(label=label, text=found["text"].strip(), about=found["about"] or "", block=block)
        elif current and line.strip():
            current = msgspec.structs.replace(current, text=f"{current.text}\n{line.strip()}".strip())
    if current:
        yield current


def _under_items(entries: list[Entry]) -> Iterator[Entry]:
    above = ""
    for entry in entries:
        above = entry.label if entry.is_item else above
        yield msgspec.structs.replace(entry, under=above) if entry.is_fact else entry


def _once(entries: Iterator[Entry]) -> Iterator[Entry]:
    seen: set[str] = set()
    for entry in entries:
        if entry.label not in seen:
            seen.add(entry.label)
            yield entry
