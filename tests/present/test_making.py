"""How a report was made, in words: estimates only where they say something."""

from __future__ import annotations

import pytest

from inquiro.core.phrases import phrases
from inquiro.core.types import ChecklistItem, Claim, FactEstimate, JudgeCount, Report, RoundRecord, Usage
from inquiro.present.blocks import Block, Figure, Folded, Paragraph, Table, plain
from inquiro.present.making import making, useful

SHARP = FactEstimate(found=33, documents=9, coverage=0.8, unseen=4.0, low=1.0, high=12.0)
VAGUE = FactEstimate(found=173, documents=40, coverage=0.1, unseen=1_916.0, low=900.0, high=4_000.0)


def tree(**more) -> list[Block]:
    return list(making(Report(trace_id="t", question="q", answer="", **more)))


def facts(**more) -> dict[str, str]:
    [table] = (block for block in tree(**more) if isinstance(block, Table))
    return {plain(name): plain(value) for name, value in table.rows}


def said(**more) -> str:
    first = tree(**more)[0]
    assert isinstance(first, Paragraph)
    return plain(first.spans)


@pytest.mark.parametrize(
    ("told", "says"), [(SHARP, True), (VAGUE, False), (FactEstimate(found=3), False), (None, False)]
)
def test_an_estimate_is_told_only_where_its_interval_is_useful(told, says):
    assert useful(told) is says
    assert ("Found" in facts(estimate=told)) is says


def test_it_says_why_it_stopped_who_wrote_it_and_what_it_cost():
    known = {
        "stop_reason": "3 of 4 answered",
        "iterations_used": 2,
        "engine": "llm (openai:gpt)",
        "privacy": "local_only",
        "usage": Usage(calls=3, tokens=1_200, cost=0.0123, pages=4, searches=1),
        "judged": JudgeCount(asked=2, supported=2),
        "claims": (Claim(text="A.", label="quoted"), Claim(text="B.", label="inferred")),
    }
    assert said(**known) == (
        "4 pages read in 2 rounds (1 search). Why it stopped: 3 of 4 answered. Written by the model openai:gpt. "
        "Of 2 statements, 1 is quoted from or supported by a source, 1 is inferred."
    )
    told = facts(**known)
    assert told["Cost"] == "0.0123 USD, 3 model calls, 1,200 tokens"
    assert told["Privacy"].startswith("local only")
    assert told["Judged by the model"].startswith("2 sentences")


def test_the_reason_is_told_without_an_estimate_that_says_nothing():
    reason = "Round limit reached (2): 4 of 4 answered; the next round is expected to add 16.7 facts (about 519 more)"
    assert "Why it stopped: Round limit reached (2): 4 of 4 answered. " in said(stop_reason=reason, estimate=VAGUE)
    assert f"Why it stopped: {reason}. " in said(stop_reason=reason, estimate=SHARP)


def test_what_few_readers_want_is_folded_and_left_out_where_nothing_folds():
    item = ChecklistItem(id="a", description="Who?", status="satisfied")
    folded = [
        block for block in tree(checklist=(item,), rounds=(RoundRecord(iteration=1),)) if isinstance(block, Folded)
    ]
    assert [(block.title, block.heavy) for block in folded] == [
        ("What was asked for", True),
        ("What each round searched for", True),
    ]


def test_one_round_has_no_course_to_draw():
    def drawn(*estimates: FactEstimate) -> list[Figure]:
        rounds = tuple(RoundRecord(iteration=n, estimate=one) for n, one in enumerate(estimates, 1))
        return [block for block in tree(rounds=rounds) if isinstance(block, Figure)]

    assert drawn(SHARP) == []
    [figure] = drawn(FactEstimate(found=12), SHARP)
    assert figure.caption.endswith("12 → 33")


def test_where_all_statements_have_a_source_it_is_said_in_one_word():
    claims = tuple(Claim(text=text, label="quoted") for text in ("A.", "B."))
    assert "All 2 statements are quoted from or supported by a source." in said(claims=claims)


def test_a_refusal_has_no_statements_to_count():
    assert "statement" not in said(claims=(Claim(text=phrases("en").unanswered, label="uncited"),))


def test_points_are_counted_as_they_are_and_not_as_they_were_when_it_stopped():
    items = tuple(ChecklistItem(id=f"c{n}", description=f"Point {n}", status="satisfied") for n in range(2))
    told = said(checklist=items, stop_reason="Round limit reached (2): 1 of 2 answered, 1 in part")
    assert "Why it stopped: Round limit reached (2): 2 of 2 points answered. Written" in told
