"""Marks of citation in a paragraph, in every common form, and the words that stay when they are taken out."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple

import regex

MOST_IN_RANGE = 50
_N = r"\^?(?:src[-_])?\d{1,4}[a-z]?"
_NUMBERS = rf"{_N}(?:\s?[,;–—-]\s?{_N})*"
# `[1]`, `[1, 2]`, `[1–3]`, `[^1]`, `[1](#src-1)`, `[[1]](address)`, `\[[1](#src-1), [2](#src-2)\]`, `【1†source】`
_ONE = rf"(?:\[\[({_NUMBERS})\]\]\([^()\s]{{0,2000}}+\)|\[({_NUMBERS})\](?![:A-Za-z0-9_])(?:\([^()\s]{{0,2000}}+\))?)"
_MARK = regex.compile(rf"\s*(?:\\\[)?{_ONE}(?:\s?[,;]?\s?{_ONE})*(?:\\\])?|\s*\\\[({_NUMBERS})\\\]")
_LENTICULAR = regex.compile(r"\s*【(\d{1,4}(?:\s?[,、，–-]\s?\d{1,4})*)[^】\n]{0,30}】")
_KEY = regex.compile(  # `[Knu84]`, `[Knu84, Lam94]`, `[@knuth1984; @lamport1994]`
    r"\s*\[@?([A-Za-z]{1,20}\+?\d{2,4}[a-z]?(?:\s?[,;]\s?@?[A-Za-z]{1,20}\+?\d{2,4}[a-z]?)*+)\](?![:(\w])"
)
_CARETS = regex.compile(r"(?<=[\p{L}\p{P}])\^(\d{1,3}(?:,\d{1,3})*)\^")
_NOTE = regex.compile(r"\s*\[\^([^\]\[\s^]{1,40})\](?!:)")
_RAISED = regex.compile(
    r"(?<=[\p{L}\p{P}”’\"'])(?<!\p{Lu}\p{Lu}|\b\p{L}{1,2}|\d)[⁰¹²³⁴⁵⁶⁷⁸⁹]{1,3}(?:[,⁻˒’‚][⁰¹²³⁴⁵⁶⁷⁸⁹]{1,3})*(?!\p{L})"
)
_SUP = regex.compile(
    r"\s*<sup[^<>]{0,200}>\s*(?:<a\b[^<>]{0,500}>)?\s*\[?(\d{1,4}(?:\s?[,;–-]\s?\d{1,4})*)\]?\s*(?:</a>)?\s*</sup>",
    regex.IGNORECASE,
)
_LINK = regex.compile(
    r"!?\[((?:[^\[\]]++|\[[^\[\]]{0,200}+\]){0,50}+)\]\(<?((?:[^()\s<>]++|\([^()\s]{0,500}+\)){1,20}+)>?"
    r"(?:\s+[\"'(][^\"')]{0,500}+[\"')])?\)"
)
_AUTOLINK = regex.compile(r"<(https?://[^<>\s]{1,2000})>")
_BARE = regex.compile(r"https?://(?:[^\s<>\"'()\]\[{}|]|\([^\s()<>]{0,200}\)){1,2000}", regex.IGNORECASE)
_CODE = regex.compile(r"`[^`]*`")
_TRAILING = regex.compile(
    r"(?<=\p{L}{2}[.,;:!?”\"’)]{1,2})(\d{1,3}(?:[,–-]\d{1,3})*)(?=\s+[\p{Lu}“\"]|\s*$)", regex.MULTILINE
)
_ROUNDED = regex.compile(
    r"(?<=[\p{L}\p{P}\d%°])\s?\((\d{1,3}(?:\s?[,;–-]\s?\d{1,3})*)\)(?=\s*(?:[.,;:!?。，]|$)|\s+\p{Lu})"
)
_NAME = (
    r"(?:(?:van|von|de|der|den|del|della|di|la|le|du|al|bin|ibn|ten|ter|dos|da)\s+){0,3}\p{Lu}[\p{L}\p{M}'’.-]{1,40}"
)
_UNSPACED = r"\p{Han}{2,8}?(?:ほか|ら|等)?"
_WHO = rf"{_NAME}(?:\s+{_NAME})?(?:,?\s+(?:and|und|et|y|e|&|＆)\s+{_NAME}|(?:,\s+{_NAME}){{1,6}},?\s+(?:and|und|et|y|&)\s+{_NAME})?(?:,?\s+(?:et\s+al\.?|u\.\s?a\.|and\s+others|and\s+colleagues|等))?"
_SAID = rf"(?:{_WHO}|{_UNSPACED})"
_YEAR = r"(?:1[5-9]|20)\d{2}[a-z]?"
_INSIDE = regex.compile(rf"(?P<who>{_SAID})[,，、]?\s*(?P<years>{_YEAR}(?:\s?[,&]\s?{_YEAR})*)")
_PARENTHESIS = regex.compile(
    rf"\s*[(（\[](?:(?:see|cf\.?|e\.g\.,?|vgl\.|siehe|voir|véase)\s+)?{_INSIDE.pattern.replace('?P<who>', '?:').replace('?P<years>', '?:')}[^()（）\[\]\n]{{0,200}}[)）\]]"
)
_NARRATIVE = regex.compile(
    rf"(?P<who>{_SAID})(?:’s|'s)?\s?[(（](?P<years>{_YEAR}(?:\s?[,&;]\s?{_YEAR})*)(?:,\s?pp?\.[^()]{{1,20}})?[)）]"
)
_SEVERAL = regex.compile(r"\bet\s+al|\s&\s|\sand\s|\sund\s|等")
_MONTHS = frozenset(
    "january february march april may june july august september october november december januar februar märz mai juni juli "
    "oktober dezember janvier février mars avril juin juillet août septembre octobre novembre décembre enero febrero marzo abril "
    "mayo junio julio agosto septiembre octubre noviembre diciembre in since by from until spring summer autumn fall winter the "
    "figure table section chapter version since q1 q2 q3 q4".split()
)
_DIGITS = str.maketrans("⁰¹²³⁴⁵⁶⁷⁸⁹˒’‚", "0123456789,,,")


class Mark(NamedTuple):
    """What a mark names, and where it stood in the words that are left."""

    at: int
    name: str  # `1`, `note`, an address, or `smith|2019a`
    form: str  # number, key, note, link, author, or mention of an author


class Marked(NamedTuple):
    words: str
    marks: tuple[Mark, ...]


class _Found(NamedTuple):
    start: int
    end: int
    shown: str  # what stays of it among the words
    names: list[tuple[str, str]]


def without_marks(text: str, *, rounded: bool = False, trailing: bool = False) -> Marked:
    """The words of a paragraph, and its marks in order.

    `rounded`: numbers in round brackets are marks, too. `trailing`: so are numbers right behind a full stop, which is
    what a PDF makes of raised ones.
    """
    looks = (*_LOOKS, *([_rounded] if rounded else []), *([_trailing] if trailing else []))
    hidden = _CODE.sub(lambda code: code[0].replace("[", "\x02").replace("(", "\x03"), text)
    kept: list[str] = []
    marks: list[Mark] = []
    at = size = 0
    for found in _apart(hidden, looks):
        kept.append(hidden[at : found.start])
        size += found.start - at
        inner = without_marks(found.shown).words if "[" in found.shown else found.shown
        kept.append(inner)
        size += len(inner)
        marks += [Mark(size, name, form) for form, name in found.names]
        at = found.end
    kept.append(hidden[at:])
    return Marked("".join(kept).replace("\x02", "[").replace("\x03", "("), tuple(marks))


def bare_addresses(text: str) -> list[str]:
    """Addresses that stand in the text as they are."""
    rest = _AUTOLINK.sub(" ", _LINK.sub(" ", _CODE.sub(" ", text)))
    return [found[0].rstrip(".,;:!?*_'\"”’") for found in _BARE.finditer(rest)]


def numbers_in(text: str) -> list[str]:
    """`1, 3–5` as the four numbers that it names."""
    names: list[str] = []
    for low, high in regex.findall(r"(\d{1,4}[a-z]?)(?:\s?[–—-]\s?\^?(?:src[-_])?(\d{1,4}))?", text):
        if high and low.isdigit() and 0 < int(high) - int(low) < MOST_IN_RANGE:
            names += [str(number) for number in range(int(low), int(high) + 1)]
        else:
            names += [low, *([high] if high else [])]
    return names


def author_key(who: str, year: str) -> str:
    """First surname and year, as one name: `smith|2019`."""
    first = regex.split(r",|\s+(?:and|und|et|y|e|&|＆|u\.)\s+|\s+et\s+al|等", who.strip(), maxsplit=1)[0]
    first = regex.sub(r"(?:ほか|ら)$", "", first.strip()) if regex.match(r"\p{Han}", first) else first
    surname = regex.sub(r"(?:’s|'s)$", "", first.strip()).split()[-1] if first.split() else ""
    return f"{surname.strip('.').casefold()}|{year.casefold()}"


def _apart(text: str, looks: Sequence[Look]) -> list[_Found]:
    """Every mark, none within another; the first to begin wins."""
    found = [one for look in looks for one in look(text)]
    found.sort(key=lambda one: (one.start, -one.end))
    apart: list[_Found] = []
    for one in found:
        if not apart or one.start >= apart[-1].end:
            apart.append(one)
    return apart


def _numbered(text: str) -> Iterator[_Found]:
    for found in _MARK.finditer(text):
        inside = regex.sub(r"\([^()\s]*\)", "", found[0])
        own = regex.findall(r"\]\(<?(https?://[^()\s>]{1,2000})", found[0])
        numbers = numbers_in(inside)
        linked = [("link", address) for address in own] if len(own) == len(numbers) else []
        yield _Found(found.start(), found.end(), "", [("number", number) for number in numbers] + linked)
    for found in _KEY.finditer(text):
        keys = regex.findall(r"[A-Za-z]+\+?\d+[a-z]?", found[1])
        yield _Found(found.start(), found.end(), "", [("key", key) for key in keys])
    for pattern in (_LENTICULAR, _SUP, _CARETS):
        for found in pattern.finditer(text):
            yield _Found(found.start(), found.end(), "", [("number", number) for number in numbers_in(found[1])])
    for found in _RAISED.finditer(text):
        raised = found[0].replace("⁻", "-").translate(_DIGITS)
        yield _Found(found.start(), found.end(), "", [("number", number) for number in numbers_in(raised)])


def _noted(text: str) -> Iterator[_Found]:
    for found in _NOTE.finditer(text):
        yield _Found(found.start(), found.end(), "", [("note", found[1])])


def _linked(text: str) -> Iterator[_Found]:
    for found in _LINK.finditer(text):
        outside = regex.match(r"(?i)https?://", found[2])
        image = found[0].startswith("!")
        yield _Found(
            found.start(), found.end(), "" if image else found[1], [("link", found[2])] if outside and not image else []
        )
    for found in _AUTOLINK.finditer(text):
        yield _Found(found.start(), found.end(), "", [("link", found[1])])
    for found in _BARE.finditer(text):
        address = found[0].rstrip(".,;:!?*_'\"”’")
        start, end = found.start(), found.start() + len(address)
        if text[:start].endswith("(") and text[end : end + 1] == ")":
            start, end = len(text[: start - 1].rstrip()), end + 1
        yield _Found(start, end, "", [("link", address)])


def _authored(text: str) -> Iterator[_Found]:
    for found in _PARENTHESIS.finditer(text):
        names = [("author", key) for one in _INSIDE.finditer(found[0]) for key in _keys(one)]
        if names:
            yield _Found(found.start(), found.end(), "", names)
    for found in _NARRATIVE.finditer(text):
        form = "author" if _SEVERAL.search(found["who"]) else "mention"  # `Berlin (2019)` need not cite anybody
        if names := [(form, key) for key in _keys(found)]:
            start = found.start("years") - 1
            yield _Found(len(text[:start].rstrip()), found.end(), "", names)


def _keys(found: regex.Match[str]) -> Iterator[str]:
    first = found["who"].split()[0].casefold().strip(".,")
    if first not in _MONTHS:
        yield from (author_key(found["who"], year) for year in regex.findall(_YEAR, found["years"]))


def _rounded(text: str) -> Iterator[_Found]:
    for found in _ROUNDED.finditer(text):
        yield _Found(found.start(), found.end(), "", [("number", number) for number in numbers_in(found[1])])


def _trailing(text: str) -> Iterator[_Found]:
    for found in _TRAILING.finditer(text):
        yield _Found(found.start(1), found.end(1), "", [("number", number) for number in numbers_in(found[1])])


Look = Callable[[str], Iterator[_Found]]
_LOOKS: tuple[Look, ...] = (_numbered, _noted, _linked, _authored)
