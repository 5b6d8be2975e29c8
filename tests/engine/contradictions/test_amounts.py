from __future__ import annotations

import pytest

from inquiro.testing import stored


@pytest.mark.parametrize(
    ("one", "other", "values"),
    [
        ("The city of Korvenau planted 1,200 trees in its streets.", "The city of Korvenau planted 3,000 trees in its streets.", ["1,200", "3,000"]),
        ("The arboretum of Halvik employs 85 gardeners.", "The arboretum of Halvik employs 120 gardeners.", ["85", "120"]),
        ("Die Stadt Korvenau pflanzte im Frühjahr insgesamt 1.200 Bäume.", "Die Stadt Korvenau pflanzte im Frühjahr insgesamt 3.000 Bäume.", ["1.200", "3.000"]),
    ],
)  # fmt: skip
def test_two_numbers_of_the_same_things_differ(against, one, other, values):
    (found,) = against(one, other)
    assert (found.kind, [side.value for side in found.sides]) == ("disagreement", values)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        # bounds and roundings leave the other value open
        ("The city of Korvenau planted more than 1,000 trees in its streets.", "The city of Korvenau planted 1,200 trees in its streets."),
        ("The night train of Nordlicht covers at least 600 km a night.", "The night train of Nordlicht covers 620 km a night."),
        ("The night train of Nordlicht covers up to 700 km a night.", "The night train of Nordlicht covers 620 km a night."),
        ("The night train of Nordlicht covers about 600 km a night.", "The night train of Nordlicht covers 620 km a night."),
        ("The budget of the planting programme is 5.3 million €.", "The budget of the planting programme is 5.27 million €."),
        # what is worded alike and speaks of others
        ("Ellmarsh charges a yearly street tree levy per household of 30 €.", "Korvenau charges a yearly street tree levy per household of 50 €."),
        ("As of December 31, 2012, the Company had $532 million in total assets and deposits.", "As of December 31, 2015, Ameris had $5,590 million in total assets and deposits."),
        ("The film grossed $5 million in its first week in the cinemas.", "The film grossed $7 million in its first week in the cinemas."),
        # a study's own cases
        ("The mean hospital stay of the treated patients was 19 days.", "The mean hospital stay of the treated patients was 31 days."),
        ("The study of the clinic enrolled 120 patients with asthma.", "The study of the clinic enrolled 85 patients with asthma."),
        # labels, versions, years and identifiers are no numbers of things
        ("The Boeing 747 jets of Aldra Air fly to Halvik.", "The Boeing 777 jets of Aldra Air fly to Halvik."),
        ("Major new features of the Aldra 3.13 series compared to others.", "Major new features of the Aldra 3.12 series compared to others."),
        ("The Football Federation Korvenau 2015 season was the third season in Aldra.", "The Football Federation Korvenau 2012 season was the third season in Aldra."),
        ("Full implementation of the Aldra change takes place over the 2018-2019 academic year.", "Full implementation of the Aldra change takes place over the 2018–19 academic year."),
    ],
)  # fmt: skip
def test_what_fits_together_or_speaks_of_others_is_left_alone(against, one, other):
    assert against(one, other) == []


def test_a_name_that_only_one_sentence_gives_must_be_known_to_the_other_document(compare):
    named, bare = (
        "The Meridian programme pays 620 € for each new street tree.",
        "The programme pays 500 € for each new street tree.",
    )
    first = stored("a", named)
    other = stored("b", f"News of the Meridian programme. {bare}")
    stranger = stored("c", f"News of another. {bare}")
    assert [s.value for c in compare((first, named), (other, bare)) for s in c.sides] == ["620 €", "500 €"]
    assert compare((first, named), (stranger, bare)) == []


def test_what_both_sides_say_does_not_explain_why_they_differ(compare):
    said = [f"The lifetime cost of a street tree is {value} €." for value in ("1,100", "2,400")]
    after = " It is one of only two such trees."
    (found,) = compare(*((stored(name, text + after), text) for name, text in zip("ab", said, strict=True)))
    assert (found.kind, found.explanation) == ("disagreement", "")
