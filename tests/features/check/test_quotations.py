"""Words in quotation marks stand in their source, or they do not."""

from __future__ import annotations

import pytest

from inquiro.features.check.quotations import holds, nearest, quotations

TEXT = "The keeper said: “Nobody expected the moss to survive the winter, and yet it did.” Rain fell all year."


@pytest.mark.parametrize(
    ("text", "quotes"),
    [
        ("She said “we did not expect that at all” and left.", ["we did not expect that at all"]),
        ("Er sagt: „Das Netz hält auch im Winter“.", ["Das Netz hält auch im Winter"]),
        ("Elle dit : « Je dors mieux depuis un an ».", ["Je dors mieux depuis un an"]),
        ("他说：「票价涨一毛钱我就骑车去了」", ["票价涨一毛钱我就骑车去了"]),
        ('A so-called "smart" roof and a "green deal" here.', []),
    ],
)  # fmt: skip
def test_what_is_presented_as_somebodys_words(text, quotes):
    assert quotations(text) == quotes


@pytest.mark.parametrize(
    ("quote", "held"),
    [
        ("Nobody expected the moss to survive the winter", True),
        ("nobody expected the moss … and yet it did", True),
        ("Nobody expected [it] to survive", True),
        ("Nobody expected the moss [...] the winter", True),
        ("Everybody expected the moss to survive the winter", False),
        ("and yet it did. Nobody expected", False),
    ],
)
def test_whether_it_stands_there(quote, held):
    assert holds(quote, TEXT) is held


def test_the_nearest_words_are_told():
    assert "survive the winter" in nearest("Nobody expected this moss to survive one winter", [TEXT])
    assert nearest("Bees count their own wings at night", [TEXT]) == ""
