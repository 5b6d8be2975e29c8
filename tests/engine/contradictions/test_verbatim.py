from __future__ import annotations

import pytest

SEATS = "The hall seats {} guests on two floors below a glass roof of oak and steel."
NAMED = "The new hall in Korvenau seats {} guests on two floors below a glass roof."


def test_one_sentence_with_another_number_contradicts(against):
    (found,) = against(NAMED.format("1,200"), NAMED.format(900))
    assert found.kind == "disagreement"
    assert {side.value for side in found.sides} == {"1,200", "900"}
    assert "hall" in found.about


def test_a_second_number_counts_as_much_as_the_first(against):
    said = "The bridge of Korvenau is 40 m high, {} m long and was painted by 12 workers in spring."
    (found,) = against(said.format(320), said.format(410))
    assert {side.value for side in found.sides} == {"320 m", "410 m"}


@pytest.mark.parametrize(
    ("one", "other"),
    [
        (NAMED.format("1,200"), NAMED.format("1200")),
        (NAMED.format("more than 500"), NAMED.format("more than 620")),
        (NAMED.format("about 500"), NAMED.format("about 520")),
        ("The Heinkel HD 40 was a cargo aircraft built in Berlin for newspapers.", "The Heinkel HD 39 was a cargo aircraft built in Berlin for newspapers."),
        ("The premiere of the Korvenau opera was shown to guests on 15 May 2009.", "The premiere of the Korvenau opera was shown to guests on 18 May 2009."),
        ("Trees cost 5 euros.", "Trees cost 9 euros."),
    ],
)  # fmt: skip
def test_numbers_that_may_both_hold_are_left_alone(against, one, other):
    assert against(one, other) == []


def test_numbers_of_other_years_differ_in_scope(against):
    said = "In {} the Korvenau hall counted {} guests at concerts and lectures."
    assert [found.kind for found in against(said.format(2010, 900), said.format(2015, 700))] == ["scope"]


def test_what_is_left_unsaid_is_the_same_only_where_the_documents_are_about_the_same(against):
    one, other = (f"It {SEATS.format(number)[9:]}" for number in ("1,200", "900"))
    assert against(one, other, {"title": "Korvenau Hall"}, {"title": "Tessen Arena"}) == []
    (found,) = against(one, other, {"title": "Korvenau Hall"}, {"title": "The Korvenau Hall (history)"})
    assert len(found.sides) == 2


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("It was never finished by its architects in Korvenau.", "It was finished by its architects in Korvenau."),
        ("The hall was demolished in Korvenau on 3 May 1996 for a road.", "The hall was demolished in Korvenau on 3 May 1998 for a road."),
    ],
)  # fmt: skip
def test_denials_and_events_lean_on_their_documents_too(against, one, other):
    assert against(one, other, {"title": "Korvenau Hall"}, {"title": "Tessen Arena"}) == []
    assert len(against(one, other, {"title": "Korvenau Hall"}, {"title": "Korvenau Hall - city guide"})) == 1
