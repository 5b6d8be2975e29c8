"""YAML as people mean it: JSON values only, every one with its line, nothing converted behind anybody's back.

Words that two readers of YAML would take for two different values (`no`, `010`, `2024-01-01`) are refused and have to
be quoted. Tags are refused too. An alias stands for its value, which counts as often as it is named: a small file
that stands for millions of values or letters stops at the limit, before anything walks it.
"""

from __future__ import annotations

import math
import re
from dataclasses import dataclass, field
from typing import Any, NamedTuple, NoReturn

import yaml

from inquiro.core.errors import BadFile
from inquiro.core.types import Problem

LARGEST = 1_000_000  # characters
MOST_NODES = 50_000
DEEPEST = 64
_LOADER: Any = getattr(yaml, "CSafeLoader", yaml.SafeLoader)

_NULL = frozenset({"", "~", "null", "Null", "NULL"})
_TRUTH = {"true": True, "True": True, "TRUE": True, "false": False, "False": False, "FALSE": False}
_DOUBTFUL_TRUTH = re.compile(r"(?:yes|no|on|off)", re.IGNORECASE)
_INTEGER = re.compile(r"[-+]?(?:0|[1-9][0-9]*)")
_BASED = re.compile(r"0o[0-7]+|0x[0-9a-fA-F]+")
_NUMBER = re.compile(r"[-+]?(?:\.[0-9]+|[0-9]+(?:\.[0-9]*)?)(?:[eE][-+]?[0-9]+)?")
_NO_NUMBER = re.compile(r"[-+]?\.inf|\.nan", re.IGNORECASE)
_LEADING_ZERO = re.compile(r"[-+]?0[0-9_]+")
_GROUPED = re.compile(r"[-+]?[0-9][0-9_]*_[0-9_]*(?:\.[0-9_]*)?|[-+]?0b[01_]+")
_CLOCK = re.compile(r"[-+]?[0-9][0-9_]*(?::[0-5]?[0-9])+(?:\.[0-9_]*)?")
_DAY = re.compile(r"[0-9]{4}-[0-9]{1,2}-[0-9]{1,2}(?:(?:[Tt]|[ \t]+)[0-9:.]+.*)?")
_PLAIN_TAGS = frozenset({None, "!", "tag:yaml.org,2002:str"})
_INTEGERS = range(-(2**63), 2**63)
_BLOCK = ("|", ">")


class Node(NamedTuple):
    """A value and where it stands; lines and columns count from 1."""

    value: Any  # a scalar, a list of nodes, or a dict of entries
    line: int
    column: int
    style: str = ""  # of a scalar: | > ' " or nothing
    written: str = ""  # a scalar as it stands in the file, before it became a number or a truth value


class Entry(NamedTuple):
    """A key of a map and what it stands for."""

    line: int
    column: int
    node: Node


class Reading(NamedTuple):
    """What could be read, and everything that is wrong; a node is there wherever the text could be parsed at all."""

    node: Node | None
    problems: list[Problem]


class _Refused(Exception):
    """The rest of the file is not looked at."""

    def __init__(self, problem: Problem) -> None:
        super().__init__(str(problem))
        self.problem = problem


def load_yaml(text: str, where: str) -> Node:
    """The value of a file, or BadFile with every problem and its line."""
    node, problems = read_yaml(text)
    if node is None or problems:
        raise BadFile(where, problems)
    return node


def read_yaml(text: str) -> Reading:
    if len(text) > LARGEST:
        return Reading(None, [Problem(message=f"the file has {len(text):,} characters; {LARGEST:,} are allowed")])
    builder = _Builder()
    try:
        for event in yaml.parse(text, Loader=_LOADER):
            builder.take(event)
    except _Refused as refused:
        return Reading(None, [*builder.problems, refused.problem])
    except yaml.MarkedYAMLError as error:
        return Reading(None, [*builder.problems, _unparsable(error, text)])
    except yaml.reader.ReaderError as error:
        return Reading(None, [*builder.problems, _unreadable(error, text)])
    except ValueError as error:  # an escape such as "\UFFFFFFFF", which the pure parser trips over
        return Reading(None, [*builder.problems, Problem(message=f"cannot be read as YAML: {error}")])
    if builder.root is None:
        return Reading(None, [*builder.problems, Problem(message="the file is empty", line=1, column=1)])
    return Reading(builder.root, builder.problems)


def plain(node: Node) -> Any:
    """The value without its places."""
    if isinstance(node.value, dict):
        return {key: plain(entry.node) for key, entry in node.value.items()}
    if isinstance(node.value, list):
        return [plain(item) for item in node.value]
    return node.value


def place_in(node: Node, text: str, line: int, column: int = 0) -> tuple[int, int]:
    """Where a line of a scalar's own text stands in the file `text`; columns are exact in `|` blocks and one-liners."""
    if node.style in _BLOCK:
        return node.line + line, column + _indentation(text, node.line) if column else 0
    if line == 1:
        return node.line, node.column + column - 1 + (1 if node.style else 0) if column else node.column
    return node.line + line - 1, 0


def _indentation(text: str, header: int) -> int:
    rest = text.split("\n")[header:]
    first = next((line for line in rest if line.strip()), "")
    return len(first) - len(first.lstrip(" "))


def _margin(line: str) -> str:
    return line[: len(line) - len(line.lstrip())]


@dataclass(slots=True)
class _Open:
    """A map or list whose end has not been reached."""

    node: Node
    anchor: str | None
    before: tuple[int, int]  # how many values and letters there were when it began
    keys: list[tuple[str | None, int, int]] = field(default_factory=list)  # of a map: the key whose value is awaited
    merging: bool = False  # of a map: the key was <<
    merged: list[Node] = field(default_factory=list)  # of a map: those whose entries it takes over
    depth: int = 1


class _Anchored(NamedTuple):
    """A value that can be named again, with what naming it costs."""

    node: Node
    values: int
    letters: int
    depth: int


class _Builder:
    """A tree out of the parser's events, without recursion; an alias shares the node that it names."""

    def __init__(self) -> None:
        self.root: Node | None = None
        self.problems: list[Problem] = []
        self._open: list[_Open] = []
        self._anchored: dict[str, _Anchored] = {}
        self._count = 0
        self._letters = 0

    def take(self, event: Any) -> None:
        if isinstance(event, yaml.AliasEvent):
            self._alias(event)
        elif isinstance(event, (yaml.MappingStartEvent, yaml.SequenceStartEvent)):
            self._begin(event, {} if isinstance(event, yaml.MappingStartEvent) else [])
        elif isinstance(event, (yaml.MappingEndEvent, yaml.SequenceEndEvent)):
            self._end()
        elif isinstance(event, yaml.ScalarEvent):
            self._scalar(event)
        elif isinstance(event, yaml.DocumentStartEvent) and self.root is not None:
            self._refuse(event, "a second document begins here; one file holds one")

    def _begin(self, event: Any, empty: Any) -> None:
        self._tag(event, None)
        node = Node(empty, *_place(event))
        if self._wants_key():
            self._refuse(event, self._not_a_key(event))
        before = self._count, self._letters
        self._put(event, node)
        self._open.append(_Open(node, event.anchor, before))
        self._limit_depth(event, 0)

    def _end(self) -> None:
        ended = self._open.pop()
        for source in ended.merged:
            self._take_over(ended.node.value, source)
        if self._open:
            self._open[-1].depth = max(self._open[-1].depth, ended.depth + 1)
        if ended.anchor:
            values, letters = ended.before
            self._anchored[ended.anchor] = _Anchored(
                ended.node, self._count - values, self._letters - letters, ended.depth
            )

    def _take_over(self, entries: dict[str, Entry], source: Node) -> None:
        """What the map says itself goes before what it takes over, wherever it stands."""
        for one in source.value if isinstance(source.value, list) else [source]:
            if isinstance(one.value, dict):
                for key, entry in one.value.items():
                    entries.setdefault(key, entry)
            else:
                told = "<< takes over the entries of a map, or of a list of maps"
                self.problems.append(Problem(message=told, line=one.line, column=one.column))

    def _alias(self, event: Any) -> None:
        if self._wants_key():
            self._refuse(event, "a key has to be a word, not an alias")
        named = self._anchored.get(event.anchor)
        if named is None:
            self._refuse(event, f"*{event.anchor} names a value that is not complete above it: &{event.anchor}")
        self._limit_depth(event, named.depth)
        self._put(event, named.node, named.values, named.letters)
        self._open[-1].depth = max(self._open[-1].depth, named.depth + 1)

    def _limit_depth(self, event: Any, more: int) -> None:
        if len(self._open) + more > DEEPEST:
            self._refuse(event, f"nested more than {DEEPEST} deep")

    def _not_a_key(self, event: Any) -> str:
        above = self._open[-1].node
        if isinstance(event, yaml.MappingStartEvent) and _place(event) == (above.line, above.column + 1):
            return "a text that begins with {{ is a map to YAML: put it in quotes, or write it as a block (|)"
        return "a key has to be a word, not a list or a map"

    def _scalar(self, event: Any) -> None:
        line, column = _place(event)
        if self._wants_key():
            self._key(event, line, column)
            return
        style = event.style or ""
        tagged = self._tag(event, "tag:yaml.org,2002:str")
        value: Any = event.value
        if not style and not tagged:
            value, doubt = resolved(event.value)
            if doubt:
                self.problems.append(Problem(message=doubt, line=line, column=column))
        node = Node(value, line, column, style, event.value)
        self._put(event, node, letters=len(event.value))
        if event.anchor:
            self._anchored[event.anchor] = _Anchored(node, 1, len(event.value), 0)

    def _key(self, event: Any, line: int, column: int) -> None:
        tagged = self._tag(event, "tag:yaml.org,2002:str")
        current = self._open[-1]
        key: str | None = event.value
        current.merging = key == "<<" and not event.style
        self._letters += len(event.value)
        if not event.style and not tagged and (wrong := _unfit_key(event.value)):
            self.problems.append(Problem(message=wrong, line=line, column=column))
            key = event.value or None
        if key is not None and not current.merging and key in current.node.value:
            earlier = current.node.value[key].line
            self.problems.append(
                Problem(message=f"'{key}' stands here a second time; first in line {earlier}", line=line, column=column)
            )
            key = None
        current.keys.append((key, line, column))

    def _wants_key(self) -> bool:
        return bool(self._open) and isinstance(self._open[-1].node.value, dict) and not self._open[-1].keys

    def _put(self, event: Any, node: Node, values: int = 1, letters: int = 0) -> None:
        self._count += values
        self._letters += letters
        if self._count > MOST_NODES:
            self._refuse(event, f"more than {MOST_NODES:,} values")
        if self._letters > LARGEST:
            self._refuse(event, f"more than {LARGEST:,} characters, with what aliases stand for")
        if not self._open:
            self.root = node
            return
        holder = self._open[-1]
        if isinstance(holder.node.value, list):
            holder.node.value.append(node)
            return
        key, line, column = holder.keys.pop()
        if holder.merging:
            holder.merged.append(node)
        elif key is not None:
            holder.node.value[key] = Entry(line, column, node)

    def _tag(self, event: Any, allowed: str | None) -> bool:
        """Whether the value is tagged as what it is anyway; any other tag is a problem."""
        if event.tag is None or (event.tag in _PLAIN_TAGS and allowed):
            return event.tag is not None
        name = event.tag.replace("tag:yaml.org,2002:", "!!")
        line, column = _place(event)
        self.problems.append(
            Problem(message=f"the tag {name} is not supported; write the plain value", line=line, column=column)
        )
        return True

    def _refuse(self, event: Any, message: str) -> NoReturn:
        line, column = _place(event)
        raise _Refused(Problem(message=message, line=line, column=column))


def resolved(word: str) -> tuple[Any, str]:
    """What an unquoted word stands for; and why nobody can be sure, where nobody can."""
    if word in _NULL:
        return None, ""
    if word in _TRUTH:
        return _TRUTH[word], ""
    if _DOUBTFUL_TRUTH.fullmatch(word):
        return word, f'{word} is a truth value to some readers: quote it ("{word}"), or write true or false'
    if _LEADING_ZERO.fullmatch(word):
        return word, f'{word} is octal to some readers: quote it ("{word}"), or write it without the leading zero'
    if _INTEGER.fullmatch(word) or _BASED.fullmatch(word):
        return _integer(word)
    if _NUMBER.fullmatch(word):
        number = float(word)
        return (number, "") if math.isfinite(number) else (None, f"{word} is larger than any number can be")
    if _NO_NUMBER.fullmatch(word):
        return word, f'{word} is not a number that JSON has: quote it ("{word}") if the word is meant'
    if _GROUPED.fullmatch(word):
        return word, f'{word} is a number to some readers: quote it ("{word}"), or write the digits alone'
    if _DAY.fullmatch(word):
        return word, f'{word} is a date to some readers: quote it ("{word}")'
    if _CLOCK.fullmatch(word):
        return word, f'{word} is a number of seconds to some readers: quote it ("{word}")'
    return word, ""


def _integer(word: str) -> tuple[Any, str]:
    if len(word) > 20:
        return None, f"{word[:20]}… is larger than a whole number can be here: quote it"
    number = int(word, 0) if _BASED.fullmatch(word) else int(word)
    return (
        (number, "") if number in _INTEGERS else (None, f"{word} is larger than a whole number can be here: quote it")
    )


def _unfit_key(word: str) -> str:
    value, doubt = resolved(word)
    if doubt:
        return doubt
    return "" if isinstance(value, str) else f'a key has to be a word: quote it ("{word}")'


def _place(event: Any) -> tuple[int, int]:
    return event.start_mark.line + 1, event.start_mark.column + 1


def _unparsable(error: yaml.MarkedYAMLError, text: str) -> Problem:
    mark = error.problem_mark or error.context_mark
    words = ", ".join(part for part in (error.problem, error.context) if part)
    line, column = (mark.line + 1, mark.column + 1) if mark else (0, 0)
    if mark and any("\t" in _margin(row) for row in text.split("\n")[mark.line : line]):
        words = "a tab stands at the beginning of the line; YAML is indented with blanks only"
    return Problem(message=f"cannot be read as YAML: {words}", line=line, column=column)


def _unreadable(error: yaml.reader.ReaderError, text: str) -> Problem:
    """A character that YAML does not allow at all, such as a control character."""
    bad = next((at for at, char in enumerate(text) if yaml.reader.Reader.NON_PRINTABLE.match(char)), 0)
    before = text[:bad]
    line, column = before.count("\n") + 1, bad - (before.rfind("\n") + 1) + 1
    return Problem(message=f"holds a character that YAML does not allow: {error.reason}", line=line, column=column)
