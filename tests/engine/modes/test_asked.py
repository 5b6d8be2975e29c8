from __future__ import annotations

import pytest

from inquiro.core.errors import UsageError
from inquiro.core.types import MODES
from inquiro.engine.modes.asked import at_least_one, modes_of


@pytest.mark.parametrize(
    ("asked", "modes"),
    [
        (None, MODES),
        ("idea", ("idea",)),
        (["implementation", "idea"], ("implementation", "idea")),
        (("freeform", "freeform"), ("freeform",)),
        ([" Idea "], ("idea",)),
    ],
)
def test_modes_however_they_are_said(asked, modes):
    assert modes_of(asked) == modes


@pytest.mark.parametrize("asked", ["both", ["idea", "both"], "Both"])
def test_both_is_gone_and_its_heir_is_named(asked):
    with pytest.raises(UsageError, match=r"unknown mode '[Bb]oth'.*use freeform"):
        modes_of(asked)


@pytest.mark.parametrize("asked", ["poem", "", ["idea", "code"], [3]])
def test_an_unknown_mode_is_an_error_that_lists_the_known_ones(asked):
    with pytest.raises(UsageError, match="known: idea, implementation, freeform"):
        modes_of(asked)


def test_a_list_of_no_modes_is_refused():
    with pytest.raises(UsageError, match="no mode was named"):
        modes_of([])


@pytest.mark.parametrize("wrong", [0, -1, 2.5, "3", True, None])
def test_less_than_one_item_cannot_be_wanted(wrong):
    with pytest.raises(UsageError, match="top_k must be a whole number of at least 1"):
        at_least_one(wrong)


def test_one_is_enough():
    assert at_least_one(1) == 1
