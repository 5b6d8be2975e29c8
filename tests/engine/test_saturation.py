from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from inquiro.core.types import SaturationMetrics
from inquiro.engine.saturation import calculate_saturation, should_stop

OPEN = {
    "new_entities_ratio": 0.2,
    "new_facts_ratio": 0.2,
    "citation_circularity": 0.5,
    "source_coverage": 0.8,
}


def metrics(**changes: float) -> SaturationMetrics:
    return SaturationMetrics(**(OPEN | changes))


def test_the_seed_s_case_saturation_is_detected_at_the_threshold():
    stop, reason = should_stop(metrics(new_entities_ratio=0.03, new_facts_ratio=0.10))
    assert stop
    assert "entity" in reason.lower()


def test_the_seed_s_case_research_continues_above_the_threshold():
    assert should_stop(metrics()) == (False, "Saturation not yet reached, continuing research")


@pytest.mark.parametrize(
    ("name", "value", "reason"),
    [
        ("new_entities_ratio", 0.0499, "Entity saturation reached (<5% new entities in last cycle)"),
        ("new_facts_ratio", 0.0499, "Fact saturation reached (<5% new facts in last cycle)"),
        ("source_coverage", 0.9501, "Source coverage complete (>95% of available sources queried)"),
        ("citation_circularity", 0.8001, "High citation circularity (>80% circular references)"),
    ],
)
def test_just_beyond_a_threshold_stops_with_its_reason(name, value, reason):
    assert should_stop(metrics(**{name: value})) == (True, reason)


@pytest.mark.parametrize(
    ("name", "value"),
    [("new_entities_ratio", 0.05), ("new_facts_ratio", 0.05), ("source_coverage", 0.95), ("citation_circularity", 0.8)],
)
def test_exactly_at_a_threshold_goes_on(name, value):
    assert not should_stop(metrics(**{name: value}))[0]


def test_entities_are_named_before_facts_coverage_and_circles():
    everything = metrics(new_entities_ratio=0, new_facts_ratio=0, source_coverage=1, citation_circularity=1)
    assert should_stop(everything)[1].startswith("Entity")
    assert should_stop(metrics(new_facts_ratio=0, source_coverage=1, citation_circularity=1))[1].startswith("Fact")
    assert should_stop(metrics(source_coverage=1, citation_circularity=1))[1].startswith("Source")


def test_the_ratios_are_the_seed_s():
    assert calculate_saturation(
        entities_before=15,
        entities_after=20,
        facts_before=9,
        facts_after=10,
        circular_citations=3,
        total_citations=4,
        sources_queried=1,
        sources_available=2,
    ) == SaturationMetrics(new_entities_ratio=0.25, new_facts_ratio=0.1, citation_circularity=0.75, source_coverage=0.5)


@given(*(st.integers(0, 1000) for _ in range(4)))
def test_nothing_found_divides_by_nothing(a, b, c, d):
    found = calculate_saturation(
        entities_before=a,
        entities_after=a + b,
        facts_before=c,
        facts_after=c + d,
        circular_citations=0,
        total_citations=0,
        sources_queried=0,
        sources_available=0,
    )
    assert 0 <= found.new_entities_ratio <= 1
    assert 0 <= found.new_facts_ratio <= 1
    assert found.citation_circularity == found.source_coverage == 0
