"""Cyrillic and Greek in Latin letters, and Latin letters by their sound: enough to see that two spellings are one name."""

from __future__ import annotations

import re

_CYRILLIC = dict(
    zip(
        "абвгдежзийклмнопрстуфхцчшщъыьэюяёіїєґђѓјљњћќўџ",
        "a b v g d e zh z i y k l m n o p r s t u f h ts ch sh sht a y  e yu ya yo i yi ye g dj gj j lj nj c kj u dz".split(
            " "
        ),
        strict=True,
    )
)
_GREEK = dict(
    zip(
        "αβγδεζηθικλμνξοπρστυφχψωςάέήίόύώϊϋ",
        "a v g d e z i th i k l m n x o p r s t y f ch ps o s a e i i o y o i y".split(" "),
        strict=True,
    )
)
_LATIN = str.maketrans(_CYRILLIC | _GREEK)
_SOUNDS = (
    ("tz", "z"),
    ("ts", "z"),
    ("ph", "f"),
    ("kh", "h"),
    ("ch", "h"),
    ("ck", "k"),
    ("ya", "a"),
    ("ia", "a"),
    ("yu", "u"),
    ("y", "i"),
    ("j", "i"),
    ("c", "k"),
    ("q", "k"),
    ("w", "v"),
    ("x", "ks"),
)
_DOUBLED = re.compile(r"(.)\1+")


def in_latin(text: str) -> str:
    """Of lower-case text; other alphabets stay as they are."""
    return text.translate(_LATIN)


def sounds(text: str) -> str:
    for letters, sound in _SOUNDS:
        text = text.replace(letters, sound)
    return _DOUBLED.sub(r"\1", text)
