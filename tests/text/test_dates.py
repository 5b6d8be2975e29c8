from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from inquiro.text.dates import dates


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("on 12 May 2020", [(2020, 5, 12)]),
        ("on May 12, 2020", [(2020, 5, 12)]),
        ("on May 12th", [(0, 5, 12)]),
        ("am 12. Mai 2020", [(2020, 5, 12)]),
        ("el 12 de mayo de 2020", [(2020, 5, 12)]),
        ("le 1er août 2020", [(2020, 8, 1)]),
        ("2020-05-12", [(2020, 5, 12)]),
        ("12.05.2020", [(2020, 5, 12)]),
        ("25/12/2020", [(2020, 12, 25)]),
        ("2020年5月12日", [(2020, 5, 12)]),
        ("im März 2021", [(2021, 3, 0)]),
        ("12–14 May 2020", [(2020, 5, 12), (2020, 5, 14)]),
        ("2019–2021", [(2019, 0, 0), (2021, 0, 0)]),
        ("2019/20", [(2019, 0, 0), (2020, 0, 0)]),
        ("in June", [(0, 6, 0)]),
        ("on 22-Sep-2025", [(2025, 9, 22)]),
        ("2019-08-14T10:00:00", [(2019, 8, 14)]),
        ("the 1990s", [(1990, 0, 0)]),
        ("of the 12 may be", []),
        ("in march step", []),
    ],
)
def test_dates_in_many_notations(text, expected):
    assert [(date.year, date.month, date.day) for date in dates(text)] == expected


@given(st.text(alphabet=st.sampled_from("0123456789./-年月日 MayJune,stodeer٣"), max_size=40))
def test_no_text_breaks_it(text):
    assert all(date.text in text for date in dates(text))
