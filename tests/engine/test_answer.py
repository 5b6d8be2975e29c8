from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from inquiro.core.markdown import plain
from inquiro.core.phrases import phrases
from inquiro.core.types import ChecklistItem, Citation, Claim, Report
from inquiro.engine.answer import by_section, render_answer, sentence


def cite(*numbers: int) -> tuple[Citation, ...]:
    return tuple(Citation(source_id=f"src_{n}", quote="q", start=0, end=1) for n in numbers)


def report(*claims: Claim, checklist: tuple[ChecklistItem, ...] = (), language: str = "en") -> Report:
    return Report(trace_id="t", question="q", answer="", claims=claims, checklist=checklist, language=language)


def test_marks_name_the_sources_each_once():
    claim = Claim(text="Trees cool.", label="quoted", evidence=cite(2, 1, 2))
    assert sentence(claim) == "Trees cool. [2][1]"
    assert sentence(Claim(text="Nobody says so.", label="uncited")) == "Nobody says so."


def test_opening_then_sections_in_order():
    answer = render_answer(
        report(
            Claim(text="It cools.", label="quoted", evidence=cite(1)),
            Claim(text="It costs 5 €.", label="quoted", evidence=cite(2), section="Cost?"),
            Claim(text="By much.", label="quoted", evidence=cite(1)),
        )
    )
    assert answer == "It cools. [1] By much. [1]\n\n## Cost?\n\nIt costs 5 €. [2]"


@pytest.mark.parametrize("language", ["en", "de", "es", "ja"])
def test_what_was_not_found_is_told_in_the_question_s_language(language):
    items = (
        ChecklistItem(id="c1", description="Done?", status="satisfied"),
        ChecklistItem(id="c2", description="Half?", status="partial", tried=3),
        ChecklistItem(id="c3", description="None?"),
    )
    answer = render_answer(report(checklist=items, language=language))
    wording = phrases(language)
    assert answer.startswith(f"## {wording.missing}")
    assert f"- Half? ({wording.partial}, {wording.tried.format(n=3)})" in answer
    assert "- None?" in answer
    assert "Done?" not in answer


@pytest.mark.parametrize(
    "text",
    [
        "See [1] for more.",
        "<script>alert(1)</script> is safe.",
        "Run `rm -rf` now.",
        "![x](http://evil.example/p.png)",
        "[click](javascript:alert(1))",
        "a \\[1] b",
        "<http://evil.example>",
        "line\n\n# heading\n- item",
    ],
)
def test_words_of_a_source_stay_inert(text):
    rendered = render_answer(report(Claim(text=text, label="quoted", evidence=cite(7), section=text)))
    body = rendered.removesuffix(" [7]")
    assert not re.search(r"(?<!\\)(?:\\\\)*[`<>\[\]]", body)
    assert len(rendered.split("\n\n")) == 2
    assert plain(body.split("\n\n")[1]) == " ".join(text.split())


@given(st.text())
def test_no_text_can_forge_a_mark(text):
    told = sentence(Claim(text=text, label="quoted", evidence=cite(1)))
    assert re.findall(r"(?<!\\)(?:\\\\)*\[(\d+)\]", told) == ["1"]
    assert "\n" not in told


def test_claims_are_grouped_by_section_in_order_of_appearance():
    claims = [Claim(text=str(n), label="uncited", section=s) for n, s in enumerate(["", "b", "a", "b"])]
    assert [(name, [c.text for c in found]) for name, found in by_section(claims)] == [
        ("", ["0"]),
        ("b", ["1", "3"]),
        ("a", ["2"]),
    ]


def test_after_a_row_without_a_full_stop_a_new_paragraph_begins():
    answer = render_answer(
        report(
            Claim(text="Room Size · 4 · Reverb", label="quoted", evidence=cite(1)),
            Claim(text="It is a knob.", label="quoted", evidence=cite(1)),
            Claim(text="It turns.", label="quoted", evidence=cite(2)),
        )
    )
    assert answer == "Room Size · 4 · Reverb [1]\n\nIt is a knob. [1] It turns. [2]"


def test_a_single_question_that_is_answered_by_one_source_is_not_called_missing():
    items = (ChecklistItem(id="c1", description="Half?", status="partial", tried=3),)
    answered = report(Claim(text="It is so.", label="quoted", evidence=cite(1)), checklist=items)
    assert render_answer(answered) == "It is so. [1]"
    refused = report(Claim(text="Nobody says so.", label="uncited"), checklist=items)
    assert "- Half?" in render_answer(refused)


def test_paragraphs_lists_and_tables_stand_in_their_sections():
    def said(text, section, number, **place):
        return Claim(text=text, label="supported", evidence=cite(number), section=section, **place)

    answer = render_answer(
        report(
            Claim(text="Trees win.", label="supported", evidence=cite(1), part="bottom_line"),
            said("by 3 °C", "Side by side", 1, part="comparison", row="Trees", column="Cooling"),
            said("36 € | m²", "Side by side", 2, part="comparison", row="Moss", column="Cost"),
            said("Both cool.", "Side by side", 2, part="comparison", paragraph=1),
            said("Trees more.", "Side by side", 1, part="comparison", paragraph=1),
            said("Moss less.", "Side by side", 2, part="comparison", paragraph=2),
            said("2019: The first tree.", "History", 1, part="timeline"),
            said("2021: The second.", "History", 2, part="timeline"),
        )
    )
    assert answer.split("\n\n") == [
        "Trees win. [1]",
        "## Side by side",
        "|  | Cooling | Cost |\n| --- | --- | --- |\n| Trees | by 3 °C [1] |  |\n| Moss |  | 36 € \\| m² [2] |",
        "Both cool. [2] Trees more. [1]",
        "Moss less. [2]",
        "## History",
        "- 2019: The first tree. [1]\n- 2021: The second. [2]",
    ]
