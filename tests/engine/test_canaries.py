from __future__ import annotations

import pytest

from inquiro.core.types import CanaryCount, Citation, Claim, KindCount, Report
from inquiro.engine import canaries
from inquiro.engine.canaries import count_canaries, pooled
from inquiro.engine.checking import Verdict

QUOTES = [
    "A street tree costs 1,100 € in Korvenau, the treasury said.",
    "On 12 May 2020 the council of Varnholt voted for the Meridian programme.",
    "The night train carried 118,000 passengers between Brenmoor and Portavel.",
    "Street trees are watered twice a week in the first three summers.",
]


def report(quotes: list[str]) -> Report:
    cited = [Citation(source_id="src_1", quote=quote, start=0, end=len(quote)) for quote in quotes]
    claims = tuple(Claim(text=one.quote, label="quoted", evidence=(one,)) for one in cited)
    return Report(trace_id="t", question="q", answer="", claims=claims)


def test_each_quote_is_retold_and_made_false():
    found = count_canaries(report(QUOTES), "run")
    kinds = {one.kind: one for one in found.kinds}
    assert kinds["changed"] == KindCount(kind="changed", known_true=4, known_false=4)
    assert (kinds["reworded"].known_true, kinds["reworded"].known_false) == (4, 1)  # one holds a word with an opposite
    assert (found.known_true, found.known_false, found.runs) == (8, 5, 1)


def test_a_run_has_the_same_canaries_again_and_never_many():
    many = report([f"{quote[:-1]} in part {number}." for number in range(1, 21) for quote in QUOTES])
    first = count_canaries(many, "run")
    assert first == count_canaries(many, "run")
    assert 45 <= first.total <= 60


def test_no_quotes_make_no_canaries():
    assert count_canaries(report([]), "run").total == 0


@pytest.mark.parametrize(("label", "misses", "alarms"), [("supported", 5, 0), ("uncited", 0, 8)])
def test_a_checker_that_errs_is_counted(monkeypatch, label, misses, alarms):
    monkeypatch.setattr(canaries, "check", lambda text, *_: Verdict(text=text, label=label))
    found = count_canaries(report(QUOTES), "run")
    assert (found.missed, found.false_alarms) == (misses, alarms)


def test_counts_are_pooled():
    one = CanaryCount(known_true=3, false_alarms=1, known_false=4, missed=2, runs=1)
    twice = KindCount(kind="changed", known_true=6, false_alarms=2, known_false=8, missed=4)
    both = CanaryCount(known_true=6, false_alarms=2, known_false=8, missed=4, runs=2, kinds=(twice,))
    assert pooled([one, one]) == both  # an earlier version knew one kind only
    other = KindCount(kind="model", known_true=2, false_alarms=1)
    more = pooled([both, CanaryCount(known_true=2, false_alarms=1, runs=1, kinds=(other,))])
    assert more.kinds == (twice, other)
    assert (more.known_true, more.runs) == (8, 3)
    assert pooled([]) == CanaryCount()
