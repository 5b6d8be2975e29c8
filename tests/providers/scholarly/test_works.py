"""Fields of records: whatever was sent, either a plain value comes out or none."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from inquiro.providers.scholarly import works

ANYTHING = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=20),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
    max_leaves=6,
)


@pytest.mark.parametrize(
    ("value", "text"),
    [
        ("<jats:title>Abstract</jats:title><jats:p>We  find.</jats:p>", "We find."),
        ("<h4>Background</h4>One.<h4>Results</h4>Two.", "Background One. Results Two."),
        ("H<sub>2</sub>O and H<jats:sub>2</jats:sub>O", "H2O and H2O"),
        ("P &lt; 0.05 and n<10 but m>5", "P < 0.05 and n<10 but m>5"),
        ("&lt;p&gt;Twice &lt;em&gt;escaped&lt;/em&gt; text&lt;/p&gt;", "Twice escaped text"),
        ("<p>a</p><p>b</p>", "a b"),
        ("AT&amp;T &#x2212;3", "AT&T −3"),
        ("Abstract Algebra", "Abstract Algebra"),
        ("ABSTRACT ALGEBRA", "ABSTRACT ALGEBRA"),
        ("ABSTRACT We find.", "We find."),
        ("ABSTRACT: We find.", "We find."),
        (None, ""),
        (5, ""),
    ],
)
def test_plain_text(value, text):
    assert works.plain(value) == text


@pytest.mark.parametrize(
    ("value", "date"),
    [
        ("2024-05-31", "2024-05-31"),
        ("2024-05-31T10:00:00Z", "2024-05-31"),
        ("2024-5", "2024-05"),
        ("2024", "2024"),
        ("2024-13-01", "2024"),
        ("2024-05-77", "2024-05"),
        ("0000-01-01", None),
        ("soon", None),
        (2024, None),
    ],
)
def test_iso_dates(value, date):
    assert works.iso_date(value) == date


@pytest.mark.parametrize(
    ("parts", "date"),
    [
        ((1965, "Aug"), "1965-08"),
        (("2001", "June", "7"), "2001-06-07"),
        ((2024, 5, 31), "2024-05-31"),
        ((2024, None, 31), "2024"),
        ((1990, "Spring"), "1990"),
        ((None,), None),
        (([],), None),
        ((20245,), None),
        ((2024, True), "2024"),
    ],
)
def test_dates_of_parts(parts, date):
    assert works.date_of(*parts) == date


@given(ANYTHING, ANYTHING, ANYTHING)
def test_no_value_breaks_a_field(one, two, three):
    date = works.date_of(one, two, three)
    assert date is None or re.fullmatch(r"\d{4}(-\d\d){0,2}", date)
    assert works.iso_date(one) is None or re.fullmatch(r"\d{4}(-\d\d){0,2}", works.iso_date(one) or "")
    assert isinstance(works.plain(one), str)
    assert isinstance(works.text(one), str)
    assert all(works.texts(one))
    assert works.count(one) is None or works.count(one) >= 0
    assert works.year(one) is None or 1000 <= works.year(one) <= 9999


@pytest.mark.parametrize(
    ("title", "retracted"),
    [
        ("RETRACTED: A study", True),
        ("RETRACTED ARTICLE: A study", True),
        ("[Retracted] A study", True),
        ("Retracted: A study", True),
        ("WITHDRAWN: A study", True),
        ("Retraction: A study", False),
        ("Retracted articles in oncology", False),
        ("Why withdrawn drugs return", False),
        ("A study", False),
    ],
)
def test_titles_that_say_retracted(title, retracted):
    assert works.says_retracted(title) is retracted


@pytest.mark.parametrize(
    ("given_", "url"),
    [
        ({"doi": "10.1000/a b"}, "https://doi.org/10.1000/a%20b"),
        ({"doi": "10.48550/arxiv.2312.07559", "arxiv_id": "2312.07559"}, "https://arxiv.org/abs/2312.07559"),
        ({"doi": "10.1000/x", "arxiv_id": "2312.07559"}, "https://doi.org/10.1000/x"),
        ({"arxiv_id": "2312.07559"}, "https://arxiv.org/abs/2312.07559"),
        ({"other": "https://x.example/a"}, "https://x.example/a"),
        ({"other": "javascript:alert(1)"}, None),
        ({"other": None}, None),
    ],
)
def test_where_a_reader_is_sent(given_, url):
    assert works.landing(**given_) == url


def test_a_long_abstract_is_cut_at_a_word():
    cut = works.snippet("word " * 400, (), None, None)
    assert len(cut) <= works.SNIPPET + 2
    assert cut.endswith("word …")


def test_without_an_abstract_the_snippet_is_a_citation():
    assert works.snippet("", ("A", "B", "C", "D"), "Trees", "2024-05") == "A, B, C et al. Trees. 2024"
    assert works.snippet("", (), None, None) == ""


@pytest.mark.parametrize(
    ("venue", "doi", "preprint"),
    [
        ("arXiv.org", None, True),
        ("Nature", "10.1101/2024.04.01.587366", True),
        ("Nature", "10.1038/x", False),
        (None, None, False),
    ],
)
def test_places_that_publish_before_review(venue, doi, preprint):
    assert works.is_preprint(venue, doi) is preprint
