from __future__ import annotations

import pytest

from inquiro.engine.notes.keys import is_key, is_long_number, keys_in, without_keys


@pytest.mark.fault(33)
@pytest.mark.parametrize(
    "key",
    [
        "CANARY-7f3a",
        "CANARY-7f3ad91c",
        "KESTREL-9f27ab31",
        "sk-live-4Hh2Kq9ZtPw7",
        "ghp_16C7e42F292c6912E7710c838347Ae178B4a",
        "AKIAIOSFODNN7EXAMPLE",
        "tvly-CANARY-6b1f77ce90aa",
        "550e8400-e29b-41d4-a716-446655440000",
        "K7QX-M2PL-9RTT",
        "529900T8BM49AURSDO55",
        "dGhlU2VjcmV0T2ZUaGVOb3Rl",
        "9f86d081884c7d65",
    ],
)
def test_machines_make_keys(key):
    assert is_key(key)


@pytest.mark.parametrize(
    "word",
    "COVID-19 SARS-CoV-2 HbA1c R290 aroTHERM GPT-4o H5N1 C6H12O6 CO2 PostgreSQL JavaScript CVE-2024-3094 ISO27001 B12 "
    "well-being state-of-the-art Donaudampfschifffahrtsgesellschaft DIN-EN-14511 i7-12700K 2018-2024 WPA3 iPhone15 "
    "pneumonoultramicroscopicsilicovolcanoconiosis M3 LaTeX macOS 802.11ax non-24-hour".split(),
)
def test_people_make_words(word):
    assert not is_key(word)


def test_long_numbers_belong_to_somebody():
    assert is_long_number("66123")
    assert is_long_number("0171-234567")
    assert not is_long_number("2024")
    assert not is_long_number("2018-2024")
    assert not is_long_number("27001", "ISO")
    assert is_long_number("27001", "room")
    assert not is_long_number("4.5")


def test_the_keys_of_a_note():
    note = "See https://example.org/a?token=9f86d081884c7d65&x=1 or use P4ssw0rd!x9 (CANARY-7f3ad91c), not `word`."
    assert keys_in(note) == {"9f86d081884c7d65", "P4ssw0rd!x9", "CANARY-7f3ad91c"}
    assert "CANARY" not in without_keys(note, keys_in(note))
    assert without_keys("some words", frozenset()) == "some words"
