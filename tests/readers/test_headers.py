from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from inquiro.readers._headers import facts_of_headers, names, split_headers


def test_fields_go_on_in_indented_lines_and_end_at_a_blank_one():
    found = split_headers(["Title: A", "  thing", "Author: Ann Lee <a@b.org>", "", "Body: text"])
    assert found is not None
    assert found.fields == {"title": "A thing", "author": "Ann Lee <a@b.org>"}
    assert (found.lines[0], found.rest) == ("Title: A thing", 3)


@pytest.mark.parametrize("lines", [["A title", ""], ["Note: this", ""], ["Title: a", "words"], [""], []])
def test_other_lines_are_no_fields(lines):
    assert split_headers(lines) is None


@pytest.mark.parametrize(
    ("stated", "shown"),
    [
        ("Ann Lee <ann@x.org>,, Bo Ray <bo at x.org>,", "Ann Lee, Bo Ray"),
        ("Ann Lee and Bo Ray", "Ann Lee, Bo Ray"),
        ("Sam Hill, Jr., Bo Ray", "Sam Hill, Jr, Bo Ray"),
        ("ann@x.org (Ann Lee)", "(Ann Lee)"),
        ("Ann Lee, Ann Lee", "Ann Lee"),
        ("<only@x.org>", ""),
    ],
)
def test_people_are_named_without_addresses_and_stray_commas(stated, shown):
    assert names(stated) == shown


def test_the_first_date_that_can_be_read_counts():
    facts = facts_of_headers(
        {"title": "T", "date": "soon", "created": "05-Jul-2001", "status": "Final", "version": "2"}
    )
    assert (facts.published, facts.status, facts.version) == ("2001-07-05", "Final", "2")


@given(st.lists(st.text(max_size=30), max_size=8))
def test_any_lines_are_safe(lines):
    found = split_headers(lines)
    assert found is None or found.fields["title"]
