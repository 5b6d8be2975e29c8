"""Small Markdown of a report is read without losing a word, and its sentences are known again."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from inquiro.core.phrases import phrases
from inquiro.core.types import Citation, Claim, Report, ReportSource
from inquiro.present.blocks import Block, Code, Heading, Items, Marks, Note, Paragraph, Statement, Text, plain
from inquiro.present.claim_text import ClaimText, clean_code, without_section

SOURCES = tuple(ReportSource(id=f"src_{n}", type="web", title="t", url=f"u{n}", snippet="") for n in (1, 2, 3))


def blocks(text: str, *claims: Claim | str) -> tuple[Block, ...]:
    made = tuple(Claim(text=one, label="supported") if isinstance(one, str) else one for one in claims)
    return ClaimText(Report(trace_id="t", question="q", answer="", claims=made, sources=SOURCES)).blocks(text)


def test_headings_paragraphs_items_and_code():
    heading, paragraph, items, code = blocks("# Title\n\nOne\ntwo.\n\n- a\n- b\n\n```py\nx\n```")
    assert isinstance(heading, Heading)
    assert (heading.level, plain(heading.spans)) == (2, "Title")
    assert isinstance(paragraph, Paragraph)
    assert plain(paragraph.spans) == "One two."
    assert isinstance(items, Items)
    assert len(items.items) == 2
    assert code == Code(code="x", language="py")


def test_a_sentence_is_known_with_its_marks_and_what_follows_them():
    [block] = blocks("It rains. [1][2] It **pours**. [9]", "It rains.")
    statement, marks, space, bold, stop, unknown = block.spans
    assert isinstance(statement, Statement)
    assert (statement.claim, marks) == (0, Marks(numbers=(1, 2), claim=0))
    assert (space.text, bold, stop.text, unknown.text) == (" It ", Text(text="pours", strong=True), ".", " [9]")


def test_a_sentence_without_marks_has_those_of_its_claim_and_its_note_comes_after_them():
    cited = Citation(source_id="src_3", quote="q", start=0, end=1)
    [block] = blocks("It rains.", Claim(text="It rains.", label="uncited", evidence=(cited,)))
    _, marks, note = block.spans
    assert (marks.numbers, note) == ((3,), Note(text="not borne out by its source", tone="bad"))


def test_a_claim_that_stands_twice_is_matched_twice_and_an_address_is_a_mark():
    [block] = blocks("It rains. It rains. It rains, as told (u2).", "It rains.", "It rains.")
    assert [span.claim for span in block.spans if isinstance(span, Statement)] == [0, 1]
    assert block.spans[-2] == Marks(numbers=(2,))


def test_a_section_is_left_out_up_to_the_next_of_its_level():
    told = blocks("## One\n\na\n\n## References\n\nb\n\n### Deep\n\nc\n\n## Two\n\nd")
    left = [plain(block.spans) for block in without_section(told, "references")]
    assert left == ["One", "a", "Two", "d"]


def test_our_own_words_need_no_label():
    silent = phrases("en").silent
    [block] = blocks(silent, Claim(text=silent, label="uncited"))
    assert block.spans == (Text(text=silent),)


@pytest.mark.parametrize("text", ["a\r\nb", "a\rb"])
def test_code_has_one_kind_of_line_end(text):
    assert clean_code(text) == "a\nb"


@given(st.text(alphabet="ab []*#-12.\n\\`", max_size=60))
def test_no_text_is_lost_or_makes_trouble(text):
    def words(found: tuple[Block, ...]) -> str:
        parts = []
        for block in found:
            if isinstance(block, Items):
                parts += [words(item) for item in block.items]
            elif isinstance(block, Code):
                parts.append(block.code)
            else:
                parts.append(plain(block.spans))
        return "".join(parts)

    told = words(blocks(text, "ab", "b a"))
    assert {letter for letter in told if letter in "ab"} == {
        letter for letter in text.partition("```")[0] if letter in "ab"
    } or "`" in text
