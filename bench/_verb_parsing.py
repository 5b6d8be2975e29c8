"""How long a program of 100 KB takes to be read, checked and written; and a reader that goes character by character."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any

from _table import Row, best
from inquiro.core.types import Reference, Symbol, VerbCall
from inquiro.onboarding.dsl.reading import read_program
from inquiro.onboarding.dsl.writing import format_program
from inquiro.onboarding.verbs.checking import check_program
from inquiro.onboarding.verbs.registry import VerbRegistry, bundled_verbs

SIZE = 100_000  # characters
TIMES = 7
BLANKS = " \t\r\n,"
ENDS = BLANKS + '()[]{}";'


def program() -> str:
    """As an import of a group writes it: companies with their attributes, who owns them, who holds which role."""
    parts = ['(cbu.ensure :name "Unit" :jurisdiction "LU" :client-type "fund" :as @unit)\n']
    size, number = len(parts[0]), 0
    while size < SIZE:
        parts.append(
            f";; Company {number}\n(entity.ensure-limited-company\n"
            f'  :name "Company {number} \\"Holding\\" GmbH"\n  :jurisdiction "DE"\n  :registration-number "HRB {number}"\n'
            f'  :city "München"\n  :gleif-status "ACTIVE"\n  :employees {number}\n  :tags [a "b" {{:c nil}}]\n  :as @c{number})\n'
            f"(ubo.add-ownership :owner-entity-id @c{max(number - 1, 0)} :owned-entity-id @c{number}"
            f' :percentage {number % 100}.5 :ownership-type "DIRECT" :corroboration :fully-corroborated)\n'
            f'(cbu.assign-role :cbu-id @unit :entity-id @c{number} :role "ASSET_OWNER")\n'
        )
        size += len(parts[-1])
        number += 1
    return "".join(parts)


class CharacterReader:
    """The obvious reader of such a language, without its checks: a character at a time, with places."""

    def __init__(self, text: str) -> None:
        self.text, self.at, self.line, self.column = text, 0, 1, 1

    def step(self) -> str:
        char = self.text[self.at]
        self.at += 1
        if char == "\n":
            self.line, self.column = self.line + 1, 1
        else:
            self.column += 1
        return char

    def skip(self) -> str:
        while self.at < len(self.text):
            char = self.text[self.at]
            if char == ";":
                while self.at < len(self.text) and self.text[self.at] != "\n":
                    self.step()
            elif char in BLANKS:
                self.step()
            else:
                return char
        return ""

    def word(self) -> str:
        chars = []
        while self.at < len(self.text) and self.text[self.at] not in ENDS:
            chars.append(self.step())
        return "".join(chars)

    def string(self) -> str:
        self.step()
        chars = []
        while (char := self.step()) != '"':
            chars.append(
                {"n": "\n", "t": "\t", "r": "\r"}.get(self.text[self.at], self.text[self.at]) if char == "\\" else char
            )
            if char == "\\":
                self.step()
        return "".join(chars)

    def many(self, closer: str) -> list[Any]:
        self.step()
        values = []
        while self.skip() != closer:
            values.append(self.value())
        self.step()
        return values

    def value(self) -> Any:
        char = self.skip()
        if char == '"':
            return self.string()
        if char == "[":
            return self.many("]")
        if char == "{":
            pairs = self.many("}")
            return {key.name: value for key, value in zip(pairs[::2], pairs[1::2], strict=True)}
        word = self.word()
        if word in ("true", "false", "nil"):
            return {"true": True, "false": False, "nil": None}[word]
        if char == "@":
            return Reference(name=word[1:])
        if char in "+-0123456789":
            return float(word) if "." in word else int(word)
        return Symbol(name=word.removeprefix(":"))

    def calls(self) -> list[VerbCall]:
        calls = []
        while self.skip():
            line, column = self.line, self.column
            self.step()
            verb, arguments, binds = self.word(), {}, ""
            places: dict[str, tuple[int, int]] = {}
            while self.skip() != ")":
                name = self.word()[1:]
                self.skip()
                place = (self.line, self.column)
                value = self.value()
                if name == "as":
                    binds = value.name
                else:
                    arguments[name], places[name] = value, place
            self.step()
            calls.append(VerbCall(verb=verb, arguments=arguments, binds=binds, line=line, column=column, places=places))
        return calls


def milliseconds(work: Callable[[], object]) -> float:
    started = time.perf_counter()
    work()
    return 1000 * (time.perf_counter() - started)


def first_load() -> float:
    bundled_verbs.cache_clear()
    return milliseconds(VerbRegistry.load)


def parsing() -> list[Row]:
    text = program()
    calls = read_program(text)
    assert CharacterReader(text).calls() == calls
    registry = VerbRegistry.load()
    assert not check_program(calls, registry)
    ours = best(lambda: milliseconds(lambda: read_program(text)), TIMES)
    plain = best(lambda: milliseconds(lambda: CharacterReader(text).calls()), TIMES)
    return [
        Row(f"read {len(text) // 1000} KB, {len(calls):,} calls", ours, "ms", 100),
        Row("the same, a character at a time", plain, "ms"),
        Row("a character at a time / ours", plain / ours, "x"),
        Row("check them", best(lambda: milliseconds(lambda: check_program(calls, registry)), TIMES), "ms"),
        Row("write them", best(lambda: milliseconds(lambda: format_program(calls)), TIMES), "ms"),
        Row("load the verb registry, the first time", best(first_load, TIMES), "ms"),
    ]
