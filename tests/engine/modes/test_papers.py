from __future__ import annotations

import msgspec

from inquiro.core.phrases import phrases
from inquiro.engine.modes.papers import HEADINGS, paper


def test_a_paper_has_its_five_parts_in_order(pool):
    draft = paper(pool)
    assert [part.heading for part in draft.sections] == list(HEADINGS)
    assert [part.heading for part in draft.sections] == [
        "Abstract",
        "Introduction",
        "Literature Review",
        "Methodology",
        "Implementations",
    ]


def test_every_sentence_is_a_source_s_and_stands_once(pool):
    told = [one for part in paper(pool).sections for one in part.sentences if one.facts or one.documents]
    assert len(told) >= 4
    assert len({sentence.text for sentence in told}) == len(told)
    everything = "\n".join(document.text for document in pool.documents)
    assert all(sentence.text in everything for sentence in told)


def test_what_is_built_stands_under_implementations_with_code(pool, code):
    last = paper(pool).sections[-1]
    assert any("diskcache" in sentence.text for sentence in last.sentences)
    assert {block.code for block in last.code} <= set(code.values())
    assert last.code


def test_where_nothing_was_found_every_part_says_so(pool):
    empty = msgspec.structs.replace(pool, facts=(), evidence=(), documents=())
    draft = paper(empty)
    assert {sentence.text for part in draft.sections for sentence in part.sentences} == {phrases("en").silent}


def test_the_same_pool_gives_the_same_paper(pool):
    assert paper(pool) == paper(pool)
