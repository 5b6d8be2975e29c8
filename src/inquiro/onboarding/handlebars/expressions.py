"""What stands inside a tag: a path or a function, its arguments, its options and its block parameters."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from inquiro.core.types import Problem
from inquiro.onboarding.handlebars.javascript import MISSING, number_text
from inquiro.onboarding.handlebars.lexing import Token, TokenKind
from inquiro.onboarding.handlebars.limits import LIMITS
from inquiro.onboarding.handlebars.nodes import Call, Expression, Literal, Path, Place

_WORDS = {"true": True, "false": False, "null": None, "undefined": MISSING}
_MOST_DIGITS = 300


class Misread(Exception):
    """What stands in a tag makes no sense; caught where the tag is."""

    def __init__(self, message: str, place: Place) -> None:
        super().__init__(message)
        self.problem = Problem(message=message, line=place.line, column=place.column)


class Inside(NamedTuple):
    call: Call
    names: tuple[str, ...] = ()


def read_inside(tokens: Sequence[Token], place: Place) -> Inside:
    """The whole content of a tag."""
    reader = _Reader(tokens, place)
    call = reader.call(place)
    names = reader.names()
    if token := reader.peek():
        raise Misread(f"{token.original or token.text!r} is not expected here", token.place)
    return Inside(call, names)


class _Reader:
    def __init__(self, tokens: Sequence[Token], place: Place) -> None:
        self._tokens = tokens
        self._at = 0
        self._place = place
        self._depth = 0

    def peek(self, ahead: int = 0) -> Token | None:
        return self._tokens[self._at + ahead] if self._at + ahead < len(self._tokens) else None

    def _next(self, *kinds: TokenKind) -> Token | None:
        token = self.peek()
        if token is None or token.kind not in kinds:
            return None
        self._at += 1
        return token

    def call(self, place: Place) -> Call:
        callee = self._value()
        if callee is None:
            token = self.peek()
            raise Misread("a name is missing here", token.place if token else place)
        path = callee if isinstance(callee, Path) else _as_path(callee)
        params: list[Expression] = []
        while not self._at_option() and (value := self._param()) is not None:
            params.append(value)
        options: list[tuple[str, Expression]] = []
        while self._at_option():
            options.append(self._option())
        return Call(path, tuple(params), tuple(options))

    def names(self) -> tuple[str, ...]:
        """`as |item index|`."""
        opening = self._next("as")
        if not opening:
            return ()
        names: list[str] = []
        while token := self._next("id"):
            names.append(token.text)
        if not self._next("pipe") or not names:
            raise Misread("block parameters are written as |item| or as |item index|", opening.place)
        return tuple(names)

    def _at_option(self) -> bool:
        here, after = self.peek(), self.peek(1)
        return bool(here and here.kind == "id" and after and after.kind == "equals")

    def _option(self) -> tuple[str, Expression]:
        name = self._tokens[self._at]
        self._at += 2
        value = self._param()
        if value is None:
            raise Misread(f"{name.text}= has no value", name.place)
        return name.text, value

    def _param(self) -> Expression | None:
        opening = self._next("open")
        if not opening:
            return self._value()
        self._depth += 1
        if self._depth > LIMITS.expression:
            raise Misread(f"expressions are nested deeper than {LIMITS.expression} levels", opening.place)
        call = self.call(opening.place)
        if not self._next("close"):
            token = self.peek()
            raise Misread("a closing parenthesis is missing", token.place if token else opening.place)
        self._depth -= 1
        # Marked as a call even without arguments: in parentheses nothing is a path.
        return Call(call.path, call.params, call.options, in_parentheses=True)

    def _value(self) -> Expression | None:
        token = self._next("string", "number", "word")
        if token is None:
            return self._path()
        if token.kind == "string":
            return Literal(token.text, token.place)
        if token.kind == "word":
            return Literal(_WORDS[token.text], token.place)
        if len(token.text) > _MOST_DIGITS:
            raise Misread("this number has too many digits", token.place)
        return Literal(float(token.text) if "." in token.text else int(token.text), token.place)

    def _path(self) -> Path | None:
        data = self._next("data")
        first = self._next("id")
        if first is None:
            if data:
                raise Misread("a name is missing behind @", data.place)
            return None
        segments = [("", first)]
        while separator := self._next("separator"):
            # `list.0` ends like a number, and is meant as a place in the list.
            segment = self._next("id", "number", "word")
            if segment is None:
                raise Misread(f"a name is missing behind {separator.text}", separator.place)
            segments.append((separator.text, segment))
        return _path(segments, (data or first).place, is_data=data is not None)


def _path(segments: Sequence[tuple[str, Token]], place: Place, is_data: bool) -> Path:
    original = "@" if is_data else ""
    parts: list[str] = []
    depth = 0
    for separator, segment in segments:
        original += separator + segment.text
        bracketed = segment.original != segment.text
        if bracketed or segment.text not in {"..", ".", "this"}:
            parts.append(segment.text)
        elif parts:
            raise Misread(f"{original}: '{segment.text}' can only stand at the beginning of a path", place)
        else:
            depth += segment.text == ".."
    return Path(tuple(parts), depth, is_data, original, place)


def _as_path(literal: Expression) -> Path:
    """`{{"some field"}}` reads a field, as `{{[some field]}}` does."""
    assert isinstance(literal, Literal)
    value = literal.value
    if isinstance(value, str):
        name = value
    elif isinstance(value, bool) or value is None or value is MISSING:
        name = next(word for word, meaning in _WORDS.items() if meaning is value)
    else:
        name = number_text(value)
    return Path((name,), 0, False, name, literal.place)
