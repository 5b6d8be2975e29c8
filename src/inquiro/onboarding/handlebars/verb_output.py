"""Templates that write verbs: whatever the data hold, a value stays a value and can never become code."""

from __future__ import annotations

import math
import re
from typing import Any, Literal

from inquiro.onboarding.dsl.strings import quoted
from inquiro.onboarding.handlebars.javascript import is_list, is_nothing, keys_of, not_json, number_text, text_of
from inquiro.onboarding.handlebars.json_text import JsonText
from inquiro.onboarding.handlebars.limits import LIMITS, Limits, Meter, TemplateError
from inquiro.onboarding.handlebars.nodes import Template
from inquiro.onboarding.handlebars.output import Pages
from inquiro.onboarding.handlebars.rendering import render

State = Literal["code", "string", "escape", "comment"]

EXACT = 2.0**53  # beyond it, the digits that JavaScript prints would read as another number
_WORD = re.compile(r'[^ \t\r\n,;()\[\]{}"]+')
_IN_STRING = re.compile(r'[^"\\]+')
_BREAKS = re.compile("\r(?!\n)")  # some call it the end of a line, the verb language does not: made one that all do
_NOT_IN_COMMENTS = re.compile(
    "[\x00-\x1f\x7f-\x9f\xad\u061c\u180e\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb]"
)
_BLANKS = " \t\r\n,;"  # a comment is one too
_OPENS: dict[str, State] = {'"': "string", ";": "comment"}
_NOT_IN_NAMES = re.compile(r"[^\w-]")
_PLAIN_KEY = re.compile(r"[A-Za-z_][A-Za-z0-9_-]*")


def render_verbs(template: Template, data: Any, *, limits: Limits = LIMITS) -> str:
    """The text of a program; `{{x}}`, `{{{x}}}` and `{{&x}}` are equally safe."""
    return render(template, data, output=VerbOutput(), limits=limits)


class VerbOutput(Pages):
    """Follows the verb language as it is written, so that it knows at every value where that value will stand."""

    def __init__(self) -> None:
        super().__init__()
        self._state: State = "code"
        self._word = ""  # the word that is being written, if one is
        self._from_data = False  # some of that word came from data
        self._heads_list = False  # that word is the first one behind a bracket
        self._after_value = False  # a value has just ended: the next word may not run into it
        self._after_string = False  # a string of the template has just ended
        self._after_key = False  # the word is the colon behind a key in quotes

    def literal(self, text: str, meter: Meter) -> None:
        text = _BREAKS.sub("\n", text) if self._state != "string" else text
        at = 0
        while at < len(text):
            at = self._literal_part(text, at, meter)

    def _literal_part(self, text: str, at: int, meter: Meter) -> int:
        """Writes as much as changes nothing, or the one character that does."""
        if self._state == "comment":
            return self._comment(text, at, meter)
        if self._state == "escape":
            self._state = "string"
            self.write(text[at], meter)
            return at + 1
        found = (_IN_STRING if self._state == "string" else _WORD).match(text, at)
        if found is None:
            self._boundary(text[at], meter)
            return at + 1
        if self._state == "code":
            self._go_on_with(found[0], meter)
        self.write(found[0], meter)
        return found.end()

    def _comment(self, text: str, at: int, meter: Meter) -> int:
        end = text.find("\n", at)
        if end >= 0:
            self._state = "code"
        else:
            end = len(text)
        self.write(_NOT_IN_COMMENTS.sub(_unless_blank, text[at:end]), meter)
        return end

    def _boundary(self, char: str, meter: Meter) -> None:
        """A character that ends what came before it."""
        if self._state == "string":
            self._state = "code" if char == '"' else "escape"
            self._after_string = char == '"'
        else:
            self._end_word(meter)
            if self._after_value and char == '"':
                self.write(" ", meter)
            self._state = _OPENS.get(char, "code")
            if char not in _BLANKS:
                self._heads_list = char == "("
            self._after_value = self._after_string = False
        self.write(char, meter)

    def _go_on_with(self, word: str, meter: Meter) -> None:
        if self._after_value:
            self.write(" ", meter)
            self._after_value = False
        # `"key":` of a map written as JSON; what follows is a value and no part of a name.
        self._after_key = self._after_string and not self._word and word == ":"
        self._after_string = False
        self._word += word

    def _end_word(self, meter: Meter) -> None:
        if self._from_data and self._heads_list and "." in self._word:
            message = f"the name of a verb cannot come from data: {self._word[:60]}"
            raise TemplateError([meter.problem(message)])
        if self._from_data and self._word == ":as":
            self.write("_", meter)  # an argument that data name is never the binding
        if self._word:
            self._heads_list = False
        self._word, self._from_data = "", False

    def value(self, value: Any, meter: Meter) -> None:
        if self._state == "escape":
            self.write("\\", meter)  # a backslash before a value stands for itself
            self._state = "string"
        if self._state == "string":
            self.write(quoted(text_of(value, meter))[1:-1], meter)
        elif self._state == "comment":
            self.write(_NOT_IN_COMMENTS.sub(" ", text_of(value, meter)), meter)
        elif self._word and not self._after_key:
            self._in_word(text_of(value, meter), meter)
        else:
            if self._after_value or self._after_key:
                self.write(" ", meter)
            self._word = ""
            self._after_value = True
            self._after_key = self._after_string = self._heads_list = False
            self.write(_code(value.source if isinstance(value, JsonText) else value, meter), meter)

    def _in_word(self, text: str, meter: Meter) -> None:
        name = _NOT_IN_NAMES.sub("_", text)
        if self._word in {":", "@"} and not re.match(r"\w", name):
            name = "_" + name
        self._word += name
        self._from_data = True
        self.write(name, meter)


def _unless_blank(char: re.Match[str]) -> str:
    return char[0] if char[0] in "\t\r" else " "


def _code(value: Any, meter: Meter, depth: int = 0) -> str:
    """A value of the verb language that reads as exactly this value."""
    meter.spend()
    if is_nothing(value):
        return "nil"
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, float) and math.isfinite(value) and abs(value) >= EXACT:
        return repr(value)
    if isinstance(value, int) or (isinstance(value, float) and math.isfinite(value)):
        return number_text(value)
    if isinstance(value, str | float):
        return quoted(text_of(value, meter))
    if isinstance(value, dict):
        deeper = meter.deeper(depth)
        return (
            "{"
            + _within([f"{_key(key, meter)} {_code(value[key], meter, deeper)}" for key in keys_of(value)], meter)
            + "}"
        )
    if is_list(value):
        return "[" + _within([_code(member, meter, meter.deeper(depth)) for member in value], meter) + "]"
    raise not_json(value, meter)


def _within(members: list[str], meter: Meter) -> str:
    meter.fits(sum(map(len, members)))
    return " ".join(members)


def _key(key: str, meter: Meter) -> str:
    return f":{key}" if _PLAIN_KEY.fullmatch(key) else quoted(text_of(key, meter))
