"""GraphML, as Gephi, yEd and networkx read it: facts, things, pages and items, and what ties them together."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import NamedTuple
from xml.sax.saxutils import escape, quoteattr

from inquiro.core.fences import without_fences
from inquiro.core.types import KnowledgeGraph, KnownFact, KnownItem, KnownProof, KnownRelation
from inquiro.knowledge.graphs._parts import (
    Names,
    PageRead,
    clean,
    contradictions_of,
    moment,
    pages_of,
    relations_of,
    value_id,
)

Scalar = str | int | float | bool | None
NODE_KEYS = {
    "kind": "string",  # fact, entity, document, item or value
    "label": "string",
    "text": "string",
    "entity_type": "string",
    "aliases": "string",
    "url": "string",
    "published": "string",
    "read_at": "string",
    "source_type": "string",
    "mode": "string",
    "query": "string",
    "confidence": "double",
    "origins": "int",
    "mentions": "int",
    "runs": "string",
    "first_added": "string",
    "last_added": "string",
    "private": "boolean",
}
EDGE_KEYS = {
    "relation": "string",  # mentions, stated in, contradicts, or what a relation says
    "quote": "string",
    "start": "int",
    "end": "int",
    "page": "int",
    "heading": "string",
    "contradiction": "string",
    "explanation": "string",
    "stated_in": "string",  # the page that a relation was read in
}
LONGEST_LABEL = 80


class Edge(NamedTuple):
    source: str
    target: str
    data: Mapping[str, Scalar]


class GraphMl:
    name = "graphml"
    suffix = ".graphml"
    media_type = "application/graphml+xml; charset=utf-8"

    def render(self, graph: KnowledgeGraph) -> bytes:
        return ("\n".join(_document(graph)) + "\n").encode()


def _document(graph: KnowledgeGraph) -> Iterator[str]:
    yield '<?xml version="1.0" encoding="UTF-8"?>'
    yield '<graphml xmlns="http://graphml.graphdrawing.org/xmlns">'
    for place, keys in (("node", NODE_KEYS), ("edge", EDGE_KEYS)):
        for name, kind in keys.items():
            yield f'  <key id="{place}_{name}" for="{place}" attr.name="{name}" attr.type="{kind}"/>'
    yield '  <graph id="knowledge" edgedefault="directed">'
    names = Names(graph.entities)
    relations = relations_of(graph)
    for node_id, data in _nodes(graph, names, relations):
        yield from _element(f"<node id={_attribute(node_id)}", "node", data)
    for number, edge in enumerate(_edges(graph, names, relations)):
        ends = f'<edge id="e{number}" source={_attribute(edge.source)} target={_attribute(edge.target)}'
        yield from _element(ends, "edge", edge.data)
    yield "  </graph>"
    yield "</graphml>"


def _nodes(
    graph: KnowledgeGraph, names: Names, relations: list[KnownRelation]
) -> Iterator[tuple[str, Mapping[str, Scalar]]]:
    for fact in sorted(graph.facts, key=lambda one: one.id):
        yield fact.id, _fact(fact)
    for entity in sorted(graph.entities, key=lambda one: one.id):
        yield entity.id, {
            "kind": "entity", "label": _short(entity.name), "text": entity.name, "entity_type": entity.entity_type,
            "aliases": "; ".join(entity.aliases), "mentions": entity.mentions, "runs": " ".join(entity.runs),
            "private": entity.private,
        }  # fmt: skip
    for item in sorted(graph.items, key=lambda one: one.id):
        yield item.id, _item(item)
    for page in pages_of(graph):
        yield _page_id(page.id), _page(page)
    ends = sorted({end for one in relations for end in (one.subject, one.object) if names.get(end) is None})
    for end_id, end in {value_id(end): end for end in ends}.items():
        yield end_id, {"kind": "value", "label": _short(end), "text": end}


def _fact(fact: KnownFact) -> Mapping[str, Scalar]:
    return {
        "kind": "fact", "label": _short(fact.statement), "text": fact.statement, "confidence": fact.confidence,
        "origins": fact.origins, "runs": " ".join(fact.runs), "first_added": moment(fact.first_added),
        "last_added": moment(fact.last_added), "private": fact.private,
    }  # fmt: skip


def _item(item: KnownItem) -> Mapping[str, Scalar]:
    return {
        "kind": "item", "label": _short(without_fences(item.content) or item.title), "text": item.content, "url": item.source,
        "mode": item.mode, "query": item.query, "runs": " ".join(item.runs), "first_added": moment(item.first_added),
        "last_added": moment(item.last_added), "private": item.private,
    }  # fmt: skip


def _page(page: PageRead) -> Mapping[str, Scalar]:
    return {
        "kind": "document", "label": _short(page.title or page.url), "text": page.title, "url": page.url,
        "published": page.published, "read_at": page.read_at, "source_type": page.source_type,
    }  # fmt: skip


def _edges(graph: KnowledgeGraph, names: Names, relations: list[KnownRelation]) -> Iterator[Edge]:
    stated = [(fact.id, fact.proofs) for fact in graph.facts] + [(item.id, item.proofs) for item in graph.items]
    for told_id, proofs in sorted(stated, key=lambda one: one[0]):
        for proof in proofs:
            yield Edge(told_id, _page_id(proof.document_id), {"relation": "stated in"} | _place(proof))
    for fact in sorted(graph.facts, key=lambda one: one.id):
        for entity_id in names.all_of(fact.entities):
            yield Edge(fact.id, entity_id, {"relation": "mentions"})
    for one in relations:
        ends = [names.get(end) or value_id(end) for end in (one.subject, one.object)]
        place = {**_place(one.proof), "stated_in": _page_id(one.proof.document_id)} if one.proof else {}
        yield Edge(ends[0], ends[1], {"relation": one.predicate} | place)
    for pair in contradictions_of(graph):
        why = {"contradiction": pair.why.kind, "explanation": pair.why.explanation}
        yield Edge(pair.one, pair.other, {"relation": "contradicts"} | why)


def _place(proof: KnownProof) -> dict[str, Scalar]:
    return {
        "quote": proof.quote,
        "start": proof.start,
        "end": proof.end,
        "page": proof.page,
        "heading": proof.heading,
    }


def _page_id(document_id: str) -> str:
    return f"doc_{document_id}"


def _element(opening: str, place: str, data: Mapping[str, Scalar]) -> Iterator[str]:
    yield f"    {opening}>"
    for name, value in data.items():
        if value is not None and value != "":
            yield f'      <data key="{place}_{name}">{escape(_worded(value))}</data>'
    yield f"    </{place}>"


def _worded(value: Scalar) -> str:
    return str(value).lower() if isinstance(value, bool) else clean(str(value))


def _attribute(text: str) -> str:
    return quoteattr(clean(text))


def _short(text: str) -> str:
    line = " ".join(text.split())
    return line if len(line) <= LONGEST_LABEL else f"{line[: LONGEST_LABEL - 1]}…"


plugin = GraphMl
