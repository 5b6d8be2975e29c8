from __future__ import annotations

from datetime import date

import pytest
from hypothesis import given
from hypothesis import strategies as st

from inquiro.engine.dating import stated_dates


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Founded on 5 May 1996, closed in 2001.", [("5 May 1996", "1996-05-05"), ("2001", "2001")]),
        ("It was so in March 2020.", [("March 2020", "2020-03")]),
        ("Am 3. Oktober 1990 geschah es.", [("3. Oktober 1990", "1990-10-03")]),
        ("Ocurrió el 12 de octubre de 1992.", [("12 de octubre de 1992", "1992-10-12")]),
        ("Between 2019-2021 it rained.", [("2019-2021", "2019"), ("2019-2021", "2021")]),
        ("Signed on 05/06/2020.", [("05/06/2020", "2020")]),
        ("Signed on 25/06/2020.", [("25/06/2020", "2020-06-25")]),
        ("In the 1990s it rained.", [("1990s", "")]),
        ("It rains on 5 May.", [("5 May", "")]),
        ("It cost 1,996 € and weighed 2000 kg.", []),
        ("They planted 2000 trees.", []),
    ],
)
def test_dates_are_told_as_written_and_in_iso_as_far_as_they_can_be(text, expected):
    assert [(one.text, one.iso) for one in stated_dates(text)] == expected


@given(st.text(max_size=80))
def test_every_date_stands_in_the_text(text):
    assert all(one.text in text for one in stated_dates(text))


@given(st.dates(min_value=date(1800, 1, 1), max_value=date(2099, 12, 31)))
def test_an_iso_date_is_told_as_it_is(day):
    assert [one.iso for one in stated_dates(f"It happened on {day.isoformat()}.")] == [day.isoformat()]
