"""Which words of a note may leave by themselves: those of the public vocabulary that the note uses as plain words."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache

import regex

from inquiro.core.types import NoteText
from inquiro.engine.notes.disguises import squeezed
from inquiro.engine.notes.listed_words import listed_words
from inquiro.engine.notes.people import FIRST_NAMES
from inquiro.engine.notes.private_lines import body_of, is_private_note
from inquiro.engine.notes.proper_use import HEADING, names_used
from inquiro.engine.notes.secrets import pieces
from inquiro.retrieval.words import detect_language, stop_words
from inquiro.text.terms import TERMS
from inquiro.text.vocabulary import LANGUAGES, is_public_word, is_unspaced, public_words

DIGITS = "a number"
NAME = "a name"
LISTED = "a word of a list of words"
UNKNOWN = "not a common word"
TITLE = "only in a title, a tag or the front matter"
STAYS = "the note is private"
_DIGIT = regex.compile(r"\p{Nd}")
_IDLE = frozenset(
    """什么 怎么 可以 因为 多少 是否 为什么 如何 这个 那个 一个 没有 他们 我们 自己 已经 还是 或者 但是 所以 如果 时候 之后 以后 之前 比较
    問題 場合 方法 必要 何歳 自分 時間 大き 人数""".split()
)


class Gate:
    """One note, and what its reader let through."""

    def __init__(self, note: NoteText) -> None:
        self.language = detect_language(body_of(note.text) or note.title)
        self._stays = bool(note.withheld) or is_private_note(note.text, note.title)
        self._accepted = frozenset(piece for said in note.accepted for piece in pieces(said))
        self._names = names_used(note.text, note.title, self.language)
        self._listed = listed_words(note.text, self.language)
        body = body_of(note.text)
        said = frozenset(pieces(HEADING.sub("", body)))
        beside = (note.title, note.path, *note.tags, note.text[: len(note.text) - len(body)], *HEADING.findall(body))
        self._beside = frozenset(piece for one in beside for piece in pieces(one)) - said
        self._idle = stop_words(self.language) | stop_words("en")

    def held(self, word: str) -> str:
        """Why a word stays; "" for one that may leave."""
        parts = pieces(word)
        if parts and all(part in self._accepted for part in parts):
            return ""
        if self._stays:
            return STAYS
        if word.lower() in TERMS:
            return ""
        if any(part in self._listed for part in parts):
            return LISTED
        if _DIGIT.search(word):
            return DIGITS
        if any(part in self._names or part in _FIRST for part in parts):
            return NAME
        if any(part in self._beside for part in parts):
            return TITLE
        if is_unspaced(word):
            return "" if public_words(word, self._unspaced()) == [word] else UNKNOWN
        known = word.lower() in self._idle or is_public_word(word, self.language)
        return "" if known else UNKNOWN

    def parted(self, words: Iterable[str]) -> tuple[str, ...]:
        """The same; of a run of a script without blanks the words that are in it."""
        found: list[str] = []
        for word in words:
            apart = is_unspaced(word) and word.lower() not in TERMS
            found += [part for part in public_words(word, self._unspaced()) if part not in _IDLE] if apart else [word]
        return tuple(dict.fromkeys(found))

    def open_words(self, words: Iterable[str]) -> tuple[str, ...]:
        """Those that may leave, in their order."""
        return tuple(part for part in self.parted(words) if not self.held(part))

    def _unspaced(self) -> str:
        return self.language if self.language in {"zh", "ja"} else "zh"


_FIRST = frozenset(squeezed(name) for name in FIRST_NAMES) - frozenset({"will", "max", "rosa", "iris", "august"})


@lru_cache(maxsize=16)  # one note, label after label
def gate_of(note: NoteText) -> Gate | None:
    """Nothing to pass where the reader lets everything through that is not secret."""
    return None if note.send == "all" and not note.withheld else Gate(note)


def has_vocabulary(language: str) -> bool:
    return language in LANGUAGES
