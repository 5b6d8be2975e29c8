from __future__ import annotations

import pytest

from inquiro.engine.negation import denied, denies


@pytest.mark.parametrize(
    "text",
    [
        "Trees do not cool the street.",
        "Trees don’t cool the street.",
        "There is no grant.",
        "Nobody pays.",
        "Bäume kühlen die Straße nicht.",
        "Es gibt keine Förderung.",
        "Nadie lo paga y nunca se pagó.",
        "Les arbres ne coûtent rien.",
        "街路樹は通りを冷やさない。",
        "費用はかかりません。",
    ],
)
def test_a_denial_is_seen(text):
    assert denies(text)


@pytest.mark.parametrize(
    "text",
    [
        "Trees cool the street.",
        "Notes on nothingness",
        "Bäume kühlen die Straße.",
        "La ciudad paga.",
        "街路樹は通りを冷やす。",
    ],
)
def test_a_plain_statement_is_none(text):
    assert not denies(text)


@pytest.mark.parametrize(
    ("text", "what"),
    [
        ("Trees do not reduce noise, but they mask it.", "Trees do not reduce noise"),
        ("They mask noise, but trees do not reduce it.", "but trees do not reduce it"),
        ("Bäume kühlen die Straße nicht.", "Bäume kühlen die Straße nicht"),
        ("La ciudad no paga, pero el programa sí.", "La ciudad no paga"),
        ("街路樹は通りを冷やさない。", "街路樹は通りを冷やさない"),
        ("It has no grant, and nobody pays.", "It has no grant … and nobody pays"),
        ("Chanel No. 5 is not only a perfume.", ""),
        ("Trees cool the street.", ""),
    ],
)
def test_what_is_denied_is_told_in_the_words_of_the_statement(text, what):
    assert denied(text) == what
