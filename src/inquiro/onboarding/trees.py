"""Who owns whom, drawn: as text, as a Mermaid diagram, as GraphML. Names can never become markup."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from html import escape

from inquiro.core.errors import UsageError
from inquiro.core.types import LedgerEntity, LedgerRelationship
from inquiro.text.display import escaped

DEEPEST = 60  # levels before a branch goes on further down, at the margin
LONGEST = 200  # characters of a label
_NOT_PLAIN = re.compile(r"[^\w .,()\-]")
_NOT_XML = re.compile("[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


def text_tree(
    entities: Sequence[LedgerEntity], relationships: Sequence[LedgerRelationship], root: str | None = None
) -> str:
    """Owners above what they own, by name. An entity with several owners is unfolded once; a cycle is cut and marked.

    `root`: the id or LEI of the entity to begin with; without it everything is drawn.
    """
    graph = _Graph(entities, relationships)
    return "".join(f"{line}\n" for line in _Drawing(graph).lines([graph.named(root)] if root else graph.tops()))


def mermaid(
    entities: Sequence[LedgerEntity], relationships: Sequence[LedgerRelationship], root: str | None = None
) -> str:
    graph = _Graph(entities, relationships)
    shown = graph.below(graph.named(root)) if root else list(graph.labels)
    number = {id_: index for index, id_ in enumerate(shown)}
    nodes = (f'  n{number[id_]}["{_plain(graph.labels[id_])}"]' for id_ in shown)
    edges = (
        f'  n{number[owner]} -->|"{_plain(label)}"| n{number[owned]}'
        for owner, owned, label in graph.edges()
        if owner in number and owned in number
    )
    return "".join(f"{line}\n" for line in ("graph TD", *nodes, *edges))


def graphml(
    entities: Sequence[LedgerEntity], relationships: Sequence[LedgerRelationship], root: str | None = None
) -> str:
    graph = _Graph(entities, relationships)
    shown = graph.below(graph.named(root)) if root else list(graph.labels)
    number = {id_: index for index, id_ in enumerate(shown)}
    known = {entity.id: entity for entity in entities}
    lines = ['<?xml version="1.0" encoding="UTF-8"?>', '<graphml xmlns="http://graphml.graphdrawing.org/xmlns">']
    lines += [_declared("node", name, "string") for name in ("id", "name", "kind", "lei", "jurisdiction")]
    lines += [_declared("edge", name, "string") for name in ("type", "source", "corroboration")]
    lines += [_declared("edge", "percentage", "double"), '  <graph id="ownership" edgedefault="directed">']
    for id_ in shown:
        entity = known.get(id_) or LedgerEntity(id=id_, kind="", name=id_)
        fields = {name: getattr(entity, name) for name in ("id", "name", "kind", "lei", "jurisdiction")}
        lines.append(f'    <node id="n{number[id_]}">{_data("node", fields)}</node>')
    for index, one in enumerate(relationships):
        if one.owner in number and one.owned in number:
            fields = {name: getattr(one, name) for name in ("type", "source", "corroboration", "percentage")}
            ends = f'source="n{number[one.owner]}" target="n{number[one.owned]}"'
            lines.append(f'    <edge id="e{index}" {ends}>{_data("edge", fields)}</edge>')
    return "".join(f"{line}\n" for line in (*lines, "  </graph>", "</graphml>"))


def part(
    entities: Sequence[LedgerEntity], relationships: Sequence[LedgerRelationship], root: str | None = None
) -> tuple[list[LedgerEntity], list[LedgerRelationship]]:
    """What is drawn, undrawn: everything, or `root` and what is below it."""
    graph = _Graph(entities, relationships)
    kept = set(graph.below(graph.named(root)) if root else graph.labels)
    within = [one for one in relationships if one.owner in kept and one.owned in kept]
    return [entity for entity in entities if entity.id in kept], within


class _Graph:
    def __init__(self, entities: Sequence[LedgerEntity], relationships: Sequence[LedgerRelationship]) -> None:
        self.labels = {entity.id: _label(entity) for entity in entities}
        self._leis = {entity.lei: entity.id for entity in entities if entity.lei}
        self._edges: dict[tuple[str, str], list[str]] = {}
        for one in relationships:
            for end in (one.owner, one.owned):
                self.labels.setdefault(end, escaped(end))
            said = self._edges.setdefault((one.owner, one.owned), [])
            if (words := _share(one)) not in said:
                said.append(words)
        children: dict[str, list[str]] = {id_: [] for id_ in self.labels}
        for owner, owned in self._edges:
            children[owner].append(owned)
        self.children = {id_: sorted(below, key=self._order) for id_, below in children.items()}

    def named(self, root: str) -> str:
        id_ = root if root in self.labels else self._leis.get(root)
        if id_ is None:
            raise UsageError(f"no entity has the id or LEI '{escaped(root)}'")
        return id_

    def tops(self) -> list[str]:
        """Whatever nobody owns; and of every circle that nobody outside it owns, one member."""
        owned = {below for _, below in self._edges}
        reached: set[str] = set()
        tops = []
        for id_ in (*(id_ for id_ in self.labels if id_ not in owned), *reversed(self._finished())):
            if id_ not in reached:
                tops.append(id_)
                self._reach(id_, reached)
        return sorted(tops, key=self._order)

    def _finished(self) -> list[str]:
        """In the order in which a walk leaves them: owners after what they own, but for circles."""
        finished: dict[str, None] = {}
        met: set[str] = set()
        for top in sorted(self.labels, key=self._order):
            waiting = [(top, False)]
            while waiting:
                id_, done = waiting.pop()
                if done:
                    finished[id_] = None
                elif id_ not in met:
                    met.add(id_)
                    waiting.append((id_, True))
                    waiting.extend((child, False) for child in self.children[id_])
        return list(finished)

    def edges(self) -> Iterator[tuple[str, str, str]]:
        return ((owner, owned, "; ".join(said)) for (owner, owned), said in self._edges.items())

    def words(self, owner: str, owned: str) -> str:
        return "; ".join(self._edges[owner, owned])

    def below(self, top: str) -> list[str]:
        """It and everything under it, each once."""
        reached: set[str] = set()
        self._reach(top, reached)
        return [id_ for id_ in self.labels if id_ in reached]

    def _reach(self, top: str, reached: set[str]) -> None:
        reached.add(top)
        waiting = [top]
        while waiting:
            new = [child for child in self.children[waiting.pop()] if child not in reached]
            reached.update(new)
            waiting.extend(new)

    def _order(self, id_: str) -> tuple[str, str]:
        return self.labels[id_].casefold(), id_


class _Drawing:
    def __init__(self, graph: _Graph) -> None:
        self._graph = graph
        self._unfolded: set[str] = set()

    def lines(self, tops: Sequence[str]) -> Iterator[str]:
        for top in tops:
            if top not in self._unfolded:
                further = [top]
                while further:
                    yield from self._tree(further.pop(), further)

    def _tree(self, top: str, further: list[str]) -> Iterator[str]:
        yield self._graph.labels[top] + (" (continued)" if top in self._unfolded else "")
        self._unfolded.add(top)
        path = {top: None}
        branches = [(top, iter(self._graph.children[top]), "")]
        last_of = {top: self._graph.children[top][-1:]}
        while branches:
            owner, children, margin = branches[-1]
            child = next(children, None)
            if child is None:
                branches.pop()
                path.pop(owner)
                continue
            last = [child] == last_of[owner]
            below = self._graph.children[child]
            mark = ""
            if child in path:
                mark = " (cycle: stands above already)"
            elif child in self._unfolded and below:
                mark = " (unfolded elsewhere)"
            elif below and len(branches) >= DEEPEST:
                mark = " (continued below)"
                further.append(child)
            yield f"{margin}{'└── ' if last else '├── '}{self._graph.words(owner, child)} {self._graph.labels[child]}{mark}"
            if child not in self._unfolded and below and not mark:
                path[child] = None
                last_of[child] = below[-1:]
                branches.append((child, iter(below), margin + ("    " if last else "│   ")))
            self._unfolded.add(child)


def _label(entity: LedgerEntity) -> str:
    details = ", ".join(part for part in (entity.lei, entity.jurisdiction, entity.kind) if part)
    return _cut(escaped(f"{entity.name} [{details}]" if details else entity.name))


def _share(one: LedgerRelationship) -> str:
    """`60 %`, `role MANAGEMENT_COMPANY`, `60 % voting`."""
    kind = "" if one.type == "ownership" else escaped(one.type.replace(":", " ", 1))
    share = "" if one.percentage is None else f"{one.percentage:.10g} %"
    return _cut(" ".join(part for part in (share, kind) if part) or "owns")


def _cut(text: str) -> str:
    return text if len(text) <= LONGEST else f"{text[:LONGEST]}…"


def _plain(label: str) -> str:
    """As Mermaid writes any character but letters, digits and a few harmless ones: by its number."""
    return _NOT_PLAIN.sub(lambda char: f"#{ord(char[0])};", label)


def _declared(end: str, name: str, kind: str) -> str:
    return f'  <key id="{end}-{name}" for="{end}" attr.name="{name}" attr.type="{kind}"/>'


def _data(end: str, fields: dict[str, object]) -> str:
    return "".join(
        f'<data key="{end}-{name}">{escape(_NOT_XML.sub(lambda char: escaped(char[0]), str(value)))}</data>'
        for name, value in fields.items()
        if value not in ("", None)
    )
