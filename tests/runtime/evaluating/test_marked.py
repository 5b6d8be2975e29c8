"""Reports of many hands are taken apart the same way."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from inquiro.runtime.evaluating.marked import taken_apart

LIST = "\n\n## Sources\n\n1. One https://a.example/1\n2. Two https://a.example/2\n3. Three\n"


def marks(text: str) -> list[tuple[str, ...]]:
    return [sentence.marks for sentence in taken_apart(text + LIST).sentences]


@pytest.mark.parametrize(
    ("written", "named"),
    [
        ("Trees cool the street by day [1].", ("1",)),
        ("Trees cool the street by day. [1]", ("1",)),
        ("Trees cool the street by day.[1][2]", ("1", "2")),
        ("Trees cool the street by day [1, 2].", ("1", "2")),
        ("Trees cool the street by day [1; 3].", ("1", "3")),
        ("Trees cool the street by day [1-3].", ("1", "2", "3")),
        ("Trees cool the street by day [1–3].", ("1", "2", "3")),
        ("Trees cool the street by day.[^1]", ("1",)),
        ("Trees cool the street by day.[^note-a]", ("note-a",)),
        ("Trees cool the street by day [1](#src-1).", ("1",)),
        ("Trees cool the street by day. \\[[1](#src-1), [2](#src-2)\\]", ("1", "2")),
        ("Trees [1] cool the street [2] by day.", ("1", "2")),
        ("Trees cool the [street](https://a.example/2024) by day.", ()),
        ("Trees cool the street by `x[1]` day, `[2]` too.", ()),
        ("Trees cool the street by day [[1]](https://a.example/1).", ("1",)),
    ],
)
def test_the_marks_of_a_sentence(written, named):
    assert marks(written) == [named]


def test_a_mark_belongs_to_the_sentence_before_it():
    assert marks("Trees cool the whole street. [1] Nobody says so here. Shade is good too [2]. The last one has none.") == [
        ("1",), (), ("2",), (),
    ]  # fmt: skip


@pytest.mark.parametrize(
    "mark", ["[2]", "[2](#src-2)", "\\[[2](#src-2), [3](#src-3)\\]", "[2](https://a.example/2)", "[^2]"]
)
def test_a_mark_does_not_change_the_words(mark):
    [told] = taken_apart(f"Trees [1] cool the [street](https://a.example) by day. {mark}").sentences
    assert told.text == "Trees cool the street by day."


@pytest.mark.parametrize(
    "listing",
    [
        "## References\n\n[1] One\n\n[2] Two",
        "## References\n\n[1] One\n[2] Two",
        "### Sources:\n\n1. One\n2. Two",
        "**Sources**\n\n- [1] One\n- [2] Two",
        "# Quellen\n\n- One\n- Two",
        "## Sources\n\n### src-1\n\n**One** · local\n\n> a quote\n\n### src-2\n\nTwo",
        "[^1]: One\n[^2]: Two",
        "[1]: One\n[2]: Two",
        "## Bibliography\n\n\\[1\\] One\n\n\\[2\\] Two",
    ],
)
def test_the_list_of_sources(listing):
    found = taken_apart(f"Trees cool the street by day [1].\n\n{listing}\n").sources
    assert [source.number for source in found] == ["1", "2"]
    assert "One" in found[0].text
    assert "Two" in found[1].text


def test_a_mark_may_carry_the_address_itself():
    found = taken_apart(
        "Trees cool the street by day [1](https://a.example/1). Shade is good too [[2]](https://a.example/2)."
    )
    assert sorted((source.number, source.address) for source in found.sources) == [
        ("1", "https://a.example/1"),
        ("2", "https://a.example/2"),
    ]
    assert [sentence.marks for sentence in found.sentences] == [("1",), ("2",)]
    assert found.bare == ()


def test_what_follows_the_sources_is_no_statement():
    text = "Trees cool the street by day [1].\n\n## Sources\n\n1. One\n\n## Method\n\nThree rounds were made for it.\n"
    assert len(taken_apart(text).sentences) == 1
    assert len(taken_apart(text).sources) == 1


def test_what_is_missing_needs_no_mark():
    assert marks("Trees cool the street by day [1].\n\n## Not found\n\n- what a tree costs over its life") == [("1",)]


def test_headings_quotes_tables_code_and_comments_are_no_statements():
    text = (
        "# Trees and what they do\n\n> A long quotation of four words.\n\n| a | table of some words |\n\n"
        "```\nsome code of four words, see https://a.example\n```\n\n<!-- a comment of four words -->\n\nTrees cool the street [1]."
    )
    assert marks(text) == [("1",)]
    assert taken_apart(text).bare == ()


def test_bare_addresses_are_found_and_linked_ones_are_not():
    text = (
        "See https://a.example/x. for more of it [1].\n\nSee [this](https://a.example/y) or <https://a.example/z> [1].\n\n"
        "And http://b.example/w_(v) too [1]."
    )
    assert taken_apart(text + LIST).bare == ((1, "https://a.example/x"), (5, "http://b.example/w_(v"))


def test_lines_are_told():
    found = taken_apart(
        "# Title\n\nOne sentence of some words [1].\n\n- An item of some words\n- Another item of words [9]\n"
    )
    assert [sentence.line for sentence in found.sentences] == [3, 5, 6]


@given(st.text(alphabet="ab .[]()^1-2,\\#\n`*>|:/htps!<", max_size=200))
def test_any_text_is_a_report_of_some_kind(text):
    found = taken_apart(text)
    lines = len(text.splitlines())
    assert all(1 <= sentence.line <= lines for sentence in found.sentences)


@pytest.mark.parametrize(
    "piece",
    [
        "<!--",
        "[",
        "[a](",
        "[1](",
        "`",
        "# ",
        "#",
        " ",
        "\t",
        "[1,",
        "<http://a",
        "Word. ",
        "Word [1]. ",
        "- a\n",
        "\n1. x",
        "```\n",
    ],
)
def test_no_repetition_takes_long(piece):
    """What grows with the square of its length would not be done before the time limit of a test."""
    taken_apart("# " + piece * 10_000)
    taken_apart("Words " + piece * 10_000)
    taken_apart("## Sources\n\n" + piece * 10_000)


@given(st.text(max_size=200))
def test_no_character_breaks_it(text):
    taken_apart(text)
