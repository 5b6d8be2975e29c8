"""A wider grammar than JSON's, for the slips that models and people make; every character has to fit it.

Comments, typographic and single quotes, names and words without quotes, missing and surplus commas, missing colons
and closing brackets, `...`, a wrapping call, joined strings, quotes inside quotes. What does not fit raises
NotJson: this reader never drops words to make a text fit. A name at the very end of a text, its value never said,
reads as null and is noted.
"""

from __future__ import annotations

import re
from typing import Any

from inquiro.core.said.strict import MAX_DEPTH, NotJson, Refused, decimal_number, whole_number
from inquiro.core.said.strings import QUOTES, StringReader

MAX_LENIENT = 200_000  # characters: read in Python, at a second or so for this many

STRINGIFIED = re.compile(r'\s*[\[{]?\s*\\"')  # a value that was dumped twice; one level of escapes is taken off
ONE_LEVEL = re.compile(r'\\(["\\])')
EMPTY_QUOTE = re.compile(r"(?:(?<=[\[{,])|\A)\s*\"\Z")
BLANK = re.compile(r"(?:[\s\u180e\u200b\ufeff]|/\*(?:[^*]|\*(?!/))*+(?:\*/|\Z)|//[^\n]*)++")
NAME = re.compile(r"[A-Za-z0-9_$-]+")
CALL = re.compile(r"[A-Za-z_$][\w$]*\s*\(")
WORDS = re.compile(r"(?:[^,\[\]{}\"\n“”/`\\]|/(?![/*]))++|(?<=:)//[^,\[\]{}\"\s]*")
PATTERN = re.compile(r"/(?![/*])(?:[^/\\\n]|\\.)++/")
NUMBER = re.compile(r"(-?)(0|[1-9]\d*(?:_\d+)*)?(\.(?:\d+(?:_\d+)*)?)?([eE][+-]?\d*)?(?=[\s,\]})\"]|/\*|//|\Z)")
ONE_WORD = re.compile(r"[\w-]+")
TYPE_NAMES = frozenset({"string", "number", "integer", "boolean", "array", "object", "Null"})
ELLIPSIS = re.compile(r"\.\.\.")
CLOSING_QUOTE = re.compile(r'"\s*(?:[,\]}]|\Z)')
MISSED_COLON = re.compile(r"-?\d|(?:true|false|null)\b|[\[{]")

CONSTANTS: dict[str, bool | None] = {
    **dict.fromkeys(("null", "Null", "NULL", "None", "undefined"), None),
    **dict.fromkeys(("true", "True", "TRUE"), True),
    **dict.fromkeys(("false", "False", "FALSE"), False),
}
CONSTANT = re.compile(rf"(?:{'|'.join(CONSTANTS)})(?=\s*(?:[,\]}})]|//|/\*|\Z))")
NOT_NUMBERS = frozenset({"NaN", "nan", "Infinity", "-Infinity", "+Infinity", "inf", "-inf"})


class LenientReader:
    """Reads one text once; `read` gives its value, `notes` what had to be assumed."""

    def __init__(self, text: str) -> None:
        if len(text) > MAX_LENIENT:
            raise NotJson("the answer is broken JSON, and too long to be repaired")
        text = ONE_LEVEL.sub(r"\1", text) if STRINGIFIED.match(text) else text
        self._text = EMPTY_QUOTE.sub("", text)
        self._at = 0
        self._open: list[str] = []  # the closing bracket of everything still open
        self._strings = StringReader(self._text)
        self.notes: list[str] = []

    def read(self) -> Any:
        self._blank()
        if not self._peek():
            raise NotJson("there is no value")
        values = [self._value()]
        while self._another():
            values.append(self._value())
        if len(values) == 1:
            return self._meant(values[0])
        kinds = {"container" if isinstance(value, dict | list) else type(value).__name__ for value in values}
        if len(kinds) > 1 or (kinds == {"str"} and not all(ONE_WORD.fullmatch(value) for value in values)):
            raise NotJson("more text follows the value")
        full = [value for value in values if value not in ({}, [])]
        self.notes.append("several values stand beside each other")
        return full if len(full) > 1 else self._meant(*full or values[:1])

    def _meant(self, value: Any) -> Any:
        """A lone word counts only when it is not the name of a type: small models echo the schema they were given."""
        if isinstance(value, str) and (value in TYPE_NAMES or (value and QUOTES.issuperset(value))):
            raise NotJson("there is no value")
        return value

    def _another(self) -> bool:
        """Whether one more value follows, set off by a comma or a line break; stray closing brackets are passed."""
        before = self._at
        self._blank()
        while self._peek() in {"}", "]", ";"}:
            self._at += 1
            self._blank()
        comma = self._take(",")
        if not self._peek():
            return False
        if not comma and "\n" not in self._text[before : self._at]:
            raise NotJson("more text follows the value")
        return True

    def _value(self) -> Any:
        self._blank()
        here = self._peek()
        if here == "(" or self._text.startswith("```", self._at):
            raise NotJson("a value was expected")
        if here == "{":
            return self._object()
        if here == "[":
            return self._array()
        if here in QUOTES:
            return self._string()
        if call := CALL.match(self._text, self._at):
            return self._call(call.end())
        return self._scalar()

    def _object(self) -> dict[str, Any]:
        self._enter("}", self._at + 1)
        gathered: dict[str, Any] = {}
        while self._more_items():
            if self._peek() in {"{", "["}:
                break  # its own closing bracket is missing: what follows belongs to the outer value
            name = self._name()
            value = self._after_colon(name)
            if name in gathered and gathered[name] != value:
                reason = NotJson if value is None else Refused
                raise reason(f'"{name}" is given twice, with different values')
            gathered[name] = value
        if not self._leave() and not gathered and self._open and self._peek():
            raise NotJson("an object that is opened and holds nothing")
        return gathered

    def _name(self) -> str:
        if self._peek() in QUOTES:
            return self._string(name=True)
        bare = NAME.match(self._text, self._at)
        if bare is None:
            raise NotJson("a name was expected")
        self._at = bare.end()
        if self._peek() == '"':
            self._at += 1
        return bare[0]

    def _after_colon(self, name: str) -> Any:
        self._blank()
        if self._take(":"):
            if self._peek() in {",", "}", "]"}:
                raise NotJson(f'"{name}" has no value')
            if self._peek():
                return self._value()
        elif self._peek() in QUOTES or (
            self._text[self._at - 1] in QUOTES | {" "} and MISSED_COLON.match(self._text, self._at)
        ):
            if not name:
                raise NotJson("a name was expected")
            return self._value()
        elif self._peek():
            raise NotJson(f'the colon after "{name}" is missing')
        self.notes.append(f'"{name}" has no value')
        return None

    def _array(self) -> list[Any]:
        self._enter("]", self._at + 1)
        items: list[Any] = []
        while self._more_items():
            items.append(self._value())
            self._blank()
            if self._peek() == ":":
                raise NotJson("a colon stands in an array")
        self._leave()
        return items

    def _enter(self, closer: str, start: int) -> None:
        self._at = start
        self._open.append(closer)
        if len(self._open) > MAX_DEPTH:
            raise Refused(f"nested more than {MAX_DEPTH} deep")

    def _more_items(self) -> bool:
        """Past commas, blanks and ellipses; whether another item begins before the closing bracket."""
        self._blank()
        while self._take(",") or self._ellipsis():
            pass
        return self._peek() not in {"", "}", "]", ")"}

    def _leave(self) -> bool:
        """Take the closing bracket; one that belongs further out is left, one that belongs nowhere ends the text."""
        closer = self._open.pop()
        here = self._peek()
        if here == closer:
            self._at += 1
            return True
        if here in {"}", "]"} and here not in self._open:
            self._at += 1
            if self._text[self._at :].strip(" \t\r\n]}"):
                raise NotJson("brackets that do not match")
        return False

    def _string(self, *, name: bool = False) -> str:
        text, self._at = self._strings.read(self._at, self._open, name=name)
        while not name:
            before = self._at
            self._blank()
            if not self._take("+"):
                self._at = before
                break
            if self._peek() in QUOTES:
                more, self._at = self._strings.read(self._at, self._open, name=False)
                text += more
        return text

    def _call(self, start: int) -> Any:
        """What a call wraps: callback({…}), ObjectId("…")."""
        self._enter(")", start)
        value = self._value()
        self._open.pop()
        self._blank()
        if not self._take(")") and self._peek():
            raise NotJson("a call without its closing bracket")
        return value

    def _scalar(self) -> Any:
        number = NUMBER.match(self._text, self._at)
        if number and (number[2] or (number[3] and len(number[3]) > 1)):
            self._at = number.end()
            self._pass_quote()
            return _number(number)
        constant = CONSTANT.match(self._text, self._at)
        if constant and (self._open or constant[0] not in TYPE_NAMES):
            self._at = constant.end()
            return CONSTANTS[constant[0]]
        words = PATTERN.match(self._text, self._at) or WORDS.match(self._text, self._at)
        said = words[0].strip() if words else ""
        while words:
            self._at = words.end()
            words = WORDS.match(self._text, self._at) if self._text.startswith("//", self._at) else None
            said += words[0] if words else ""
        self._pass_quote()
        if said in NOT_NUMBERS:
            raise Refused(f"{said} is not JSON")
        if not any(character.isalnum() for character in said) or (self._open and said.endswith(":")):
            raise NotJson("a value was expected")
        if self._peek() in {"{", "["}:
            raise NotJson("words stand before a bracket")
        return said

    def _pass_quote(self) -> None:
        """The closing quote of a word that never had an opening one."""
        if CLOSING_QUOTE.match(self._text, self._at):
            self._at += 1

    def _ellipsis(self) -> bool:
        found = ELLIPSIS.match(self._text, self._at)
        if found:
            self._at = found.end()
            self._blank()
        return found is not None

    def _blank(self) -> None:
        found = BLANK.match(self._text, self._at)
        if found:
            self._at = found.end()

    def _take(self, character: str) -> bool:
        if self._peek() != character:
            return False
        self._at += 1
        self._blank()
        return True

    def _peek(self) -> str:
        return self._text[self._at : self._at + 1]


def _number(found: re.Match[str]) -> int | float:
    sign, whole, fraction, exponent = (part or "" for part in found.groups())
    digits = (sign + (whole or "0") + fraction).replace("_", "").removesuffix(".")
    if exponent[-1:].isdigit():
        digits += exponent
    elif exponent or fraction == ".":
        return decimal_number(digits)
    return decimal_number(digits) if fraction or exponent else whole_number(digits)
