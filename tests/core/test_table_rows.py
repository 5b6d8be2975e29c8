from __future__ import annotations

import pytest

from inquiro.core.table_rows import cells, is_border, is_row, table_header


@pytest.mark.parametrize(
    ("row", "expected"),
    [
        ("| a | b |", ("a", "b")),
        ("a | b | c", ("a", "b", "c")),
        ("| b | c", ("", "b", "c")),
        ("a | b |", ("a", "b", "")),
        ("a\t\tb", ("a", "b")),
        (r"| a \| b | c |", ("a | b", "c")),
        ("|", ("", "")),
    ],
)
def test_cells_stand_between_bars_or_tabs(row, expected):
    assert cells(row) == expected


@pytest.mark.parametrize("line", ["|---|:--:|", "+----+====+", "|-|-|", "--- | ---", ":-- | --:"])
def test_lines_that_only_draw(line):
    assert is_border(line)


@pytest.mark.parametrize("line", ["| a |", "- item", "-5 | 3", "| -5 | 3 |", "+1"])
def test_lines_that_say_something(line):
    assert not is_border(line)


@pytest.mark.parametrize(
    ("line", "row"), [("a | b", True), ("|a|", True), ("a\tb", True), ("a|b", False), ("a", False)]
)
def test_rows(line, row):
    assert is_row(line) is row


@pytest.mark.parametrize(
    ("lines", "expected"),
    [
        (["| A | B |", "|---|---|", "| 1 | 2 |"], (("A", "B"), 1)),
        (["Level | Contribution", "Supporter | $50"], (("Level", "Contribution"), 1)),
        (["Supporter | $50", "Sponsor | $500"], ((), 0)),
        (["Born | Died"], ((), 0)),
        (["A | A", "1 | 2"], ((), 0)),
        (["A | B", "1 | 2 | 3"], ((), 0)),
    ],
)
def test_the_first_row_names_the_columns_where_it_holds_no_values(lines, expected):
    assert table_header(lines) == expected


def test_what_the_reader_knows_counts():
    assert table_header(["Name | Anna", "Town | Varnholt"], ()) == ((), 0)
    assert table_header(["Name | Town", "Anna | Varnholt"], ("Name", "Town")) == (("Name", "Town"), 1)
    assert table_header(["Anna | Varnholt"], ("Name", "Town")) == (("Name", "Town"), 0)
