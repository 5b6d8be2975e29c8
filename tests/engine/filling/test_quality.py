"""What can be counted about a result."""

from __future__ import annotations

from inquiro.core.types import FieldSupport, LeiFinding
from inquiro.engine.filling.quality import level, measured


def test_counts_and_level():
    fields = [FieldSupport(path=str(n), label="quoted") for n in range(4)] + [FieldSupport(path="x", label="unfilled")]
    leis = [LeiFinding(path="apex.lei", lei="L", verdict="confirmed")]
    found = measured(fields, leis, 2)
    assert (found["level"], found["fields_filled"], found["fields_unfilled"]) == ("HIGH", 4, 1)
    assert found["leis_confirmed"] == 1


def test_an_unconfirmed_lei_rules_out_the_best_level():
    fields = [FieldSupport(path="a", label="quoted")]
    doubted = [LeiFinding(path="a", lei="L", verdict="not_found")]
    assert measured(fields, doubted, 3)["level"] == "MEDIUM"


def test_one_source_is_never_high_and_none_is_low():
    assert level(1.0, 1, all_confirmed=True) == "MEDIUM"
    assert level(1.0, 0, all_confirmed=True) == "LOW"
    assert level(0.2, 5, all_confirmed=True) == "LOW"
