"""Which words of a note may leave by themselves: those of the public vocabulary that the note uses as plain words."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache

import regex

from inquiro.core.types import NoteText
from inquiro.engine.notes.disguises import squeezed
from inquiro.engine.notes.listed_words import listed_words
from inquiro.engine.notes.people import FIRST_NAMES, people_in
from inquiro.engine.notes.private_lines import body_of, is_private_note
from inquiro.engine.notes.proper_use import HEADING, names_kin, names_used, speaks_of_oneself
from inquiro.engine.notes.secrets import pieces
from inquiro.retrieval.words import detect_language, stop_words
from inquiro.text.terms import TERMS
from inquiro.text.vocabulary import LANGUAGES, is_public_word, is_unspaced, public_words, shipped

DIGITS = "a number"
NAME = "a name"
LISTED = "a word of a list of words"
UNKNOWN = "not a common word"
TITLE = "only in a title, a tag or the front matter"
TOLD = "only in what the note tells of somebody"
STAYS = "the note is private"
# Folders whose notes are called by the name of somebody or something; a project may have one too.
_NAMES = regex.compile(
    r"(?i)(?:^|/)(?:people|persons?|contacts?|clients?|customers?|patients?|cases?|deals?|meetings?|1-?1s?|hr|mandanten|kunden|"
    r"kontakte|personen|patienten|besprechungen|akten|personnes|réunions|personas|clientes|contactos|pacientes|reuniones|"
    r"clienti|contatti|persone|riunioni|pessoas|contatos|reuniões|mensen|klanten|contacten)/"
)
_PROJECTS = regex.compile(r"(?i)(?:^|/)(?:projects?|projekte?|projets?|proyectos?|progetti|projetos?|projecten)/")
_LABELS = (
    r"questions?|ideas|read up|look up|research|find out|check|to ?do|fragen?|offen|ideen|(?:noch )?(?:zu )?klären|nachschlagen|"
    r"recherche|à voir|idées|chercher|rechercher|preguntar|dudas|buscar|averiguar|investigar|domande|da vedere|cercare|dúvidas|ver|"
    r"pesquisar|vragen|uitzoeken|opzoeken"
)
_UNSPACED_LABELS = r"要查|查一下|想知道|調べる"
_ASKS = regex.compile(
    rf"(?i)\?|？|^[\s>*+•-]*(?:{_LABELS})\b[^:\n]{{0,12}}:|^[\s>*+•-]*(?:{_UNSPACED_LABELS})", regex.MULTILINE
)
_LISTS = regex.compile(
    rf"(?i)[\s>*+•#-]*(?:(?:{_LABELS})\b|{_UNSPACED_LABELS})[^:：\n]{{0,12}}[:：]?\s*$"
)  # the items below it ask
_ITEM = regex.compile(r"\s*(?:[*+•-]|\p{Nd}{1,2}[.)])\s")
_DIARY = regex.compile(
    r"(?i)(?:^|/)(?:daily|journals?|diary|diaries|tagebuch|journal intime|diario|diário|dagboek|日記|日记)(?:/|[^/]*\.md$)|\d{4}-\d{2}-\d{2}"
)
_BEGINS = regex.compile(r"(?:^|[.!?]\s+)[\s>*+•-]*(\p{L})", regex.MULTILINE)
FEWEST_BEGUN, CAPITALS = 3, 0.3  # sentences, and the share of them that begin with a capital
SEVERAL = 2  # people
FEWEST_WORDS, MOST_WORDS = 8, 200
MOST_KNOWN, MANY_MORE = 0.7, 0.25  # of the words
_SPACED = sorted(LANGUAGES - {"zh", "ja"})
_LETTERS = regex.compile(r"\p{L}+")
_DIGIT = regex.compile(r"\p{Nd}")
_IDLE = frozenset(
    """什么 怎么 可以 因为 多少 是否 为什么 如何 这个 那个 一个 没有 他们 我们 自己 已经 还是 或者 但是 所以 如果 时候 之后 以后 之前 比较
    問題 場合 方法 必要 何歳 自分 時間 大き 人数""".split()
)


class Gate:
    """One note, and what its reader let through."""

    def __init__(self, note: NoteText) -> None:
        self.language = language_of(body_of(note.text) or note.title)
        self._stays = bool(note.withheld) or is_private_note(note.text, note.title)
        self._accepted = frozenset(piece for said in note.accepted for piece in pieces(said))
        self._names = names_used(note.text, note.title, self.language)
        self._listed = listed_words(note.text, self.language)
        body = body_of(note.text)
        said = frozenset(pieces(HEADING.sub("", body)))
        beside = (note.title, note.path, *note.tags, note.text[: len(note.text) - len(body)], *HEADING.findall(body))
        self._beside = frozenset(piece for one in beside for piece in pieces(one)) - said
        self._called = frozenset(pieces(note.title)) if _is_called(note.path, note.title) else frozenset()
        self._used = frozenset(piece for word in note.source_words for piece in pieces(word))
        wary = bool(self._listed) or bool(_NAMES.search(note.path)) or in_small_letters(body)
        wary = wary or is_about_people(note.path, body)
        self._told = told_only(body) if wary and self.language not in {"zh", "ja"} else frozenset()
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
        used = bool(parts) and all(part in self._used for part in parts)
        if any(part in self._called or (part in self._beside and not used) for part in parts):
            return TITLE
        if any(part in self._told for part in parts):
            return TOLD
        if is_unspaced(word):
            return "" if public_words(word, self._unspaced()) == [word] else UNKNOWN
        known = used or word.lower() in self._idle or is_public_word(word, self.language)
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


def language_of(text: str) -> str:
    """As its function words tell; a short text that hardly knows a word of that language is in the one that knows most."""
    found = detect_language(text)
    words = [word for word in _LETTERS.findall(text.lower()) if len(word) > 2][:MOST_WORDS]
    if found not in _SPACED or len(words) < FEWEST_WORDS:
        return found
    if _known(words, found) >= MOST_KNOWN * len(words):
        return found
    best = max(_SPACED, key=lambda one: _known(words, one))
    return best if _known(words, best) - _known(words, found) >= MANY_MORE * len(words) else found


def _known(words: list[str], language: str) -> int:
    return sum(word in shipped(language) or word in stop_words(language) for word in words)


def _is_called(path: str, title: str) -> bool:
    """Whether a note's title is likely to be the name of somebody, or of what nobody else knows."""
    return bool(_NAMES.search(path)) or (bool(_PROJECTS.search(path)) and len(title.split()) == 1)


def is_about_people(path: str, body: str) -> bool:
    """Whether it is about private people, or somebody writes of themselves and of others: what such a note tells is
    theirs, what it asks may be anybody's."""
    people = people_in(body)
    if len(people) >= SEVERAL:
        return True
    return speaks_of_oneself(body) and bool(_DIARY.search(path) or people or names_kin(body))


def in_small_letters(body: str) -> bool:
    """Whether hardly a sentence begins with a capital: nothing tells its names from other words."""
    begun = _BEGINS.findall(body)
    return len(begun) >= FEWEST_BEGUN and sum(letter.isupper() for letter in begun) <= CAPITALS * len(begun)


def told_only(body: str) -> frozenset[str]:
    """The words that stand in no line that asks something: in a wary note any of them may be a name."""
    asked, told = list[str](), list[str]()
    listing = False
    for line in body.splitlines():
        listing = bool(_LISTS.match(line)) or (listing and bool(_ITEM.match(line)))
        if listing:
            asked.append(line)
            continue
        for sentence in regex.split(r"(?<=[.!])\s+", line) if not _ASKS.match(line) else [line]:
            (asked if _ASKS.search(sentence) else told).append(sentence)
    return frozenset(pieces(" ".join(told))) - frozenset(pieces(" ".join(asked)))


_FIRST = frozenset(squeezed(name) for name in FIRST_NAMES) - frozenset({"will", "max", "rosa", "iris", "august"})


@lru_cache(maxsize=16)  # one note, label after label
def gate_of(note: NoteText) -> Gate | None:
    """Nothing to pass where the reader lets everything through that is not secret."""
    return None if note.send == "all" and not note.withheld else Gate(note)


def has_vocabulary(language: str) -> bool:
    return language in LANGUAGES
