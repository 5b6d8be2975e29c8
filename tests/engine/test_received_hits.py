from __future__ import annotations

from inquiro.core.types import Query
from inquiro.engine.received_hits import passed_over
from inquiro.testing import ScriptedProvider


def test_what_was_passed_over_is_told_with_its_number():
    source, query = ScriptedProvider("wiki", []), Query(text="trees")
    assert passed_over(0, query, source) == ()
    assert [loss.what for n in (1, 2) for loss in passed_over(n, query, source)] == [
        "1 hit of search “trees”",
        "2 hits of search “trees”",
    ]
