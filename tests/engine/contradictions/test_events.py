from __future__ import annotations

import pytest


@pytest.mark.parametrize(
    ("one", "other", "values"),
    [
        ("Construction on the Harbour Bridge of Aldra started in 1923.", "Construction on the Harbour Bridge of Aldra began in 1924.", ["1923", "1924"]),
        ("Korvenau became a free city in 1953.", "Korvenau became a free city on 1 August 1984.", ["1953", "1 August 1984"]),
        ("The Treaty of Aldra was signed on 5 May 1996.", "The Treaty of Aldra was signed on 7 May 1996.", ["5 May 1996", "7 May 1996"]),
    ],
)  # fmt: skip
def test_what_happens_once_has_one_date(against, one, other, values):
    (found,) = against(one, other)
    assert (found.kind, [side.value for side in found.sides]) == ("disagreement", values)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Construction on the Harbour Bridge of Aldra started in 1923.", "Construction on the Harbour Bridge of Aldra started in March 1923."),
        ("Preparations for construction on the Harbour Bridge of Aldra began in 1924.", "Construction on the Harbour Bridge of Aldra started in 1923."),
        ("Construction on the Harbour Bridge of Aldra started in 1923.", "Construction on the Harbour Bridge of Aldra ended in 1932."),
        ("Construction on the Harbour Bridge of Aldra started around 1923.", "Construction on the Harbour Bridge of Aldra started in 1924."),
        ("Korvenau hosted the Tree Congress of Aldra in 1991.", "Korvenau hosted the Tree Congress of Aldra in 2003."),
        ("The group stage of the Aldra League began each season in 2009.", "The group stage of the Aldra League began each season in 2013."),
        ("The bridge was opened to the traffic in 1923.", "The bridge was opened to the traffic in 1950."),
    ],
)  # fmt: skip
def test_what_may_both_be_so_is_left_alone(against, one, other):
    assert against(one, other) == []


def test_a_date_for_more_than_the_other_speaks_of_is_another_scope(against):
    (found,) = against(
        "The night train line of Korvenau opened in 1998.",
        "The night train line of Korvenau opened in 2001 for passengers.",
    )
    assert (found.kind, found.explanation) == ("scope", "passengers")
