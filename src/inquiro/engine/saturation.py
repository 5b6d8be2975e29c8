"""Whether another round would add anything: seed 003's measures; `unseen_facts` estimates how much."""

from __future__ import annotations

from inquiro.core.types import SaturationMetrics


def calculate_saturation(
    *,
    entities_before: int,
    entities_after: int,
    facts_before: int,
    facts_after: int,
    circular_citations: int,
    total_citations: int,
    sources_queried: int,
    sources_available: int,
) -> SaturationMetrics:
    """The four ratios of the last round."""
    return SaturationMetrics(
        new_entities_ratio=(entities_after - entities_before) / max(entities_after, 1),
        new_facts_ratio=(facts_after - facts_before) / max(facts_after, 1),
        citation_circularity=circular_citations / max(total_citations, 1),
        source_coverage=sources_queried / max(sources_available, 1),
    )


def should_stop(metrics: SaturationMetrics) -> tuple[bool, str]:
    """The seed's decision, as a pure function of the metrics."""
    if metrics.new_entities_ratio < 0.05:
        return True, "Entity saturation reached (<5% new entities in last cycle)"
    if metrics.new_facts_ratio < 0.05:
        return True, "Fact saturation reached (<5% new facts in last cycle)"
    if metrics.source_coverage > 0.95:
        return True, "Source coverage complete (>95% of available sources queried)"
    if metrics.citation_circularity > 0.80:
        return True, "High citation circularity (>80% circular references)"
    return False, "Saturation not yet reached, continuing research"
