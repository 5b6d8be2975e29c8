"""How far the words of a sentence stand together."""

from __future__ import annotations

import pytest

from inquiro.engine.checking.evidence import near, read
from inquiro.engine.checking.locality import pieces, scattered
from inquiro.engine.checking.statement import statement
from inquiro.engine.checking.weights import weights

FIRE = "The chapel burned down in a storm. The brewery was rebuilt by the guild."


def apart(text, evidence, granted=()):
    said = statement(text)
    return scattered(said, weights(said), near({}, [read(evidence)]), frozenset(granted))


@pytest.mark.parametrize(
    ("text", "share"),
    [
        ("The chapel burned in a storm.", 0.0),
        ("The brewery was rebuilt by the guild.", 0.0),
        ("The chapel was rebuilt by the guild.", 1 / 3),
        ("The chapel and its storm: the brewery was rebuilt by the guild.", 2 / 5),
    ],
)
def test_one_sentence_has_to_hold_a_clause(text, share):
    assert apart(text, FIRE) == pytest.approx(share, abs=0.01)


def test_every_clause_has_its_own_sentence_and_the_worst_counts():
    good, bad = "the chapel burned down in a storm", "the storm guild burned the brewery"
    assert apart(f"While {good}, the brewery was rebuilt by the guild.", FIRE) == 0
    assert apart(f"While {good}, {bad}.", FIRE) == apart(f"{bad}.", FIRE) > 0.4


def test_what_names_the_subject_from_afar_counts_everywhere():
    assert apart("In Varnholt the chapel burned in a storm.", FIRE) > 0
    assert apart("In Varnholt the chapel burned in a storm.", FIRE, weights(statement("Varnholt"))) == 0


def test_without_evidence_nothing_stands_together():
    assert apart("The chapel burned in a storm.", "") == 1.0
    assert apart("It was.", "") == 0.0


def test_a_small_clause_goes_with_the_next():
    said = statement("Late, the chapel burned down in a storm, they say.")
    assert len(pieces(said, weights(said))) == 1
