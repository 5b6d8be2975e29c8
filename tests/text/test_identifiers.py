from __future__ import annotations

import pytest

from inquiro.text.identifiers import holds, identifiers


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("see 10.1000/xyz.123.", ["10.1000/xyz.123"]),
        ("PMID: 12345678 and PMC1234567", ["PMID: 12345678", "PMC1234567"]),
        ("LEI 5493001KJTIIGC8Y1R12 is active", ["5493001KJTIIGC8Y1R12"]),
        ("ISBN 978-3-16-148410-0", ["ISBN 978-3-16-148410-0"]),
        ("arXiv:2101.00001v2", ["arXiv:2101.00001v2"]),
        ("version 2.1 and 3.11.2", ["version 2.1", "3.11.2"]),
        ("to release 550,000 €", []),
        ("SARS-CoV-2 and B12, an F-16", ["CoV-2", "B12", "F-16"]),
        ("CO2-neutral", ["CO2"]),
        ("covid-19 and A350s", ["covid-19", "A350s"]),
        ("top-10, under-18, mid-50, pre-war", []),
        ("40kg, 19th, 12-year, 1990s", []),
        ("on 12.05.2020 for 1.234.567", []),
    ],
)
def test_identifiers_and_names_with_digits(text, expected):
    assert [one.text for one in identifiers(text)] == expected


@pytest.mark.parametrize(
    ("wanted", "evidence", "held"),
    [
        ("COVID-19", "Covid 19 spread", True),
        ("F-16", "an F-160 flew", False),
        ("covid-19", "COVID-19 spread", True),
        ("A350s", "an A350 flew", True),
        ("A350", "two A350s flew", True),
        ("A350s", "an A3505 flew", False),
        ("ISBN 978-3-16-148410-0", "ISBN 9783161484100", True),
        ("ISBN 978-3-16-148410-0", "ISBN: 978-3-16-148411-0", False),
        ("version 2.1", "v2.1 came", True),
        ("version 2.1", "v2.10 came", False),
        ("version 2.1", "v2.1.4 came", False),
    ],
)
def test_an_identifier_is_right_to_the_last_character(wanted, evidence, held):
    assert holds(evidence, identifiers(wanted)[0]) == held
