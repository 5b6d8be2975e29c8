"""Telling statements from furniture: headings, table rows, menus, bylines and code are not prose."""

from __future__ import annotations

from functools import lru_cache

import regex

from inquiro.retrieval.blocks import is_heading, is_item, is_row
from inquiro.retrieval.words import words

_EMPHASIS = regex.compile(r"^[\s>*_\"“„«]+|[\s*_]+$")
_MARKER = regex.compile(r"^\s*(?:[-*+•‣▪◦·–—]|\(?\d{1,3}[.)]|\(?[a-zA-Z][.)]|\[[ xX]\])\s+")
_ENDING = regex.compile(r"[.!?…。！？｡؟।:;][\"'”’»)\]」』）*_]*(?:\[\d+\])*$")
_CRUMBS = regex.compile(r"\S\s*(?:[»›→|·•]|>)\s+\S.*\S\s*(?:[»›→|·•]|>)\s+\S|\s\|\s")
_CODE = regex.compile(
    r"^\s*(?:```|~~~|\$ |>>> |#!|<[a-zA-Z/!][^>]*>|(?:def|class|import|from|return|const|let|var|function|public"
    r"|SELECT|INSERT)\b.*[;:({=])|[{};]\s*$|=>|\w+\([\w, =\"']*\)\s*[;{]|^\s*[\w.]+\s*=\s*\S+$"
)
_BYLINE = regex.compile(
    r"""(?ix) ^(?:
    (?:first\s)?(?:published|posted|updated|last\supdated|last\smodified|created|written\sby|author|authors|date
      |reviewed|accessed|retrieved|received|accepted|doi|isbn|issn|copyright|tags|keywords|category|source|contact)
      \b\s*(?:on\b|by\b|:|：|\d)
    | (?:veröffentlicht|stand|autor|autorin|datum|aktualisiert|publicado|actualizado|autora|fecha|publié|auteur|mis\sà\sjour)
      \b\s*(?:am\b|von\b|el\b|por\b|le\b|par\b|:|\d)
    | (?:公開日|更新日|著者|作者|発表|日期|发布|來源|来源)\s*[:：]
    | ©|\(c\)\s\d{4}|all\srights\sreserved|fictional\sdocument,\swritten\sfor )"""
)
_BY_NAME = regex.compile(
    r"^(?:By|Von|Por|Par|Text:|Photo:|Foto:)\s+(?:\p{Lu}[\p{L}\p{M}.'’\-]*[,\s]*(?:and |und |y |et )?){1,6}\.?(?:\s|$)"
)
_CJK = regex.compile(r"[\p{Han}\p{Hiragana}\p{Katakana}]")
_DIGIT = regex.compile(r"\p{Nd}")
_LETTER = regex.compile(r"\p{L}")


@lru_cache(maxsize=16_384)
def is_prose(text: str) -> bool:
    """Whether a line or sentence states something, rather than naming, listing or decorating."""
    if is_heading(text) or is_row(text) or _CRUMBS.search(text) or _CODE.search(text):
        return False
    item = is_item(text)
    plain = _EMPHASIS.sub("", _MARKER.sub("", text, count=1))
    if _BYLINE.match(plain) or _credits(plain):
        return False
    ended = bool(_ENDING.search(plain)) and plain[-1] not in ":："
    characters = len(_CJK.findall(plain))
    if characters * 3 > len(plain):
        return characters >= (12 if ended or item else 40)
    return _says_something(plain, ended, item)


def _credits(plain: str) -> bool:
    named = _BY_NAME.match(plain)
    return named is not None and len(plain) - named.end() < 60


def _says_something(plain: str, ended: bool, item: bool) -> bool:
    count = len(words(plain))
    if count < 5 or len(_LETTER.findall(plain)) * 2 < len(plain.replace(" ", "")):
        return False
    if ended or (item and (count >= 8 or _DIGIT.search(plain))):
        return True
    # Titles, subtitles and affiliations can be long; what introduces a list may state something by itself.
    return count >= (15 if plain[-1] in ":：" else 25)
