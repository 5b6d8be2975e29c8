"""JSON-LD: claims, pages, things and code in the words of schema.org, the rest in a small vocabulary of our own."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from inquiro.core.types import Json, KnowledgeGraph, KnownEntity, KnownFact, KnownItem, KnownProof, Snippet
from inquiro.knowledge.graphs._parts import Names, PageRead, clean, contradictions_of, moment, pages_of, relations_of

OURS = "urn:inquiro:terms:"
CONTEXT: Json = {
    "@vocab": "https://schema.org/",
    "inquiro": OURS,
    "url": {"@type": "@id"},
    "isBasedOn": {"@type": "@id"},
}
_THINGS = {"person": "Person", "organization": "Organization", "place": "Place", "law": "Legislation"}
_SCHOLARLY = frozenset({"academic", "pubmed"})


class JsonLd:
    name = "jsonld"
    suffix = ".jsonld"
    media_type = "application/ld+json"

    def render(self, graph: KnowledgeGraph) -> bytes:
        document = {"@context": CONTEXT, "@graph": list(_nodes(graph))}
        return (json.dumps(_cleaned(document), ensure_ascii=False, indent=1) + "\n").encode()


def _nodes(graph: KnowledgeGraph) -> Iterator[Json]:
    names = Names(graph.entities)
    opponents: dict[str, list[Json]] = {}
    for pair in contradictions_of(graph):
        for one, other in ((pair.one, pair.other), (pair.other, pair.one)):
            told = {"inquiro:with": _ref(other), "inquiro:kind": pair.why.kind, "description": pair.why.explanation}
            opponents.setdefault(one, []).append(told)
    for fact in sorted(graph.facts, key=lambda one: one.id):
        yield _filled(_claim(fact, names) | {"inquiro:contradiction": opponents.get(fact.id, [])})
    for entity in sorted(graph.entities, key=lambda one: one.id):
        yield _filled(_thing(entity))
    for relation in relations_of(graph):
        yield _filled(
            {
                "@type": "inquiro:Relation",
                "inquiro:subject": _end(relation.subject, names),
                "inquiro:predicate": relation.predicate,
                "inquiro:object": _end(relation.object, names),
                "citation": _quotation(relation.proof) if relation.proof else None,
            }
        )
    for item in sorted(graph.items, key=lambda one: one.id):
        yield _filled(_item(item))
    for page in pages_of(graph):
        yield _filled(_page(page))


def _claim(fact: KnownFact, names: Names) -> Json:
    return {
        "@id": _urn(fact.id),
        "@type": "Claim",
        "text": fact.statement,
        "appearance": [_quotation(proof) for proof in fact.proofs],
        "mentions": [_ref(entity_id) for entity_id in names.all_of(fact.entities)],
        "dateCreated": moment(fact.first_added),
        "sdDatePublished": moment(fact.last_added),
        "inquiro:confidence": fact.confidence,
        "inquiro:origins": fact.origins,
        "inquiro:run": list(fact.runs),
        "inquiro:private": fact.private or None,
    }


def _thing(entity: KnownEntity) -> Json:
    return {
        "@id": _urn(entity.id),
        "@type": _THINGS.get(entity.entity_type, "Thing"),
        "name": entity.name,
        "alternateName": list(entity.aliases),
        "inquiro:entityType": entity.entity_type,
        "inquiro:mentions": entity.mentions,
        "inquiro:private": entity.private or None,
    }


def _item(item: KnownItem) -> Json:
    code = item.mode == "implementation"
    return {
        "@id": _urn(item.id),
        "@type": "SoftwareSourceCode" if code else "CreativeWork",
        "inquiro:mode": item.mode,
        "name": item.title,
        "text": item.content,
        "about": item.query,
        "isBasedOn": item.source,
        "citation": [_quotation(proof) for proof in item.proofs],
        "hasPart": [_snippet(snippet) for snippet in item.snippets],
        "dateCreated": moment(item.first_added),
        "sdDatePublished": moment(item.last_added),
        "inquiro:run": list(item.runs),
        "inquiro:private": item.private or None,
    }


def _snippet(snippet: Snippet) -> Json:
    return _filled(
        {
            "@type": "SoftwareSourceCode",
            "text": snippet.code,
            "programmingLanguage": snippet.language,
            "license": snippet.licence,
            "inquiro:origin": snippet.origin,
            "inquiro:imports": list(snippet.imports),
        }
    )


def _page(page: PageRead) -> Json:
    on_the_web = page.url.startswith(("http://", "https://"))
    kind = "ScholarlyArticle" if page.source_type in _SCHOLARLY else "WebPage" if on_the_web else "CreativeWork"
    return {
        "@id": _page_urn(page.id),
        "@type": kind,
        "url": page.url,
        "name": page.title,
        "datePublished": page.published,
        "inquiro:readAt": page.read_at,
        "inquiro:sourceType": page.source_type,
    }


def _quotation(proof: KnownProof) -> Json:
    """The exact words, and where in the snapshot they stand."""
    return _filled(
        {
            "@type": "Quotation",
            "text": proof.quote,
            "isPartOf": {"@id": _page_urn(proof.document_id)},
            "inquiro:start": proof.start,
            "inquiro:end": proof.end,
            "pagination": str(proof.page) if proof.page is not None else None,
            "inquiro:heading": proof.heading,
        }
    )


def _end(name: str, names: Names) -> str | Json:
    """A named thing, or the words themselves."""
    found = names.get(name)
    return _ref(found) if found else name


def _ref(known_id: str) -> Json:
    return {"@id": _urn(known_id)}


def _urn(known_id: str) -> str:
    return f"urn:inquiro:{known_id}"


def _page_urn(document_id: str) -> str:
    return f"urn:inquiro:document:{document_id}"


def _filled(node: Mapping[str, Any]) -> Json:
    return {name: value for name, value in node.items() if value is not None and value not in ("", [])}


def _cleaned(value: Any) -> Any:
    if isinstance(value, str):
        return clean(value)
    if isinstance(value, Mapping):
        return {name: _cleaned(one) for name, one in value.items()}
    return [_cleaned(one) for one in value] if isinstance(value, Sequence) else value


plugin = JsonLd
