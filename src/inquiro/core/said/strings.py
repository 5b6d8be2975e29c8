"""Where a quoted string ends when its quotes cannot be trusted.

A quote ends a string when what follows could follow a string there: a comma or a bracket that is open, the end, or,
after a name, a colon. Any other quote belongs to the words. A quote straight after a comma, with a whole string
behind it, begins the next one: the string before was never closed. What stays ambiguous raises NotJson: among it
a single quote within, unless it is an inch sign or an apostrophe.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from inquiro.core.said.strict import NotJson, Refused

DOUBLE = '"“”'
SINGLE = "'‘’`´"
QUOTES = frozenset(DOUBLE + SINGLE)
ENDS = {'"': '"', "'": "'"} | dict.fromkeys("“”", DOUBLE) | dict.fromkeys("‘’`´", SINGLE)
ESCAPES = {"n": "\n", "t": "\t", "r": "\r", "b": "\b", "f": "\f", "\n": "\n"}
LOOK = 200  # characters of blanks and comments looked across; a bound keeps hostile texts linear

BLANK = re.compile(r"(?:\s|/\*(?:[^*]|\*(?!/))*+(?:\*/|\Z)|//[^\n]*)*+")
PLAIN = re.compile(r"[^\\\"“”'‘’`´\x00-\x07\x0b\x0e-\x1f]++")
UNICODE = re.compile(r"[0-9a-fA-F]{4}")
CUT_UNICODE = re.compile(r"[0-9a-fA-F]{0,3}\Z")
VALUE_BEGINS = re.compile(r"[\d\[{\"'“‘]|-\d|(?:true|false|null)\b")
COMMA_BEFORE = re.compile(r"[,+](?:\s|/\*(?:[^*]|\*(?!/))*+\*/)*+\Z")
SURPLUS = re.compile(r"[\s,;)]*+\Z")
CLOSERS = re.compile(r"[\s\]},+]*+\Z")
COMMENT_AT_THE_END = re.compile(r"\s*(?:/\*(?:[^*]|\*(?!/))*+\*/\s*)?\Z")
INCHES = re.compile(r"(?<!\w)\d+\Z")
NEXT_LINE_NAME = re.compile(r"\w+\s*:")
NAME_WITHIN = re.compile(r",\s*\w+\s*:")


class StringReader:
    """Reads the strings of one text, given the brackets that are open around each."""

    def __init__(self, text: str) -> None:
        self._text = text

    def read(self, start: int, around: Sequence[str], *, name: bool) -> tuple[str, int]:
        """The string that opens at `start`, and the position after it."""
        ends = ENDS[self._text[start]]
        at = start + 1
        within = 0
        while at < len(self._text):
            here = self._text[at]
            if here == "\\":
                at += 2
            elif here in ends:
                ends_at = at if self._is_end(at, around, name=name) else self._missed_end(start + 1, at, around)
                if ends_at is None:
                    within += not self._is_lone_sign(start, at)
                    at += 1
                    continue
                if around and within and (within % 2 or "```" in self._text[start:at]):
                    raise NotJson("quotes within a string")
                if ends_at < at:
                    return self._words(start + 1, self._without_comment(ends_at), around), ends_at
                return self._words(start + 1, at, around), at + 1
            else:
                plain = PLAIN.match(self._text, at)
                at = plain.end() if plain else at + 1
        return self._unclosed(start + 1, around, name=name)

    def _is_end(self, quote: int, around: Sequence[str], *, name: bool) -> bool:
        after = self._past_blank(quote + 1)
        here = self._text[after : after + 1]
        if here in {"", "+"} or (here == ":" and name):
            return True
        if not around:
            return SURPLUS.match(self._text, after) is not None
        if here == "," or here in around or (here in {"}", "]"} and self._ends_here(after)):
            return True
        if here in DOUBLE and not name:
            return self._is_end_before_quote(quote, after, around)
        if around[-1] == "}" and "\n" in self._text[quote:after] and NEXT_LINE_NAME.match(self._text, after):
            return True
        apart = after > quote + 1
        return (apart or name) and VALUE_BEGINS.match(self._text, after) is not None

    def _is_lone_sign(self, start: int, quote: int) -> bool:
        if self._text[quote] in SINGLE:
            return self._text[quote - 1].isalpha() and self._text[quote + 1 : quote + 2].isalpha()
        return INCHES.search(self._text, max(start, quote - 10), quote) is not None

    def _is_end_before_quote(self, quote: int, after: int, around: Sequence[str]) -> bool:
        """Two quotes in a row: the second closes the string, or a comma is missing between two strings."""
        beyond = self._past_blank(after + 1)
        if self._text[beyond : beyond + 1] in {"", ",", *around}:
            return False
        if after == quote + 1:
            raise NotJson("two quotes in a row")
        return True

    def _missed_end(self, start: int, quote: int, around: Sequence[str]) -> int | None:
        """The comma at which this string should have been closed, when this quote opens the next one."""
        before = self._text[max(start, quote - LOOK) : quote]
        if around and (before.rstrip().endswith(":") or self._text.startswith(":", quote + 1)):
            raise NotJson("a string begins inside another one")
        comma = COMMA_BEFORE.search(before) if before.rstrip().endswith((",", "+", "*/")) else None
        if comma is None or not (around or comma[0][0] == "+"):
            return None
        closing = self._text.find('"', quote + 1, quote + 10 * LOOK)
        if closing < 0:
            return None
        beyond = self._past_blank(closing + 1)
        follows = {",", ":"} if around and around[-1] == "}" else {",", ""}
        if self._text[beyond : beyond + 1] in follows | set(around):
            return quote - len(before) + comma.start()
        return None

    def _unclosed(self, start: int, around: Sequence[str], *, name: bool) -> tuple[str, int]:
        """A string whose end never came: it goes as far as the closing brackets at the end of the text."""
        end = len(self._text)
        rest = self._text[start:]
        if name:
            if re.search(r"[:,\]}\[{]", rest):
                raise NotJson("a name without its closing quote")
            return self._words(start, end, around).rstrip(), end
        closers = CLOSERS.search(self._text, max(start, end - LOOK))
        if closers and around and set(closers[0]) & set("]},"):
            end = closers.start()
        elif self._text.endswith("+"):
            end -= 1
        said = self._text[start:end]
        if around and NAME_WITHIN.search(said):
            raise NotJson("a string without its closing quote")
        if around and around[-1] == "]" and "," in said:
            raise Refused("a string has no closing quote, and nothing tells where it should end")
        words = self._words(start, end, around)
        return (words.rstrip() if end < len(self._text) else words), end

    def _words(self, start: int, end: int, around: Sequence[str]) -> str:
        """The characters between two positions, escapes resolved; a line break before the closing quote is layout."""
        pieces: list[str] = []
        at = start
        while at < end:
            if plain := PLAIN.match(self._text, at, end):
                pieces.append(plain[0])
                at = plain.end()
            elif self._text[at] == "\\":
                character, at = self._escape(at + 1, around)
                pieces.append(character)
            elif self._text[at] in QUOTES:
                pieces.append(self._text[at])
                at += 1
            else:
                raise NotJson("a control character stands in a string")
        said = "".join(pieces)
        return said.rstrip() if self._text[start:end].rstrip(" \t").endswith("\n") else said

    def _escape(self, at: int, around: Sequence[str]) -> tuple[str, int]:
        here = self._text[at : at + 1]
        if here == "u":
            if code := UNICODE.match(self._text, at + 1):
                return chr(int(code[0], 16)), code.end()
            if CUT_UNICODE.match(self._text, at + 1):
                return "", len(self._text)
            raise NotJson("an escape that names no character")
        if here.isalpha() and here not in ESCAPES and around:
            raise NotJson(f"an escape that JSON does not have: \\{here}")
        return ESCAPES.get(here, here), at + 1

    def _without_comment(self, end: int) -> int:
        found = COMMENT_AT_THE_END.search(self._text, max(0, end - LOOK), end)
        return found.start() if found else end

    def _ends_here(self, at: int) -> bool:
        return not self._text[at : at + LOOK].strip(" \t\r\n]},")

    def _past_blank(self, at: int) -> int:
        found = BLANK.match(self._text, at, at + LOOK)
        return found.end() if found else at
