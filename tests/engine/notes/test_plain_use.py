from __future__ import annotations

import pytest

from inquiro.engine.notes.plain_use import plain_words, without_code
from inquiro.engine.notes.proper_use import names_used

DOCS = """Every rule is checked. See the Rule Editor for each rule. A rule may be changed, and two rules may differ.
The Circular Dependency report shows each circular dependency, and a circular dependency is bad. No dependency is free.
"""


def test_what_is_counted_and_written_small_again_and_again_is_a_word():
    assert {"rule", "circular", "dependency"} <= plain_words(DOCS, "en")
    assert not {"rule", "circular", "dependency"} & names_used(DOCS, "", "en")


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("We met Baker. A baker bakes. Each baker is up early, a baker works, and no baker sleeps.", "baker"),
        ("The Falcon deck is due. a falcon meeting, a falcon budget and a falcon call are planned.", "falcon"),
        ("Project Compass starts. A compass is useful. Each compass points north; no compass lies.", "compass"),
        ("Compass said no. A compass is useful. Each compass points north; no compass lies.", "compass"),
        ("They asked Rose. A rose is red. Each rose has thorns; no rose is blue.", "rose"),
        ("The Harbour deal closes in the harbour.", "harbour"),
    ],
)
def test_a_name_stays_one(text, name):
    assert name in names_used(text, "", "en")


def test_german_writes_every_noun_with_a_capital_and_tells_nothing():
    assert plain_words("Jede Regel gilt, eine Regel ist klar, keine Regel fehlt.", "de") == frozenset()


def test_code_and_addresses_have_capitals_of_their_own():
    told = without_code(
        "See [the Page](https://a.example/Some-Title) and `MyClass`.\n```ts\nclass Other {}\n```\n<b>Bold</b>"
    )
    assert not {"Some-Title", "MyClass", "Other"} & set(told.replace("(", " ").split())
    assert "Page" in told
    assert "Bold" in told
