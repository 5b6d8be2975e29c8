from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from inquiro.core.types import Anchor, ReadText
from inquiro.retrieval.document_blocks import blocks_of, blocks_within, heading_path, statement_of


def document(text, title="", headings=()):
    anchors = tuple(Anchor(offset=text.index(label), label=label, level=level) for label, level in headings)
    return ReadText(text=text, media_type="text/plain", title=title, headings=anchors)


def statements(text):
    read = document(text)
    return [statement_of(read, block, part) for block in blocks_of(read) for part in block.parts]


def test_the_blocks_of_a_document_without_any_come_from_its_text():
    assert [block.kind for block in blocks_of(document("One.\n\n- two"))] == ["paragraph", "list"]


def test_the_path_holds_the_headings_above_by_level_without_the_title():
    read = document(
        "Guide\n\nSetup\n\nLinux\n\nwords\n\nUse\n\nmore",
        title="guide",
        headings=[("Guide", 1), ("Setup", 2), ("Linux", 3), ("Use", 2)],
    )
    assert heading_path(read, read.text.index("words")) == ("Setup", "Linux")
    assert heading_path(read, read.text.index("more")) == ("Use",)
    assert heading_path(read, 0) == ()
    assert heading_path(read, read.text.index("Linux")) == ("Setup",)


def test_headings_without_levels_are_all_alike():
    read = document("A\n\nB\n\nwords", headings=[("A", 0), ("B", 0)])
    assert heading_path(read, 6) == ("B",)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Level | contribution\nSupporter | $50", ["Supporter · contribution: $50"]),
        ("Level | Fee | Votes\nSupporter | | 1", ["Supporter · Votes: 1"]),
        ("Born | 1950\nTown | Varnholt", ["Born: 1950", "Town: Varnholt"]),
        ("1 | 2 | 3\n4 | 5 | 6", ["1 · 2 · 3", "4 · 5 · 6"]),
    ],
)
def test_a_row_is_told_with_the_names_of_its_columns(text, expected):
    assert statements(text) == expected


def test_an_item_is_told_with_what_announces_it():
    assert statements("It costs much. You need:\n\n- a pen") == ["You need: a pen"]
    assert statements("You need:\n\n- The pen must be blue and not too old.") == [
        "The pen must be blue and not too old."
    ]
    assert statements("Bring:\n\n- papers:\n  - a form") == ["Bring: papers:", "papers: a form"]
    assert statements("Words.\n\n- a pen") == ["a pen"]


def test_a_definition_is_told_on_one_line():
    assert statements("Tree\n: a plant\n  with a trunk") == ["Tree: a plant with a trunk"]
    assert statements("Name: Ann\nTown: Varnholt") == ["Name: Ann", "Town: Varnholt"]


def test_fences_are_no_words():
    assert statements("1. Run this:\n\n```sh\nmake\n```\n\n2. Stop.") == ["Run this: make", "Stop."]


@given(
    st.lists(st.sampled_from(["a", " | ", "\n", "- ", "1. ", ":", "  ", "\n\n", "T: x", ": "]), max_size=30).map(
        "".join
    )
)
def test_every_part_of_any_text_can_be_told(text):
    assert all(isinstance(one, str) for one in statements(text))


def test_the_blocks_of_a_stretch_count_from_its_start_and_keep_the_parts_inside():
    text = "Words come first.\n\nThe formats are:\n\n- one\n- two\n- three\n\nMore words."
    read = document(text)
    known = ReadText(text=text, media_type="text/plain", blocks=blocks_of(read))
    start, end = text.index("The formats"), text.index("- three")
    paragraph, items = blocks_within(known, start, end)
    piece = text[start:end]
    assert (paragraph.kind, items.kind) == ("paragraph", "list")
    assert [piece[low:high] for low, high in items.parts] == ["one", "two"]
    assert items.lead == 0
    assert blocks_within(known, text.index("More"), len(text))[0].start == 0
    assert blocks_within(read, start, end) == ()


@given(st.data())
def test_every_block_of_a_stretch_lies_within_it(data):
    text = "Words come first.\n\nThe formats are:\n\n- one\n- two\n- three\n\n| a | b |\n|---|---|\n| c | d |\n\nMore words."
    known = ReadText(text=text, media_type="text/plain", blocks=blocks_of(document(text)))
    start = data.draw(st.integers(0, len(text) - 1))
    end = data.draw(st.integers(start + 1, len(text)))
    for block in blocks_within(known, start, end):
        assert 0 <= block.start < block.end <= end - start
        assert all(0 <= low < high <= end - start for low, high in block.parts)
        assert block.lead is None or block.lead >= 0
