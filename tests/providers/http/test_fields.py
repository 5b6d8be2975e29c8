"""Loose fields become plain values, or nothing."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from inquiro.providers.http.fields import address, at, day, doi_in, number, objects, plain, year_of


@pytest.mark.parametrize(
    ("given_text", "expected"),
    [
        ("<strong>Laravel</strong> is &amp; was<br/>free", "Laravel is & was free"),
        ("co<em>operat</em>ion", "cooperation"),
        ("a < b and c > d", "a < b and c > d"),
        ("&lt;div&gt; explained", "<div> explained"),
        ("<p>one</p><p>two</p>", "one two"),
        ("  many \n\t spaces\u00a0here ", "many spaces here"),
        (None, ""),
        (7, ""),
        (["x"], ""),
    ],
)
def test_text_without_markup(given_text, expected):
    assert plain(given_text) == expected


@pytest.mark.parametrize("url", ["https://a.example/x?y=1#z", "http://a.example", " https://a.example/ "])
def test_addresses_of_the_web_are_kept(url):
    assert address(url) == url.strip()


@pytest.mark.parametrize(
    "url",
    ["", None, 3, "ftp://a.example", "javascript:alert(1)", "//a.example", "https://", "http://[bad", "https://a b"],
)
def test_other_addresses_are_nothing(url):
    assert address(url) == ""


@pytest.mark.parametrize(
    ("stamp", "expected"),
    [
        ("2024-05-31T10:00:00Z", "2024-05-31"),
        ("2024-05-31", "2024-05-31"),
        ("2024-05", "2024-05"),
        ("2024", "2024"),
        ("Tue, 05 Mar 2024 12:00:00 GMT", "2024-03-05"),
        ("2024-13-01", None),
        ("2024-02-30T00:00:00", None),
        ("0000-01-01", None),
        ("20240531", None),
        ("yesterday", None),
        ("", None),
        (20240531, None),
    ],
)
def test_days(stamp, expected):
    assert day(stamp) == expected


def test_year():
    assert year_of("2024-05") == 2024
    assert year_of(None) is None


@pytest.mark.parametrize(
    ("url", "doi"),
    [
        ("https://doi.org/10.1000/XYZ", "10.1000/xyz"),
        ("https://dl.acm.org/doi/10.1145/3292500.3330701", "10.1145/3292500.3330701"),
        ("https://journals.example/doi/full/10.1177/0011", "10.1177/0011"),
        ("https://a.example/articles/10.1000/xyz.pdf", None),
        ("https://a.example/", None),
    ],
)
def test_only_an_address_made_of_a_doi_gives_one(url, doi):
    assert doi_in(url) == doi


@given(
    st.recursive(
        st.none() | st.text() | st.floats() | st.integers(), lambda x: st.lists(x) | st.dictionaries(st.text(), x)
    )
)
def test_nothing_surprises_them(value):
    assert isinstance(plain(value), str)
    assert isinstance(address(value), str)
    assert day(value) is None or isinstance(value, str)
    assert number(value) == number(value)  # never "not a number"
    assert all(isinstance(one, dict) for one in objects(value))
    assert at(value, "a", "b") is None or isinstance(value, dict)
