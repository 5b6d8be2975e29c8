"""Sentences put against each other, each in a document of its own."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from inquiro.core.types import Contradiction, Document, Fact
from inquiro.engine.contradictions import find_contradictions
from inquiro.engine.entities import names
from inquiro.engine.extract import evidence_at
from inquiro.engine.quotes import locate
from inquiro.retrieval.words import detect_language
from inquiro.testing import stored

Compared = Callable[..., list[Contradiction]]


def compared(*said: tuple[Document, str]) -> list[Contradiction]:
    facts, evidence = [], {}
    for n, (source, quote) in enumerate(said, start=1):
        evidence[f"e{n}"] = evidence_at(f"e{n}", source, *locate(source.text, quote))
        found = names(quote, detect_language(quote))
        facts.append(Fact(id=f"f{n}", statement=quote, evidence=(f"e{n}",), sources=(source.url,), entities=found))
    return find_contradictions(facts, evidence, {source.id: source for source, _ in said})


@pytest.fixture
def compare() -> Compared:
    return compared


@pytest.fixture
def against() -> Compared:
    """Two sentences, with what is known of their documents; the order they come in changes nothing but the order."""

    def put(
        one: str, other: str, known: dict[str, object] | None = None, more: dict[str, object] | None = None
    ) -> list[Contradiction]:
        a, b = stored("a", one, **known or {}), stored("b", other, **more or {})
        found, turned = compared((a, one), (b, other)), compared((b, other), (a, one))
        assert [(c.kind, {s.value for s in c.sides}) for c in found] == [
            (c.kind, {s.value for s in c.sides}) for c in turned
        ]
        return found

    return put
