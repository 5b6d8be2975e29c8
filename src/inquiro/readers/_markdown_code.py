"""Code in Markdown: between fences, also inside lists and quotations, or set off by its indentation."""

from __future__ import annotations

import re
from typing import NamedTuple

from inquiro.core.types import CodeSpan

_FENCE = re.compile(r"(?P<indent>[ \t]*)(?P<mark>`{3,}|~{3,})(?P<info>.*)$")
_QUOTED = re.compile(r" {0,3}> ?")
_ITEM = re.compile(r"[ \t]*(?:[-*+]|\d{1,9}[.)])[ \t]+(?=\S)")
_LANGUAGE = re.compile(r"\{?\.?(?P<name>[A-Za-z][\w+#.-]*)")
_DEEP = 4  # so many columns further in, text is code
_TAB = 4


class Fence(NamedTuple):
    """An opened fence; `line` is how it stands in the text."""

    line: str
    mark: str
    language: str
    quoted: bool

    @classmethod
    def opened(cls, line: str, margin: Margin) -> Fence | None:
        quote = _QUOTED.match(line)
        bare = line[quote.end() :] if quote else line
        found = _FENCE.match(bare)
        if found is None or (found["mark"][0] == "`" and "`" in found["info"]):
            return None
        if _columns(found["indent"]) >= _DEEP + (0 if quote else margin.of_text):
            return None
        named = _LANGUAGE.match(found["info"].strip())
        return cls(bare, found["mark"], named["name"].lower() if named else "", quote is not None)

    def inside(self, line: str) -> str | None:
        """What a line adds to the block; None where the quotation around it has ended."""
        if not self.quoted:
            return line
        quote = _QUOTED.match(line)
        return line[quote.end() :] if quote else None

    def closed_by(self, line: str) -> bool:
        found = _FENCE.match(line)
        return found is not None and found["mark"].startswith(self.mark) and not line.strip(" \t`~")


class Margin:
    """Where text begins: at the border of the page, or further in under the item of a list."""

    def __init__(self) -> None:
        self.of_text = 0
        self._after_blank = True

    def see(self, line: str) -> None:
        """Lines outside of fences, in their order."""
        if not line.strip():
            self._after_blank = True
            return
        indent = _columns(line)
        item = _ITEM.match(line)
        if line.startswith("#"):
            self.of_text = 0
        elif item and indent < self.of_text + _DEEP:
            self.of_text = min(_columns_of(item[0]), indent + 2 + _DEEP)
        elif self._after_blank and indent < self.of_text:
            self.of_text = indent if 0 < indent < self.of_text and indent >= 2 else 0
        self._after_blank = False

    def is_code(self, line: str) -> bool:
        return _columns(line) >= self.of_text + _DEEP


class CodeLines:
    """The spans of code as the lines of a text come in; blank lines around a block are none of it."""

    def __init__(self) -> None:
        self._spans: list[CodeSpan] = []
        self._open: tuple[int, int] | None = None
        self._language = ""

    def begin(self, language: str) -> None:
        self.end()
        self._language = language

    def line(self, start: int, line: str) -> None:
        if line.strip():
            self._open = (self._open[0] if self._open else start, start + len(line))

    def end(self) -> None:
        if self._open:
            self._spans.append(CodeSpan(start=self._open[0], end=self._open[1], language=self._language))
        self._open, self._language = None, ""

    def spans(self, lead: int) -> list[CodeSpan]:
        """All of them, in a text whose first `lead` characters were cut off."""
        self.end()
        return [CodeSpan(start=one.start - lead, end=one.end - lead, language=one.language) for one in self._spans]


def _columns(line: str) -> int:
    return _columns_of(line[: len(line) - len(line.lstrip(" \t"))])


def _columns_of(text: str) -> int:
    return len(text.expandtabs(_TAB))
