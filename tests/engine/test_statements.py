from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from inquiro.engine.statements import LONGEST_WHOLE, all_terms, statements

TABLE = "| Tier | Contribution |\n|---|---|\n| Insider | $25 |\n| Supporter | $50 |"
STEPS = "To bleed the radiator:\n\n1. Open the valve.\n2. Wait for water.\n3. Close it again."


def said(passage: str) -> list[str]:
    return [one.statement for one in statements(passage)]


def test_a_row_reads_as_a_statement_and_is_quoted_as_it_stands():
    (row,) = [one for one in statements(f"Some words of prose stand here.\n\n{TABLE}") if "Supporter" in one.statement]
    assert row.statement == "Supporter · Contribution: $50"
    assert row.quote == "| Supporter | $50 |"


def test_steps_are_told_one_by_one_and_as_a_whole_with_their_lead_in():
    whole = [one for one in statements(STEPS) if one.whole]
    assert [one.statement for one in whole] == [
        "To bleed the radiator: (1) Open the valve; (2) Wait for water; (3) Close it again."
    ]
    assert whole[0].quote == STEPS
    assert sum(not one.whole for one in statements(STEPS)) >= 3


def test_a_figure_in_the_name_of_a_column_is_not_said_of_a_row():
    table = "| Street | Air at 1.5 m |\n|---|---|\n| Orchard Road | 0.8 °C cooler |"
    assert said(table) == ["Orchard Road: 0.8 °C cooler"]


def test_a_question_states_nothing():
    assert said("What does a new tree cost? It costs 650 euros in the first year.") == [
        "It costs 650 euros in the first year."
    ]


def test_headings_and_code_state_nothing():
    passage = "```\nprint('trees cool the street')\n```\n\nTrees cool the street by two degrees."
    assert said(passage) == ["Trees cool the street by two degrees."]


def test_a_list_that_is_too_long_is_told_by_its_items_alone():
    passage = "These are known:\n\n" + "\n".join(
        f"- The {n}th thing has a name of some length here." for n in range(60)
    )
    assert not any(one.whole for one in statements(passage))
    assert len(passage) > LONGEST_WHOLE


@given(
    st.lists(st.sampled_from([TABLE, STEPS, "\n\n", "A sentence. ", "- item\n", "x: y\n", "木は涼しい。", "|"])).map(
        "".join
    )
)
def test_every_quote_stands_where_it_says(passage):
    for one in statements(passage):
        assert passage[one.start : one.start + len(one.quote)] == one.quote
        assert "\n" not in one.statement
        assert one.terms <= all_terms(passage)
