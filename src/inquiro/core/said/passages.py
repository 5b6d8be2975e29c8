"""Where in a model's text its value stands: after its thinking, in a fence, or amid prose.

Nothing is parsed here. One pass over the text per question, so that a hostile megabyte costs no more than a kind one.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

MOST_PASSAGES = 200  # more fences or brackets than this are no answer amid prose

THINKING = re.compile(r"\A\s*<(think|thinking|reasoning)>", re.IGNORECASE)
THOUGHT = re.compile(r"</(?:think|thinking|reasoning)>", re.IGNORECASE)
OPENER = re.compile(r"[\[{]")
BRACKET_OR_STRING = re.compile(r'[\[\]{}]|"(?:[^"\\]|\\.?)*+("|\Z)', re.DOTALL)
TOUCHING = frozenset("_/")
FENCE = re.compile(r'(?<!["\'`])`{3,}')
FENCE_LABEL = re.compile(r"[A-Za-z0-9_+-]*[ \t]*(?=[\s\[{(\"'])")


@dataclass(frozen=True)
class Passage:
    """A stretch of the text that may hold the value."""

    start: int
    end: int
    closed: bool = True  # the bracket or fence that opened it was closed again


def after_thinking(text: str) -> str | None:
    """The text without the thinking before it; None when the model never stopped thinking."""
    if text.lstrip()[:1] in {"{", "["}:
        return text
    thoughts = THOUGHT.split(text)
    if len(thoughts) > 1:
        return thoughts[-1]
    return None if THINKING.match(text) else text


def fenced(text: str) -> list[Passage]:
    """The insides of Markdown fences, in order; none when there are too many.

    A text that begins with a bracket is a value itself, and a fence further on belongs to one of its strings; only a
    bracket with nothing but the fence in it is looked through.
    """
    marks = list(FENCE.finditer(text))
    if not marks or (text.lstrip()[:1] in {"{", "["} and text[: marks[0].start()].strip() not in {"{", "["}):
        return []
    passages = []
    for index in range(0, len(marks), 2):
        start = marks[index].end()
        label = FENCE_LABEL.match(text, start)
        start = label.end() if label else start
        closed = index + 1 < len(marks)
        passages.append(Passage(start, marks[index + 1].start() if closed else len(text), closed))
    return passages if len(passages) <= MOST_PASSAGES else []


def bracketed(text: str) -> list[Passage]:
    """The outermost objects and arrays of a text, in order; none when there are too many.

    An unclosed bracket reaches to the end: what it holds is never offered alone.
    """
    passages: list[Passage] = []
    position = 0
    while opener := OPENER.search(text, position):
        depth = 0
        position = len(text)
        for token in BRACKET_OR_STRING.finditer(text, opener.start()):
            depth += {"{": 1, "[": 1, "}": -1, "]": -1}.get(token[0], 0)
            if depth == 0:
                position = token.end()
                break
        passages.append(Passage(opener.start(), position, closed=depth == 0))
        if len(passages) > MOST_PASSAGES:
            return []
    return passages


def is_glued(text: str, passage: Passage) -> bool:
    """A word touches it: a call, a template or a typing error, but no value amid prose."""
    before, after = text[passage.start - 1 : passage.start], text[passage.end : passage.end + 1]
    return before in TOUCHING or after in TOUCHING or before.isalnum() or after.isalnum()


def is_cut(text: str) -> bool:
    """The text ends inside a string, or before the brackets that it opened are closed."""
    depth = 0
    for token in BRACKET_OR_STRING.finditer(text):
        if token[1] == "":
            return True
        depth += {"{": 1, "[": 1, "}": -1, "]": -1}.get(token[0], 0)
    return depth > 0


def depth_of(text: str) -> int:
    """How deep the brackets of a text go."""
    depth = deepest = 0
    for token in BRACKET_OR_STRING.finditer(text):
        depth += {"{": 1, "[": 1, "}": -1, "]": -1}.get(token[0], 0)
        deepest = max(deepest, depth)
    return deepest
