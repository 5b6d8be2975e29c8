"""Words of any script, index terms and languages, without a model."""

from __future__ import annotations

import re
import unicodedata
from functools import cache, lru_cache
from itertools import chain
from typing import NamedTuple

import regex

from inquiro.retrieval.interrogatives import without_interrogatives
from inquiro.retrieval.stopwords import STOP_CHARACTERS, STOP_PAIRS, STOP_WORDS
from inquiro.retrieval.word_forms import irregular_forms

VERSION = 2  # part of what an index is built with: raise it when tokens change

# Scripts that are written without spaces, or whose words glue particles on: indexed as character pairs.
_PAIRED = r"\p{Han}\p{Hiragana}\p{Katakana}ーｰ々〆\p{Hangul}\p{Thai}\p{Lao}\p{Khmer}\p{Myanmar}"
_LETTER = rf"[[\p{{L}}\p{{M}}]--[{_PAIRED}]]"
_PATTERN = regex.compile(
    rf"""
    (?P<han>[\p{{Han}}々〆]+) | (?P<kana>[\p{{Katakana}}ーｰ]+ | \p{{Hiragana}}+)
    | (?P<joined>[\p{{Hangul}}]+ | [\p{{Thai}}\p{{Lao}}\p{{Khmer}}\p{{Myanmar}}]+)
    | (?P<code>\p{{Nd}}+{_LETTER}+\p{{Nd}}[[\p{{Nd}}\p{{L}}]--[{_PAIRED}]]*)
    | (?P<number>\p{{Nd}}+(?:[.,:/'’\u00a0\u202f]\p{{Nd}}+)*(?:[-–]\p{{Nd}}+(?:[.,:]\p{{Nd}}+)*)*%?)
    | (?P<unit>°{_LETTER}? | dB\([A-Z]\) | [€$£¥‰µ])
    | (?P<dotted>(?<![\p{{L}}\p{{Nd}}]){_LETTER}(?:\.{_LETTER})+(?![\p{{L}}]))
    | (?P<word>{_LETTER}[[\p{{L}}\p{{M}}\p{{Nd}}]--[{_PAIRED}]]*(?:[-‐'’][[\p{{L}}\p{{M}}\p{{Nd}}]--[{_PAIRED}]]+)*)
    """,
    regex.VERBOSE | regex.VERSION1,
)
_TERM = regex.compile(
    rf"""
    (?P<paired>[{_PAIRED}]+) | (?P<code>\p{{Nd}}+\p{{L}}+\p{{Nd}}[\p{{Nd}}\p{{L}}]*)
    | \p{{Nd}}+(?:[.,:'’]\p{{Nd}}+)* | °{_LETTER}? | dB\([A-Za-z]\) | [€$£¥]
    | (?<![\p{{L}}\p{{Nd}}]){_LETTER}(?:\.{_LETTER})+(?![\p{{L}}])
    | [[\p{{L}}\p{{M}}\p{{Nd}}]--[{_PAIRED}]]+(?:['’][[\p{{L}}\p{{M}}]--[{_PAIRED}]]+)?
    """,
    regex.VERBOSE | regex.VERSION1,
)
# The same two for text without any other letters, with the engine that is three times as fast on it.
_ASCII_WORD = re.compile(
    r"""[0-9]+[A-Za-z]+[0-9][0-9A-Za-z]* | [0-9]+(?:[.,:/'][0-9]+)*(?:-[0-9]+(?:[.,:][0-9]+)*)*%? | dB\([A-Z]\) | \$
    | (?<![A-Za-z0-9])[A-Za-z](?:\.[A-Za-z])+(?![A-Za-z]) | [A-Za-z][A-Za-z0-9]*(?:[-'][A-Za-z0-9]+)*""",
    re.VERBOSE,
)
_ASCII_TERM = re.compile(
    r"""[0-9]+[A-Za-z]+[0-9][0-9A-Za-z]* | [0-9]+(?:[.,:'][0-9]+)* | dB\([A-Za-z]\) | \$
    | (?<![A-Za-z0-9])[A-Za-z](?:\.[A-Za-z])+(?![A-Za-z]) | [A-Za-z0-9]+(?:'[A-Za-z]+)?""",
    re.VERBOSE,
)
_THOUSANDS = regex.compile(r"(?<=\d)[.,'’](?=\d{3}(?!\d))")
_GROUPED = regex.compile(r"\d{1,3}([.,'’]\d{3})+(?:[.,]\d+)?|\d{1,3}([.,'’])\d{3}")
_HAN_FUNCTION = regex.compile("[的了在是和与與及或也都而吗嗎呢吧着著过過被从從对對为為于於之这這那]")
_PARTICLES = "はがをのへ的是了吗嗎呢"  # a pair that holds one of these only says what stood next to it
_MARKS = regex.compile(r"\p{Mn}+")
_FOLDABLE = regex.compile(r"[\p{Latin}\p{Greek}]")
_VOWEL = regex.compile("[aeiouy]")
_SAMPLE = 4_000  # characters looked at to tell a language
_LINE = 2_000  # characters
_SHORT = 1_000  # characters: statements, quotes and queries come back in every step of a round


class Word(NamedTuple):
    """A word as written, and where."""

    text: str
    start: int
    end: int


def words(text: str) -> list[Word]:
    """The words of a text in order; scripts without spaces are cut where the script or a function character changes."""
    if text.isascii():
        return [Word(match[0], *match.span()) for match in _ASCII_WORD.finditer(text)]
    found: list[Word] = []
    for match in _PATTERN.finditer(text):
        if match.lastgroup == "han" and len(match[0]) > 4:
            found.extend(_han_pieces(match[0], match.start()))
        else:
            found.append(Word(match[0], match.start(), match.end()))
    return found


def _han_pieces(run: str, offset: int) -> list[Word]:
    pieces: list[Word] = []
    at = 0
    for cut in (*_HAN_FUNCTION.finditer(run), None):
        end = cut.start() if cut else len(run)
        if end > at:
            pieces.append(Word(run[at:end], offset + at, offset + end))
        if cut:
            pieces.append(Word(cut[0], offset + end, offset + end + 1))
            at = end + 1
    return pieces


def tokens(text: str) -> list[str]:
    """Index terms: folded, lightly stemmed, numbers in one notation, unspaced scripts as character pairs."""
    # No term spans lines, and a page is looked at twice: for likeness as a whole, and passage by passage.
    if "\n" not in text:
        return list(_of_line(text)) if len(text) <= _LINE else _of_text(text)
    lines = text.split("\n")
    return [term for line in lines for term in (_of_line(line) if len(line) <= _LINE else _of_text(line))]


@lru_cache(maxsize=8_192)
def _of_line(line: str) -> tuple[str, ...]:
    return tuple(_of_text(line))


def _of_text(text: str) -> list[str]:
    if text.isascii():
        return list(chain.from_iterable(map(_terms, _ASCII_TERM.findall(text))))
    found: list[str] = []
    for match in _TERM.finditer(_compatible(text)):
        found.extend(_pairs(match[0]) if match.lastgroup == "paired" else _terms(match[0]))
    return found


def content_tokens(text: str, language: str | None = None) -> list[str]:
    """Index terms without the function words of the text's language, and without what only asks."""
    return list(_content_of_short(text, language)) if len(text) <= _SHORT else _content(text, language)


@lru_cache(maxsize=8_192)
def _content_of_short(text: str, language: str | None) -> tuple[str, ...]:
    return tuple(_content(text, language))


def _content(text: str, language: str | None) -> list[str]:
    language = language or detect_language(text)
    text = without_interrogatives(text, language)
    shouting = text.isupper()
    if text.isascii():
        return [term for word in _ASCII_TERM.findall(text) for term in _telling_terms(word, language, shouting)]
    found: list[str] = []
    for match in _TERM.finditer(_compatible(text)):
        if match.lastgroup == "paired":
            found.extend(pair for pair in _pairs(match[0]) if not _empty_pair(pair))
        else:
            found.extend(_telling_terms(match[0], language, shouting))
    return found


@lru_cache(maxsize=200_000)
def _telling_terms(word: str, language: str, shouting: bool) -> tuple[str, ...]:
    """The index terms of one word, none where it is a function word; capitals are a name unless all is in capitals."""
    stops = _stop_forms(language)
    if _plain(word) in stops and (shouting or len(word) == 1 or not word.isupper()):
        return ()
    return tuple(term for term in _terms(word) if len(term) > 1 or term not in stops)


@cache
def stop_words(language: str) -> frozenset[str]:
    """The function words of a language as written; empty for a language we have no list of."""
    return frozenset(f"{STOP_WORDS.get(language, '')} {STOP_PAIRS.get(language, '')}".split()) | frozenset(
        STOP_CHARACTERS.get(language, "")
    )


@cache
def _stop_forms(language: str) -> frozenset[str]:
    return frozenset(form for word in stop_words(language) for form in (word, fold(word)))


@cache
def _idle_pairs() -> frozenset[str]:
    return stop_words("ja") | stop_words("zh")


def _empty_pair(pair: str) -> bool:
    idle = _idle_pairs()
    return pair in idle or all(character in idle for character in pair) or any(c in _PARTICLES for c in pair)


def _compatible(text: str) -> str:
    return text if text.isascii() else unicodedata.normalize("NFKC", text)


def _plain(word: str) -> str:
    return word.casefold().replace("’", "'")


def _pairs(run: str) -> list[str]:
    return [run] if len(run) == 1 else [run[at : at + 2] for at in range(len(run) - 1)]


@lru_cache(maxsize=200_000)
def _terms(word: str) -> tuple[str, ...]:
    """The index terms of one spaced word or number."""
    if word[0].isdigit():
        return (_number(word),) if not any(c.isalpha() for c in word) else _mixed(word)
    # A word of nothing but marks folds to nothing: what is empty is no term.
    return tuple(filter(None, _spaced(fold(word))))


def _spaced(plain: str) -> tuple[str, ...]:
    if "'" not in plain:
        return (_root(plain.replace(".", "")),)
    before, _, after = plain.partition("'")
    if after in ("s", ""):
        return (_root(before),)
    return (before, _root(after)) if len(before) <= 2 else (before + after,)


def _root(word: str) -> str:
    """The stem of a word, or of the one that it is an irregular form of: `kept` is `keep`, `oldest` is `old`."""
    forms = irregular_forms()
    one = (
        word[:-1] if word[-1:] == "s" and word not in forms else word
    )  # `shots` goes with `shot`, which goes with `shoot`
    return stem(forms.get(one, word))


def _mixed(word: str) -> tuple[str, ...]:
    """`40kg` is a number and a unit; an identifier such as `5493001KJT` stays whole."""
    found = regex.fullmatch(r"(\p{Nd}+)(\p{L}\D*)", word)
    return (found[1], stem(fold(found[2]))) if found else (word.casefold(),)


def _number(text: str) -> str:
    """One notation for `1,100`, `1.100` and `1100`, and for `2,5` and `2.5`."""
    if _GROUPED.fullmatch(text):
        text = _THOUSANDS.sub("", text)
    return text.replace(",", ".")


@lru_cache(maxsize=100_000)
def fold(word: str) -> str:
    """Lower case without diacritics, for Latin and Greek; other scripts keep their marks."""
    plain = _plain(word)
    if plain.isascii() or not _FOLDABLE.search(plain):
        return plain
    return _MARKS.sub("", unicodedata.normalize("NFKD", plain)).replace("ı", "i").replace("ø", "o").replace("ł", "l")


def stem(word: str) -> str:
    """A light stem, the same for English, German, Spanish and French: endings go only where enough is left."""
    if len(word) < 4 or not word.isascii() or not word.isalpha():
        return word
    if word.endswith("ies") and len(word) > 4:
        word = word[:-3] + "y"
    elif word[-1] == "s" and word[-2] not in "sui":
        word = word[:-1]
    for ending in ("ing", "ed"):
        rest = word.removesuffix(ending)
        if rest != word and len(rest) >= 3 and rest[-1] != "e" and _VOWEL.search(rest):
            return _single(rest)
    for ending, left in (("en", 4), ("er", 5), ("e", 3), ("o", 5), ("a", 5)):
        if word.endswith(ending) and len(word) - len(ending) >= left:
            rest = word.removesuffix(ending)
            return word if rest[-1] == "e" else rest
    return word


def _single(rest: str) -> str:
    doubled = len(rest) > 3 and rest[-1] == rest[-2] and rest[-1] not in "lszaeiou"
    return rest[:-1] if doubled else rest


_SCRIPTS: tuple[tuple[str, str], ...] = (
    ("ko", r"\p{Hangul}"),
    ("ru", r"\p{Cyrillic}"),
    ("el", r"\p{Greek}"),
    ("ar", r"\p{Arabic}"),
    ("he", r"\p{Hebrew}"),
    ("hi", r"\p{Devanagari}"),
    ("th", r"\p{Thai}"),
)
_KANA = regex.compile(r"[\p{Hiragana}\p{Katakana}]")
_HAN = regex.compile(r"\p{Han}")
_LATIN = regex.compile(r"\p{Latin}")
_SCRIPT_PATTERNS = tuple((language, regex.compile(pattern)) for language, pattern in _SCRIPTS)
_TELLING_SCRIPT = regex.compile("|".join([_KANA.pattern, _HAN.pattern, *dict(_SCRIPTS).values()]))
# Letters that few of the languages we tell apart share.
_TELLING = {
    "ß": "de",
    "ä": "de",
    "ñ": "es",
    "¿": "es",
    "¡": "es",
    "ã": "pt",
    "õ": "pt",
    "œ": "fr",
    "ê": "fr",
    "ò": "it",
}


def detect_language(text: str) -> str:
    """The likeliest language, by script and then by function words; English when nothing tells."""
    sample = text[:_SAMPLE]
    if sample.isascii() or not _TELLING_SCRIPT.search(sample):
        return _latin_of_short(sample) if len(sample) <= _SHORT else _latin_language(sample)
    kana, han = len(_KANA.findall(sample)), len(_HAN.findall(sample))
    # A Chinese or Japanese character says about as much as two or three letters.
    counts = {"ja" if kana * 10 >= han + kana else "zh": 3 * (kana + han)}
    counts |= {language: len(pattern.findall(sample)) for language, pattern in _SCRIPT_PATTERNS}
    best = max(counts, key=lambda language: counts[language])
    return best if counts[best] > len(_LATIN.findall(sample)) else _latin_language(sample)


@cache
def _speakers() -> dict[str, list[str]]:
    """Every function word with the languages that have it."""
    found: dict[str, list[str]] = {}
    for language in STOP_WORDS:
        for word in stop_words(language):
            found.setdefault(word, []).append(language)
    return found


@lru_cache(maxsize=8_192)
def _latin_of_short(sample: str) -> str:
    return _latin_language(sample)


def _latin_language(sample: str) -> str:
    scores = dict.fromkeys(STOP_WORDS, 0.0)
    speakers = _speakers()
    plain = sample.isascii()
    for word in _ASCII_WORD.findall(sample) if plain else [word.text for word in words(sample)]:
        for language in speakers.get(_plain(word), ()):
            scores[language] += 1
    if not plain:
        lower = sample.lower()
        for character, language in _TELLING.items():
            scores[language] += 0.75 * min(3, lower.count(character))
    best = max(scores, key=lambda language: scores[language])
    return best if scores[best] > scores["en"] else "en"
