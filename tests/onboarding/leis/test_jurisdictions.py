from __future__ import annotations

import pytest

from inquiro.onboarding.leis.jurisdictions import place_code, same_place


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("DE", "DE"),
        ("de", "DE"),
        ("Germany", "DE"),
        ("Deutschland", "DE"),
        ("US", "US-DE"),
        ("US-DE", "US"),
        ("Delaware", "US-DE"),
        ("Delaware, USA", "US-DE"),
        ("United States of America", "US-NY"),
        ("U.S.", "US-DE"),
        ("England", "GB"),
        ("UK", "GB"),
        ("The Netherlands", "NL"),
        ("Munich, Germany", "DE"),
        ("Türkiye", "TR"),
        ("", "DE"),
        ("DE", ""),
    ],
)
def test_the_same_place(one, other):
    assert same_place(one, other)


@pytest.mark.fault(57)
@pytest.mark.parametrize(
    ("one", "other"),
    [("DE", "FR"), ("Delaware", "DE"), ("US-DE", "DE"), ("US-DE", "US-NY"), ("Atlantis", "DE"), ("Luxembourg", "LI")],
)
def test_two_places(one, other):
    assert not same_place(one, other)


def test_the_jurisdictions_of_real_records_are_codes(lei_rows):
    assert all(place_code(row["jurisdiction"]) == row["jurisdiction"] for row in lei_rows if row["jurisdiction"])
