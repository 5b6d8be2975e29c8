"""What Word puts before an item of a list: a bullet, or the number that it counts itself."""

from __future__ import annotations

import re
from typing import Any

_LIST = re.compile(r"(?i)(list|aufzählung|lista)\b.*")
_NUMBERED = re.compile(r"(?i)(list number|listennummer|lista con números|liste à numéros)\b.*")
_BULLETS = frozenset({"bullet", "none"})
_DEEPEST = 8


class Numbers:
    """Counts the items of every list of a document, level by level."""

    def __init__(self, document: Any) -> None:
        self._formats: dict[tuple[str, int], str] = {}
        self._counts: dict[tuple[str, int], int] = {}
        try:
            numbering = document.part.numbering_part.element
        except (KeyError, NotImplementedError):
            return
        abstract = {one.get(_w("abstractNumId")): one for one in numbering.iterfind(_w("abstractNum"))}
        for number in numbering.iterfind(_w("num")):
            meant = abstract.get(_value(number, "abstractNumId"))
            for level in meant.iterfind(_w("lvl")) if meant is not None else ():
                at = level.get(_w("ilvl"), "")
                if at.isdecimal():
                    self._formats[number.get(_w("numId")), int(at)] = _value(level, "numFmt")

    def mark(self, paragraph: Any, styled: Any, style: str) -> str:
        """The mark with the indentation of its level; empty for what is no item. `style` is the name of its style."""
        number, level = _numbered(paragraph, styled)
        if not number and not _LIST.fullmatch(style):
            return ""
        told = self._formats.get((number, level), "")
        if told in _BULLETS or (not told and not _NUMBERED.fullmatch(style)):
            return "  " * level + "- "
        key = (number or style, level)
        self._counts[key] = self._counts.get(key, 0) + 1
        for deeper in range(level + 1, _DEEPEST + 1):
            self._counts.pop((number or style, deeper), None)
        return "  " * level + f"{self._counts[key]}. "


def _numbered(paragraph: Any, styled: Any) -> tuple[str, int]:
    """Its list and level: its own, else those of its style."""
    for element in (paragraph._p, styled.element if styled is not None else None):  # noqa: SLF001 - numbering has no public name
        found = element.find(f"{_w('pPr')}/{_w('numPr')}") if element is not None else None
        number = _value(found, "numId")
        if number == "0":  # taken out of its style's list
            return "", 0
        if number:
            level = _value(found, "ilvl")
            return number, min(int(level), _DEEPEST) if level.isdecimal() else 0
    return "", 0


def _value(element: Any, name: str) -> str:
    found = element.find(_w(name)) if element is not None else None
    return str(found.get(_w("val"), "")) if found is not None else ""


def _w(name: str) -> str:
    return f"{{http://schemas.openxmlformats.org/wordprocessingml/2006/main}}{name}"
