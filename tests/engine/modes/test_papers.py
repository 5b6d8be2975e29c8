from __future__ import annotations

import msgspec
import pytest

from inquiro.core.phrases import phrases
from inquiro.engine.modes.papers import HEADINGS, paper


def test_a_paper_has_those_of_its_five_parts_that_there_is_evidence_for_in_order(pool):
    headings = [part.heading for part in paper(pool).sections]
    assert HEADINGS == ("Abstract", "Introduction", "Literature Review", "Methodology", "Implementations")
    assert headings == [name for name in HEADINGS if name in headings]
    assert headings[0] == "Abstract"
    assert all(part.sentences or part.code for part in paper(pool).sections)


def test_every_sentence_is_a_source_s_and_stands_once(pool):
    told = [one for part in paper(pool).sections for one in part.sentences if one.facts or one.documents]
    assert len(told) >= 4
    assert len({sentence.text for sentence in told}) == len(told)
    everything = "\n".join(document.text for document in pool.documents)
    assert all(sentence.text in everything for sentence in told)


def test_code_stands_under_implementations(pool, code):
    last = paper(pool).sections[-1]
    assert last.heading == "Implementations"
    assert {block.code for block in last.code} == set(code.values())


@pytest.mark.parametrize(
    ("kept", "said", "nearest"),
    [((), phrases("en").unread, ()), ((0, 1), phrases("en").nothing, ("Caching functions", "Caching on disk"))],
)
def test_where_nothing_was_found_one_sentence_says_so_and_the_nearest_titles_are_named(pool, kept, said, nearest):
    pages = tuple(pool.documents[place] for place in kept)
    draft = paper(msgspec.structs.replace(pool, facts=(), evidence=(), documents=pages))
    (section,) = draft.sections
    assert (section.heading, [one.text for one in section.sentences]) == ("", [said])
    assert draft.nearest == nearest


def test_a_page_that_only_comes_near_is_told_as_such(pool):
    low = tuple(msgspec.structs.replace(one, scores={"c1": 0.4}) for one in pool.facts)
    plan = msgspec.structs.replace(pool.plan, refined_query="Caching functions on Mars")
    abstract = paper(msgspec.structs.replace(pool, facts=low, plan=plan)).sections[0]
    assert abstract.sentences[0].text == phrases("en").indirect
    assert len(abstract.sentences) == 2


def test_a_line_that_only_gives_a_title_opens_nothing(pool):
    named = msgspec.structs.replace(pool.facts[0], statement="Title: Caching functions", scores={"c1": 2.0})
    told = paper(msgspec.structs.replace(pool, facts=(named, *pool.facts[1:]))).sections[0].sentences
    assert "Title: Caching functions" not in [one.text for one in told]


def test_the_same_pool_gives_the_same_paper(pool):
    assert paper(pool) == paper(pool)
