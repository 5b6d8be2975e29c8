"""What an answer says first, whether it refuses, and which gold spans it holds."""

from __future__ import annotations

import json

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from inquiro.core.errors import NotConfigured
from inquiro.core.phrases import LANGUAGES, phrases
from inquiro.runtime.evaluating.folder_answers import (
    FolderQuestion,
    GoldSpan,
    answers,
    folder_questions,
    holds,
    opening,
    refuses,
    statements,
)

QUOTE = "every 8 Deg C (15 Deg F) rise in temperature will cut the battery life in half."


def asked(*quotes: tuple[str, str], also: tuple[tuple[str, str], ...] = ()) -> FolderQuestion:
    spans, more = (tuple(GoldSpan(file=file, quote=quote) for file, quote in part) for part in (quotes, also))
    return FolderQuestion(id="q", folder="f", question="?", spans=spans, also=more)


def test_the_opening_is_two_sentences_without_marks_and_headings():
    answer = "## Summary\n\nMoss cools a roof. [1] It needs **no** soil [2]. Cheese ripens. [3]"
    assert opening(answer) == "Moss cools a roof.\nIt needs no soil."


def test_a_mark_ends_a_row_that_has_no_full_stop_and_no_sentence_that_goes_on():
    answer = (
        "AW · Aruba · 533 [1] [2] KP · Korea · 408 [1] Moss [3] and [4], in short, [4](#src-4) cheese [5] – fine. [6]"
    )
    assert statements(answer) == ["AW · Aruba · 533", "KP · Korea · 408", "Moss and, in short, cheese – fine."]


def test_a_list_is_one_statement_with_its_lead_in():
    answer = "The steps are: [1]\n\n- Get the statement\n- Open the account. Then wait\n\nThat is all. More follows."
    assert opening(answer) == "The steps are:\n- Get the statement\n- Open the account. Then wait\nThat is all."


def test_a_list_without_a_lead_in_is_one_statement():
    assert opening("Short. [1]\n\n1. One\n2. Two\n\nLast.") == "Short.\n1. One\n2. Two"


def test_what_was_not_found_is_no_part_of_the_answer():
    answer = "Moss cools. [1]\n\n## Not found\n\n- How long is a Molniya orbit? (queries tried: 5)"
    assert statements(answer) == ["Moss cools."]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("which", ["nothing", "unread", "indirect", "unanswered"])
def test_an_answer_refuses_in_every_language(language, which):
    said = getattr(phrases(language), which)
    assert refuses(f"{said} [1]\n\n## More\n\nMoss cools. [1]")


def test_what_cites_nothing_at_its_beginning_refuses():
    assert refuses("The documents do not say.\n\n## Related\n\nMoss cools a roof. [1]")
    assert refuses("")
    assert not refuses("## Summary\n\nMoss cools a roof. [1]")
    assert not refuses("Moss cools a roof [1](#src-1).")


def test_most_runs_of_a_quote_are_enough_and_half_are_not():
    assert holds(f"As a rule, {QUOTE.replace('half', 'two')}", QUOTE)
    assert not holds("a rise in temperature will cut the battery life in half", "no " + QUOTE * 2)
    assert not holds("battery life cut in half by every rise in temperature of 8 Deg C", QUOTE)


def test_markup_does_not_count():
    assert holds("- Run `borg` <b>compact</b> to *free* the [space](https://example.org/x)", "run borg compact to free")
    assert holds("see\n2. Open :ref:`the box` now", "Open the box now")


def test_a_short_quote_needs_all_its_words_in_a_row():
    assert holds("Molniya · 11:30 - 12:30 · 63 degrees", "11:30 - 12:30")
    assert not holds("Molniya · 11:30", "11:30 - 12:30")
    assert not holds("the size of a room", "Room Size")
    assert not holds("anything", "")


def test_cells_of_a_row_count_together_and_a_long_quote_alone():
    row = asked(("t.xlsx", "Molniya"), ("t.xlsx", "11:30 - 12:30"))
    assert not answers("A Molniya satellite flies.", row)
    assert answers("Molniya: 11:30 - 12:30", row)
    assert answers(QUOTE, asked(("a.md", QUOTE), ("a.md", "Molniya")))


def test_another_passage_that_answers_counts_as_well():
    question = asked(("en.docx", "Molniya"), ("en.docx", "11:30 - 12:30"), also=(("b.md", QUOTE),))
    assert answers(QUOTE, question)


@given(st.text(), st.text())
@example("> 1 <", "x> y <a")  # two halves of a tag make none over the end of a line
def test_any_text_can_be_looked_at(answer, quote):
    assert all(one.strip() for one in statements(answer))
    assert holds(f"{quote}\n{answer}\n{quote}", quote) or not holds(quote, quote)
    assert refuses(answer) in {True, False}


def row(**fields: object) -> str:
    return json.dumps({"id": "a", "folder": "f", "question": "Why?", "answerable": False} | fields)


@pytest.mark.parametrize(
    ("line", "message"),
    [
        (row(folder="elsewhere"), "'elsewhere' does not lie beside"),
        (row(answerable=True), "has a vital span"),
        (row(spans=[{"file": "a", "quote": "b"}]), "has a vital span"),
        ('{"id": "a"}', "missing required field"),
        ("no json", "line 2"),
    ],
)
def test_a_line_that_cannot_be_used_is_named(tmp_path, line, message):
    (tmp_path / "f").mkdir()
    path = tmp_path / "questions.jsonl"
    path.write_text(f"{row()}\n{line}\n", "utf-8")
    with pytest.raises(NotConfigured, match=message):
        folder_questions(path)


def test_a_file_that_is_not_there_is_named(tmp_path):
    with pytest.raises(NotConfigured, match=r"none\.jsonl cannot be read"):
        folder_questions(tmp_path / "none.jsonl")
