"""How much was found and may be left, in formats without drawings."""

from __future__ import annotations

import pytest

from inquiro.core.types import ChecklistItem, FactEstimate, Report, RoundRecord
from inquiro.exports import registry
from inquiro.exports._display import method_facts
from inquiro.exports._estimates import estimate_facts

NOW = FactEstimate(found=30, coverage=0.9, unseen=4.0, low=1.0, high=12.0)
REPORT = Report(
    trace_id="t",
    question="Why?",
    answer="",
    checklist=(ChecklistItem(id="c1", description="What does it cost?", label="cost"),),
    rounds=(RoundRecord(iteration=1, estimate=FactEstimate(found=15)), RoundRecord(iteration=2, estimate=NOW)),
    estimate=NOW,
    item_estimates=(
        FactEstimate(item="c1", found=12, coverage=0.9, unseen=6.0, low=2.0, high=20.0),
        FactEstimate(item="of another checklist", found=1),
    ),
    stop_reason="Round limit reached (2)",
)


def test_the_course_and_the_points_are_lines_of_text():
    assert estimate_facts(REPORT) == [
        ("Facts found", "▄█ 15 → 30; about 4 more are estimated to exist, 1–12"),
        ("Point by point", "cost: 12 facts, about 6 more (2–20)"),
    ]


def test_a_report_without_estimates_says_nothing_of_them():
    assert estimate_facts(Report(trace_id="t", question="", answer="")) == []
    assert "Point by point" not in dict(method_facts(Report(trace_id="t", question="", answer="", estimate=NOW)))


@pytest.mark.parametrize("name", ["md", "html"])
def test_they_stand_beside_why_it_stopped(name):
    text = registry.get(name)().render(REPORT).decode()
    assert text.index("Stopped because") < text.index("▄█ 15 → 30")
    assert "12 facts, about 6 more" in text
