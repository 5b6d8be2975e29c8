from __future__ import annotations

import pytest

from inquiro.core.types import ConfidenceTerms, Fact
from inquiro.engine.asked.listing import fact_line


@pytest.mark.parametrize(
    ("origins", "terms", "shown"),
    [
        (1, None, "f1 (2024, 1 source): Trees cool."),
        (3, ConfidenceTerms(origins=3, retracted=1), "f1 (2024, 3 sources): Trees cool."),
        (0, ConfidenceTerms(origins=0, retracted=2), "f1 (2024, retracted): Trees cool."),
    ],
)
def test_a_model_is_told_how_many_stand_by_a_fact(origins, terms, shown):
    fact = Fact(
        id="f1", statement="Trees cool.", evidence=(), sources=(), origins=origins, terms=terms, published="2024-05-01"
    )
    assert fact_line(fact) == shown
