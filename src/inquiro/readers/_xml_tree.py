"""XML to a tree that is safe to walk: nothing it declares is expanded, nothing is fetched, nothing nests without end."""

from __future__ import annotations

import re
from collections.abc import Iterator
from html import escape
from html.entities import html5
from typing import NamedTuple
from xml.etree.ElementTree import Element, TreeBuilder
from xml.parsers import expat

from inquiro.core.errors import ReadFailed
from inquiro.readers._assemble import TRUNCATED

MAX_DEPTH = 150
MAX_ELEMENTS = 400_000
_NAMED = re.compile(r"&(?!(?:amp|lt|gt|quot|apos);)([A-Za-z][A-Za-z0-9]{1,31});")


class Tree(NamedTuple):
    root: Element
    flags: tuple[str, ...]


def parse_xml(source: str, name: str) -> Tree:
    """The tree; of a document that breaks off or is damaged, what comes before the damage, and a flag."""
    growing = _Growing(name)
    try:
        growing.parser.Parse(_NAMED.sub(_character, source), True)
    except expat.ExpatError as error:
        if not growing.elements:
            raise ReadFailed(f"{name} is not XML (line {error.lineno})") from error
        return growing.finished(f"damaged after line {error.lineno}")
    except _EnoughError:
        return growing.finished(TRUNCATED)
    return growing.finished()


def local(element: Element) -> str:
    """The name of an element without its prefix."""
    return element.tag.rpartition(":")[2]


def child(element: Element, *path: str) -> Element | None:
    """The first descendant along these names."""
    for step in path:
        found = next((one for one in element if local(one) == step), None)
        if found is None:
            return None
        element = found
    return element


def every(element: Element, name: str) -> Iterator[Element]:
    """All descendants of that name, in document order."""
    return (one for one in element.iter() if local(one) == name)


def text_of(element: Element | None) -> str:
    return " ".join("".join(element.itertext()).split()) if element is not None else ""


class _EnoughError(Exception):
    """The document has more elements than anyone reads."""


class _Growing:
    """Receives the parser's events; the parser stops at what is raised here."""

    def __init__(self, name: str) -> None:
        self._name = name
        self._builder = TreeBuilder()
        self._open: list[str] = []
        self.elements = 0
        self.parser = expat.ParserCreate()
        self.parser.buffer_text = True
        self.parser.StartElementHandler = self._start
        self.parser.EndElementHandler = self._end
        self.parser.CharacterDataHandler = self._builder.data
        self.parser.EntityDeclHandler = self._refuse

    def finished(self, *flags: str) -> Tree:
        for tag in reversed(self._open):
            self._builder.end(tag)
        return Tree(self._builder.close(), flags)

    def _start(self, tag: str, attributes: dict[str, str]) -> None:
        if len(self._open) >= MAX_DEPTH:
            raise ReadFailed(f"{self._name} is nested too deeply")
        if self.elements >= MAX_ELEMENTS:
            raise _EnoughError
        self.elements += 1
        self._open.append(tag)
        self._builder.start(tag, attributes)

    def _end(self, tag: str) -> None:
        self._open.pop()
        self._builder.end(tag)

    def _refuse(self, *_declaration: object) -> None:
        raise ReadFailed(f"{self._name} declares entities of its own: refused")


def _character(reference: re.Match[str]) -> str:
    """Names that HTML knows are common in feeds and articles, whose grammar we never load."""
    return escape(html5.get(f"{reference[1]};", ""))
