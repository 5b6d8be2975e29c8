"""A template, read: what stands in it, and where."""

from __future__ import annotations

import re
from typing import Any, NamedTuple

# Handlebars takes any path in which a word ends with `this` for one that says where to look.
_SCOPED = re.compile(r"^\.|this(?![A-Za-z0-9_])")


class Place(NamedTuple):
    line: int = 0
    column: int = 0


class Literal(NamedTuple):
    value: Any
    place: Place = Place()


class Path(NamedTuple):
    """`../a.b`, `@index`, `this`."""

    parts: tuple[str, ...]
    depth: int = 0  # how many `../`
    data: bool = False  # begins with @
    original: str = ""
    place: Place = Place()

    @property
    def scoped(self) -> bool:
        """Says itself where to look, so that no block parameter and no function is meant."""
        return bool(_SCOPED.search(self.original))

    @property
    def simple(self) -> bool:
        return len(self.parts) == 1 and not self.scoped and not self.depth


class Call(NamedTuple):
    """A function with its arguments, or a bare path."""

    path: Path
    params: tuple[Expression, ...] = ()
    options: tuple[tuple[str, Expression], ...] = ()
    in_parentheses: bool = False

    @property
    def must_call(self) -> bool:
        return bool(self.params or self.options or self.in_parentheses)

    def option(self, name: str) -> Expression | None:
        return next((value for key, value in self.options if key == name), None)


Expression = Literal | Path | Call


class Text(NamedTuple):
    text: str


class Mustache(NamedTuple):
    call: Call


class Block(NamedTuple):
    call: Call
    names: tuple[str, ...]  # block parameters
    body: Body | None
    otherwise: Body | None
    inverted: bool = False  # {{^x}}: the block parameters belong to the second branch


Statement = Text | Mustache | Block
Body = tuple[Statement, ...]


class Template(NamedTuple):
    """Ready to be rendered: it has no errors."""

    body: Body
    climbs: bool = False  # uses `../`, so that contexts have to be kept
