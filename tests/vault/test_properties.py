from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from inquiro.vault.properties import aliases_in, dates_in, properties, text_in, words_in

BOMB = "a: &a [x,x,x,x,x,x,x,x,x]\n" + "".join(
    f"{here}: &{here} [{','.join([f'*{before}'] * 9)}]\n" for before, here in zip("abcdefgh", "bcdefghi", strict=True)
)


@pytest.mark.fault(60)
def test_a_few_lines_that_stand_for_millions_are_not_read():
    assert len(BOMB) < 400
    assert properties(BOMB) == {}
    assert properties("name: &x Jane\nother: y") == {"name": "Jane", "other": "y"}


@pytest.mark.parametrize(
    "deep", ["[" * 60_000, "- " * 30_000, "? " * 30_000, "{a: " * 10_000, "a:\n" + " " * 300 + "- x"]
)
def test_nothing_is_nested_so_deep_that_it_hurts(deep):
    assert properties(deep) == {}


def test_words_stay_as_they_are_written():
    found = properties("n: 0012\nday: 2024-05-06\nyes: yes\nnone: null\nhuge: " + "9" * 5_000)
    assert found["n"] == "0012"
    assert found["yes"] == "yes"
    assert text_in(found, "none") == ""
    assert words_in(properties("Aliases:\n - A\n - {b: c}\n - \n - A"), "aliases") == ("A",)


def test_only_whole_days_are_dates():
    found = properties("published: 2024-13-01\ndate: 2024-02-03 10:00\ncreated: '2023-01-01T00:00'")
    assert dates_in(found) == {"date": "2024-02-03", "created": "2023-01-01"}


def test_aliases_are_read_from_the_beginning_of_a_file(tmp_path):
    file = tmp_path / "x.md"
    file.write_bytes(b"\xef\xbb\xbf---\r\nalias: Other\r\n---\r\n" + b"x" * 100_000)
    assert aliases_in(file) == ("Other",)
    file.write_bytes(b"no front matter\n---\nalias: x\n---\n")
    assert aliases_in(file) == ()
    assert aliases_in(tmp_path / "none.md") == ()


@given(st.text(alphabet="ab:-[]{}&*!|>'\"#%@ \n\t,?0.", max_size=60))
def test_whatever_stands_there_is_a_map_of_words_or_nothing(front):
    assert all(isinstance(key, str) for key in properties(front))
