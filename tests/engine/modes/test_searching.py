from __future__ import annotations

import msgspec

from inquiro.core.types import Query
from inquiro.engine.modes.searching import with_mode_queries


def test_code_is_searched_for_where_code_is_wanted(pool):
    made = with_mode_queries(pool.plan, ["implementation"])
    assert [query.text for query in made.queries] == ["cache function results Python example code"]
    assert made.queries[0].items == ("c1",)


def test_after_the_question_itself_and_before_the_rest(pool):
    asked = tuple(Query(text=text) for text in ("cache function", "cache limits"))
    made = with_mode_queries(msgspec.structs.replace(pool.plan, queries=asked), ["idea"])
    assert [query.text for query in made.queries] == [
        "cache function",
        "cache function results Python approaches",
        "cache limits",
    ]


def test_without_modes_nothing_is_added(pool):
    assert with_mode_queries(pool.plan, ()) == pool.plan


def test_in_the_language_of_the_question(pool):
    german = msgspec.structs.replace(pool.plan, language="de")
    assert with_mode_queries(german, ["implementation"]).queries[0].text.endswith("Beispiel Code")


def test_what_comes_from_private_words_stays_private(pool):
    item = msgspec.structs.replace(pool.checklist[0], private=True)
    made = with_mode_queries(msgspec.structs.replace(pool.plan, checklist=(item,)), ["idea"])
    assert all(query.private for query in made.queries)
