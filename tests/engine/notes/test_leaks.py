from __future__ import annotations

import pytest

from inquiro.engine.notes.leaks import JOINED, KEY, MIXED, NAME, NUMBER, PRIVATE, SPELLED, leaked
from inquiro.engine.notes.secrets import secrets_of

NOTE = """Condensing boilers need a drain near the wall.
Met with Ravi Chandrasek.
The box says KESTREL-9f27ab31.
Confidential: Grellholm sells.
"""
SECRETS = secrets_of(NOTE, "", "", ())


@pytest.mark.fault(33)
@pytest.mark.parametrize(
    ("words", "gone", "why"),
    [
        ("boiler KESTREL-9f27ab31", {1}, KEY),
        ("boiler kestrel 9f27 ab31", {1, 2, 3}, KEY),
        ("boiler 9f2 drain", {1}, KEY),
        ("boiler ab31", {1}, KEY),
        ("boiler Chandrasek", {1}, NAME),
        ("boiler Chandrasek-like", {1}, NAME),
        ("boiler Chan drasek", {1, 2}, NAME),
        ("Grellholms boiler", {0}, PRIVATE),
        ("Grell boiler", {0}, PRIVATE),
        ("boiler mlohllerG", {1}, PRIVATE),
        ("boiler condensingboilersneed", {1}, JOINED),
        ("boiler gr\u0430in", {1}, MIXED),
        ("boiler 4471902", {1}, NUMBER),
        ("boiler four four seven one", {1, 2, 3, 4}, NUMBER),
        ("a b c boiler", {0, 1, 2}, SPELLED),
    ],
)
def test_what_gives_something_away(words, gone, why):
    assert next(leaked(words.split(), SECRETS)) == (frozenset(gone), why)


@pytest.mark.parametrize(
    "words", ["condensing boilers drain", "boiler wall distance", "Grundfos pump size", "one two boilers", "B12 levels"]
)
def test_what_gives_nothing_away(words):
    assert list(leaked(words.split(), SECRETS)) == []
