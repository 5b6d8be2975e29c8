from __future__ import annotations

from inquiro.core.types import CanaryCount, Report
from inquiro.exports import registry, strip_volatile
from inquiro.present.checker import checker_fact

COUNT = CanaryCount(known_true=20, false_alarms=1, known_false=20, missed=0, runs=2)


def test_rates_are_told_with_n_and_interval():
    assert checker_fact(COUNT) == (
        "missed 0 of 20 (0.0%, 95% interval 0.0% to 16.1%) sentences made false and doubted "
        "1 of 20 (5.0%, 95% interval 0.9% to 23.6%) true ones, over 2 runs"
    )


def test_too_few_tell_nothing():
    assert checker_fact(None) == ""
    assert checker_fact(CanaryCount(known_true=15, known_false=14, runs=1)) == ""


def test_the_report_prints_them_where_comparisons_do_not_look():
    report = Report(trace_id="t", question="q", answer="", canaries=COUNT, checker=COUNT)
    bare = Report(trace_id="t", question="q", answer="")
    for name in ("html", "json"):
        export = registry.get(name)()
        told = export.render(report).decode()
        assert "missed" in told
        assert strip_volatile(told, name) == strip_volatile(export.render(bare).decode(), name)
