from __future__ import annotations

import pytest

from inquiro.core.phrases import phrases
from inquiro.engine.modes.code import code_blocks
from inquiro.engine.modes.drafted import EMPTY_CELL, UNKNOWN_CODE, UNKNOWN_SOURCE, Drafted

FACTS = {"e1": ("f1", "guide"), "e3": ("f3", "disk")}


@pytest.fixture
def drafted(documents):
    blocks = [block for document in documents for block in code_blocks(document) if not block.installs]
    return Drafted(FACTS, {f"c{n}": block for n, block in enumerate(blocks, 1)}, documents)


@pytest.mark.parametrize(
    ("source", "document"),
    [
        ("e1", "guide"),
        ("[e3]", "disk"),
        ("c2", "disk"),
        ("https://guide.example/page", "guide"),
        ("https://www.guide.example/page/?utm_source=x", "guide"),
    ],
)
def test_a_source_is_an_id_that_was_shown_or_an_address_that_was_read(drafted, source, document):
    (item,) = drafted.items([(source, "A cache keeps results.")], coded=False)
    assert item.document_id == document
    assert not drafted.dropped


@pytest.mark.parametrize("source", ["e99", "c9", "https://invented.example/", "guide", "", "f1"])
def test_everything_else_is_dropped_and_counted(drafted, source):
    assert drafted.items([(source, "A cache keeps results.")], coded=False) == ()
    assert drafted.dropped == {UNKNOWN_SOURCE: 1}


def test_content_becomes_plain_sentences_without_marks_links_and_headings(drafted):
    content = (
        "# Title here\n\nUse **lru_cache** [e1]. It is [fast](https://evil.example/x).\n- One more point is made here."
    )
    (item,) = drafted.items([("e1", content)], coded=False)
    told = " ".join(sentence.text for sentence in item.sentences)
    assert "lru_cache" in told
    assert "One more point is made here." in [sentence.text for sentence in item.sentences]
    assert not any(mark in told for mark in ("[", "http", "**", "#"))


def test_a_block_that_is_named_is_filled_in_to_the_letter(drafted, code):
    content = "It caches.\n\n```python\n[c1]\n```\n\nDependencies: none"
    (item,) = drafted.items([("e1", content)], coded=True)
    (block,) = item.code
    assert (block.code, block.document_id) == (code["guide"], "guide")
    assert item.dependencies == ()


def test_a_block_that_nobody_showed_is_dropped_and_counted(drafted):
    (item,) = drafted.items([("e1", "It caches.\n\n```\n[c77]\n```")], coded=True)
    assert item.code == ()
    assert drafted.dropped == {UNKNOWN_CODE: 1}


def test_code_that_the_model_wrote_keeps_its_formatting(drafted):
    written = "def f():\n\n\tif True:\n\t    return  1"
    (item,) = drafted.items(
        [("e1", f"It does.\n\n```python\n{written}\n```\n\nDependencies: pip install a b>=2")], coded=True
    )
    assert item.code[0].code == written
    assert item.dependencies == ("a", "b>=2")
    assert [sentence.text for sentence in item.sentences] == ["It does."]


def test_nothing_said_about_dependencies_is_not_none_needed(drafted):
    (item,) = drafted.items([("e1", "It does.\n\n```python\nx = 1\n```")], coded=True)
    assert item.dependencies is None


def test_a_paper_s_sentences_keep_their_citations_wherever_the_marks_stand(drafted):
    text = "## Abstract\nCaches help [e1]. Disks last. [e3]\n\n## Methodology\nBoth exist (e1, e3)."
    sections = {part.heading: part for part in drafted.paper(text, "en")}
    assert [(s.text, s.facts) for s in sections["Abstract"].sentences] == [
        ("Caches help.", ("f1",)),
        ("Disks last.", ("f3",)),
    ]
    assert sections["Methodology"].sentences[0].facts == ("f1", "f3")
    assert "Introduction" not in sections


def test_a_part_that_only_says_that_sources_are_silent_says_it_in_our_words(drafted):
    text = "## Abstract\nCaches help [e1].\n## Introduction\nThe evidence has nothing on this."
    assert [one.text for one in drafted.paper(text, "en")[1].sentences] == [phrases("en").silent]


def test_paragraphs_tables_and_sections_of_the_model_keep_their_places(pool, documents):
    drafted = Drafted(FACTS, {}, documents, pool.facts, pool.plan.refined_query)
    text = (
        "## Abstract\nCaches help [e1].\n\nDisks last [e3].\n## Methodology\nTwo ways exist [e1].\n\n"
        "| | Keeps | Cost on Mars |\n|---|---|---|\n| lru_cache | 128 results [e1] | much [e1] |\n| disk | a restart [e3] | |\n"
        "| Old Redis | everything [e3] | |\n| cache | no source here | |\n\n### What follows\nA disk suits a restart [e1][e3]."
    )
    abstract, method, follows = drafted.paper(text, "en")
    assert [one.paragraph for one in abstract.sentences] == [0, 1]
    cells = [(one.row, one.column, one.text, one.facts) for one in method.sentences if one.row]
    assert cells == [("lru_cache", "Keeps", "128 results", ("f1",)), ("disk", "Keeps", "a restart", ("f3",))]
    assert {one.paragraph for one in method.sentences if one.row} == {1}
    assert (follows.heading, follows.part, follows.below) == ("What follows", "analysis", True)
    assert follows.sentences[0].facts == ("f1", "f3")
    assert drafted.dropped[EMPTY_CELL] == 3


def test_a_section_that_comes_again_is_the_same_and_one_that_names_strangers_is_none(pool, documents):
    drafted = Drafted(FACTS, {}, documents, pool.facts, pool.plan.refined_query)
    text = (
        "## Introduction\nCaches help [e1].\n### Trade-offs\nOne [e1].\n## Methodology\nDisks last [e3].\n"
        "### Trade-offs\nTwo [e3].\n### Why Google won\nThree [e3].\n### Idea 1\nFour [e3]."
    )
    introduction, between, method = drafted.paper(text, "en")
    assert [one.text for one in between.sentences] == ["One.", "Two."]
    assert [one.text for one in method.sentences] == ["Disks last.", "Three.", "Four."]
    assert introduction.part == "findings"
    assert len(drafted.problems) == 2


def test_an_address_counts_as_a_citation_only_if_it_was_read(drafted):
    text = "## Abstract\nCaches help (https://guide.example/page). Others lie (https://invented.example/a)."
    abstract = drafted.paper(text, "en")[0]
    assert [sentence.documents for sentence in abstract.sentences] == [("guide",), ()]
    assert "http" not in " ".join(sentence.text for sentence in abstract.sentences)
    assert drafted.dropped == {UNKNOWN_SOURCE: 1}


def test_a_heading_in_code_is_code_and_a_strange_heading_joins_the_part_before(drafted):
    text = (
        "## Abstract\nCaches help [e1].\n## Outlook\nMore is said [e3].\n## Implementations\n```sh\n# Abstract\nls\n```"
    )
    sections = {part.heading: part for part in drafted.paper(text, "en")}
    assert len(sections["Abstract"].sentences) == 2
    assert sections["Implementations"].code[0].code == "# Abstract\nls"
    assert drafted.problems
