"""Figures that a judge says follow from its evidence: the sum it names is done again, on numbers that stand there.

A sum is `60 = 45 / 0.75`, a count `3 = count: sdist; wheel; egg`.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from math import isclose

import msgspec
import regex

from inquiro.engine.checking.statement import statement
from inquiro.engine.checking.verdict import Verdict
from inquiro.retrieval.words import detect_language
from inquiro.text.computed import hits
from inquiro.text.figures import Figure, figures
from inquiro.text.typography import flattened
from inquiro.text.units import PERCENT

FIGURES = frozenset({"number", "identifier"})  # what can be worked out, or be written with another unit or name
CONSTANTS = frozenset({1.0, 2.0, 7.0, 10.0, 12.0, 24.0, 60.0, 100.0, 365.0, 1_000.0, 1_000_000.0})
LONGEST, MOST_NUMBERS, MOST_COUNTED = 300, 16, 40
_COUNT = regex.compile(r"(?i)^\s*count\s*:\s*(.+)$", regex.DOTALL)
_TOKEN = regex.compile(r"\s*(?:(?P<number>\d[\d,]*(?:\.\d+)?(?:[eE][+-]?\d+)?)(?P<share>\s?%)?|(?P<sign>[-+*/()]))")
_SIGNS = str.maketrans({"×": "*", "·": "*", "÷": "/", "−": "-", "–": "-"})
_NUMERAL = regex.compile(r"\d[\d.,\u00a0\u202f' ]*\d|\d")


def accounted(verdict: Verdict, sums: Iterable[str], relied: Sequence[str], shown: str) -> Verdict:
    """The verdict without figures that stand in the words a judge relied on, or follow from what it was shown."""
    open_figures = [problem for problem in verdict.problems if problem.kind in FIGURES]
    if not open_figures:
        return verdict
    said = list(statement(verdict.text).figures)
    held = figures(shown, detect_language(shown))
    done = [one for one in sums if len(one) <= LONGEST]
    used: list[str] = []
    for problem in open_figures:
        for name in problem.found:
            how = _named(name, relied) or _worked_out(name, said, done, held, shown)
            if not how:
                return verdict
            used += [how] if how != name else []
    rest = tuple(problem for problem in verdict.problems if problem not in open_figures)
    return msgspec.structs.replace(verdict, problems=rest, computed=tuple(dict.fromkeys((*verdict.computed, *used))))


def _named(name: str, relied: Sequence[str]) -> str:
    """The figure itself, where its digits stand in words that were looked up; one digit alone says too little."""
    numeral = _NUMERAL.search(name)
    if numeral is None or sum(map(str.isdigit, numeral[0])) < 2:
        return ""
    bare = _digits(numeral[0])
    return name if any(bare == _digits(one) for words in relied for one in _NUMERAL.findall(words)) else ""


def _digits(numeral: str) -> str:
    return regex.sub(r"[,\u00a0\u202f' ](?=\d{3}(?!\d))", "", numeral).strip(" .,")


def _worked_out(name: str, said: Sequence[Figure], sums: Sequence[str], held: Sequence[Figure], shown: str) -> str:
    """The sum that gives this figure, on numbers of the evidence alone; empty where there is none."""
    claimed = [one for one in said if one.text == name or name in one.text or one.text in name]
    for told in sums:
        left, _, right = told.partition("=")
        result = _counted(right, shown) if _COUNT.match(right) else _value(right, held)
        stated = _value(left, None)
        if result is None or stated is None:
            continue
        for one in claimed:
            scaled = [value for value in one.readings if isclose(value, stated, rel_tol=0.05)]
            if (scaled or hits(stated, one)) and hits(result, one):
                return told.strip()
    return ""


def _counted(right: str, shown: str) -> float | None:
    """How many different things are named, where all of them stand in the evidence."""
    found = _COUNT.match(right)
    names = {flattened(one).casefold().strip(" .,`*\"'") for one in found[1].split(";")} - {""} if found else set()
    text = flattened(shown).casefold()
    return float(len(names)) if 1 < len(names) <= MOST_COUNTED and all(name in text for name in names) else None


def _value(expression: str, held: Sequence[Figure] | None) -> float | None:
    """What it comes to; with `held`, only if it takes numbers of the evidence, and at least one of them."""
    tokens = _tokens(expression.translate(_SIGNS))
    if tokens is None:
        return None
    numbers = [token for token in tokens if isinstance(token, float)]
    if held is not None:
        if len(numbers) < 2 or not all(_stands(one, held) or one in CONSTANTS for one in numbers):
            return None
        if not any(_stands(one, held) and one not in CONSTANTS for one in numbers):
            return None
    try:
        return _Sum(tokens).value()
    except (ZeroDivisionError, OverflowError, ValueError):
        return None


def _stands(number: float, held: Sequence[Figure]) -> bool:
    return any(
        isclose(number, value, rel_tol=1e-9) or (one.unit == PERCENT and isclose(number, value / 100, rel_tol=1e-9))
        for one in held
        for value in (*one.readings, *_unscaled(one))
    )


def _unscaled(one: Figure) -> tuple[float, ...]:
    """`400k` as 400 too: a sum in one scale needs none."""
    numeral = _NUMERAL.search(one.text)
    try:
        return (float(_digits(numeral[0]).replace(",", "")),) if numeral else ()
    except ValueError:
        return ()


def _tokens(expression: str) -> list[float | str] | None:
    found: list[float | str] = []
    at = 0
    text = expression.rstrip()
    while at < len(text):
        match = _TOKEN.match(text, at)
        if match is None:
            return None
        if match["number"]:
            value = float(match["number"].replace(",", ""))
            found.append(value / 100 if match["share"] else value)
        else:
            found.append(match["sign"])
        at = match.end()
    return found if found and sum(isinstance(one, float) for one in found) <= MOST_NUMBERS else None


class _Sum:
    """Plain arithmetic: plus and minus, times and over, brackets."""

    def __init__(self, tokens: Sequence[float | str]) -> None:
        self._tokens = list(tokens)

    def value(self) -> float:
        found = self._added()
        if self._tokens:
            raise ValueError("something follows the sum")
        return found

    def _next(self, *signs: str) -> str:
        if self._tokens and self._tokens[0] in signs:
            return str(self._tokens.pop(0))
        return ""

    def _added(self) -> float:
        found = self._multiplied()
        while sign := self._next("+", "-"):
            found = found + self._multiplied() if sign == "+" else found - self._multiplied()
        return found

    def _multiplied(self) -> float:
        found = self._single()
        while sign := self._next("*", "/"):
            found = found * self._single() if sign == "*" else found / self._single()
        return found

    def _single(self) -> float:
        if self._next("("):
            found = self._added()
            if not self._next(")"):
                raise ValueError("a bracket is open")
            return found
        if self._next("-"):
            return -self._single()
        if not self._tokens or not isinstance(self._tokens[0], float):
            raise ValueError("a number is missing")
        return float(self._tokens.pop(0))
