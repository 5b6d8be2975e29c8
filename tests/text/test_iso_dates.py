from __future__ import annotations

from datetime import date

import pytest
from hypothesis import given
from hypothesis import strategies as st

from inquiro.text.iso_dates import find_date, parse_date


@pytest.mark.parametrize(
    ("text", "iso"),
    [
        ("2021-03-14", "2021-03-14"),
        ("2021-03-14T09:30:00+01:00", "2021-03-14"),
        ("2021/03/14", "2021-03-14"),
        ("14 March 2021", "2021-03-14"),
        ("14th of March, 2021", "2021-03-14"),
        ("March 14, 2021", "2021-03-14"),
        ("Mar. 3rd 2021", "2021-03-03"),
        ("Sun, 14 Mar 2021 10:00:00 GMT", "2021-03-14"),
        ("14. März 2021", "2021-03-14"),
        ("1. Jänner 2020", "2020-01-01"),
        ("14 de marzo de 2021", "2021-03-14"),
        ("3 de diciembre del 2019", "2019-12-03"),
        ("14.03.2021", "2021-03-14"),
        ("3. 4. 2021", "2021-04-03"),
        ("14/03/2021", "2021-03-14"),
        ("03/04/2021", "2021"),
        ("05/05/2021", "2021-05-05"),
        ("le 14 mars 2021", "2021-03-14"),
        ("1er août 2020", "2020-08-01"),
        ("14 de março de 2021", "2021-03-14"),
        ("3 set 2021", "2021-09-03"),
        ("14 maggio 2021", "2021-05-14"),
        ("14 maart 2021", "2021-03-14"),
        ("2021年3月14日", "2021-03-14"),
        ("2021年3月", "2021-03"),
        ("05-Jul-2001", "2001-07-05"),
        ("out 2020", None),
        ("March 2021", "2021-03"),
        ("2021-03", "2021-03"),
        ("2021", "2021"),
        ("D:20231212000000Z", "2023-12-12"),
        ("20210314", "2021-03-14"),
        ("31 February 2021", "2021-02"),
        ("2021-13-40", None),
        ("", None),
        ("version 1.2.3", None),
        ("in 730 trains", None),
    ],
)
def test_dates_as_people_write_them(text, iso):
    assert parse_date(text) == iso


def test_the_first_date_in_a_sentence_with_its_place():
    assert find_date("From 5 May 2020 to 7 June 2021") == ("2020-05-05", 5, 15)


@given(st.dates(min_value=date(1400, 1, 1), max_value=date(2099, 12, 31)))
def test_every_spelling_of_a_day_gives_that_day(day):
    english = f"{day.day} {day:%B} {day.year}"
    american = f"{day:%B} {day.day}, {day.year}"
    assert {parse_date(text) for text in (day.isoformat(), english, american, f"{day:%d.%m.%Y}")} == {day.isoformat()}


@given(st.text(max_size=80))
def test_any_text_is_safe(text):
    found = parse_date(text)
    assert found is None or found[:4].isdecimal()
