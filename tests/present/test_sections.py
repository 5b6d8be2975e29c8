"""Sections of a report: tables keep their rows wherever they stand, and a gap says what is lacking."""

from __future__ import annotations

from inquiro.core.types import ChecklistItem, Claim, Report, ReportSource


def rendered(**fields):
    report = Report(trace_id="t", question="q", answer="An answer.", **fields)
    return report.export("md")


def test_a_table_among_recommendations_keeps_its_rows():
    place = {"part": "recommendations", "section": "What to use", "label": "supported"}
    claims = (Claim(text="Use secrets.", **place), Claim(text="It blocks", row="secrets", column="Early", **place))
    text = rendered(claims=claims)
    assert "- Use secrets." in text
    assert "| **secrets** | It blocks" in text


def test_a_gap_that_a_model_names_says_what_is_lacking_and_not_what_was_asked():
    claims = (Claim(text="Guido decided.", label="supported", section="Decision"),)
    items = (
        ChecklistItem(
            id="c1", description="Who decided, and why?", status="partial", note="No source gives his reasons."
        ),
        ChecklistItem(id="c2", description="What does it cost?"),
    )
    text = rendered(claims=claims, checklist=items, engine="llm (double:x)")
    assert "- No source gives his reasons.\n" in text
    assert "- What does it cost?" in text
    assert "- Who decided, and why?\n" in rendered(claims=claims, checklist=items)


def test_advice_is_marked_once_and_not_item_by_item():
    place = {"part": "recommendations", "section": "What to do"}
    claims = (
        Claim(text="Measure first.", label="inferred", **place),
        Claim(text="The page says so.", label="quoted", **place),
    )
    source = ReportSource(id="src_1", type="web", title="T", url="", snippet="")
    text = rendered(claims=claims, sources=(source,))
    assert "> Advice of this report: the marks name what it rests on.\n\n- Measure first.\n- The page" in text
    assert "(inferred)" not in text
    plain = rendered(claims=claims[1:], sources=(source,))
    assert "Advice" not in plain
