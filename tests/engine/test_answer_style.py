from __future__ import annotations

import pytest

from inquiro.core.types import Plan
from inquiro.engine.answer_style import style_for


@pytest.mark.parametrize(
    ("question", "kind", "style"),
    [
        ("When was PEP 703 accepted?", "factual", "answer"),
        ("What does Sync cost per month?", "open", "answer"),
        ("Which Catalyst tiers are there?", "list", "answer"),
        ("Wer zahlt die Straßenbäume?", "factual", "answer"),
        ("How do PEP 703 and PEP 684 differ?", "open", "report"),
        ("Why did the bridge collapse?", "factual", "report"),
        ("What should a maintainer do about it?", "open", "report"),
        ("Warum kühlen Bäume die Straße?", "open", "report"),
        ("Lists of trees", "comparison", "report"),
        ("State of quantum computing", "survey", "report"),
    ],
)
def test_the_question_decides_how_long_its_answer_is(question, kind, style):
    assert style_for(Plan(refined_query=question, checklist=(), question_type=kind)) == style


def test_a_long_question_of_several_parts_gets_a_report():
    question = (
        "Which laboratory tests and imaging help to confirm or exclude acute appendicitis in children and adults, and "
        "does waiting with the operation increase complications?"
    )
    assert style_for(Plan(refined_query=question, checklist=(), question_type="medical")) == "report"
    assert style_for(Plan(refined_query="Who wrote it, and when?", checklist=(), question_type="fact")) == "answer"
