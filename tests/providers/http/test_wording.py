"""Limits of services are kept without losing what the user asked for."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from inquiro.providers.http.wording import domains, first_day, primary, shortened, with_sites


@given(st.text(max_size=200), st.integers(1, 100), st.integers(1, 20))
def test_a_query_is_cut_to_both_limits(query, characters, words):
    cut = shortened(query, characters, words)
    assert len(cut) <= characters
    assert len(cut.split()) <= words
    assert " ".join(query.split()).startswith(cut)


def test_a_query_is_cut_between_words():
    assert shortened("street trees cool cities", 18) == "street trees cool"
    assert shortened("street trees cool cities", 17) == "street trees cool"
    assert shortened("street trees cool cities", 16) == "street trees"
    assert shortened("x" * 30, 10) == "x" * 10


def test_sites_are_bare_hosts():
    assert domains(["who.int", " https://WWW.nature.com/articles ", "no spaces here", "", "-"]) == [
        "who.int",
        "www.nature.com",
    ]


@pytest.mark.parametrize(
    ("sites", "expected"),
    [((), "trees"), (("who.int",), "trees site:who.int"), (("a.org", "b.org"), "trees (site:a.org OR site:b.org)")],
)
def test_sites_become_operators(sites, expected):
    assert with_sites("trees", sites) == expected


def test_the_query_makes_room_for_the_sites():
    narrowed = with_sites("word " * 100, ("who.int",), characters=60, words=8)
    assert narrowed.endswith(" site:who.int")
    assert len(narrowed) <= 60
    assert len(narrowed.split()) == 8


@pytest.mark.parametrize(
    ("since", "day"), [(None, None), ("2024", "2024-01-01"), ("2024-05", "2024-05-01"), ("2024-05-31", "2024-05-31")]
)
def test_a_year_or_month_begins_on_its_first_day(since, day):
    assert first_day(since) == day


@pytest.mark.parametrize(
    ("code", "language"),
    [("pt-BR", "pt"), ("en", "en"), ("zh_Hans", "zh"), ("deu", "deu"), ("german", None), (None, None)],
)
def test_a_language_without_its_country(code, language):
    assert primary(code) == language
