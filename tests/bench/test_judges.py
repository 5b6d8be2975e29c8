from __future__ import annotations

import importlib.util
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
SENTENCES = Path(__file__).parent / "judged_sentences.jsonl"


@pytest.fixture(scope="module")
def judges():
    spec = importlib.util.spec_from_file_location("bench_judges", ROOT / "bench" / "judges.py")
    assert spec
    assert spec.loader
    module = sys.modules["bench_judges"] = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.fixture
def given(judges):
    return judges.cases(SENTENCES.read_text("utf-8").splitlines())


def accepted(found, *truths: str) -> int:
    return sum(one.label in {"quoted", "supported"} for one in found if one.case.truth in truths)


def test_an_oracle_harms_nothing_and_finds_what_rules_miss(judges, given):
    by_rule, by_oracle = (judges.outcomes(given, judge, 1) for judge in (None, judges.oracle))
    assert accepted(by_oracle, "unsupported", "contradicted") <= accepted(by_rule, "unsupported", "contradicted")
    assert accepted(by_oracle, "supported") == 4
    assert all(one.label == "inferred" for one in by_oracle if one.case.truth == "inference")


def test_invented_words_gain_nothing(judges, given):
    by_rule, invented = (judges.outcomes(given, judge, 1) for judge in (None, judges.inventor))
    assert [one.label for one in invented] == [one.label for one in by_rule]


def test_what_a_rubber_stamp_can_harm_is_bounded_by_vetoes_and_names(judges, given):
    stamped = judges.outcomes(given, judges.yes, 1)
    stopped = {one.case.sentence: one.stopped for one in stamped if one.stopped}
    assert any("3.4 °C" in sentence and why == "veto" for sentence, why in stopped.items())
    assert any("Varnholt" in sentence for sentence in stopped)
    assert judges.believed(given, judges.oracle, 1)
    assert not judges.believed(given, judges.yes, 1)


def test_the_table_has_a_row_for_each_judge(judges, capsys, monkeypatch):
    monkeypatch.setattr(sys, "argv", ["judges.py", str(SENTENCES)])
    judges.main()
    told = capsys.readouterr().out
    assert "15 sentences" in told
    assert all(
        name in told for name in ("rules alone", "oracle", "errs in 10%", "always supported", "invents its words")
    )
