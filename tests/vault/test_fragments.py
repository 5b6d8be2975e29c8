from __future__ import annotations

import pytest

from inquiro.vault.fragments import comparable, fragment
from inquiro.vault.notes import parse_note

TEXT = """---
x: y
---
# One
a
## Two: of *it*
b ^blk
### Deep
c
## Other
### Deep
d
# x^2
e
"""
NOTE = parse_note(TEXT, "n.md")


@pytest.mark.parametrize(
    ("heading", "block", "begins", "ends"),
    [
        ("", "", "# One", "e"),
        ("one", "", "# One", "d"),
        ("Two of it", "", "## Two", "c"),
        ("two: OF *it*", "", "## Two", "c"),
        ("Deep", "", "### Deep\nc", "c"),
        ("Other#Deep", "", "### Deep\nd", "d"),
        ("One#Other#Deep", "", "### Deep\nd", "d"),
        ("", "BLK", "b ^blk", "^blk"),
        ("Two of it", "blk", "b ^blk", "^blk"),
        ("x", "2", "# x^2", "e"),
    ],
)
def test_the_part_that_is_meant(heading, block, begins, ends):
    found = fragment(NOTE, len(TEXT), heading, block)
    assert found
    part = TEXT[slice(*found)].rstrip()
    assert part.startswith(begins)
    assert part.endswith(ends)


@pytest.mark.parametrize(
    ("heading", "block"), [("None", ""), ("", "none"), ("Two of it#Other", ""), ("#", ""), ("!", "")]
)
def test_a_part_that_is_not_there(heading, block):
    assert fragment(NOTE, len(TEXT), heading, block) is None


def test_headings_are_compared_without_their_signs():
    assert comparable("A: [[b]] — `c`/d #e") == "a b — c d e"
