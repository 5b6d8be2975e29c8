from __future__ import annotations

import pytest

from inquiro.core.types import Query
from inquiro.engine.asked.searching import MOST_WORDS, addressed
from inquiro.engine.search_scope import SearchScope

EVERYBODY = SearchScope(pubmed=True)

ITEMS = ("c1",)


@pytest.mark.parametrize(
    ("said", "text"),
    [
        ('"street trees" AND (cooling OR shade) NOT forest', "street trees cooling shade forest"),
        ("trees site:evil.example cost", "trees cost"),
        ("trees https://evil.example/?q=secret cost", "trees cost"),
        ("trees[tiab] cost*", "trees cost"),
        ("  ", None),
        ("https://evil.example", None),
    ],
)
@pytest.mark.fault(33)
def test_a_query_is_plain_words(said, text):
    made = addressed([(said, "web", ITEMS)], (), fewest=0, scope=EVERYBODY)
    assert [query.text for query in made] == ([text] if text else [])


def test_spare_queries_come_in_where_nobody_else_can_be_asked():
    spare = Query(text="spare", items=ITEMS)
    tagged = ("trees[tiab]", "pubmed", ITEMS)
    assert [q.text for q in addressed([tagged], [spare], fewest=1, scope=EVERYBODY)] == ["spare", "trees[tiab]"]
    assert [q.text for q in addressed([tagged, ("plain", "any", ITEMS)], [spare], fewest=1, scope=EVERYBODY)] == [
        "plain",
        "trees[tiab]",
    ]


def test_long_queries_are_cut_to_words():
    (made,) = addressed([("word " * 80, "any", ITEMS)], (), fewest=0, scope=EVERYBODY)
    assert len(made.text.split()) <= MOST_WORDS
    assert not made.text.endswith("…")
