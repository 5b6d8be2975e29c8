"""Words that everybody knows, by language: what is shipped in `words`, terms of technology and medicine, compounds."""

from __future__ import annotations

import lzma
from functools import cache, lru_cache
from importlib.resources import files

import regex

from inquiro.text.terms import TERMS

LANGUAGES = frozenset("en de fr es it pt nl zh ja".split())
SHORTEST_PART, SHORTEST_HEAD = 4, 4  # letters of a compound's parts
_COMPOUNDING = frozenset({"de", "nl"})
_JOINTS = ("", "s", "es", "n", "en", "er", "e")
_LONGEST_UNSPACED, _LONGEST_GIVEN = 6, 2  # characters; a given name may be a word too
_FAMILIES = frozenset(
    "王李张刘陈杨黄赵吴周徐孙马朱胡郭何高林罗郑梁谢宋唐许韩冯邓曹彭曾肖田董袁潘于蒋蔡余杜叶程苏魏吕丁任沈姚卢姜崔钟谭陆汪范金石廖贾夏韦付方白邹孟熊秦邱江尹薛闫段雷侯龙史陶黎贺顾毛郝龚邵万钱严覃武戴莫孔向汤邬"
)
_UNSPACED = regex.compile(r"[\p{Han}々\p{Katakana}ー]+")
_PIECE = regex.compile(r"[^\W\d_]+", regex.V1)
_NAME_ENDING = regex.compile(  # German surnames and places are made as compounds are
    r"(?:mann|baum|stein|berg|berger|burg|bach|feld|felder|hof|hofer|hoff|dorf|hausen|heim|horst|wald|moor|brück|tal|nagel|stern|"
    r"meier|meyer|maier|müller|huber|bauer|sen|stedt|stadt|werth|gasse|straße|strasse|weg|platz|bank|werke|veld|dijk|man|laar|huis|"
    r"wijk|haven|daal|horn|kerk|zicht|könig|korn|zahn|haupt|hardt|rath|leben|ingen|kirch|kirchen|see|au)\Z"
)


def is_public_word(word: str, language: str) -> bool:
    """Whether a word, alone, tells nothing about anybody; capitals do not count here."""
    plain = word.lower().replace("ß", "ss")  # as the list of German words is written
    if word.lower() in TERMS:
        return True
    parts = _PIECE.findall(plain)
    if not parts or any(character.isdigit() for character in plain):
        return False
    return all(_is_part(part, language) for part in parts)


def public_words(run: str, language: str) -> list[str]:
    """The words of two characters and more in a run of a script without blanks, longest first from the left."""
    known = shipped(language)
    found: list[str] = []
    at, after_family = 0, False
    while at < len(run):
        ends = range(min(len(run), at + _LONGEST_UNSPACED), at + 1, -1)
        end = next((end for end in ends if run[at:end] in known or run[at:end] in TERMS), 0)
        term = next((one for one in _unspaced_terms() if run.startswith(one, at)), "")
        if term and len(term) > end - at:
            end = at + len(term)
        if end and not (after_family and end - at <= _LONGEST_GIVEN):
            found.append(run[at:end])
        after_family = not end and run[at] in _FAMILIES
        at = end or at + 1
    return found


def is_unspaced(word: str) -> bool:
    return _UNSPACED.fullmatch(word) is not None


@cache
def shipped(language: str) -> frozenset[str]:
    """The list of a language; nothing where there is none."""
    if language not in LANGUAGES:
        return frozenset()
    packed = (files("inquiro.text") / "words" / f"{language}.xz").read_bytes()
    return frozenset(lzma.decompress(packed).decode().split("\n"))


def _is_part(part: str, language: str) -> bool:
    if len(part) == 1:
        return False
    if part in shipped(language) or part in shipped("en") or part in TERMS:
        return True
    return language in _COMPOUNDING and _is_compound(part, language)


@lru_cache(maxsize=16_384)
def _is_compound(word: str, language: str, parts: int = 2) -> bool:
    """Two or three known words, with a joint between them; what could be a surname or a place is none."""
    if len(word) < 2 * SHORTEST_PART or _NAME_ENDING.search(word):
        return False
    known = shipped(language)
    for at in range(SHORTEST_PART, len(word) - SHORTEST_HEAD + 1):
        head = word[at:]
        if head not in known and not (parts and _is_compound(head, language, parts - 1)):
            continue
        first = word[:at]
        if any(first.endswith(joint) and first.removesuffix(joint) in known for joint in _JOINTS):
            return True
    return False


@cache
def _unspaced_terms() -> tuple[str, ...]:
    return tuple(sorted((term for term in TERMS if is_unspaced(term)), key=len, reverse=True))
