"""The answer's Markdown subset is parsed without losing a word."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from inquiro.core.types import Claim, Report, ReportSource
from inquiro.exports._answer import Block, Marks, Statement, Text, parse_answer, plain, split_before, without_section

SOURCES = tuple(ReportSource(id=f"src_{n}", type="web", title="t", url="u", snippet="") for n in (1, 2, 3))


def blocks(answer: str, *claims: str) -> list[Block]:
    made = tuple(Claim(text=text, label="supported") for text in claims)
    return parse_answer(Report(trace_id="t", question="q", answer=answer, sources=SOURCES, claims=made))


def test_headings_paragraphs_and_items_are_told_apart():
    parsed = blocks("# One\nfirst\nsecond\n\n- a\n- b\n  more\n### Three\nend")
    assert [(b.kind, b.level, plain(b)) for b in parsed] == [
        ("heading", 2, "One"),
        ("paragraph", 0, "first second"),
        ("item", 0, "a"),
        ("item", 0, "b more"),
        ("heading", 3, "Three"),
        ("paragraph", 0, "end"),
    ]


def test_marks_belong_to_the_sentence_before_them():
    (block,) = blocks("It rains. [1][3] It pours. [2]", "It pours.", "It rains.")
    assert block.spans == (
        Statement(claim=1, spans=(Text(text="It rains."),)),
        Marks(numbers=(1, 3), claim=1),
        Text(text=" "),
        Statement(claim=0, spans=(Text(text="It pours."),)),
        Marks(numbers=(2,), claim=0),
    )


def test_a_number_in_brackets_within_a_sentence_is_not_a_mark():
    (block,) = blocks(r"As shown \[2\] before. [1]", "As shown [2] before.")
    assert [span for span in block.spans if isinstance(span, Marks)] == [Marks(numbers=(1,), claim=0)]


def test_the_longest_claim_wins_and_repeated_claims_are_taken_in_turn():
    parsed = blocks(
        "It rains. [1]\n\nIt rains. It pours. [2]\n\nIt rains. [3]", "It rains.", "It rains.", "It rains. It pours."
    )
    assert [span.claim for b in parsed for span in b.spans if isinstance(span, Statement)] == [0, 2, 1]


def test_marks_outside_a_claim_stay_marks_and_unknown_numbers_stay_text():
    (block,) = blocks("Some **bold** words [2] and [7].")
    assert block.spans == (
        Text(text="Some "),
        Text(text="bold", bold=True),
        Text(text=" words"),
        Marks(numbers=(2,)),
        Text(text=" and"),
        Text(text=" [7]"),
        Text(text="."),
    )


def test_an_unknown_number_does_not_take_its_neighbour_along():
    (block,) = blocks("It rains. [1][9]", "It rains.")
    assert block.spans[1:] == (Marks(numbers=(1,), claim=0), Text(text=" [9]"))


def test_a_section_ends_at_the_next_heading_of_its_level():
    parsed = blocks("a\n\n## Disagreements\n\nb\n\n### c\n\nd\n\n## e\n\nf")
    before, after = split_before(parsed, "disagreements")
    assert [plain(b) for b in before] == ["a"]
    assert before + after == parsed
    assert [plain(b) for b in without_section(parsed, "Disagreements")] == ["a", "e", "f"]
    assert without_section(parsed, "Elsewhere") == parsed


@pytest.mark.timeout(10)
@pytest.mark.parametrize("piece", ["**a ", "** ", "# ", "[1] ", "- ", "["])
def test_reading_time_grows_with_the_length_only(piece):
    assert blocks(piece * 20_000 + "end", "end")


@given(
    st.lists(
        st.sampled_from(["It rains.", "[1]", "[9]", "word", "**b**", "\n", "\n\n", "- ", "## ", " ", "2. "]),
        max_size=25,
    )
)
def test_no_word_is_lost(pieces):
    answer = "".join(pieces)
    parsed = blocks(answer, "It rains.")
    assert sum(plain(b).count("word") for b in parsed) == answer.count("word")
    statements = [span for b in parsed for span in b.spans if isinstance(span, Statement)]
    assert len(statements) == answer.count("It rains.")
    marks = [n for b in parsed for span in b.spans if isinstance(span, Marks) for n in span.numbers]
    assert set(marks) <= {1}
