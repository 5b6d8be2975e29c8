"""Who gets which queries: as many as a pace allows, and, where everyone has to be asked, none left out."""

from __future__ import annotations

from types import SimpleNamespace

from inquiro.core.types import Query
from inquiro.engine.turns import turns_of

QUERIES = tuple(Query(text=f"q{number}") for number in range(6))


def source(rate=0.0, *, outside=True, name="s"):
    return SimpleNamespace(name=name, kind="web", requests_per_second=rate, leaves_machine="x" if outside else "")


def test_a_slow_source_gets_what_its_pace_allows_and_a_quick_one_everything():
    slow, quick = turns_of([source(0.34), source()], QUERIES, "hybrid")
    assert len(slow) == 2
    assert len(quick) == 6


def test_where_everyone_has_to_be_asked_the_rest_goes_to_whoever_is_soonest_done():
    slow, slower = turns_of([source(0.5), source(0.17)], QUERIES, "hybrid", everyone=True)
    assert slow | slower == frozenset(range(6))
    assert len(slower) < len(slow)
    assert turns_of([source(0.17)], QUERIES, "hybrid", everyone=True) == [frozenset(range(6))]


def test_what_is_private_is_asked_nowhere_outside_all_the_same():
    queries = (Query(text="a", private=True), Query(text="b"))
    outside, inside = turns_of([source(0.1), source(outside=False)], queries, "hybrid", everyone=True)
    assert outside == frozenset({1})
    assert inside == frozenset({0, 1})
    assert turns_of([source(0.1)], queries, "local_only", everyone=True) == [frozenset()]
