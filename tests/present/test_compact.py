"""For little room: whole statements with the numbers of their sources, and how much is missing."""

from __future__ import annotations

import re

import msgspec
from hypothesis import given
from hypothesis import strategies as st

from inquiro.core.types import Citation, Claim, Report, ReportSource
from inquiro.present.blocks import Code, Heading, Marks, Paragraph, Statement, Table, Text, heading, paragraph
from inquiro.present.compact import compact, compact_answer


def said(text: str, *numbers: int, claim: int = 0):
    return (Statement(claim=claim, spans=(Text(text=text),), label="quoted"), Marks(numbers=numbers, claim=claim))


TWO = Paragraph(spans=(*said("One is said.", 1), Text(text=" "), *said("Two is said.", 2, 3)))
CODE = Code(code="a = 1\nb = 2", language="python", caption=(Text(text="quoted from"), Marks(numbers=(1,))))
TABLE = Table(head=("", "Costs"), rows=(((Text(text="Tea"),), said("2 | 3 euros", 4)), ((Text(text="Milk"),), ())))


def a_report(*claims: Claim) -> Report:
    source = ReportSource(id="src_1", type="web", title="T", url="https://a.example/", snippet="")
    return Report(trace_id="r", question="q", answer="", claims=claims, sources=(source,))


def test_everything_is_there_where_there_is_room():
    told = compact((heading("Head"), TWO, TABLE, CODE), 1_000)
    assert told.left == 0
    assert told.text == (
        "## Head\n\nOne is said. [1] Two is said. [2][3]\n\n"
        "|  | Costs |\n|---|---|\n| Tea | 2 \\| 3 euros [4] |\n| Milk |  |\n\n"
        "```python\na = 1\nb = 2\n```\nquoted from [1]"
    )


def test_a_cut_falls_between_statements_and_no_heading_ends_it():
    whole = compact((TWO, heading("Head"), paragraph("More.")), 1_000).text
    told = compact((TWO, heading("Head"), paragraph("More.")), 20)
    assert told.text == "One is said. [1]"
    assert len(told.text) + told.left == len(whole)
    assert compact((TWO, heading("Head"), paragraph("More.")), 50).text == "One is said. [1] Two is said. [2][3]"


def test_code_is_whole_or_not_there():
    assert compact((CODE,), 20).text == ""
    assert compact((CODE,), 20).left > 0


def test_a_statement_that_is_longer_than_all_the_room_is_shortened():
    told = compact((Paragraph(spans=said("word " * 100, 1)),), 30)
    assert len(told.text) <= 30
    assert told.text.endswith("…")


def test_words_of_a_source_are_no_marks_of_ours():
    told = compact((Paragraph(spans=said("Trust [9] and `run`.", 1)),), 200).text
    assert re.findall(r"(?<!\\)\[\d+(?<!\\)\]", told) == ["[1]"]


def test_an_answer_is_its_bottom_line_and_sections_with_what_a_reader_should_know():
    proof = Citation(source_id="src_1", quote="q", start=0, end=1)
    report = a_report(
        Claim(text="It is so.", label="quoted", evidence=(proof,)),
        Claim(text="It may be so.", label="inferred", evidence=(proof,), section="More"),
    )
    assert compact_answer(report, 500).text == "It is so. [1]\n\n## More\n\nIt may be so. [1] (inferred)"
    bare = msgspec.structs.replace(report, claims=(), answer="Nothing was **found**.")
    assert compact_answer(bare, 500).text == "Nothing was found."


@given(st.lists(st.text(min_size=1), max_size=6), st.integers(min_value=1, max_value=200))
def test_it_never_takes_more_than_its_room(texts, room):
    blocks = [Paragraph(spans=said(text, number, claim=number)) for number, text in enumerate(texts)]
    told = compact((Heading(spans=(Text(text="H"),)), *blocks, CODE, TABLE), room)
    assert len(told.text) <= room
