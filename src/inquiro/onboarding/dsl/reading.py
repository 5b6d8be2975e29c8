"""Reads a program of verbs: `(domain.verb :argument value … :as @name)`, with the place of everything.

A call that stands as a value is read as a call of its own before the one that uses it. Arguments come in pairs, so a
keyword in the place of a value is a value. Names of arguments are the same with `_` and with `-`.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator
from typing import Any, NamedTuple

from inquiro.core.errors import BadFile
from inquiro.core.types import Problem, Reference, VerbCall
from inquiro.onboarding.dsl.strings import BadEscape, unescaped
from inquiro.onboarding.dsl.words import KEYWORD, VERB, BadWord, meaning, shortened

LARGEST = 5_000_000  # characters
MOST_CALLS = 100_000
DEEPEST = 100
MOST_PROBLEMS = 50

_TOKEN = re.compile(
    r"""[ \t\r\n,]*+ (?: ;[^\n]*+ [ \t\r\n,]*+ )*+           # blanks and comments
    (?: ("(?:[^"\\]++|\\.)*+") | ([()\[\]{}]) | ([^ \t\r\n,;()\[\]{}"]++) | (") | \Z )""",
    re.VERBOSE | re.DOTALL,
)
_STRING, _BRACKET, _WORD, _OPEN_QUOTE = 1, 2, 3, 4
_BARE_KEY = re.compile(r"[^\W\d][\w-]*:?")
_CONTROL = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\u2028\u2029]|\r(?!\n)")
_SURROGATE = re.compile("[\ud800-\udfff]")
_NEWLINE = re.compile("\n")
_CLOSERS = {"(": ")", "[": "]", "{": "}"}
_COMMENTS = ("#", "//", "/*", "--")  # of other languages

Token = re.Match[str]


def read_program(text: str, where: str = "verbs") -> list[VerbCall]:
    """The calls in the order in which they run; BadFile with every problem that can be told apart."""
    calls, problems = read_calls(text)
    if problems:
        raise BadFile(where, problems)
    return calls


def read_calls(text: str) -> tuple[list[VerbCall], list[Problem]]:
    """The calls that can be read, and every problem of the others."""
    reader = _Reader(text.removeprefix("\ufeff"))
    calls = reader.program()
    problems = sorted(reader.problems, key=lambda problem: (problem.line, problem.column))
    return ([call for at, call in enumerate(calls) if at not in reader.faulty] if problems else calls), problems


class _Lost(Exception):
    """The call cannot be read any further; reading goes on at the next one after `at`."""

    def __init__(self, message: str, at: int, place: int | None = None) -> None:
        super().__init__(message)
        self.at = at
        self.place = at if place is None else place


class _Use(NamedTuple):
    name: str
    at: int
    calls: int  # that stood before it


class _Reader:
    def __init__(self, text: str) -> None:
        self.text = text
        self.problems: list[Problem] = []
        self.calls: list[VerbCall] = []
        self.faulty: set[int] = set()  # calls that were read with problems
        self._lines = [0, *(newline.end() for newline in _NEWLINE.finditer(text[: LARGEST + 1]))]
        self._tokens: Iterator[Token] = _TOKEN.finditer(text)
        self._words: dict[str, Any] = {}
        self._names: dict[str, str] = {}
        self._fresh = ""
        self._uses: list[_Use] = []  # in the calls that are being read
        self._runaway = -1  # where a string begins that swallowed the beginning of another call

    def program(self) -> list[VerbCall]:
        if self._unfit():
            return []
        begun = 0
        while len(self.problems) < MOST_PROBLEMS:
            token = next(self._tokens)
            if token.lastindex is None:
                break
            begun = token.start(token.lastindex)
            try:
                self._top(token, begun)
            except _Lost as lost:
                self._note(str(lost), lost.place)
                if not self._go_on(begun, lost.at):
                    break
        return self.calls

    def _unfit(self) -> bool:
        if len(self.text) > LARGEST:
            self._note(f"the text has {len(self.text):,} characters; {LARGEST:,} are allowed", 0)
            return True
        if not self.text.isascii() and (half := _SURROGATE.search(self.text)):
            self._note("half a character: the text is no valid Unicode", half.start())
            return True
        if _CONTROL.search(self.text):
            for token in _TOKEN.finditer(self.text):
                end = token.start(token.lastindex) if token.lastindex else token.end()
                if found := _CONTROL.search(self.text, token.start(), end):
                    self._note(f"U+{ord(found[0]):04X} can stand in a string only", found.start())
        return bool(self.problems)

    def _go_on(self, begun: int, at: int) -> bool:
        """At the next line that begins with a call as far left as the one that was given up."""
        margin = self._place(begun)[1] - 1
        found = re.compile(rf"^[ \t]{{0,{margin}}}\(", re.MULTILINE).search(self.text, max(at, begun + 1))
        if found:
            self._tokens = _TOKEN.finditer(self.text, found.end() - 1)
        return found is not None

    def _top(self, token: Token, begun: int) -> None:
        if token.lastindex != _BRACKET or token[_BRACKET] != "(":
            raise _Lost(_no_call(token[token.lastindex or 0].strip()), begun)
        head = next(self._tokens)
        word = head[_WORD] if head.lastindex == _WORD else ""
        if not VERB.fullmatch(word):
            at = head.start(head.lastindex) if head.lastindex else begun
            raise _Lost(f"expected a verb such as gleif.enrich{', not ' + shortened(word) if word else ''}", at)
        self._call(word, begun, 1)

    def _call(self, verb: str, begun: int, depth: int) -> VerbCall:
        arguments: dict[str, Any] = {}
        places: dict[str, tuple[int, int]] = {}
        binds = ""
        tokens = self._tokens
        first, used, known = len(self.calls), len(self._uses), len(self.problems)
        while True:
            token = next(tokens)
            kind = token.lastindex
            if kind != _WORD:
                if kind == _BRACKET and token[_BRACKET] == ")":
                    break
                raise self._unexpected(token, begun)
            name = self._names.get(token[_WORD]) or self._argument_name(token, begun)
            given = next(tokens)
            if given.lastindex is None or (given.lastindex == _BRACKET and given[_BRACKET] in ")]}"):
                raise _Lost(f":{name} has no value", token.start(_WORD))
            at, noted = given.start(given.lastindex), len(self.problems)
            value = self._value(given, depth)
            if name in places:
                self._note(f":{name} is given a second time", token.start(_WORD))
            places[name] = self._place(at)
            if name != "as":
                arguments[name] = value
            elif isinstance(value, Reference):
                binds = value.name
                del self._uses[-1:]
            elif len(self.problems) == noted:
                self._note("after :as comes a name, such as @fund", at)
        places.pop("as", None)
        if len(self.calls) > first:
            self._hidden(first, used)
        del self._uses[used:]
        call = self._keep(verb, arguments, binds, begun, places)
        if len(self.problems) > known:
            self.faulty.add(len(self.calls) - 1)
        return call

    def _keep(
        self, verb: str, arguments: dict[str, Any], binds: str, begun: int, places: dict[str, tuple[int, int]]
    ) -> VerbCall:
        line, column = self._place(begun)
        call = VerbCall(verb=verb, arguments=arguments, binds=binds, line=line, column=column, places=places)
        self.calls.append(call)
        if len(self.calls) > MOST_CALLS:
            raise _Lost(f"more than {MOST_CALLS:,} calls", begun)
        return call

    def _argument_name(self, token: Token, begun: int) -> str:
        word = token[_WORD]
        if not KEYWORD.fullmatch(word):
            raise self._unexpected(token, begun)
        name = word[1:].replace("_", "-")
        self._names[word] = name
        return name

    def _unexpected(self, token: Token, begun: int) -> _Lost:
        kind = token.lastindex
        line, column = self._place(begun)
        at = token.start(kind) if kind else len(self.text)
        if self._runaway > begun:
            return _Lost("the string is not closed; it runs on into the next call", self._runaway)
        if kind is None:
            return _Lost(f"the call that begins in line {line}, column {column} is not closed", at, begun)
        if kind == _OPEN_QUOTE:
            return _Lost("the string is not closed", at)
        if token[kind] == "(" and self._place(at)[1] <= column:
            return _Lost(f"the call that begins in line {line}, column {column} is not closed before this one", at)
        return _Lost(f"expected an argument such as :name, not {shortened(token[kind])}", at)

    def _value(self, token: Token, depth: int) -> Any:
        kind = token.lastindex
        if kind == _STRING:
            return self._string(token)
        if kind == _WORD:
            word = token[_WORD]
            if word[0] == "@":
                self._uses.append(_Use(word[1:], token.start(_WORD), len(self.calls)))
            return self._words[word] if word in self._words else self._word(word, token.start(_WORD))
        at = token.start(kind) if kind else len(self.text)
        if kind == _OPEN_QUOTE:
            raise _Lost("the string is not closed", at)
        if kind is None:
            raise _Lost("the text ends where a value should stand", at)
        if depth >= DEEPEST:
            raise _Lost(f"nested more than {DEEPEST} deep", at)
        opened = token[_BRACKET]
        if opened == "{":
            return self._map(at, depth + 1)
        if opened == "[":
            return self._list(at, "[", next(self._tokens), depth + 1)
        if opened == "(":
            first = next(self._tokens)
            if first.lastindex == _WORD and VERB.fullmatch(first[_WORD]):
                return self._nested(first[_WORD], at, depth + 1)
            return self._list(at, "(", first, depth + 1)
        raise _Lost(f"{opened} closes nothing", at)

    def _string(self, token: Token) -> str:
        body = token[_STRING][1:-1]
        if "\n(" in body:
            self._runaway = token.start(_STRING)
        try:
            return unescaped(body)
        except BadEscape as bad:
            self._note(str(bad), token.start(_STRING) + 1 + bad.at)
            return body

    def _word(self, word: str, at: int) -> Any:
        try:
            value = self._words[word] = meaning(word)
        except BadWord as bad:
            self._note(str(bad), at)
            return None
        return value

    def _nested(self, verb: str, at: int, depth: int) -> Reference:
        call = self._call(verb, at, depth)
        if not call.binds:
            call = self.calls[-1] = VerbCall(
                verb=verb,
                arguments=call.arguments,
                binds=self._fresh_name(),
                line=call.line,
                column=call.column,
                places=call.places,
            )
        self._uses.append(_Use(call.binds, at, len(self.calls)))
        return Reference(name=call.binds)

    def _hidden(self, first: int, used: int) -> None:
        """Inner calls run before the one that they stand in, so that a name of its own would mean the last of them."""
        bound = {call.binds: index for index, call in enumerate(self.calls[first:], first)}
        for use in self._uses[used:]:
            if bound.get(use.name, -1) >= use.calls:
                self._note(f"@{use.name} is bound anew by a later call in the same one: give that another name", use.at)

    def _fresh_name(self) -> str:
        if not self._fresh:
            self._fresh = "nested"
            while f"@{self._fresh}_" in self.text:
                self._fresh += "_"
        return f"{self._fresh}_{len(self.calls)}"

    def _list(self, at: int, opened: str, token: Token, depth: int) -> list[Any]:
        values: list[Any] = []
        closer = _CLOSERS[opened]
        while token.lastindex != _BRACKET or token[_BRACKET] != closer:
            if token.lastindex is None:
                raise _Lost(f"this {opened} is not closed", len(self.text), at)
            values.append(self._value(token, depth))
            token = next(self._tokens)
        return values

    def _map(self, at: int, depth: int) -> dict[str, Any]:
        values: dict[str, Any] = {}
        while True:
            token = next(self._tokens)
            kind = token.lastindex
            if kind is None:
                raise _Lost("this { is not closed", len(self.text), at)
            if kind == _BRACKET and token[_BRACKET] == "}":
                return values
            place = token.start(kind)
            key = self._key(token)
            if key in values:
                self._note(f"{shortened(key)} stands in the map a second time", place)
            values[key] = self._value_of_key(token, depth)

    def _key(self, token: Token) -> str:
        if token.lastindex == _STRING:
            return self._string(token)
        word = token[_WORD] if token.lastindex == _WORD else ""
        if not KEYWORD.fullmatch(word) and not _BARE_KEY.fullmatch(word):
            raise _Lost("a key of a map is written :key or as a string", token.start(token.lastindex or 0))
        return word.strip(":")

    def _value_of_key(self, key: Token, depth: int) -> Any:
        """`:key value`, and as JSON writes it: `"key": value`."""
        token = next(self._tokens)
        if key.lastindex == _STRING and token.lastindex == _WORD:
            word, at = token[_WORD], token.start(_WORD)
            if word == ":":
                return self._value(next(self._tokens), depth)
            if word[0] == ":" and at == key.end(_STRING):
                return self._word(word[1:], at + 1)
        return self._value(token, depth)

    def _note(self, message: str, at: int) -> None:
        if len(self.problems) < MOST_PROBLEMS:
            line, column = self._place(at)
            self.problems.append(Problem(message=message, line=line, column=column))

    def _place(self, at: int) -> tuple[int, int]:
        line = bisect_right(self._lines, at)
        return line, at - self._lines[line - 1] + 1


def _no_call(shown: str) -> str:
    if shown.startswith(_COMMENTS):
        return f"comments begin with ;, not with {shortened(shown)}"
    if shown in ")]}":
        return f"this {shown} closes nothing"
    return f"a call begins with a bracket: (domain.verb …), not with {shortened(shown)}"
