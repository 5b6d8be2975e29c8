from __future__ import annotations

import pytest


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Street trees reduce traffic noise.", "Street trees do not reduce traffic noise."),
        ("Street trees reduce traffic noise.", "Street trees don’t reduce traffic noise."),
        ("Street trees reduce traffic noise.", "Street trees increase traffic noise."),
        ("The new refrigerant is safe for indoor use.", "The new refrigerant is unsafe for indoor use."),
        ("Bed nets are effective against malaria.", "Bed nets are ineffective against malaria."),
        ("Ground temperatures under crowns are higher at night.", "Ground temperatures under crowns are lower at night."),
        ("A recent study found that street trees reduce traffic noise.", "According to the council, street trees do not reduce traffic noise."),
        ("Street trees reduce traffic noise, and they give shade.", "Street trees do not reduce traffic noise (see below)."),
        ("Straßenbäume kühlen die Straße nachts.", "Straßenbäume kühlen die Straße nachts nicht."),
        ("Los árboles reducen el ruido del tráfico.", "Los árboles no reducen el ruido del tráfico."),
    ],
)  # fmt: skip
def test_what_is_said_and_denied_contradicts(against, one, other):
    (found,) = against(one, other)
    assert (found.kind, found.explanation) == ("negation", "")
    assert all(side.value and side.value in side.statement for side in found.sides)
    assert found.about


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Street trees reduce traffic noise.", "Street trees lower traffic noise."),
        ("Street trees do not reduce traffic noise.", "Street trees do not lower traffic noise."),
        ("Street trees do not increase traffic noise.", "Street trees reduce traffic noise."),  # both may hold, and point one way
        ("Street trees reduce traffic noise.", "Do street trees not reduce traffic noise?"),
        ("Street trees reduce traffic noise.", "Street trees may not reduce traffic noise."),
        ("Street trees reduce traffic noise.", "It was tested whether street trees do not reduce traffic noise."),
        ("Street trees reduce traffic noise.", "Not all street trees reduce traffic noise."),
        ("Street trees reduce traffic noise.", "Street trees do not only reduce traffic noise."),
        ("Commuters travel more by train than students.", "Students travel less by train than commuters."),
        ("The song was released as a single in Aldra.", "The song was not released as a single in Aldra."),
        ("There was a significant difference between the two groups.", "There was no significant difference between the two groups."),
        ("This method is safe for indoor use in schools.", "This method is not safe for indoor use in schools."),
        ("Unemployment in Korvenau increased in 2010.", "Unemployment in Korvenau decreased in 2012."),
        ("Beech hedges reduce traffic noise along the road.", "Lime hedges do not reduce traffic noise along the road."),
        ("Halvik charges for parking in the old town.", "Korvenau does not charge for parking in the old town."),
        ("The valve did not change and its size was not reduced in Aldra.", "The valve did not change and its size was reduced in Aldra."),
    ],
)  # fmt: skip
def test_what_may_both_be_so_is_left_alone(against, one, other):
    assert against(one, other) == []


def test_what_only_one_side_says_is_its_scope(against):
    (found,) = against(
        "Street trees reduce traffic noise in cities.", "Street trees do not reduce traffic noise in cities at night."
    )
    assert (found.kind, found.explanation) == ("scope", "night")


def test_what_is_no_longer_so_is_superseded(against):
    (found,) = against(
        "The city pays for the pruning of private trees.",
        "The city no longer pays for the pruning of private trees.",
        {"published": "2015"},
        {"published": "2021"},
    )
    assert (found.kind, found.explanation) == (
        "superseded",
        "The city no longer pays for the pruning of private trees.",
    )
    assert [side.published for side in found.sides] == ["2015", "2021"]
