"""What a run can search, as far as its planner should know: kinds of sources, fields, and what a folder holds."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import msgspec

from inquiro.core.types import Json, Outline, ProviderKind, Value
from inquiro.engine.fencing import fenced, safe
from inquiro.engine.harmless import shortened
from inquiro.engine.packing import tokens

ANY = "any"  # every source
PUBMED = "pubmed"  # understands a syntax of its own
LONGEST_TITLE = 100
LONGEST_HEADING = 60
MOST_HEADINGS = 14
_KINDS: dict[ProviderKind, str] = {
    "web": "web pages",
    "academic": "scholarly works",
    "reference": "encyclopedias",
    "registry": "company registers",
    "local": "the person's own documents",
    "vault": "the person's notes",
    "knowledge": "what earlier research found",
}


class SearchScope(Value, frozen=True, kw_only=True):
    """Kinds of sources, whether PubMed is among them, whether queries leave the machine, and what can be opened."""

    kinds: tuple[ProviderKind, ...] = ()
    pubmed: bool = False
    leaves_machine: bool = True
    fields: dict[str, str] = msgspec.field(default_factory=dict)  # name -> what belongs to it
    outlines: tuple[Outline, ...] = ()  # documents, those nearest to the question first

    def seen(self, *, private: bool) -> SearchScope:
        """As much as a model may see: private titles only where nothing that they inspire leaves the machine."""
        if private and not self.leaves_machine:
            return self
        return msgspec.structs.replace(self, outlines=tuple(one for one in self.outlines if not one.private))

    def understands(self, kind: str) -> bool:
        """Whether a query of this kind finds somebody to ask; where nobody knows the kinds, they all do."""
        return kind == ANY or (self.pubmed if kind == PUBMED else not self.kinds or kind in self.kinds)

    @property
    def private(self) -> bool:
        return any(one.private for one in self.outlines)


def described(scope: SearchScope, room: int) -> list[str]:
    """The scope in paragraphs of a prompt, in at most so many tokens; documents that do not fit are left out."""
    parts: list[str] = []
    if scope.kinds:
        parts.append(f"Can be searched: {', '.join(_KINDS[kind] for kind in scope.kinds)}.")
    if scope.fields:
        parts.append("\n".join(["Fields:", *(f"- {name}: {safe(what)}" for name, what in scope.fields.items())]))
    left = room - sum(map(tokens, parts))
    if listed := _listed(scope.outlines, left):
        parts.append(f"Documents that can be searched, with their sections:\n{fenced('documents', listed)}")
    return parts


def schema_within(scope: SearchScope, schema: Json) -> Json:
    """The schema of an answer without choices that nobody here understands, and with the fields that there are."""
    found = _within(scope, schema)
    if scope.fields and "field" in found.get("properties", {}):
        field = {"type": "string", "enum": [*scope.fields]}
        found = found | {"properties": found["properties"] | {"field": field}}
    return found


def _listed(outlines: Sequence[Outline], room: int) -> list[str]:
    lines: list[str] = []
    room -= 30  # the mark around them
    for one in outlines:
        line = _line(one)
        if (room := room - tokens(line) - 1) < 0:
            break
        lines.append(line)
    return lines


def _line(one: Outline) -> str:
    title = shortened(safe(one.title), LONGEST_TITLE)
    sections = _distinct(shortened(safe(heading), LONGEST_HEADING) for heading in one.headings)
    return f"{title}: {'; '.join(sections[:MOST_HEADINGS])}" if sections else title


def _distinct(lines: Iterable[str]) -> list[str]:
    return [line for line in dict.fromkeys(lines) if line.strip()]


def _within(scope: SearchScope, schema: Json) -> Json:
    def left(value: object) -> object:
        if isinstance(value, dict):
            return {key: left(one) for key, one in value.items()}
        if isinstance(value, list) and ANY in value:
            return [kind for kind in value if scope.understands(kind)]
        return [left(one) for one in value] if isinstance(value, list) else value

    return {key: left(value) for key, value in schema.items()}
