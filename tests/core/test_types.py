from __future__ import annotations

import inspect
from datetime import UTC, datetime

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from inquiro.core import types
from inquiro.core.types import (
    PRIVACY_MODES,
    Anchor,
    ChecklistItem,
    CitationCheck,
    Document,
    Evidence,
    Fact,
    Passage,
    Query,
    Report,
    SaturationMetrics,
    SourceResult,
    Value,
    Verification,
    tighter,
)

VALUES = [cls for _, cls in inspect.getmembers(types, inspect.isclass) if issubclass(cls, Value) and cls is not Value]


def document(**changes) -> Document:
    return Document(
        **{
            "id": "d1",
            "url": "file:a.md",
            "title": "A",
            "text": "Trees cool streets.",
            "sha256": "0" * 64,
            "media_type": "text/markdown",
            "fetched_at": datetime(2026, 1, 2, 3, 4, 5, tzinfo=UTC),
            "headings": (Anchor(offset=0, label="Top"),),
        }
        | changes
    )


# What seed 001 makes with its fields in order.
POSITIONAL = {"IdeaResult", "ImplementationResult", "ResearchReport", "ResearchFindings"} | {
    "FromIdea",
    "FromImplementation",
    "FromResearch",
}


@pytest.mark.parametrize("cls", VALUES, ids=lambda cls: cls.__name__)
def test_every_value_is_frozen_and_keyword_only(cls):
    assert cls.__struct_config__.frozen
    named = all(p.kind is p.KEYWORD_ONLY for p in inspect.signature(cls).parameters.values())
    assert named or cls.__name__ in POSITIONAL


def test_a_value_cannot_be_changed():
    with pytest.raises(AttributeError):
        document().title = "B"


def test_a_document_survives_json():
    before = document()
    assert msgspec.json.decode(msgspec.json.encode(before), type=Document) == before
    assert msgspec.convert(before.to_dict(), Document) == before


@given(start=st.integers(0, 2**40), quote=st.text(), page=st.none() | st.integers(), private=st.booleans())
def test_evidence_survives_json(start, quote, page, private):
    before = Evidence(
        id="e", document_id="d", start=start, end=start + len(quote), quote=quote, page=page, private=private
    )
    assert msgspec.json.decode(msgspec.json.encode(before), type=Evidence) == before


def test_a_wrong_type_is_refused_when_it_is_read_back():
    with pytest.raises(msgspec.ValidationError, match="start"):
        msgspec.convert(
            {"id": "e", "document_id": "d", "start": "x", "end": 1, "quote": "q"},
            Evidence,
        )


@pytest.mark.parametrize("cls", [Query, SourceResult, Document, Passage, Evidence, Fact, types.Entity, ChecklistItem])
def test_what_can_hold_someones_words_carries_the_private_mark(cls):
    assert "private" in cls.__struct_fields__


def test_a_report_keeps_the_names_of_its_contract():
    contract = {
        "trace_id", "answer", "sources", "claims", "checklist_coverage", "contradictions", "saturation", "lost",
        "iterations_used", "stop_reason", "status", "usage", "engine", "privacy",
    }  # fmt: skip
    report = Report(trace_id="t", question="q", answer="a").to_dict()
    assert contract <= set(report)
    assert set(report["checklist_coverage"]) == {"satisfied", "gaps"}
    assert {"calls", "tokens", "cost", "seconds"} <= set(report["usage"])


def test_the_seeds_saturation_metrics_keep_their_names():
    assert SaturationMetrics.__struct_fields__ == (
        "new_entities_ratio",
        "new_facts_ratio",
        "citation_circularity",
        "source_coverage",
    )


@pytest.mark.fault(69)
@pytest.mark.parametrize("a", PRIVACY_MODES)
@pytest.mark.parametrize("b", PRIVACY_MODES)
def test_the_tighter_of_two_modes_never_widens_either(a, b):
    order = ["local_only", "hybrid", "cloud_allowed"]
    assert tighter(a, b) == order[min(order.index(a), order.index(b))]


def test_only_a_satisfied_item_counts_as_satisfied():
    item = ChecklistItem(id="c1", description="cost")
    assert not item.satisfied
    assert not msgspec.structs.replace(item, status="partial").satisfied
    assert msgspec.structs.replace(item, status="satisfied").satisfied


def test_one_broken_citation_breaks_a_verification():
    fine = Verification(run_id="r", claims=1, citations=1, found=1, snapshots=1)
    broken = msgspec.structs.replace(fine, broken=(CitationCheck(claim="c", source_id="src_1", problem="gone"),))
    assert fine.holds
    assert not broken.holds
