from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from inquiro.engine.notes.traces import TRACES, without_traces


@pytest.mark.parametrize(
    ("trace", "name"),
    [
        ("jane.roe@example.org", "an e-mail address"),
        ("jane.roe (at) example.org", "an e-mail address"),
        ("https://example.org/a?b=c", "an address"),
        ("obsidian://open?vault=a", "an address"),
        ("192.168.178.20", "an address"),
        ("nas.example.com", "an address"),
        ("filetype:pdf", "a search operator"),
        ("@roe", "a handle"),
        ("~/notes/a.md", "a file's path"),
        ("taxes.xlsx", "a file's path"),
        ("1974-03-12", "a date"),
        ("March 12, 1974", "a date"),
        ("12. März 1974", "a date"),
        ("1974年3月12日", "a date"),
        ("Lindenstraße 14", "a street address"),
        ("221 Baker Street", "a street address"),
        ("12 rue Montorgueil", "a street address"),
        ("calle Mayor 7", "a street address"),
        ("DE89370400440532013000", "an account number"),
        ("GB29 NWBK 6016 1331 9268 19", "an account number"),
        ("1,200 €", "an amount of money"),
        ("€ 50k", "an amount of money"),
        ("3 million dollars", "an amount of money"),
        ("5000円", "an amount of money"),
        ("+1 (415) 555-0132", "a number that may be somebody's"),
        ("123-45-6789", "a number that may be somebody's"),
    ],
)
def test_traces_are_taken_out_and_named(trace, name):
    plain, told = without_traces(f"boiler {trace} drain")
    assert plain.split() == ["boiler", "drain"]
    assert name in told


@pytest.mark.parametrize(
    "text",
    [
        "boiler drain 35 dB 3.5 kW",
        "Python 3.12 TCP/IP km/h 1939-1945",
        "CVE-2024-3094 and RFC 2616",
        "Node.js and .NET in 2024",
        "may 70 percent of May sales",
        "Route 66 road trip",
    ],
)
def test_what_only_looks_like_one_stays(text):
    assert without_traces(text) == (text, ())


@given(st.text(max_size=200))
def test_nothing_is_found_twice(text):
    plain, told = without_traces(text)
    assert len(plain) <= len(text) + len(text)
    assert set(told) <= {name for name, _ in TRACES}
