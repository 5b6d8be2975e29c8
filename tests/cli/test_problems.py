"""Problems as lines that an editor can open."""

from __future__ import annotations

import pytest

from inquiro.cli.problems import how_many, in_order, problem_line, told_one_by_one
from inquiro.core.errors import BadEdit, BadFile, Conflict, UsageError
from inquiro.core.types import Problem

FIRST = Problem(message="no", line=2, column=7)
SECOND = Problem(message="odd\x1b[2J", line=10, severity="warning")


def test_a_problem_stands_behind_its_place_and_cannot_move_the_cursor():
    assert problem_line("a.yaml", FIRST) == "a.yaml:2:7: no"
    assert problem_line("a.yaml", SECOND) == "a.yaml:10: warning: odd[2J"
    assert problem_line("a.yaml", Problem(message="whole")) == "a.yaml: whole"


def test_they_are_counted_and_ordered():
    assert in_order([SECOND, FIRST]) == [FIRST, SECOND]
    assert how_many([FIRST, SECOND, SECOND]) == "1 error, 2 warnings"
    assert how_many([]) == "no problems"


@pytest.mark.parametrize(
    ("error", "raised", "lines"),
    [
        (BadFile("a.yaml", [SECOND, FIRST]), UsageError, ["a.yaml:2:7: no", "a.yaml:10: warning: odd[2J"]),
        (BadEdit([("apex.name", "is missing"), ("", "too deep")]), UsageError, ["  apex.name: is missing"]),
        (Conflict("changed", ["apex.name: a → b"]), Conflict, ["  apex.name: a → b"]),
    ],
)
def test_what_holds_several_things_says_each_of_them(capsys, error, raised, lines):
    with pytest.raises(raised), told_one_by_one():
        raise error
    assert capsys.readouterr().err.splitlines()[: len(lines)] == lines
