from __future__ import annotations

import msgspec
import pytest

from inquiro.engine.modes.extractive import NO_CODE, NO_IDEA, ideas, implementations


def test_ideas_are_statements_of_the_pages_each_page_before_any_second_time(pool):
    draft = ideas(pool, 3)
    assert [item.document_id for item in draft.items[:3]] == ["guide", "disk", "essay"]
    texts = {document.id: document.text for document in pool.documents}
    for item in draft.items:
        assert all(sentence.text in texts[item.document_id] for sentence in item.sentences)
        assert all(sentence.documents == (item.document_id,) for sentence in item.sentences)
        assert not item.code
    told = [sentence.text for item in draft.items for sentence in item.sentences]
    assert len(told) == len(set(told))


def test_pages_about_something_else_give_no_ideas_and_that_is_said(pool):
    other = msgspec.structs.replace(pool.plan, refined_query="Where do penguins breed?")
    draft = ideas(msgspec.structs.replace(pool, plan=other), 3)
    assert (draft.items, draft.problems) == ((), (NO_IDEA,))


def test_what_cannot_be_understood_alone_opens_no_idea(pool):
    page = msgspec.structs.replace(
        pool.documents[2], text="On caches\n\nIt keeps function results in a Python cache for long."
    )
    draft = ideas(msgspec.structs.replace(pool, documents=(page,)), 3)
    assert draft.items == ()


@pytest.mark.parametrize(
    "sentence",
    [
        "This study aims to cache function results in Python.",
        "Results of the function cache were gathered in Python over a week.",
        "However, the Python cache keeps all function results.",
        "Which function results does a Python cache keep?",
        "After a pause it keeps the function results of Python in a cache.",
        "The ultimate goal is a Python cache for the results of every function.",
        "Cache function results in Python, see https://cache.example/python for more.",
    ],
)
def test_aims_methods_and_halves_of_thoughts_are_no_ideas(pool, sentence):
    page = msgspec.structs.replace(pool.documents[2], text=f"On caches\n\n{sentence}")
    assert ideas(msgspec.structs.replace(pool, documents=(page,)), 3).items == ()


def test_a_page_in_which_nothing_was_found_on_the_query_gives_nothing(pool):
    weak = tuple(msgspec.structs.replace(one, scores={"c1": 0.3}) for one in pool.facts)
    bare = msgspec.structs.replace(pool, facts=weak)
    assert ideas(bare, 3).problems[0] == f"{NO_IDEA}; nearest: “Caching functions”, “Caching on disk”"
    assert implementations(bare, 3).items == ()


def test_a_mark_of_a_list_is_no_part_of_an_idea(pool):
    page = msgspec.structs.replace(
        pool.documents[2], text="On caches\n\n- A Python cache keeps the results of functions."
    )
    (item,) = ideas(msgspec.structs.replace(pool, documents=(page,)), 3).items
    assert [one.text for one in item.sentences] == ["A Python cache keeps the results of functions."]


def test_a_line_of_code_alone_is_no_implementation(pool):
    guide = pool.documents[0]
    text = "Caching functions\n\nA cache keeps function results like this:\n\nslow = lru_cache(slow)\n"
    start = text.index("slow =")
    one_line = (msgspec.structs.replace(guide.code[0], start=start, end=len(text) - 1),)
    page = msgspec.structs.replace(guide, text=text, code=one_line)
    assert implementations(msgspec.structs.replace(pool, documents=(page,)), 5).items == ()


def test_implementations_are_code_blocks_to_the_letter_with_what_introduces_them(pool, code):
    draft = implementations(pool, 5)
    blocks = {item.document_id: item.code[0] for item in draft.items}
    assert {name: block.code for name, block in blocks.items()} == code
    guide = pool.documents[0]
    assert guide.text[blocks["guide"].start : blocks["guide"].end] == code["guide"]
    told = {item.document_id: [sentence.text for sentence in item.sentences] for item in draft.items}
    assert told["guide"] == ["Decorate the function that is slow:"]


def test_what_the_page_says_must_be_installed_is_a_dependency(pool):
    needed = {item.document_id: item.dependencies for item in implementations(pool, 5).items}
    assert needed == {"guide": None, "disk": ("diskcache",)}


def test_a_line_below_the_code_may_state_what_it_needs_or_that_it_needs_nothing(pool, code):
    guide = pool.documents[0]
    for said, needed in (("Dependencies: functools32, six", ("functools32", "six")), ("Dependencies: none", ())):
        text = guide.text.replace(code["guide"], f"{code['guide']}\n\n{said}")
        page = msgspec.structs.replace(guide, text=text)
        draft = implementations(msgspec.structs.replace(pool, documents=(page,)), 5)
        assert draft.items[0].dependencies == needed


def test_a_page_about_something_else_gives_no_code(pool):
    other = msgspec.structs.replace(pool.plan, refined_query="Where do penguins breed?")
    draft = implementations(msgspec.structs.replace(pool, plan=other), 5)
    assert (draft.items, draft.problems) == ((), (NO_CODE,))
