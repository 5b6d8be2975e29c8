from __future__ import annotations

import time
from itertools import pairwise

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from inquiro.core.text_blocks import Marked, text_blocks
from inquiro.core.types import Anchor, CodeSpan

PIECES = (
    "\n", "\n\n", "\n\n\n", "- ", "* ", "1. ", "2. ", "3) ", "(a) ", "| ", " | ", "\t", "word ", "Two words", "Term: it",
    ":", "：", "---", "====", "```", "~~~", "    ", "  ", ": said", "|---|", "+--+", "Figure 1. ", "\r\n", "\f", "\u2028",
    "\u3000", "é", "[x] ", "12. ",
)  # fmt: skip
TEXTS = st.one_of(st.text(), st.lists(st.sampled_from(PIECES), max_size=40).map("".join))
KINDS = st.sampled_from(["paragraph", "list", "steps", "table", "definition", "code", "caption", "quote"])
SPANS = st.tuples(st.integers(0, 60), st.integers(0, 60))


def kinds(text, **known):
    return [(block.kind, text[block.start : block.end]) for block in text_blocks(text, **known)]


def parts(text):
    return [[text[start:end] for start, end in block.parts] for block in text_blocks(text) if block.parts]


def says_something(text):
    return "".join(char for char in text if char.isalnum())


@given(TEXTS, st.lists(SPANS, max_size=3), st.lists(SPANS, max_size=3), st.lists(st.tuples(KINDS, SPANS), max_size=3))
@example("1. a\n\n```\nb\n```\n\n2. c", [], [], [])
@example("a\n\nb", [(0, 1)], [], [("quote", (0, 4))])
def test_blocks_of_any_text_stand_in_order_and_leave_nothing_out(text, headings, code, marked):
    anchors = sorted(
        (Anchor(offset=a, label=text[a:b], level=1) for a, b in headings if text[a:b]), key=lambda a: a.offset
    )
    spans = [CodeSpan(start=a, end=b) for a, b in code if a < b <= len(text)]
    marks = [Marked(kind, a, b) for kind, (a, b) in marked if a < b <= len(text)]
    blocks = text_blocks(text, anchors, spans, marks)
    assert all(0 <= block.start < block.end <= len(text) for block in blocks)
    assert all(text[block.start : block.end].strip() for block in blocks)
    assert all(one.end <= other.start for one, other in pairwise(blocks))
    covered = "".join(text[block.start : block.end] for block in blocks)
    assert says_something(covered) == says_something(text)
    for block in blocks:
        assert all(block.start <= start < end <= block.end for start, end in block.parts)
        assert all(one[1] <= other[0] for one, other in pairwise(block.parts))
        assert block.lead is None or any(one.start <= block.lead < one.end <= block.start for one in blocks)


def test_paragraphs_and_headings():
    text = "Title\n\nOne line\nand another.\n\nMore."
    assert kinds(text, headings=[Anchor(offset=0, label="Title", level=1)]) == [
        ("heading", "Title"),
        ("paragraph", "One line\nand another."),
        ("paragraph", "More."),
    ]


def test_a_lead_in_is_linked_to_what_it_announces():
    text = "First words. It needs:\n\n- a pen\n- paper\n\nThen:\n\n1. Write.\n2. Send."
    lead, listed, then, steps = text_blocks(text)
    assert (listed.kind, listed.lead, steps.kind, steps.lead) == ("list", lead.start, "steps", then.start)


@pytest.mark.parametrize("colon", [":", "："])
@pytest.mark.parametrize("following", ["- a", "1. a", "| a | b |", "```\na\n```", "a | b\nc | d"])
def test_every_kind_of_list_has_its_lead(colon, following):
    blocks = text_blocks(f"Lead{colon}\n\n{following}")
    assert [block.lead for block in blocks] == [None, 0]


def test_a_lead_in_needs_no_blank_line():
    assert kinds("It needs:\n- a pen\n- paper") == [("paragraph", "It needs:"), ("list", "- a pen\n- paper")]


def test_items_without_their_marks_and_with_all_their_lines():
    assert parts("- one\n  goes on\n- two\n\n  and on\n  - three\n- [x] done") == [
        ["one\n  goes on", "two\n\n  and on", "three", "done"]
    ]


def test_steps_that_code_interrupts_are_one_list():
    text = "1. Open it:\n\n```\nopen\n```\n\n2. Close it.\n\nWait a little.\n\n3. Leave."
    blocks = text_blocks(text)
    assert [block.kind for block in blocks] == ["steps"]
    assert [text[a:b].split(maxsplit=1)[0] for a, b in blocks[0].parts] == ["Open", "Close", "Leave."]


def test_steps_under_another_heading_begin_anew():
    text = "1. One\n\nNext\n\n2. Two"
    blocks = text_blocks(text, [Anchor(offset=8, label="Next", level=1)])
    assert [block.kind for block in blocks] == ["steps", "heading", "paragraph"]


@pytest.mark.parametrize(
    "text", ["12. März 2020 war es soweit.", "It was in\n1999. Nobody knew.", "A | B", "So: it is."]
)
def test_what_only_looks_like_a_list_or_table_is_a_paragraph(text):
    assert [kind for kind, _ in kinds(text)] == ["paragraph"]


def test_a_table_with_its_header():
    (table,) = text_blocks("Level | Fee\nSupporter | $50\nSponsor | $500")
    assert table.header == ("Level", "Fee")
    assert table.parts == ((12, 27), (28, 42))


def test_definitions_of_three_kinds():
    assert parts("Name: Ann\nTown: Varnholt\n  on the river") == [["Name: Ann", "Town: Varnholt\n  on the river"]]
    assert parts("Tree\n: a plant\n: with a trunk\nBush\n: another") == [
        ["Tree\n: a plant\n: with a trunk", "Bush\n: another"]
    ]
    assert kinds("Tree\na plant", marked=[Marked("definition", 0, 12)]) == [("definition", "Tree\na plant")]


def test_code_is_a_block_with_its_fences_and_within_a_line_it_is_none():
    text = "Run:\n\n```sh\n  make\n```\n\nOr `x = 1` here"
    blocks = text_blocks(text, (), [CodeSpan(start=12, end=18), CodeSpan(start=29, end=34)])
    assert [(block.kind, block.lead) for block in blocks] == [("paragraph", None), ("code", 0), ("paragraph", None)]
    assert text[blocks[1].start : blocks[1].end] == "```sh\n  make\n```"


def test_rules_between_paragraphs_are_no_text():
    assert kinds("One\n\n* * *\n\nTwo\n=====") == [("paragraph", "One"), ("paragraph", "Two")]


@pytest.mark.parametrize("caption", ["Figure 1. Trees.", "Table 2: Costs", "Abb. 3: Bäume", "図1：木"])
def test_captions(caption):
    assert kinds(caption) == [("caption", caption)]


@pytest.mark.parametrize(
    "piece",
    [
        "- a\n",
        "1. a\n\n```\nb\n```\n\n",
        "a | b\n",
        "a: b\n",
        "```\n",
        "```a\n",
        "~~~a\n\n",
        "|",
        "1. ",
        "\n",
        " ",
        ": b\n\n",
    ],
)
def test_long_texts_take_no_longer_than_their_length(piece):
    started = time.process_time()
    text_blocks(piece * (200_000 // len(piece)))
    assert time.process_time() - started < 4
