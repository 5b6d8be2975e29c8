"""Reading the parts of a file one by one: what is wrong with a part is noted with its place, and the rest is read."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from difflib import SequenceMatcher
from typing import Any

from inquiro.core.types import Problem
from inquiro.onboarding.yaml_text import Entry, Node, place_in

NEAR = 0.75  # from here on a key is one of the known ones, written wrongly
LONGEST_KEY = 40
MOST_UNKNOWN = 50  # keys of one map that are spoken of

Place = Node | Entry


class Findings:
    """The problems of one file, in the order of their lines."""

    def __init__(self, text: str, *, strict: bool = False) -> None:
        self.text = text
        self._strict = strict
        self._found: list[Problem] = []
        self._doubted: set[tuple[int, int]] = set()

    @property
    def problems(self) -> list[Problem]:
        return sorted(dict.fromkeys(self._found), key=lambda one: (one.line, one.column))

    @property
    def hopeless(self) -> bool:
        return any(problem.severity == "error" for problem in self._found)

    def doubt(self, problems: Iterable[Problem]) -> None:
        """Values that nobody can be sure of: what else is wrong with them is not said on top."""
        self._found.extend(problems)
        self._doubted.update((problem.line, problem.column) for problem in self._found)

    def error(self, place: Place, message: str) -> None:
        if (place.line, place.column) in self._doubted:
            return
        self._found.append(Problem(message=message, line=place.line, column=place.column))

    def warning(self, place: Place, message: str) -> None:
        severity: Any = "error" if self._strict else "warning"
        self._found.append(Problem(message=message, line=place.line, column=place.column, severity=severity))

    def inside(self, node: Node, found: Iterable[Problem]) -> None:
        """What is wrong with a text that stands in the file, at its place there."""
        for problem in found:
            line, column = place_in(node, self.text, problem.line or 1, problem.column)
            say = self.warning if problem.severity == "warning" else self.error
            say(node._replace(line=line, column=column), problem.message)

    def entries(self, node: Node, what: str) -> Mapping[str, Entry]:
        if isinstance(node.value, dict):
            return node.value
        self.error(node, f"{what} has to be a map of names and values")
        return {}

    def items(self, node: Node, what: str) -> list[Node]:
        if isinstance(node.value, list):
            return node.value
        if node.value is not None:
            self.error(node, f"{what} has to be a list")
        return []

    def text_of(self, node: Node, what: str) -> str:
        """Words; null is the same as leaving it out."""
        if isinstance(node.value, str):
            return node.value
        if isinstance(node.value, (dict, list)):
            self.error(node, f"{what} has to be text")
        elif node.value is not None:
            self.error(node, f'{what} has to be text: quote it ("{node.written}")')
        return ""

    def texts_of(self, node: Node, what: str) -> tuple[str, ...]:
        """A list of words; a single one will do."""
        if isinstance(node.value, str):
            return (node.value,)
        return tuple(self.text_of(item, f"each of {what}") for item in self.items(node, what))

    def flag_of(self, node: Node, what: str) -> bool:
        if isinstance(node.value, bool):
            return node.value
        if node.value is not None:
            self.error(node, f"{what} has to be true or false")
        return False

    def unknown(
        self, entries: Mapping[str, Entry], known: Iterable[str], what: str, aliases: Iterable[str] = ()
    ) -> None:
        """A key nobody reads: a wrongly written one changes the meaning, a foreign one is only worth a word."""
        names, others = tuple(known), tuple(aliases)
        strangers = [key for key in entries if key not in names and key not in others]
        for key in strangers[:MOST_UNKNOWN]:
            entry = entries[key]
            if meant := nearest(key, (*names, *others)):
                self.error(entry, f"unknown key '{key}' of {what}: did you mean '{meant}'?")
            else:
                self.warning(entry, f"unknown key '{key}' of {what} is ignored; known: {', '.join(sorted(names))}")

    def first(self, entries: Mapping[str, Entry], *keys: str) -> Node | None:
        """The value under the first of several names for the same thing; two at once are a problem."""
        given = [key for key in keys if key in entries]
        for other in given[1:]:
            self.error(entries[other], f"'{other}' says the same as '{given[0]}': keep one of them")
        return entries[given[0]].node if given else None


def nearest(key: str, names: Iterable[str]) -> str:
    """The known key that was meant, if one is near enough."""
    if key.lower().startswith("x-") or len(key) > LONGEST_KEY:
        return ""
    matcher = SequenceMatcher(None, "", _bare(key))
    best = (0.0, "")
    for name in names:
        matcher.set_seq1(_bare(name))
        if matcher.real_quick_ratio() >= NEAR and matcher.quick_ratio() >= NEAR:
            best = max(best, (matcher.ratio(), name))
    return best[1] if best[0] >= NEAR else ""


def place_at(node: Node, path: Iterable[str | int]) -> Place:
    """The key or value that steps into a value lead to, as far as they lead."""
    place: Place = node
    for step in path:
        if isinstance(node.value, dict) and step in node.value:
            place = node.value[step]
            node = node.value[step].node
        elif isinstance(node.value, list) and isinstance(step, int) and step < len(node.value):
            place = node = node.value[step]
        else:
            break
    return place


def _bare(key: str) -> str:
    return key.lower().replace("-", "").replace("_", "").replace(" ", "")
